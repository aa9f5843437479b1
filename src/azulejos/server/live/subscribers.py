"""Those who look at a table, and the ways to tell them. Knows nothing of what is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ...tables.messages.types import ServerMessage
from ...tables.rights import Rights, Visitor
from ..encoding import Encoded

NORMAL, TRY_LATER = 1000, 1013  # close codes


class Line(Protocol):
    """The way to one visitor. Telling never waits."""

    def tell(self, message: Encoded) -> bool:
        """False if too much waits for the client, who is too slow."""

    def end(self, code: int = NORMAL) -> None:
        """Nothing is told or heard after this; the code says why."""


class Subscriber:
    """What one visitor is told, in order."""

    def __init__(self, visitor: Visitor, line: Line) -> None:
        self.visitor = visitor
        self.number = -1
        """Of the last message about the table."""
        self.dropped = False
        """The client was too slow."""
        self._line = line

    def tell(self, message: ServerMessage) -> bool:
        return self.tell_encoded(Encoded(message))

    def tell_encoded(self, message: Encoded) -> bool:
        """False if the client is too slow and is told nothing more."""
        if not (self.dropped or self._line.tell(message)):
            self.dropped = True
            self._line.end(TRY_LATER)
        return not self.dropped

    def finish(self) -> None:
        """Nothing comes after this."""
        self._line.end()


class Subscribers:
    """All of one table, by their rights: equal rights are told the same, made once."""

    def __init__(self) -> None:
        self._present: set[Subscriber] = set()
        self._rights: dict[Subscriber, Rights] = {}
        self._groups: dict[Rights, list[Subscriber]] = {}

    @property
    def is_empty(self) -> bool:
        return not (self._present or self._rights)

    @property
    def all(self) -> list[Subscriber]:
        """Who have said hello."""
        return list(self._rights)

    @property
    def seats(self) -> frozenset[int]:
        """Those of all who are here."""
        return frozenset(seat for rights in self._groups for seat in rights.seats)

    @property
    def watchers(self) -> int:
        return sum(len(group) for rights, group in self._groups.items() if not rights.seats)

    def rights_of(self, subscriber: Subscriber) -> Rights | None:
        return self._rights.get(subscriber)

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there, who has not said hello yet."""
        self._present.add(subscriber)

    def admit(self, subscriber: Subscriber, rights: Rights) -> None:
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
        make: Callable[[Rights], ServerMessage],
        watchers: bool | None = None,
        number: int | None = None,
    ) -> None:
        """One message for each group; only to watchers, only to others, or (None) to everybody.

        With a number, only to those who have not been told it, and from then on know it. Who is
        too slow is let go.
        """
        made: dict[int, tuple[ServerMessage, Encoded]] = {}  # Some groups get the same message.
        for rights, group in list(self._groups.items()):
            if watchers is not None and rights.watches != watchers:
                continue
            due = [s for s in group if number is None or s.number < number]
            if not due:
                continue
            message = make(rights)
            if id(message) not in made:
                made[id(message)] = message, Encoded(message)
            for subscriber in due:
                subscriber.number = subscriber.number if number is None else number
                if not subscriber.tell_encoded(made[id(message)][1]):
                    self._remove(subscriber)

    def close(self) -> None:
        """Nobody is told anything any more."""
        for subscriber in self._rights:
            subscriber.finish()
        self._rights.clear()
        self._groups.clear()
