"""Those who look at a table, by what they may do: equal rights are told the same, made once."""

from __future__ import annotations

from collections.abc import Callable

from ...tables.rights import Rights
from .visitors import Subscriber


class Audience:
    """All subscribers of one table who have said hello, and those who are about to."""

    def __init__(self) -> None:
        self._present: set[Subscriber] = set()
        self._rights: dict[Subscriber, Rights] = {}
        self._groups: dict[Rights, list[Subscriber]] = {}

    @property
    def is_empty(self) -> bool:
        return not (self._present or self._rights)

    @property
    def seats(self) -> frozenset[int]:
        """Those of all who are here."""
        return frozenset(seat for rights in self._groups for seat in rights.seats)

    @property
    def watchers(self) -> int:
        return sum(len(group) for rights, group in self._groups.items() if not rights.seats)

    @property
    def subscribers(self) -> list[Subscriber]:
        return list(self._rights)

    def rights_of(self, subscriber: Subscriber) -> Rights | None:
        return self._rights.get(subscriber)

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there, who has not said hello yet."""
        self._present.add(subscriber)

    def seat(self, subscriber: Subscriber, rights: Rights) -> None:
        """Is told everything from now on, as somebody with these rights."""
        self._remove(subscriber)
        self._rights[subscriber] = rights
        self._groups.setdefault(rights, []).append(subscriber)

    def leave(self, subscriber: Subscriber) -> None:
        self._present.discard(subscriber)
        self._remove(subscriber)

    def _remove(self, subscriber: Subscriber) -> None:
        rights = self._rights.pop(subscriber, None)
        if rights is not None:
            group = self._groups[rights]
            group.remove(subscriber)
            if not group:
                del self._groups[rights]

    def tell(
        self,
        make: Callable[[Rights], str],
        whom: Callable[[Rights], bool],
        number: int | None = None,
    ) -> None:
        """One text for each group that is meant; who is too slow is let go.

        With a number, only to those who have not been told it, and from then on know it.
        """
        for rights, group in list(self._groups.items()):
            if whom(rights):
                due = [s for s in group if number is None or s.number < number]
                text = make(rights) if due else ""
                for subscriber in due:
                    subscriber.number = subscriber.number if number is None else number
                    if not subscriber.tell_text(text):
                        self._remove(subscriber)

    def close(self) -> None:
        """Nobody is told anything any more."""
        for subscriber in self._rights:
            subscriber.finish()
        self._rights.clear()
        self._groups.clear()
