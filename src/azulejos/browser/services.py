"""What a host is handed by whoever starts it. Texts are JSON, so that both sides keep their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

STORED, STALE, GONE = "stored", "stale", "gone"
"""What became of a wish to write: it is on disk; another tab was first; the table is no more."""


class Storage(Protocol):
    """Where tables are kept. What can't be done is told in an Exception with the error's name."""

    async def create(self, document: str) -> None:
        """A table with its first entries: `{"table": …, "entries": […]}`."""

    async def append(self, document: str) -> str:
        """New entries, the table after them, and a rematch's table: all of it or nothing.

        `{"table": …, "entries": […], "created": null | {"table": …, "entries": […]}}`
        """

    async def fetch(self, table: str, after: int) -> str | None:
        """The table, its entries after that number, and the tables of its series."""

    async def keep_view(self, table: str, number: int, message: str) -> None:
        """The greeting after that entry, for a page that is opened before its host is there."""

    async def keep_review(self, name: str, document: str) -> None:
        """A review that is done; deleted with its table."""

    async def review(self, name: str) -> str | None:
        """What was kept under that name."""

    async def all(self) -> str:
        """All tables without their entries, as a list; the latest change first."""

    async def delete(self, table: str) -> bool:
        """False if there is none."""


class Thinker(Protocol):
    """Whoever can think, elsewhere: `browser.thinking` in a worker of its own."""

    async def ask(self, question: str) -> str:
        """The answer to a question of `thinking.py`."""


class Tabs(Protocol):
    """Other tabs of the same browser, each with a host of its own."""

    def tell(self, table: str) -> None:
        """That something was written to it."""

    def lead(self, table: str, lead: Callable[[], None]) -> Callable[[], None]:
        """Calls `lead` when this tab may let bots move at that table; gives what ends that."""


class Line(Protocol):
    """The way to one view of a table. Telling never waits."""

    def tell(self, message: str) -> None: ...

    def end(self) -> None:
        """Nothing is told or heard after this."""
