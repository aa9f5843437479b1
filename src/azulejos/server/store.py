"""Where tables are kept: SQLAlchemy Core over SQLite, or another database by its URL.

Knows entries as text only. What was appended is on disk when `append` returns, and nobody can
append the same number twice.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, Connection, delete, insert, inspect, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import databases
from .errors import ServerError, StoreError
from .schema import REVISIONS, entries, seats, tables

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
        self._readers = databases.readers_of(engine)

    @classmethod
    async def open(cls, address: str) -> Store:
        """Opens the database, made or brought up to date where that is due; raises StoreError."""
        url = databases.address_of(address)
        store = cls(url, databases.engine_of(url))
        try:
            async with store._errors():
                await asyncio.to_thread(databases.look_at, url)
                async with store._engine.begin() as connection:
                    await databases.begin_upgrade(connection)
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
        return databases.name_of(self._url)

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
        async with self._errors(), self._readers.begin() as connection:
            await databases.begin_reading(connection)
            yield connection

    @asynccontextmanager
    async def _errors(self) -> AsyncIterator[None]:
        """Whatever the database says, as a StoreError; a broken key is for the caller."""
        try:
            yield
        except IntegrityError:
            raise
        except databases.ERRORS as error:
            raise databases.meaning_of(error, self._url) from error


def milliseconds() -> int:
    """Since 1970."""
    return time.time_ns() // 1_000_000


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
