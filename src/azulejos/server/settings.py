"""What whoever starts a server decides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the games are kept, and for whom the server answers."""

    FILE: ClassVar = "azulejos.db"

    database: str
    """A URL of SQLAlchemy: `sqlite+aiosqlite:///…` or another asynchronous one."""
    hosts: tuple[str, ...] = LOOPBACK
    """The names, without a port, by which browsers may call this server."""
    thinkers: int = 2
    """How many bots and hints think at the same time."""
    idle: float = 900.0
    """Seconds after which a table that nobody looks at leaves the memory."""

    @classmethod
    def in_folder(cls, folder: Path) -> Settings:
        """The usual: one SQLite file in a folder."""
        return cls(f"sqlite+aiosqlite:///{quote(str(folder / cls.FILE), safe='/:')}")
