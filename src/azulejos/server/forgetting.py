"""Forgetting a visitor: the seats are left, the key opens nothing any more, the names are gone.

What was played stays, because it is the others' game too: without a name. A seat that another
device of the same person has a key for stays theirs; only this device's key goes.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ..rules import AzulejosError
from ..tables.errors import ServerError
from ..tables.messages.requests import Leave
from ..tables.roster import OPEN, OVER, read_happening
from ..tables.values import HOST
from .cluster.news import AGAIN
from .live.visitors import Visitor
from .services import House
from .storage.schema import entries, links, seat_keys, seats


async def forget(house: House, visitor: Visitor) -> None:
    """All that is kept about somebody's key, and the names that they played under."""
    key_hash = visitor.key_hash
    if key_hash is None:
        return
    owned = [
        (kept.id, kept.brief.stage, await _owned(house, kept.id, yours, key_hash))
        for kept, yours in await house.store.listing_of(key_hash)
    ]
    for table, stage, mine in owned:
        if stage == OPEN and HOST in mine:
            await _call_off(house, table, visitor)
        elif stage != OVER:
            await _leave(house, table, mine, visitor)
    async with house.store.change() as connection:
        await connection.execute(delete(seat_keys).where(seat_keys.c.key_hash == key_hash))
        await connection.execute(delete(links).where(links.c.key_hash == key_hash))
        for table, _, mine in owned:
            await _blank(connection, table, mine)
    for table, _, _ in owned:
        await house.tables.let_go(table)
        house.news.tell(table, AGAIN)


async def _owned(house: House, table: str, yours: Iterable[int], key_hash: str) -> list[int]:
    """The seats, and the host's place, that no other device has a key for."""
    keys = (await house.store.fetch(table, 2**31 - 1)).keys
    return [seat for seat in yours if keys.get(seat) == frozenset({key_hash})]


async def _call_off(house: House, table: str, visitor: Visitor) -> None:
    """Without a host nobody could invite or begin: those who wait are told that it is off."""
    with suppress(ServerError):  # It is gone already.
        await house.tables.delete(table, visitor)


async def _leave(house: House, table: str, mine: Iterable[int], visitor: Visitor) -> None:
    """What can't be left (it ended meanwhile, or the seat has gone) is left already."""
    try:
        live = await house.tables.get(table, visitor.address)
    except AzulejosError as error:
        if error.code in ("no_such_table", "store_broken"):
            return  # Nobody plays there.
        raise
    for seat in mine:
        if seat != HOST:
            with suppress(ServerError):
                await live.act(visitor, Leave(do="leave", seat=seat))


async def _blank(connection: AsyncConnection, table: str, mine: list[int]) -> None:
    """The one change that entries ever know: a name is taken out of them."""
    if not mine:
        return
    here = (seats.c.table_id == table) & seats.c.seat.in_(mine)
    await connection.execute(update(seats).where(here).values(name="", first_name=""))
    at = entries.c.table_id == table
    found = await connection.execute(
        select(entries.c.number, entries.c.text).where(at, entries.c.text.startswith("{"))
    )
    for number, text in found.all():
        try:
            happening = read_happening(text)
        except ValueError:
            continue  # It is none of ours, and says nobody's name.
        if happening.seat in mine and happening.name:
            new = replace(happening, name="").text
            one = at & (entries.c.number == number)
            await connection.execute(update(entries).where(one).values(text=new))
