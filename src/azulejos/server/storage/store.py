"""Where tables are kept: SQLAlchemy Core over SQLite, or another database by its URL.

Knows entries as text only; values as rows are in `rows.py`. What was appended is on disk when
`append` returns, and nobody can append the same number twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import (
    ARRAY,
    URL,
    BigInteger,
    ColumnElement,
    Connection,
    Executable,
    Select,
    String,
    any_,
    bindparam,
    case,
    cast,
    delete,
    func,
    inspect,
    literal,
    or_,
    select,
)

from ...tables.decisions.new_tables import CreatedTable
from ...tables.errors import TableError
from ...tables.imports import ImportedTable
from ...tables.table import Change
from ...tables.values import HOST, Snapshot, StoredEntry, TableHeader, Win
from ..errors import StoreError
from . import databases
from .rows import (
    Row,
    columns_of,
    consequences,
    creation,
    entry_rows,
    header_of,
    import_table,
    keys_of,
)
from .schema import REVISIONS, entries, results, seat_keys, seats, tables
from .writer import Append, WriteLock, Writer

LOG = logging.getLogger(__name__)
_VERSION = "alembic_version"
MANY = 500  # names in one question to a database
PORTION = 500  # entries in one answer
Found = TypeVar("Found")


class Store:
    """The database. Use `Store.open`."""

    def __init__(self, url: URL, database: databases.Database) -> None:
        self._url = url
        self._database = database
        self._turn = WriteLock()
        """SQLite: whoever writes. Waiting here is fair, waiting in the database is not."""
        self._others = asyncio.Semaphore(databases.OTHER_WRITERS)
        """Elsewhere: who changes something besides moves, which need connections too."""
        self._writer = Writer(self._write)

    @classmethod
    async def open(cls, address: str) -> Store:
        """Opens the database, made or brought up to date where that is due; raises StoreError."""
        url = databases.address_of(address)
        store = cls(url, databases.open_database(url))
        try:
            async with store._errors(told=True):
                await asyncio.to_thread(databases.look_at, url)
                await store._database.upgrade(store._bring_up_to_date)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        await self._writer.close()
        await self._database.close()

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

    async def create(self, created: CreatedTable) -> None:
        """A new table."""
        await self.carry_out(creation(created))

    async def add(self, imported: ImportedTable) -> bool:
        """A table with a game from elsewhere; False if there is one of that name by now."""
        try:
            await self.change(lambda connection: import_table(connection, imported))
        except databases.BROKEN_KEY:
            return False
        return True

    async def fetch(self, table: str, after: int = 0) -> Snapshot:
        """All about a table, with its entries after this number; TableError if there is none."""
        return await self.read(lambda connection: _fetched(connection, table, after))

    async def append(self, table: str, change: Change) -> None:
        """Adds entries, and what else belongs to them: all or nothing.

        Raises TableError `stale` if another process was first, `no_such_table` if it is gone.
        """
        rows = entry_rows(table, change.number, change.texts, change.at)
        columns = columns_of(change.summary) | {"changed": change.at}
        also = tuple(consequences(table, change.effects, change.at))
        await self._writer.append(Append(table, change.number, rows, columns, also))

    async def listing(self) -> list[TableHeader]:
        """All tables, the latest change first."""
        return await self._listed(select(tables))

    async def listing_of(
        self, key_hash: str, most: int | None = None
    ) -> list[tuple[TableHeader, list[int]]]:
        """The tables where a key opens something, each with what it opens, HOST too."""
        mine = select(seat_keys.c.table_id).where(seat_keys.c.key_hash == key_hash)
        found = await self._listed(select(tables).where(tables.c.id.in_(mine)), most)
        opened = select(seat_keys).where(seat_keys.c.key_hash == key_hash)
        rows = await self.read(lambda c: _rows(c, opened.order_by(seat_keys.c.seat)))
        yours: dict[str, list[int]] = {}
        for row in rows:
            yours.setdefault(row["table_id"], []).append(row["seat"])
        return [(header, yours.get(header.id, [])) for header in found]

    async def listing_public(self, now: int, most: int) -> list[TableHeader]:
        """The tables that strangers may find, and those whose end they may not know of yet."""
        cutoff = literal(now, BigInteger) - 1000 * tables.c.delay
        goes_on = (tables.c.stage != "over") | (tables.c.changed > cutoff)
        waits = tables.c.joining & (tables.c.stage == "open")
        shown = tables.c.watching | waits
        open_to_all = select(tables).where(tables.c.public & shown & goes_on)
        # What has changed since then makes no difference, not even to which are listed.
        seen = case((tables.c.changed > cutoff, cutoff), else_=tables.c.changed)
        return await self._listed(open_to_all, most, seen)

    async def _listed(
        self,
        chosen: Select[Any],
        most: int | None = None,
        by: ColumnElement[Any] = tables.c.changed,
    ) -> list[TableHeader]:
        newest = chosen.order_by(by.desc(), tables.c.id).limit(most)
        return await self.read(lambda connection: _seated(connection, newest))

    async def overdue(self, now: int, most: int) -> list[str]:
        """Tables where the time for a move is up, the longest first.

        And those where it would not be up for longer than a move may take: the machine's clock
        was set back.
        """
        longest = literal(now + 1000, BigInteger) + 1000 * cast(tables.c.clock, BigInteger)
        up = or_(tables.c.due <= now, tables.c.due > longest)
        late = select(tables.c.id).where(up).order_by(tables.c.due).limit(most)
        return await self.read(lambda connection: list(connection.execute(late).scalars()))

    async def open_tables(self, key_hash: str | None) -> int:
        """Those of a host that are not over."""
        chosen = select(func.count()).select_from(tables)
        chosen = chosen.join(seat_keys, seat_keys.c.table_id == tables.c.id)
        mine = (seat_keys.c.key_hash == key_hash) & (seat_keys.c.seat == HOST)
        here = chosen.where(mine, tables.c.stage != "over")
        return await self.read(lambda connection: int(connection.execute(here).scalar() or 0))

    async def names_taken(self, names: Collection[str], key_hash: str | None) -> dict[str, bool]:
        """Those that are tables' already, and whether this key opens something there."""
        opened = (seat_keys.c.table_id == tables.c.id) & (seat_keys.c.key_hash == key_hash)
        mine = select(seat_keys.c.seat).where(opened).exists()
        chosen = select(tables.c.id, mine).where(tables.c.id.in_(sorted(names)))
        rows = await self.read(lambda connection: connection.execute(chosen).all())
        return {name: bool(yours) for name, yours in rows}

    async def is_host(self, table: str, key_hash: str | None) -> bool:
        """Raises TableError where there is no such table."""
        known = select(func.count()).select_from(tables).where(tables.c.id == table)
        opened = select(func.count()).select_from(seat_keys)
        opened = opened.where(seat_keys.c.table_id == table, seat_keys.c.seat == HOST)
        mine = opened.where(seat_keys.c.key_hash == key_hash)

        def look(connection: Connection) -> bool:
            if not connection.execute(known).scalar():
                raise TableError("no_such_table", table=table)
            return bool(connection.execute(mine).scalar())

        return await self.read(look)

    async def delete(self, table: str) -> None:
        """Raises TableError where there is none."""

        def remove(connection: Connection) -> None:
            if not connection.execute(delete(tables).where(tables.c.id == table)).rowcount:
                raise TableError("no_such_table", table=table)

        await self.change(remove)

    async def latest_numbers(self, wanted: Collection[str]) -> Mapping[str, int]:
        """The last entry's number of each of these tables, without those that are gone."""
        found: dict[str, int] = {}
        names = sorted(wanted)
        for first in range(0, len(names), MANY):  # so that nobody waits long for a connection
            found |= await self.read(partial(_latest, names=names[first : first + MANY]))
        return found

    # Transactions and errors

    async def change(self, work: Callable[[Connection], Found]) -> Found:
        """Does something in a transaction of its own, beside the event loop where it can be."""
        async with self._errors(), self._turn_of_others():
            return await self._database.write(work)

    async def carry_out(self, statements: Iterable[Executable]) -> None:
        """All of them or none, where nothing is asked in between."""

        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self.change(work)

    def _turn_of_others(self) -> AbstractAsyncContextManager[None]:
        return self._turn.for_others() if databases.is_sqlite(self._url) else self._others

    async def _write(self, work: Callable[[Connection], None]) -> None:
        """The same for the writer of moves."""
        turn = self._turn.for_moves() if databases.is_sqlite(self._url) else nullcontext()
        async with self._errors(), turn:
            await self._database.write(work)

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """One view of the database, whatever is written meanwhile; likewise beside the loop."""
        async with self._errors():
            return await self._database.read(work)

    @asynccontextmanager
    async def _errors(self, told: bool = False) -> AsyncIterator[None]:
        """Whatever the database says, as a StoreError; a broken key is for the caller.

        Clients are sent to the log for the reason; `told`: the caller tells it.
        """
        try:
            yield
        except databases.BROKEN_KEY:
            raise
        except databases.ERRORS as error:
            meaning = databases.meaning_of(error, self._url)
            if not told:
                LOG.warning("%s", meaning)
            raise meaning from error


