"""Who of a table's persons is connected, who is away and since when. Knows no sockets."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence

from ...tables.messages.types import Away
from ...tables.messages.types import Presence as PresenceMessage
from ...tables.roster import PLAYING, Roster

PAUSE = 1.0
"""Seconds between two messages about presence."""
A_BIT = 0.01
"""Seconds after which somebody surely is away for long enough."""


class Presence:
    """Since when the seats of one table are away."""

    def __init__(self, away_after: float) -> None:
        self._away_after = away_after
        self._opened = time.monotonic()
        self._since: dict[int, float] = {}
        self._there: frozenset[int] = frozenset()
        self._watchers = 0
        self._told: object = None
        self._last = 0.0

    def see(self, seats: Iterable[int], watchers: int) -> None:
        """Who is connected now, here and elsewhere."""
        there = frozenset(seats)
        now = time.monotonic()
        for seat in self._there - there:
            self._since[seat] = now
        self._there = there
        self._watchers = watchers

    @property
    def is_nobody_there(self) -> bool:
        """Watchers are not counted."""
        return not self._there

    def long_away(self, roster: Roster) -> list[int]:
        """Whom a bot may play for."""
        if roster.stage != PLAYING:
            return []
        return [n for n in roster.deciders if self._seconds(n) >= self._away_after]

    def message(self, roster: Roster) -> PresenceMessage:
        away = [n for n in roster.persons if n not in self._there]
        return PresenceMessage(
            type="presence",
            away=[Away(seat=n, seconds=int(self._seconds(n))) for n in away],
            may_stand_in=self.long_away(roster),
            watchers=self._watchers,
        )

    def news(self, roster: Roster) -> tuple[PresenceMessage | None, float | None]:
        """What everybody should be told now, if anything, and in how many seconds to ask again."""
        said = self.message(roster)
        shown = ([each["seat"] for each in said["away"]], said["may_stand_in"], said["watchers"])
        later = self._next_change(roster)
        if shown == self._told:
            return None, later
        wait = self._last + PAUSE - time.monotonic()
        if wait > 0:
            return None, wait if later is None else min(wait, later)
        self._told, self._last = shown, time.monotonic()
        return said, later

    def _next_change(self, roster: Roster) -> float | None:
        """Seconds until somebody is away for long enough."""
        if roster.stage != PLAYING or not self._there:
            return None
        away = (n for n in roster.deciders if n not in self._there)
        waits = [self._away_after - self._seconds(n) for n in away]
        return min((w + A_BIT for w in waits if w > 0), default=None)

    def _seconds(self, seat: int) -> float:
        if seat in self._there:
            return 0.0
        return time.monotonic() - self._since.get(seat, self._opened)


def presence_text(seats: Iterable[int], watchers: int) -> str:
    """What other processes are told about who is connected here."""
    return json.dumps({"seats": sorted(seats), "watchers": watchers})


def presence_elsewhere(texts: Sequence[str]) -> tuple[frozenset[int], int]:
    """What other processes say: whose seats are connected there, and how many watch."""
    seats: set[int] = set()
    watchers = 0
    for text in texts:
        said = json.loads(text)
        seats |= set(said["seats"])
        watchers += said["watchers"]
    return frozenset(seats), watchers
