"""Who of a table's persons is there, who is away and since when; told at most once a second."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence

from ...tables.messages.seating import Away
from ...tables.messages.types import Presence
from ...tables.roster import PLAYING, Company
from .clocks import Alarm

PAUSE = 1.0
"""Seconds between two messages about presence."""


class Attendance:
    """Since when the seats of one table are away."""

    def __init__(
        self, away_after: float, tell: Callable[[], None], again: Callable[[], None]
    ) -> None:
        """`tell` what `message` says; `again`: it is time to `look`."""
        self._away_after = away_after
        self._tell = tell
        self._opened = time.monotonic()
        self._since: dict[int, float] = {}
        self._there: frozenset[int] = frozenset()
        self._watchers = 0
        self._told: object = None
        self._last = 0.0
        self._soon = Alarm(again)
        self._later = Alarm(again)

    def see(self, seats: Iterable[int], watchers: int) -> None:
        """Who is connected now, here and elsewhere."""
        there = frozenset(seats)
        now = time.monotonic()
        for seat in self._there - there:
            self._since[seat] = now
        self._there = there
        self._watchers = watchers

    def long_away(self, company: Company) -> list[int]:
        """Whom a bot may play for."""
        if company.stage != PLAYING:
            return []
        return [n for n in company.deciders if self._seconds(n) >= self._away_after]

    def message(self, company: Company) -> Presence:
        away = [n for n in company.persons if n not in self._there]
        return Presence(
            away=[Away(seat=n, seconds=int(self._seconds(n))) for n in away],
            may_stand_in=self.long_away(company),
            watchers=self._watchers,
        )

    def look(self, company: Company) -> bool:
        """Lets it be told if something has changed, soon; and looks again when it will.

        True if everybody was told just now.
        """
        self._look_later(company)
        said = self.message(company)
        shown = ([each.seat for each in said.away], said.may_stand_in, said.watchers)
        if shown != self._told:
            wait = self._last + PAUSE - time.monotonic()
            if wait > 0:
                if not self._soon.is_set:
                    self._soon.set(wait)
            else:
                self._told, self._last = shown, time.monotonic()
                self._tell()
                return True
        return False

    def _look_later(self, company: Company) -> None:
        waits = [self._away_after - self._seconds(n) for n in company.deciders]
        coming = [wait for wait in waits if 0 < wait < self._away_after]
        if company.stage == PLAYING and coming and self._there:
            self._later.set(min(coming) + 0.01)
        else:
            self._later.clear()

    def _seconds(self, seat: int) -> float:
        if seat in self._there:
            return 0.0
        return time.monotonic() - self._since.get(seat, self._opened)

    def close(self) -> None:
        self._soon.clear()
        self._later.clear()


def shown_text(seats: Iterable[int], watchers: int) -> str:
    """What other processes are told about who is connected here."""
    return json.dumps({"seats": sorted(seats), "watchers": watchers})


def seen_elsewhere(texts: Sequence[str]) -> tuple[frozenset[int], int]:
    """What other processes say: whose seats are connected there, and how many watch."""
    seats: set[int] = set()
    watchers = 0
    for text in texts:
        said = json.loads(text)
        seats |= set(said["seats"])
        watchers += said["watchers"]
    return frozenset(seats), watchers
