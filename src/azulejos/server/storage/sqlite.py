"""The way to an SQLite file: threads with a connection each. One writes, some read.

From the event loop that is one step there and one back, however many statements there are. With an
asynchronous driver it would be two steps for each of them, and what SQLAlchemy does in between
would keep everybody waiting.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.pool import NullPool

PATIENCE = 5000  # milliseconds that one writer waits for another
READERS = 4  # threads
MEMORY = ":memory:"
Found = TypeVar("Found")


class SqliteDatabase:
    """A file; or a database in memory, which lives in its one connection."""

    def __init__(self, url: URL) -> None:
        self._writer = DatabaseThreads(url, 1, "writer")
        in_memory = (url.database or MEMORY) == MEMORY
        self._readers = self._writer if in_memory else DatabaseThreads(url, READERS, "reader")

    async def write(self, work: Callable[[Connection], Found]) -> Found:
        """In a transaction of its own."""
        return await self._writer.do(work)

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """One view of the database, whatever is written meanwhile."""

        def look(connection: Connection) -> Found:
            # The driver begins a transaction only with a change of rows.
            connection.exec_driver_sql("BEGIN")
            return work(connection)

        return await self._readers.do(look)

    async def upgrade(self, work: Callable[[Connection], None]) -> None:
        """Meanwhile no other process looks at the schema or changes it.

        So several may start at the same moment with an empty or an old database.
        """

        def alone(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            work(connection)

        await self._writer.do(alone)

    async def close(self) -> None:
        await self._writer.close()
        await self._readers.close()


class DatabaseThreads:
    """As many as there are connections."""

    def __init__(self, url: URL, number: int, name: str) -> None:
        self.engine = create_engine(
            url,
            hide_parameters=True,  # They may be secrets.
            connect_args={"check_same_thread": False},
            poolclass=NullPool,
        )
        event.listen(self.engine, "connect", _prepare)
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)
        self._own = threading.local()
        self._open: list[Connection] = []

    async def do(self, work: Callable[[Connection], Found]) -> Found:
        """In a transaction of its own; returns when that is over, also if it is cancelled."""
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads, self._do, work)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.wait([done])
            raise

    def _do(self, work: Callable[[Connection], Found]) -> Found:
        connection = self._connection()
        with connection.begin():
            return work(connection)

    def _connection(self) -> Connection:
        """A thread keeps its own."""
        if not hasattr(self._own, "connection"):
            self._own.connection = self.engine.connect()
            self._open.append(self._own.connection)
        found: Connection = self._own.connection
        return found

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        for connection in self._open:
            connection.close()


def _prepare(connection: Any, record: object) -> None:
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
