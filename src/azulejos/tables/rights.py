"""Who somebody is to a table, and what they may do: by the keys of its seats, or locally."""

from __future__ import annotations

from dataclasses import dataclass

from .messages.types import You
from .roster import Roster
from .values import HOST, Keys


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever reaches a table, known by the hash of a key; locally one is like another."""

    key_hash: str | None = None
    is_local: bool = False
    """Acts for all persons."""
    address: str = ""
    """Where from, for fairness; may be empty."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The seats that somebody acts for; `alone`: nobody else does for any."""

    seats: frozenset[int] = frozenset()
    host: bool = False
    alone: bool = False

    @property
    def watches(self) -> bool:
        """Has no seat; a host without one looks on like everybody else."""
        return not self.seats

    @property
    def you(self) -> You:
        return You(seats=sorted(self.seats), host=self.host, alone=self.alone)


def rights_of(visitor: Visitor, keys: Keys, roster: Roster) -> Rights:
    """Locally everybody acts for all persons, and as host."""
    persons = frozenset(roster.persons)
    if visitor.is_local:
        return Rights(persons, True, bool(persons))
    key = visitor.key_hash
    if key is None:
        return Rights()
    seats = frozenset(seat for seat in persons if key in keys.get(seat, ()))
    return Rights(seats, key in keys.get(HOST, ()), bool(seats) and seats == persons)
