"""What differs from database to database: addresses, files, errors; and what they have in common.

Knows SQLite and PostgreSQL, and nothing of what is kept in them.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from ...extras import importing
from ...files import close_to_others, make_private_file, make_private_folder
from ..addresses import files_of, shown_address, without_values
from ..errors import StoreError
from .sqlite import SqliteDatabase

OTHER_WRITERS = 5  # at a time: of the connections of a pool, most are for moves and for reading
_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",  # as earlier versions named it
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}

Found = TypeVar("Found")
ERRORS: tuple[type[Exception], ...] = (DBAPIError, PoolTimeoutError, sqlite3.Error, OSError)
"""All that a database or the way to it can raise."""
BROKEN_KEY = (IntegrityError, sqlite3.IntegrityError)
"""Somebody else was first."""


def address_of(text: str) -> URL:
    """The URL with the driver that we use, whether or not it names one; raises StoreError."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # Their own sentences repeat the address.
        raise StoreError("bad_address", store=shown_address(text)) from None
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    if url.drivername not in _DRIVERS.values():
        raise StoreError("bad_address", store=shown_address(text))
    if is_postgresql(url) and "sslmode" in url.query:  # as PostgreSQL's own programs call it
        mode = str(url.query["sslmode"])
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
    return url


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def is_postgresql(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def file_of(url: URL) -> str:
    """The file of an SQLite database; empty for others, and for one in memory."""
    file = url.database or ""
    return file if is_sqlite(url) and file != ":memory:" else ""


def name_of(url: URL) -> str:
    """For people: the file, or what may be shown of the address."""
    return file_of(url) or shown_address(url.render_as_string(hide_password=True))


def secrets_of(url: URL) -> list[str]:
    """What only the driver should know."""
    values = [
        value
        for part in url.query.values()
        for value in ([part] if isinstance(part, str) else part)
    ]
    return [url.password or "", *values]


def look_at(url: URL) -> None:
    """Raises what is wrong with the file of an SQLite database, before it is used.

    Invitations lie in it in clear, so that it is closed to all other users of the machine. What
    SQLite writes beside it gets the same rights.
    """
    if file := file_of(url):
        make_private_folder(Path(file).parent)
        make_private_file(Path(file))
        for beside in files_of(Path(file)):
            close_to_others(beside)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA schema_version")


class Database(Protocol):
    """What a store needs of a database: work on a connection, in a transaction of its own."""

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """Returns when it is on disk."""

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """One view of the database, whatever is written meanwhile."""

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Meanwhile no other process looks at the schema or changes it."""

    async def close(self) -> None:
        """All that was begun is ended."""


def open_database(url: URL) -> Database:
    """Raises MissingExtraError where the database's driver is not installed."""
    if is_sqlite(url):
        return SqliteDatabase(url)
    with importing("cluster"):
        from .postgresql import PostgresqlDatabase  # Who has a file does not wait for it.

        return PostgresqlDatabase(url)


# Errors


def meaning_of(error: Exception, url: URL) -> StoreError:
    """Whatever a database says, as one of our codes."""
    cause: BaseException = (error.orig if isinstance(error, DBAPIError) else None) or error
    code = _code_of_postgresql(error, cause) if is_postgresql(url) else _code_of_sqlite(cause)
    why = without_values(str(cause).strip(), secrets_of(url))
    data = {"why": why} if code != "store_full" else {}
    return StoreError(code, store=name_of(url), **data)


def _code_of_sqlite(cause: BaseException) -> str:
    """By SQLite's own names of errors."""
    if isinstance(cause, OSError):
        return "store_full" if cause.errno == errno.ENOSPC else "store_read_only"
    name = getattr(cause, "sqlite_errorname", "") or ""
    codes = {
        "SQLITE_NOTADB": "store_broken",
        "SQLITE_CORRUPT": "store_broken",
        "SQLITE_FORMAT": "store_broken",
        "SQLITE_READONLY": "store_read_only",
        "SQLITE_PERM": "store_read_only",
        "SQLITE_CANTOPEN": "store_read_only",
        "SQLITE_FULL": "store_full",
        "SQLITE_BUSY": "store_busy",
        "SQLITE_LOCKED": "store_busy",
    }
    return next((code for key, code in codes.items() if name.startswith(key)), "store_failed")


def _code_of_postgresql(error: Exception, cause: BaseException) -> str:
    """By the codes of PostgreSQL's documentation, appendix A: two signs are a class."""
    state = getattr(cause, "sqlstate", None) or ""
    codes = {
        "53100": "store_full",
        "25006": "store_read_only",  # a standby, or a database that was made so
        "42501": "store_read_only",  # insufficient privilege
        "40": "store_busy",  # deadlocks and the like: rolled back
        "55P03": "store_busy",  # a lock was not free in time
        "57014": "store_busy",  # a statement took too long
        "53": "store_busy",  # no connections or memory left
        "57P": "store_lost",  # it was stopped, crashed, or starts just now
        "08": "store_lost",
        "XX001": "store_broken",
        "XX002": "store_broken",
    }
    known = next((code for key, code in codes.items() if state.startswith(key)), None)
    if known:
        return known
    if isinstance(error, PoolTimeoutError):
        return "store_busy"
    # A line that breaks has no code; nor has an address that nobody listens at.
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return "store_lost" if lost or isinstance(cause, OSError) else "store_failed"
