"""What differs from database to database: addresses, pools, transactions, errors.

Knows SQLite and PostgreSQL, and nothing of what is kept in them.
"""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from ...files import close_to_others, make_private_file, make_private_folder
from ..addresses import files_of, shown_address, without_values
from ..errors import StoreError
from .database_threads import DatabaseThreads

PATIENCE = 5000  # milliseconds that one writer waits for another
UPGRADE_PATIENCE = 120_000  # milliseconds, likewise, for one that brings it up to date
READERS = 4  # threads that read from a file
OTHER_WRITERS = 5  # at a time: of the connections of a pool, most are for moves and for reading
_UPGRADE_LOCK = 0x617A756C  # any number that all processes agree on
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}

ERRORS: tuple[type[Exception], ...] = (DBAPIError, PoolTimeoutError, sqlite3.Error, OSError)
"""All that a database or the way to it can raise."""


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


# Engines


def engine_of(url: URL) -> AsyncEngine:
    """Raises StoreError where the database's driver is not installed."""
    try:
        engine = create_async_engine(
            url, hide_parameters=True, **_options(url)
        )  # They may be secrets.
    except ImportError as error:
        raise StoreError("cluster_missing", store=name_of(url)) from error
    if is_sqlite(url):
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    else:
        event.listen(engine.sync_engine, "checkout", _check_line)
    return engine


def threads_of(url: URL, number: int, name: str) -> DatabaseThreads | None:
    """For an SQLite file, which waits in the calling thread anyway; None for other databases."""
    if not file_of(url):
        return None
    engine = create_engine(
        url.set(drivername="sqlite"),
        hide_parameters=True,
        pool_size=number,
        max_overflow=0,
        pool_reset_on_return=None,
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return DatabaseThreads(engine, number, name)


def readers_of(engine: AsyncEngine) -> AsyncEngine:
    """The same connections, for transactions that see one state of the database throughout."""
    if not is_postgresql(engine.url):
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _options(url: URL) -> dict[str, Any]:
    if is_postgresql(url):
        return _postgresql_options()
    # All that is done here ends its transaction itself: no need to make sure of it once more.
    options = {"poolclass": AsyncAdaptedQueuePool, "pool_reset_on_return": None}
    # A database in memory lives in its one connection, which one transaction uses at a time.
    return options if file_of(url) else options | {"pool_size": 1, "max_overflow": 0}


def _postgresql_options() -> dict[str, Any]:
    settings = {
        "application_name": "azulejos",
        "synchronous_commit": "on",  # What was told is on disk, whatever the database's habits.
        "lock_timeout": str(PATIENCE),
        "idle_in_transaction_session_timeout": "60000",  # A stuck process must not lock a table.
        "jit": "off",  # It costs more than any statement of ours.
    }
    arguments = {"server_settings": settings, "timeout": 10, "command_timeout": 30}
    return {"connect_args": arguments, "pool_size": 10, "max_overflow": 10, "pool_timeout": 10}


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Every commit is on disk (FULL), readers do not wait for writers (WAL)."""
    # Who writes says so at once: two that only read at first would refuse each other later.
    connection.isolation_level = "IMMEDIATE"
    cursor = connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()  # Nobody else will.
        raise
    cursor.close()


def _check_line(connection: Any, record: object, proxy: object) -> None:
    """A database that was restarted has closed its lines: no request must fail for that."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError  # The pool takes another, or a new one.


# Transactions


def begin_reading(connection: Connection) -> None:
    """SQLite's driver begins a transaction only with a change of rows; others do it themselves."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")


async def begin_upgrade(connection: AsyncConnection) -> None:
    """From here to the end of the transaction no other process looks at the schema or changes it.

    So several may start at the same moment with an empty or an old database.
    """
    if connection.dialect.name == "sqlite":
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif connection.dialect.name == "postgresql":
        await connection.exec_driver_sql(f"SET LOCAL lock_timeout = {UPGRADE_PATIENCE}")
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")


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
