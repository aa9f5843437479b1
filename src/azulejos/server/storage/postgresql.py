"""The way to PostgreSQL: an asynchronous driver and a pool of connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, event
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine

PATIENCE = 5000  # milliseconds that one writer waits for another
UPGRADE_PATIENCE = 120_000  # milliseconds, likewise, for one that brings it up to date
_UPGRADE_LOCK = 0x617A756C  # any number that all processes agree on
Found = TypeVar("Found")


class PostgresqlDatabase:
    """Raises ImportError where its driver is not installed."""

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, hide_parameters=True, **_options())
        event.listen(self._engine.sync_engine, "checkout", _check_line)
        self._readers = self._engine.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """In a transaction of its own."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """One view of the database, whatever is written meanwhile."""
        async with self._readers.begin() as connection:
            return await connection.run_sync(work)

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Meanwhile no other process looks at the schema or changes it."""
        async with self._engine.begin() as connection:
            await connection.exec_driver_sql(f"SET LOCAL lock_timeout = {UPGRADE_PATIENCE}")
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")
            await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


def _options() -> dict[str, Any]:
    settings = {
        "application_name": "azulejos",
        "synchronous_commit": "on",  # What was told is on disk, whatever the database's habits.
        "lock_timeout": str(PATIENCE),
        "idle_in_transaction_session_timeout": "60000",  # A stuck process must not lock a table.
        "jit": "off",  # It costs more than any statement of ours.
    }
    arguments = {"server_settings": settings, "timeout": 10, "command_timeout": 30}
    return {"connect_args": arguments, "pool_size": 10, "max_overflow": 10, "pool_timeout": 10}


def _check_line(connection: Any, record: object, proxy: object) -> None:
    """A database that was restarted has closed its lines: no request must fail for that."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError  # The pool takes another, or a new one.
