"""Who sits at a table and what they have agreed on, as values; told from a table's events.

An event is an entry like a move, kept as a JSON object; what may happen is decided in `acts.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, get_args

from .values import USUAL, Asked, Ended, Seat, Stage, TableEventName, TableOptions

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
_EVENTS = frozenset(get_args(TableEventName))


@dataclass(frozen=True, slots=True)
class TableEvent:
    """What happened besides moves. Seat 0: it concerns all."""

    event: TableEventName
    seat: int = 0
    name: str = ""
    colour: int | None = None
    level: str | None = None
    what: Asked | None = None
    keep: int | None = None
    waits: tuple[int, ...] = ()
    options: TableOptions | None = None
    table: str | None = None

    @property
    def text(self) -> str:
        """The entry: only what is said."""
        said = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name in ("event", "seat") or getattr(self, each.name) != each.default
        }
        if self.options is not None:
            said["options"] = asdict(self.options)
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def is_event(entry: str) -> bool:
    return entry.startswith("{")


def read_event(entry: str) -> TableEvent:
    """Raises ValueError where the entry is none of ours."""
    said: dict[str, Any] = json.loads(entry)
    try:
        if said.get("options") is not None:
            said["options"] = TableOptions(**said["options"])
        said["waits"] = tuple(said.get("waits", ()))
        table_event = TableEvent(**said)
    except TypeError as error:
        raise ValueError(f"{entry[:100]} is no event") from error
    if table_event.event not in _EVENTS:
        raise ValueError(f"{table_event.event} does not happen")
    return table_event


@dataclass(frozen=True, slots=True)
class Asking:
    """Something that others must agree to; `number` is that of its entry."""

    number: int
    seat: int
    what: Asked
    keep: int | None
    waits: tuple[int, ...]
    agreed: tuple[int, ...] = ()

    def without(self, seat: int) -> Asking | None:
        """That seat decides nothing any more; None if it asked, or nobody is left to answer."""
        waits = tuple(each for each in self.waits if each != seat)
        return replace(self, waits=waits) if waits and seat != self.seat else None


@dataclass(frozen=True, slots=True)
class Roster:
    """Those at a table, from the first seats on."""

    seats: tuple[Seat, ...]
    options: TableOptions = USUAL
    stage: Stage = OPEN
    ended: Ended | None = None
    proposal: Asking | None = None
    rematch: str | None = None
    invited: frozenset[int] = field(default_factory=frozenset)
    """Bots' seats that a person may take."""

    # Who is there

    def seat(self, number: int) -> Seat | None:
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else None

    def of_kind(self, kind: str) -> list[int]:
        return [number for number, seat in self._numbered() if seat.kind == kind]

    @property
    def persons(self) -> list[int]:
        return self.of_kind("person")

    @property
    def deciders(self) -> list[int]:
        """Persons who play themselves: nothing is agreed on without them."""
        return [n for n in self.persons if self.seats[n - 1].stand_in is None]

    @property
    def replaced(self) -> list[int]:
        """Persons for whom a bot plays until they are back; who has resigned is not."""
        if self.stage != PLAYING:
            return []
        return [
            number
            for number, seat in self._numbered()
            if seat.kind == "person" and seat.stand_in is not None and not seat.resigned
        ]

    @property
    def standing(self) -> list[int]:
        """Seats that can still win."""
        return [number for number, seat in self._numbered() if not seat.resigned]

    @property
    def invitable(self) -> frozenset[int]:
        """Seats that an invitation is due for."""
        return self.invited | frozenset(self.of_kind("open")) if self.stage != OVER else frozenset()

    @property
    def is_joinable(self) -> bool:
        """Does it wait for anybody who has the table's address?"""
        return self.options.joining and self.stage == OPEN

    def bot_of(self, number: int) -> str | None:
        """The level of the bot that moves for a seat, if one does."""
        seat = self.seat(number)
        return None if seat is None else seat.stand_in or seat.level

    def _numbered(self) -> Sequence[tuple[int, Seat]]:
        return list(enumerate(self.seats, start=1))

    # What happens

    def played(self, over: bool) -> Roster:
        """After a ply."""
        proposal = self.proposal
        if proposal is not None and (over or proposal.what == "undo"):
            proposal = None
        if over:
            return replace(self, stage=OVER, ended="played", proposal=proposal)
        if self.stage == PLAYING and proposal is self.proposal:
            return self
        return replace(self, stage=PLAYING, proposal=proposal)

    def undone(self) -> Roster:
        """After something was taken back."""
        return self if self.proposal is None else replace(self, proposal=None)

    def after(self, table_event: TableEvent, number: int) -> Roster:
        """After an event with this number; raises ValueError where it makes no sense."""
        if table_event.event in _OF_SEATS:
            if self.seat(table_event.seat) is None:
                raise ValueError(f"there is no seat {table_event.seat}")
            return self._seated(table_event)
        return self._agreed(table_event, number)

    def _seated(self, table_event: TableEvent) -> Roster:
        """What changes who sits there, or who plays."""
        number = table_event.seat
        seat = self.seats[number - 1]
        invited = self.invited - {number}
        match table_event.event:
            case "joined":
                new = Seat("person", table_event.name, None, table_event.colour)
            case "bot":
                new = Seat("bot", table_event.name, table_event.level)
            case "opened" if self.stage == OPEN:
                new = Seat("open", "", None)
            case "opened":
                new, invited = seat, invited | {number}
            case "left":
                new = Seat("bot", "", table_event.level, resigned=seat.resigned)
            case "stand_in":
                new = replace(seat, stand_in=table_event.level)
            case "back":
                new = replace(seat, stand_in=None)
            case _:  # resigned
                new = replace(seat, stand_in=table_event.level, resigned=True)
        seats = (*self.seats[: number - 1], new, *self.seats[number:])
        proposal = self.proposal
        if proposal is not None and table_event.event in ("left", "stand_in", "resigned"):
            proposal = proposal.without(number)
        return replace(self, seats=seats, invited=invited, proposal=proposal)

    def _agreed(self, table_event: TableEvent, number: int) -> Roster:
        """What concerns all."""
        match table_event.event:
            case "late":
                return self  # It is told; the move that comes with it is what counts.
            case "asked":
                what = table_event.what or "undo"
                asking = Asking(number, table_event.seat, what, table_event.keep, table_event.waits)
                return replace(self, proposal=asking)
            case "agreed" if self.proposal is not None:
                waits = tuple(each for each in self.proposal.waits if each != table_event.seat)
                agreed = (*self.proposal.agreed, table_event.seat)
                return replace(self, proposal=replace(self.proposal, waits=waits, agreed=agreed))
            case "declined" | "withdrawn":
                return replace(self, proposal=None)
            case "abandoned":
                return replace(self, stage=OVER, ended="abandoned", proposal=None)
            case "ended":
                return replace(self, stage=OVER, ended="resigned", proposal=None)
            case "rematch":
                return replace(self, rematch=table_event.table)
            case "options":
                return replace(self, options=table_event.options or self.options)
        raise ValueError(f"{table_event.event} makes no sense now")


_OF_SEATS = frozenset(("joined", "bot", "opened", "left", "stand_in", "back", "resigned"))
