"""Where tables are kept: SQLAlchemy Core over SQLite, or another database by its URL.

Knows entries as text only. What was appended is on disk when `append` returns, and nobody can
append the same number twice.
"""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, delete, event, insert, inspect, make_url, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from .errors import ServerError, StoreError
from .schema import REVISIONS, entries, seats, tables

PATIENCE = 5000  # milliseconds that one writer waits for another
_VERSION = "alembic_version"


@dataclass(frozen=True, slots=True)
class KeptSeat:
    """Who sits at a table; a bot has a level."""

    kind: str
    name: str
    level: str | None


@dataclass(frozen=True, slots=True)
class Brief:
    """How things stand, for lists: `turn` is 0 and `winners` are known when the game is over."""

    round: int
    turn: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it is kept, without its entries."""

    id: str
    rules: str
    starter: int
    seats: tuple[KeptSeat, ...]
    created: int
    changed: int
    brief: Brief


class Store:
    """The database. Use `Store.open`."""

    def __init__(self, url: URL, engine: AsyncEngine) -> None:
        self._url = url
        self._engine = engine

    @classmethod
    async def open(cls, address: str) -> Store:
        """Opens the database, made or brought up to date where that is due; raises StoreError."""
        url = make_url(address)
        store = cls(url, _engine_of(url))
        try:
            async with store._errors():
                await asyncio.to_thread(_look_at, url)
                async with store._engine.begin() as connection:
                    await store._begin(connection, "BEGIN IMMEDIATE")
                    await connection.run_sync(store._bring_up_to_date)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        await self._engine.dispose()

    def _bring_up_to_date(self, connection: Connection) -> None:
        found = inspect(connection).get_table_names()
        if _VERSION not in found:
            if found:
                raise StoreError("store_broken", store=self.name, why="it holds other tables")
            version = ""
        else:
            row = connection.exec_driver_sql(f"SELECT version_num FROM {_VERSION}").first()
            version = str(row[0]) if row else ""
        if version == REVISIONS[-1]:
            return
        if version not in ("", *REVISIONS):
            raise StoreError("store_newer", store=self.name)
        from .migrations import upgrade

        upgrade(connection)

    @property
    def name(self) -> str:
        """For people: the file, or the address without its password."""
        return _file_of(self._url) or self._url.render_as_string(hide_password=True)

    # Tables

    async def create(self, kept: Kept, texts: Sequence[str]) -> None:
        """A new table with its first entries."""
        async with self._change() as connection:
            row = {"id": kept.id, "rules": kept.rules, "starter": kept.starter}
            times = {"created": kept.created, "changed": kept.changed}
            await connection.execute(insert(tables).values(row | times | _columns(kept.brief)))
            places = [
                {"table_id": kept.id, "seat": number, "kind": s.kind, "name": s.name}
                | {"level": s.level}
                for number, s in enumerate(kept.seats, start=1)
            ]
            await connection.execute(insert(seats), places)
            await connection.execute(insert(entries), _entry_rows(kept.id, 1, texts, kept.created))

    async def load(self, table: str) -> tuple[Kept, list[str]]:
        """A table and all its entries; raises ServerError where there is none."""
        async with self._reading() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table))).first()
            if row is None:
                raise ServerError("no_such_table", table=table)
            places = select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
            found = (await connection.execute(places)).mappings().all()
            order = select(entries.c.text).where(entries.c.table_id == table)
            texts = (await connection.execute(order.order_by(entries.c.number))).scalars().all()
        return _kept(row._mapping, found), list(texts)

    async def append(self, table: str, number: int, texts: Sequence[str], brief: Brief) -> None:
        """Adds entries from this number on, all or none.

        Raises ServerError `stale` if another process was first, `no_such_table` if it is gone.
        """
        now = milliseconds()
        change = update(tables).where(tables.c.id == table)
        try:
            async with self._change() as connection:
                found = await connection.execute(change.values(_columns(brief) | {"changed": now}))
                if not found.rowcount:
                    raise ServerError("no_such_table", table=table)
                rows = _entry_rows(table, number, texts, now)
                await connection.execute(insert(entries), rows)
        except IntegrityError as error:
            raise ServerError("stale", number=number) from error

    async def listing(self) -> list[Kept]:
        """All tables, the latest change first."""
        newest = select(tables).order_by(tables.c.changed.desc(), tables.c.id)
        async with self._reading() as connection:
            rows = (await connection.execute(newest)).mappings().all()
            order = select(seats).order_by(seats.c.table_id, seats.c.seat)
            places: dict[str, list[Mapping[Any, Any]]] = {}
            for place in (await connection.execute(order)).mappings():
                places.setdefault(place["table_id"], []).append(place)
        return [_kept(row, places.get(row["id"], [])) for row in rows]

    async def delete(self, table: str) -> None:
        """Raises ServerError where there is none."""
        async with self._change() as connection:
            found = await connection.execute(delete(tables).where(tables.c.id == table))
            if not found.rowcount:
                raise ServerError("no_such_table", table=table)

    # Transactions and errors

    @asynccontextmanager
    async def _change(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that begins with its first change."""
        async with self._errors(), self._engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """One view of the database, whatever is written meanwhile."""
        async with self._errors(), self._engine.begin() as connection:
            await self._begin(connection, "BEGIN")
            yield connection

    async def _begin(self, connection: AsyncConnection, how: str) -> None:
        """SQLite's driver begins a transaction only with a change of rows."""
        if self._url.get_backend_name() == "sqlite":
            await connection.exec_driver_sql(how)

    @asynccontextmanager
    async def _errors(self) -> AsyncIterator[None]:
        """Whatever the database says, as a StoreError; a broken key is for the caller."""
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeoutError, sqlite3.Error, OSError) as error:
            raise self._meaning(error) from error

    def _meaning(self, error: Exception) -> StoreError:
        cause = (error.orig if isinstance(error, DBAPIError) else None) or error
        code = _code_of(cause)
        data = {"why": str(cause).strip()} if code != "store_full" else {}
        return StoreError(code, store=self.name, **data)


