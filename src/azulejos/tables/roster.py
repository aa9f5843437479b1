"""Who sits at a table and what they have agreed on, as values; told from a table's happenings.

A happening is an entry like a move, kept as a JSON object; what may happen is decided in `acts.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, get_args

from .values import USUAL, Asked, Ended, EventName, KeptSeat, Manners, Stage

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
_EVENTS = frozenset(get_args(EventName))


@dataclass(frozen=True, slots=True)
class Happening:
    """What happened besides moves. Seat 0: it concerns all."""

    event: EventName
    seat: int = 0
    name: str = ""
    colour: int | None = None
    level: str | None = None
    what: Asked | None = None
    keep: int | None = None
    waits: tuple[int, ...] = ()
    manners: Manners | None = None
    table: str | None = None

    @property
    def text(self) -> str:
        """The entry: only what is said."""
        said = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name in ("event", "seat") or getattr(self, each.name) != each.default
        }
        if self.manners is not None:
            said["manners"] = asdict(self.manners)
        return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def is_happening(entry: str) -> bool:
    return entry.startswith("{")


def read_happening(entry: str) -> Happening:
    """Raises ValueError where the entry is none of ours."""
    said: dict[str, Any] = json.loads(entry)
    try:
        if said.get("manners") is not None:
            said["manners"] = Manners(**said["manners"])
        said["waits"] = tuple(said.get("waits", ()))
        happening = Happening(**said)
    except TypeError as error:
        raise ValueError(f"{entry[:100]} is no happening") from error
    if happening.event not in _EVENTS:
        raise ValueError(f"{happening.event} does not happen")
    return happening


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
class Company:
    """Those at a table, from the first seats on."""

    seats: tuple[KeptSeat, ...]
    manners: Manners = USUAL
    stage: Stage = OPEN
    ended: Ended | None = None
    proposal: Asking | None = None
    rematch: str | None = None
    invited: frozenset[int] = field(default_factory=frozenset)
    """Bots' seats that a person may take."""

    # Who is there

    def seat(self, number: int) -> KeptSeat | None:
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
        away = set(self.persons) - set(self.deciders)
        return sorted(away & set(self.standing)) if self.stage == PLAYING else []

    @property
    def standing(self) -> list[int]:
        """Seats that can still win."""
        return [number for number, seat in self._numbered() if not seat.resigned]

    @property
    def doors(self) -> frozenset[int]:
        """Seats that an invitation is due for."""
        return self.invited | frozenset(self.of_kind("open")) if self.stage != OVER else frozenset()

    def bot_of(self, number: int) -> str | None:
        """The level of the bot that moves for a seat, if one does."""
        seat = self.seat(number)
        return None if seat is None else seat.stand_in or seat.level

    def _numbered(self) -> Sequence[tuple[int, KeptSeat]]:
        return list(enumerate(self.seats, start=1))

    # What happens

    def played(self, over: bool) -> Company:
        """After a ply."""
        proposal = self.proposal
        if proposal is not None and (over or proposal.what == "undo"):
            proposal = None
        if over:
            return replace(self, stage=OVER, ended="played", proposal=proposal)
        if self.stage == PLAYING and proposal is self.proposal:
            return self
        return replace(self, stage=PLAYING, proposal=proposal)

    def undone(self) -> Company:
        """After something was taken back."""
        return self if self.proposal is None else replace(self, proposal=None)

    def after(self, happening: Happening, number: int) -> Company:
        """After a happening with this number; raises ValueError where it makes no sense."""
        if happening.event in _OF_SEATS:
            if self.seat(happening.seat) is None:
                raise ValueError(f"there is no seat {happening.seat}")
            return self._seated(happening)
        return self._agreed(happening, number)

    def _seated(self, happening: Happening) -> Company:
        """What changes who sits there, or who plays."""
        number = happening.seat
        seat = self.seats[number - 1]
        invited = self.invited - {number}
        match happening.event:
            case "joined":
                new = KeptSeat("person", happening.name, None, happening.colour)
            case "bot":
                new = KeptSeat("bot", happening.name, happening.level)
            case "opened" if self.stage == OPEN:
                new = KeptSeat("open", "", None)
            case "opened":
                new, invited = seat, invited | {number}
            case "left":
                new = KeptSeat("bot", "", happening.level, resigned=seat.resigned)
            case "stand_in":
                new = replace(seat, stand_in=happening.level)
            case "back":
                new = replace(seat, stand_in=None)
            case _:  # resigned
                new = replace(seat, stand_in=happening.level, resigned=True)
        seats = (*self.seats[: number - 1], new, *self.seats[number:])
        proposal = self.proposal
        if proposal is not None and happening.event in ("left", "stand_in", "resigned"):
            proposal = proposal.without(number)
        return replace(self, seats=seats, invited=invited, proposal=proposal)

    def _agreed(self, happening: Happening, number: int) -> Company:
        """What concerns all."""
        match happening.event:
            case "late":
                return self  # It is told; the move that comes with it is what counts.
            case "asked":
                what = happening.what or "undo"
                asking = Asking(number, happening.seat, what, happening.keep, happening.waits)
                return replace(self, proposal=asking)
            case "agreed" if self.proposal is not None:
                waits = tuple(each for each in self.proposal.waits if each != happening.seat)
                agreed = (*self.proposal.agreed, happening.seat)
                return replace(self, proposal=replace(self.proposal, waits=waits, agreed=agreed))
            case "declined" | "withdrawn":
                return replace(self, proposal=None)
            case "abandoned":
                return replace(self, stage=OVER, ended="abandoned", proposal=None)
            case "ended":
                return replace(self, stage=OVER, ended="resigned", proposal=None)
            case "rematch":
                return replace(self, rematch=happening.table)
            case "manners":
                return replace(self, manners=happening.manners or self.manners)
        raise ValueError(f"{happening.event} makes no sense now")


_OF_SEATS = frozenset(("joined", "bot", "opened", "left", "stand_in", "back", "resigned"))
