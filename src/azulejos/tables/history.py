"""The latest moments of a table: for those who missed some, and for watchers who are behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

from .messages.builder import Moment
from .state import final_state, initial_state, not_too_late, states_after
from .values import Snapshot

Held = TypeVar("Held")
MOST_MISSED = 20
"""A client that missed more messages gets the whole game again."""


class History:
    """Moments in their order, the latest last; old ones are forgotten once nobody needs them."""

    def __init__(self, moments: Iterable[Moment]) -> None:
        self._moments = list(moments)

    @property
    def latest(self) -> Moment:
        return self._moments[-1]

    def add(self, moments: Iterable[Moment], cutoff: int) -> None:
        """`cutoff`: who is behind sees nothing younger."""
        self._moments += moments
        self.forget(cutoff)

    def forget(self, cutoff: int) -> None:
        """All but the last ones before the one that is seen by who is behind."""
        del self._moments[: max(0, self._seen(cutoff) - MOST_MISSED)]

    def replace(self, other: History, number: int) -> None:
        """What another knows, up to this number."""
        self._moments = [each for each in other._moments if each.number <= number]

    def between(self, number: int, moment: Moment) -> list[Moment] | None:
        """What came after a number, up to a moment; None if it is too much, or never was.

        Whatever came after that moment makes no difference: who is behind must not notice it.
        """
        if not moment.number - MOST_MISSED <= number <= moment.number:
            return None
        first = self._moments[0].number
        if number < first:
            return None
        found = self._moments[number - first + 1 : moment.number - first + 1]
        return [*found[:-1], moment] if found else []

    def seen_at(self, cutoff: int) -> Moment:
        """The last moment that is old enough, or the first that is known."""
        return self._moments[self._seen(cutoff)]

    def younger(self, cutoff: int) -> list[Moment]:
        """What who is behind has not seen."""
        return self._moments[self._seen(cutoff) + 1 :]

    def _seen(self, cutoff: int) -> int:
        place = len(self._moments) - 1
        while place > 0 and self._moments[place].at > cutoff:
            place -= 1
        return place


def history_of(snapshot: Snapshot, now: int) -> History:
    """The latest moments, and all that watchers have not seen; to be called in a thread.

    What was before them is condensed: nobody asks for it. Raises ValueError where an entry does
    not fit.
    """
    cutoff = now - 1000 * snapshot.header.summary.options.delay
    entries = snapshot.entries
    seen = len(entries)
    while seen > 0 and entries[seen - 1].at > cutoff:
        seen -= 1
    older = max(0, seen - MOST_MISSED)
    state = final_state(initial_state(snapshot.header), entries[:older])
    moments = [Moment("", state)]
    for entry, after in zip(entries[older:], states_after(state, entries[older:]), strict=True):
        moments.append(Moment(entry.text, after))
    last = moments[-1]
    due = not_too_late(snapshot.header.summary.due, last.state, now)
    moments[-1] = Moment(last.text, last.state, due)
    return History(moments)


class DelayQueue(Generic[Held]):
    """What watchers are told is as old as the host wishes: it waits here until then, in order.

    Times are milliseconds since 1970.
    """

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._held: deque[tuple[int, Held]] = deque()

    def cutoff(self, now: int) -> int:
        """Nothing that happened after this is told."""
        return now - self._seconds * 1000

    @property
    def is_on(self) -> bool:
        """Also while something from a longer delay waits."""
        return self._seconds > 0 or bool(self._held)

    def change(self, seconds: int) -> bool:
        """Counts for what waits, too; True if it is longer than before."""
        longer, self._seconds = seconds > self._seconds, seconds
        return longer

    def hold(self, at: int, held: Held) -> None:
        """In the order of time; of two at the same time the one that came first."""
        place = len(self._held)
        while place > 0 and self._held[place - 1][0] > at:
            place -= 1
        self._held.insert(place, (at, held))

    def release(self, now: int) -> Iterable[Held]:
        """What is old enough, one after the other."""
        while self._held and self._held[0][0] <= self.cutoff(now):
            yield self._held.popleft()[1]

    def wait(self, now: int) -> float | None:
        """Seconds until something is old enough; None where nothing waits."""
        return (self._held[0][0] - self.cutoff(now)) / 1000 if self._held else None

    def clear(self) -> None:
        self._held.clear()
