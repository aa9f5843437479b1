"""Forgetting a visitor: the seats are left, the key opens nothing any more, the names are gone.

What was played stays, because it is the others' game too: without a name. A seat that another
device of the same person has a key for stays theirs; only this device's key goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from ..rules import AzulejosError
from ..tables.errors import TableError
from ..tables.messages.requests import Leave
from ..tables.rights import Visitor
from ..tables.roster import OPEN, OVER, read_event
from ..tables.values import HOST
from .cluster.bus import AGAIN, Bus
from .live.registry import Tables
from .storage.schema import entries, links, seat_keys, seats
from .storage.store import Store


async def forget(store: Store, tables: Tables, bus: Bus, visitor: Visitor) -> None:
    """All that is kept about somebody's key, and the names that they played under."""
    key_hash = visitor.key_hash
    if key_hash is None:
        return
    owned = [
        (header.id, header.summary.stage, await _owned(store, header.id, yours, key_hash))
        for header, yours in await store.listing_of(key_hash)
    ]
    for table, stage, mine in owned:
        if stage == OPEN and HOST in mine:
            await _call_off(tables, table, visitor)
        elif stage != OVER:
            await _leave(tables, table, mine, visitor)

    def erase(connection: Connection) -> None:
        connection.execute(delete(seat_keys).where(seat_keys.c.key_hash == key_hash))
        connection.execute(delete(links).where(links.c.key_hash == key_hash))
        for table, _, mine in owned:
            _blank(connection, table, mine)

    await store.change(erase)
    for table, _, _ in owned:
        await tables.let_go(table)
        bus.tell(table, AGAIN)


async def _owned(store: Store, table: str, yours: Iterable[int], key_hash: str) -> list[int]:
    """The seats, and the host's place, that no other device has a key for."""
    keys = (await store.fetch(table, 2**31 - 1)).keys
    return [seat for seat in yours if keys.get(seat) == frozenset({key_hash})]


async def _call_off(tables: Tables, table: str, visitor: Visitor) -> None:
    """Without a host nobody could invite or begin: those who wait are told that it is off."""
    with suppress(TableError):  # It is gone already.
        await tables.delete(table, visitor)


async def _leave(tables: Tables, table: str, mine: Iterable[int], visitor: Visitor) -> None:
    """What can't be left (it ended meanwhile, or the seat has gone) is left already."""
    try:
        live = await tables.get(table, visitor.address)
    except AzulejosError as error:
        if error.code in ("no_such_table", "store_broken"):
            return  # Nobody plays there.
        raise
    for seat in mine:
        if seat != HOST:
            with suppress(TableError):
                await live.act(visitor, Leave(do="leave", seat=seat))


def _blank(connection: Connection, table: str, mine: list[int]) -> None:
    """The one change that entries ever know: a name is taken out of them."""
    if not mine:
        return
    here = (seats.c.table_id == table) & seats.c.seat.in_(mine)
    connection.execute(update(seats).where(here).values(name="", first_name=""))
    at = entries.c.table_id == table
    found = connection.execute(
        select(entries.c.number, entries.c.text).where(at, entries.c.text.startswith("{"))
    )
    for number, text in found.all():
        try:
            table_event = read_event(text)
        except ValueError:
            continue  # It is none of ours, and says nobody's name.
        if table_event.seat in mine and table_event.name:
            new = replace(table_event, name="").text
            one = at & (entries.c.number == number)
            connection.execute(update(entries).where(one).values(text=new))
