"""What whoever starts a server decides."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from .limits import Limits, limits_for

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
ANY_ADDRESS = "<address>"
"""Among hosts: every numeric address. Strangers can point a name here, but not a number."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the games are kept, and for whom the server answers."""

    FILE: ClassVar = "azulejos.db"

    database: str
    """A URL of SQLAlchemy: `sqlite:///…` or `postgresql://…`."""
    keeps: bool = True
    """False: the games are in memory only, and lost with the server."""
    hosts: tuple[str, ...] = LOOPBACK
    """The names, without a port, by which browsers may call this server."""
    bot_threads: int = 2
    """How many bots and hints think at the same time."""
    threads_per_bot: int = 1
    """How many threads the strongest bots search with."""
    review_nodes: int | None = None
    """Positions that a review looks at for a decision; None: as many as reviews do elsewhere."""
    idle: float = 900.0
    """Seconds after which a table that nobody looks at leaves the memory."""
    is_local: bool = True
    """Only for this machine: whoever comes acts for all persons, and sees all tables."""
    away_after: float = 60.0
    """Seconds after which a bot may play for a person who is not connected."""
    redis: str | None = None
    """Where the news between several processes go; None: there is one process."""
    public_url: str = ""
    """How others reach this server from the internet, without a slash at the end; if known."""
    lan_url: str = ""
    """How others on the network reach it, likewise."""
    engine: Path | None = None
    """A folder of `azulejos site`, whose engine is sent to visitors who ask for it; None: none."""
    limits: Limits | None = None
    """What one visitor may ask for; None: the usual, which is more where it is local."""

    @property
    def allowed(self) -> Limits:
        return self.limits or limits_for(self.is_local)

    @classmethod
    def in_folder(cls, folder: Path) -> Settings:
        """The usual: one SQLite file in a folder."""
        return cls(f"sqlite:///{quote(str(folder / cls.FILE), safe='/:')}")