def milliseconds() -> int:
    """Since 1970."""
    return time.time_ns() // 1_000_000


def _code_of(cause: BaseException) -> str:
    """SQLite's own names of errors; other databases say what they say."""
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


def _file_of(url: URL) -> str:
    """The file of an SQLite database; empty for others, and for one in memory."""
    file = url.database or ""
    return file if url.get_backend_name() == "sqlite" and file != ":memory:" else ""


def _look_at(url: URL) -> None:
    """Raises what is wrong with the file of an SQLite database, before it is used."""
    if file := _file_of(url):
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA schema_version")


def _engine_of(url: URL) -> AsyncEngine:
    engine = create_async_engine(url, **_pool_of(url))
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _pool_of(url: URL) -> dict[str, Any]:
    """A database in memory lives in its one connection, which one transaction uses at a time."""
    if url.get_backend_name() != "sqlite":
        return {}
    # All that is done here ends its transaction itself: no need to make sure of it once more.
    options = {"poolclass": AsyncAdaptedQueuePool, "pool_reset_on_return": None}
    return options if _file_of(url) else options | {"pool_size": 1, "max_overflow": 0}


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


def _entry_rows(table: str, number: int, texts: Sequence[str], now: int) -> list[dict[str, object]]:
    return [
        {"table_id": table, "number": number + place, "text": text, "at": now}
        for place, text in enumerate(texts)
    ]


def _columns(brief: Brief) -> dict[str, object]:
    winners = None if brief.winners is None else _joined(brief.winners)
    scores = _joined(brief.scores)
    return {"round": brief.round, "turn": brief.turn, "scores": scores, "winners": winners}


def _joined(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _kept(row: Mapping[Any, Any], places: Sequence[Mapping[Any, Any]]) -> Kept:
    winners = None if row["winners"] is None else _numbers(row["winners"])
    return Kept(
        id=row["id"],
        rules=row["rules"],
        starter=row["starter"],
        seats=tuple(KeptSeat(p["kind"], p["name"], p["level"]) for p in places),
        created=row["created"],
        changed=row["changed"],
        brief=Brief(row["round"], row["turn"], _numbers(row["scores"]), winners),
    )
