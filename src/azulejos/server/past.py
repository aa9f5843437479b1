"""The latest moments of a table: for those who missed some, and for watchers who are behind."""

from __future__ import annotations

from collections.abc import Iterable

from .game import begun, told
from .kept import Fetched
from .telling import Moment

MOST_MISSED = 20
"""A client that missed more messages gets the whole game again."""


class Past:
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
        """All but the last ones, and those from the last that who is behind sees."""
        seen = self._seen(cutoff)
        del self._moments[: max(0, min(seen, len(self._moments) - MOST_MISSED - 1))]

    def replace(self, other: Past, number: int) -> None:
        """What another knows, up to this number."""
        self._moments = [each for each in other._moments if each.number <= number]

    def since(self, number: int) -> list[Moment] | None:
        """What came after a number; None if that is not known any more, or never was."""
        first = self._moments[0].number
        if not first <= number <= self.latest.number:
            return None
        return self._moments[number - first + 1 :]

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


def past_of(fetched: Fetched) -> Past:
    """Everything from the beginning; takes a while for a long game: to be called in a thread.

    Raises ValueError where an entry does not fit.
    """
    game = begun(fetched.kept)
    moments = [Moment("", game)]
    for entry, after in zip(fetched.entries, told(game, fetched.entries), strict=True):
        moments.append(Moment(entry.text, after))
    last = moments[-1]
    moments[-1] = Moment(last.text, last.game, fetched.kept.brief.due)
    return Past(moments)
