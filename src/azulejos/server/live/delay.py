"""What watchers are told is as old as the host wishes: it waits here until then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from ..storage.store import milliseconds
from .clocks import Alarm
from .weakly import weakly

Tell = Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Held:
    at: int
    tell: Tell


class Delay:
    """Lets things be told in their order, each so many seconds after it happened."""

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._held: deque[_Held] = deque()
        self._alarm = Alarm(weakly(self.release))

    @property
    def cutoff(self) -> int:
        """Nothing that happened after this is told (milliseconds since 1970)."""
        return milliseconds() - self._seconds * 1000

    @property
    def is_on(self) -> bool:
        """Also while something from a longer delay waits."""
        return self._seconds > 0 or bool(self._held)

    def change(self, seconds: int) -> bool:
        """Counts for what waits, too; True if it is longer than before."""
        longer, self._seconds = seconds > self._seconds, seconds
        self.release()
        return longer

    def hold(self, at: int, tell: Tell) -> None:
        """In the order of time; of two at the same time the one that came first."""
        place = len(self._held)
        while place > 0 and self._held[place - 1].at > at:
            place -= 1
        self._held.insert(place, _Held(at, tell))
        self.release()

    def release(self) -> None:
        """Tells what is old enough."""
        while self._held and self._held[0].at <= self.cutoff:
            self._held.popleft().tell()
        if self._held:
            self._alarm.set((self._held[0].at - self.cutoff) / 1000)

    def close(self) -> None:
        self._alarm.clear()
        self._held.clear()
