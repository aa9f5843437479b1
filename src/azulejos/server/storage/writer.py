"""Writes what happens at many tables in few transactions.

A commit waits for the disk, and while it does, others are ready to be written: all that wait go
into the next transaction together. Each is still all or nothing by itself: where one of a batch
can't be written, the batch is undone and each is written alone. Nobody is answered before the
commit that holds their entries is on disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import (
    Connection,
    Dialect,
    Executable,
    Insert,
    Update,
    bindparam,
    insert,
    update,
)

from ...tables.errors import TableError
from .databases import BROKEN_KEY
from .schema import entries, tables


@dataclass(frozen=True, slots=True, eq=False)
class Append:
    """New entries of a table as rows, how the table stands then, and what else is changed."""

    table: str
    number: int
    """Of the first entry."""
    rows: Sequence[dict[str, object]]
    columns: dict[str, object]
    also: Sequence[Executable] = ()


Transaction = Callable[[Callable[[Connection], None]], Awaitable[None]]
"""Does something in a transaction of its own, and returns when that is on disk."""


class Writer:
    """One batch at a time. `write` is the way to the database."""

    def __init__(self, write: Transaction) -> None:
        self._write = write
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> None:
        """Returns when it is on disk.

        Raises TableError `stale` if another process was first, `no_such_table` if it is gone.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def close(self) -> None:
        """When all is written that waits."""
        while self._writing is not None:
            await asyncio.shield(self._writing)

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                # In one order in all processes: so they can't wait for each other in a circle.
                batch = sorted(self._waiting, key=lambda waiting: waiting[0].table)
                self._waiting = []
                await self._write_batch(batch)
        finally:
            self._writing = None

    async def _write_batch(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        appends = [append for append, _ in batch]
        try:
            await self._write(lambda connection: carry_out(connection, appends))
        except (*BROKEN_KEY, TableError) as error:
            if len(batch) > 1:  # One of them can't be written: the others must not suffer.
                for alone in batch:
                    await self._write_batch([alone])
            else:
                stale = TableError("stale", number=appends[0].number)
                _fail(batch, error if isinstance(error, TableError) else stale)
        except Exception as error:
            _fail(batch, error)
        else:
            for _, done in batch:
                if not done.done():
                    done.set_result(None)


def _fail(batch: list[tuple[Append, asyncio.Future[None]]], error: Exception) -> None:
    for _, done in batch:
        if not done.done():
            done.set_exception(copy(error))


def carry_out(connection: Connection, appends: Sequence[Append]) -> None:
    """Raises one of BROKEN_KEY or TableError if one of them can't be written."""
    standings = [{"_table": append.table} | append.columns for append in appends]
    found = _execute(connection, _STANDING, standings)
    if 0 <= found < len(appends):  # Not all drivers count many; then the keys notice.
        raise TableError("no_such_table", table=appends[0].table)
    _execute(connection, _ENTRIES, [row for append in appends for row in append.rows])
    for append in appends:
        for statement in append.also:
            connection.execute(statement)


_STANDING = update(tables).where(tables.c.id == bindparam("_table"))
_ENTRIES = insert(entries)


def _execute(
    connection: Connection, statement: Update | Insert, rows: Sequence[Mapping[str, object]]
) -> int:
    """As `connection.execute` does it, without looking at the statement each time.

    Gives how many rows it concerned, -1 where that is not known.
    """
    sql, names = _as_text(statement, connection.dialect, tuple(rows[0]))
    values = [tuple(row[name] for name in names) for row in rows]
    if connection.dialect.name == "sqlite":  # Its driver needs nothing around it.
        # One that a refusal leaves open would be closed by whatever thread collects the garbage,
        # which would wait, with all of Python, for as long as this connection waits to write.
        with closing(connection.connection.cursor()) as cursor:
            cursor.executemany(sql, values)
            return cursor.rowcount
    return connection.exec_driver_sql(sql, values).rowcount


@lru_cache
def _as_text(
    statement: Update | Insert, dialect: Dialect, columns: tuple[str, ...]
) -> tuple[str, list[str]]:
    """What the driver is given, and the names of the values in their order."""
    compiled = statement.compile(dialect=dialect, column_keys=columns)
    return str(compiled), list(compiled.positiontup or ())


class WriteLock:
    """Whose turn it is to write where only one can: moves, and whatever else is changed.

    They take turns while both wait. So a move waits for one other change at most, however many
    there are, and nothing waits for ever.
    """

    def __init__(self) -> None:
        self._taken = False
        self._moves: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def for_moves(self) -> AsyncIterator[None]:
        await self._take(self._moves)
        try:
            yield
        finally:
            self._give((self._others, self._moves))

    @asynccontextmanager
    async def for_others(self) -> AsyncIterator[None]:
        await self._take(self._others)
        try:
            yield
        finally:
            self._give((self._moves, self._others))

    async def _take(self, queue: deque[asyncio.Future[None]]) -> None:
        if not self._taken:
            self._taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give((self._moves, self._others))  # It was our turn.
            raise

    def _give(self, queues: tuple[deque[asyncio.Future[None]], ...]) -> None:
        for queue in queues:
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._taken = False
