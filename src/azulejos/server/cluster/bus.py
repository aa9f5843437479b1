"""What server processes tell one another about tables; `SingleProcess` where there is only one.

The store decides everything; news only make others look at it sooner. So news may be lost or come
twice, and nobody ever waits for them: all but `lease` and `close` return at once.

Texts that are told are JSON objects, and those that are heard too:

- `{"number": 12}`: the table has entries up to this number; who has fewer catches up from the
  store. Also heard from `Bus` itself, which looks at the store every few seconds. With moves come
  `texts`, the last entries themselves, `at` and `due`: who has all before them need not look.
- `{"said": …}`: whatever a table says to its other half.
- `{"gone": true}`: the table was deleted; the store knows.
- `{"again": true}`: what is in the store has changed, and not only grown: it is to be read anew.
- `{"present": true}`: heard only, never told: what `elsewhere` gives has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

GONE = '{"gone": true}'
"""What is told when a table was deleted."""
AGAIN = '{"again": true}'
"""What is told when a name was taken out of a table's entries, and a key from its seats."""
PRESENT = '{"present": true}'
"""What is heard when other processes show something else than before, or one has gone."""

Hear = Callable[[str], None]
"""Called in the event loop, with a text that another process told; never with one's own."""


class Bus(Protocol):
    """One for the whole process. A table is followed while it is in memory."""

    shared: bool
    """May other processes change tables? Then who says hello wants a look at the store first."""

    def tell(self, table: str, text: str) -> None:
        """To all other processes that follow the table."""

    def follow(self, table: str, hear: Hear) -> None:
        """From now on `hear` is called with what other processes tell about the table."""

    def forget(self, table: str) -> None:
        """The table is not followed any more, and nobody of it is shown here."""

    def show(self, table: str, text: str) -> None:
        """Who of the table is connected here: kept for the others until the next `show`."""

    def elsewhere(self, table: str) -> Sequence[str]:
        """What the other processes that are alive show of a table that is followed."""

    async def lease(self, name: str, seconds: float) -> bool:
        """True for the first process that asks within so many seconds, however often it asks,

        and where nobody can be asked. Nothing that matters may hang on it: the store decides.
        """

    async def close(self) -> None:
        """Nothing is heard any more, and the others know that this process has gone."""


class SingleProcess:
    """No other process: nothing is told, and every lease is ours."""

    shared = False

    def tell(self, table: str, text: str) -> None:
        """Nobody listens."""

    def follow(self, table: str, hear: Hear) -> None:
        """Nobody tells."""

    def forget(self, table: str) -> None:
        """There is nothing to forget."""

    def show(self, table: str, text: str) -> None:
        """Nobody looks."""

    def elsewhere(self, table: str) -> Sequence[str]:
        return ()

    async def lease(self, name: str, seconds: float) -> bool:
        return True

    async def close(self) -> None:
        """There is nothing to close."""
