"""What clients say, on the socket and as bodies of requests; bounds stand with the fields.

`reading.py` reads them strictly: nothing unknown, nothing bent into shape, nothing too long. Shapes
only, and like those of `types.py` the source of `web/js/messages.d.ts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from ..values import SeatKind
from .reading import Bounds, Length
from .types import Phrase, Rules

LONGEST_NAME = 30
LONGEST_TABLE_NAME = 40
LONGEST_DELAY = 3600  # seconds
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 30 * 24 * 3600  # seconds
COLOURS = 8
LONGEST_RECORD = 40_000  # four times a long game
LAST_NUMBER = 2**31 - 1  # what every database holds
LAST_MOMENT = 2**53 - 1  # what every client holds
MOST_IMPORTED = 20  # games of one request

Number = Annotated[int, Bounds(0, LAST_NUMBER)]
SeatNumber = Annotated[int, Bounds(1, 4)]
RequestName = Annotated[str, Length(0, 40)]
LevelName = Annotated[str, Length(0, LONGEST_NAME)]
PersonName = Annotated[str, Length(0, LONGEST_NAME)]
Colour = Annotated[int, Bounds(1, COLOURS)]
MoveText = Annotated[str, Length(1, 100)]
Moment = Annotated[int, Bounds(0, LAST_MOMENT)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The first message; `after` is the last number that was seen, null: none."""

    type: Literal["hello"]
    after: Number | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMessage:
    type: Literal["move"]
    request: RequestName
    number: Number
    move: MoveText


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoMessage:
    type: Literal["undo"]
    request: RequestName
    number: Number
    to: Literal["move", "round"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HintMessage:
    type: Literal["hint"]
    request: RequestName
    number: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedOptions:
    """What the host decides; `clock` null: no limit, `joining` not given: by invitation only."""

    name: Annotated[str, Length(0, LONGEST_TABLE_NAME)]
    public: bool
    watching: bool
    delay: Annotated[int, Bounds(0, LONGEST_DELAY)]
    clock: Annotated[int, Bounds(SHORTEST_CLOCK, LONGEST_CLOCK)] | None
    joining: bool = False


# Acts: what is done at a table besides moves.


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Host: begin; bots of the level `fill` take the open seats."""

    do: Literal["start"]
    fill: LevelName | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatBot:
    """Host: a bot on an open seat, or another level for a bot."""

    do: Literal["seat_bot"]
    seat: SeatNumber
    level: LevelName


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOpen:
    """Host: before the start, frees any other seat; later, invites a person to a bot's seat."""

    do: Literal["seat_open"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOptions:
    do: Literal["options"]
    options: WantedOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Let a bot play for the person of that seat, who has been away for a while."""

    do: Literal["stand_in"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    do: Literal["leave"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    do: Literal["resign"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    do: Literal["abandon"]
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    do: Literal["answer"]
    seat: SeatNumber
    asked: Number
    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    do: Literal["withdraw"]
    seat: SeatNumber
    asked: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    do: Literal["rematch"]
    seat: SeatNumber


Act = (
    Start
    | SeatBot
    | SeatOpen
    | SetOptions
    | StandIn
    | Leave
    | Resign
    | Abandon
    | Answer
    | Withdraw
    | Rematch
)
"""What is done at a table besides moves. `seat` is yours unless said otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActMessage:
    type: Literal["act"]
    request: RequestName
    act: Act


@dataclass(frozen=True, slots=True, kw_only=True)
class SayMessage:
    type: Literal["say"]
    request: RequestName
    seat: SeatNumber
    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Ping:
    type: Literal["ping"]


ClientMessage = Hello | MoveMessage | UndoMessage | HintMessage | ActMessage | SayMessage | Ping
"""To the server. `number` is the last that was seen: a move made in another position is refused."""


# Bodies of requests.


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeat:
    """A person sits here, at your device; an open seat is for somebody elsewhere."""

    kind: SeatKind
    name: PersonName
    level: LevelName | None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A wish for a table."""

    rules: Rules
    seats: Annotated[list[NewSeat], Length(2, 4)]
    starter: SeatNumber | None
    """Null: by chance."""
    options: WantedOptions | None = None
    """Not given: no name, not public, watching allowed, no delay, no clock, by invitation only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRequest:
    number: Number
    move: MoveText


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoRequest:
    number: Number
    to: Literal["move", "round"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HintRequest:
    number: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Who sits down."""

    name: PersonName
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRequest:
    """A record to be reviewed, in the notation."""

    record: Annotated[str, Length(1, LONGEST_RECORD)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneRequest:
    """A position in the notation, and moves that are to be played from there."""

    position: Annotated[str, Length(1, 2000)]
    moves: Annotated[list[MoveText], Length(1, 60)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSeat:
    name: PersonName
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedGame:
    """A game from elsewhere: as in an export, or of its record alone."""

    record: Annotated[str, Length(1, LONGEST_RECORD)]
    table: Annotated[str, Length(0, 30)] = ""
    """What its table was called: by that it is known again."""
    name: Annotated[str, Length(0, LONGEST_TABLE_NAME)] = ""
    created: Moment | None = None
    changed: Moment | None = None
    yours: Annotated[list[SeatNumber], Length(0, 4)] | None = None
    """Your seats; not given: all persons'."""
    seats: Annotated[list[ImportedSeat], Length(0, 4)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    games: Annotated[list[ImportedGame], Length(1, MOST_IMPORTED)]