def _rows(connection: Connection, chosen: Select[Any]) -> Sequence[Row]:
    rows: Sequence[Row] = connection.execute(chosen).mappings().all()
    return rows


def _fetched(connection: Connection, table: str, after: int) -> Snapshot:
    row = connection.execute(select(tables).where(tables.c.id == table)).first()
    if row is None:
        raise TableError("no_such_table", table=table)
    places = select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
    header = header_of(row._mapping, _rows(connection, places))
    texts = _entries(connection, table, after)
    keys = _rows(connection, select(seat_keys).where(seat_keys.c.table_id == table))
    return Snapshot(header, texts, keys_of(keys), _wins(connection, header))


def _seated(connection: Connection, chosen: Select[Any]) -> list[TableHeader]:
    """Tables with who sits there."""
    rows = _rows(connection, chosen)
    places: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    order = select(seats).order_by(seats.c.table_id, seats.c.seat)
    if len(places) <= MANY:
        order = order.where(seats.c.table_id.in_(places))
    for place in _rows(connection, order):
        if place["table_id"] in places:
            places[place["table_id"]].append(place)
    return [header_of(row, places[row["id"]]) for row in rows]


_NEW_ENTRIES = (
    select(entries.c.number, entries.c.text, entries.c.at)
    .where(entries.c.table_id == bindparam("table"), entries.c.number > bindparam("after"))
    .order_by(entries.c.number)
    .limit(PORTION)
)


