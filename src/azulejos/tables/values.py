"""A table as it is kept: values, without a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Stage = Literal["open", "playing", "over"]
Ended = Literal["played", "resigned", "abandoned"]
SeatKind = Literal["person", "bot", "open"]
Asked = Literal["undo", "abandon"]
TableEventName = Literal[
    "joined",
    "bot",
    "opened",
    "left",
    "stand_in",
    "back",
    "late",
    "resigned",
    "asked",
    "agreed",
    "declined",
    "withdrawn",
    "abandoned",
    "ended",
    "rematch",
    "options",
]
"""What happens at a table besides moves.

A person took a seat; a bot did; a seat became free. A person gave up the seat for good, and a bot
has it; one is away and a bot plays; one is back. The time was up: the next move is a bot's. A
person gave up. Four about a proposal. The game ended without a result; by resigning; there is a
rematch; the host changed what the host decides.
"""

HOST = 0
"""The seat whose key is the host's."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a table; a bot has a level. `stand_in`: the level of a bot that plays."""

    kind: SeatKind
    name: str
    level: str | None
    colour: int | None = None
    stand_in: str | None = None
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What the host decides."""

    name: str = ""
    public: bool = False
    watching: bool = True
    delay: int = 0
    clock: int | None = None
    joining: bool = False


USUAL = TableOptions()


@dataclass(frozen=True, slots=True)
class TableSummary:
    """How things stand, for lists: `turn` is 0 and `winners` are known when the game is over."""

    round: int
    turn: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    stage: Stage = "playing"
    ended: Ended | None = None
    options: TableOptions = USUAL
    series: str | None = None
    rematch: str | None = None
    due: int | None = None


@dataclass(frozen=True, slots=True)
class TableHeader:
    """A table as it is kept, without its entries. `first`: who sat there before all entries."""

    id: str
    rules: str
    starter: int
    seats: tuple[Seat, ...]
    created: int
    changed: int
    summary: TableSummary
    first: tuple[Seat, ...] = ()
    game_number: int = 1


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry, and when it was written (milliseconds since 1970)."""

    text: str
    at: int


Keys = dict[int, frozenset[str]]
"""By seat, the hashes of the keys that open it; those of seat 0 are the host's."""


@dataclass(frozen=True, slots=True)
class Win:
    """A seat has won an earlier game of the series, which ended then."""

    seat: int
    at: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How well somebody played a game, as its review says."""

    table: str
    rules: str
    finished: int
    players: int
    losses: tuple[float, ...]
    """The chance lost with each real decision."""
    kinds: dict[str, float]
    """What each kind of mistake cost."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that the store knows of a table; `wins` of the games before it in its series."""

    header: TableHeader
    entries: list[StoredEntry]
    keys: Keys = field(default_factory=dict)
    wins: tuple[Win, ...] = ()