def _entries(connection: Connection, table: str, after: int) -> list[StoredEntry]:
    """In portions: between them those who read other tables have their turn."""
    found: list[StoredEntry] = []
    while True:
        rows = connection.execute(_NEW_ENTRIES, {"table": table, "after": after}).all()
        found += [StoredEntry(text, at) for _, text, at in rows]
        if len(rows) < PORTION:
            return found
        after = rows[-1].number


def _latest(connection: Connection, names: list[str]) -> dict[str, int]:
    """One look into the index a table, however long its game."""
    last = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id)
    question = select(tables.c.id, last.scalar_subquery())
    chosen: ColumnElement[bool] = tables.c.id.in_(names)
    if connection.dialect.name == "postgresql":  # As one parameter: it is prepared once for all.
        chosen = tables.c.id == any_(bindparam("names", names, ARRAY(String)))
    return {table: number or 0 for table, number in connection.execute(question.where(chosen))}


def _wins(connection: Connection, header: TableHeader) -> tuple[Win, ...]:
    """Of the games before this one in its series."""
    if header.summary.series is None or header.game_number == 1:
        return ()
    earlier = select(results.c.seat, results.c.finished).join(tables)
    earlier = earlier.where(
        tables.c.series == header.summary.series, tables.c.game < header.game_number, results.c.won
    )
    found = connection.execute(earlier)
    return tuple(Win(seat, at) for seat, at in found if seat <= len(header.seats))
