"""Personal links: they give another device the seats of a key at one table, once, and soon.

Only a hash of a link's token is kept. Whoever opens the link first has it; opened a second time
it is of no use, whoever does it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ...tables.errors import ServerError
from ..web.keys import hash_of
from .invites import new_token
from .schema import links
from .store import Store, milliseconds

LIFE = 600
"""Seconds for which a link can be used."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class Link(NamedTuple):
    """What a link opens: the seats of this key at this table."""

    table: str
    key_hash: str


async def make_link(store: Store, table: str, key_hash: str) -> str:
    """A new token; an older link for the same seats is of no use from now on."""
    token, now = new_token(), milliseconds()
    same = (links.c.table_id == table) & (links.c.key_hash == key_hash)
    row = {"token_hash": hash_of(token), "table_id": table, "key_hash": key_hash}
    await store.carry_out(
        [
            delete(links).where(or_(same, links.c.expires < now)),
            insert(links).values(row | {"expires": now + LIFE * 1000}),
        ]
    )
    return token


async def table_of_link(store: Store, token: str) -> str:
    """Where it leads; it can still be used. Raises ServerError."""
    async with store.reading() as connection:
        found = await connection.execute(select(links.c.table_id).where(_usable(token)))
        table = found.scalar()
    if table is None:
        raise ServerError("no_such_link")
    return str(table)


async def use_link(connection: AsyncConnection, token: str) -> Link:
    """What it opens; with this transaction it opens nothing more. Raises ServerError."""
    taken = delete(links).where(_usable(token)).returning(links.c.table_id, links.c.key_hash)
    row = (await connection.execute(taken)).first()
    if row is None:
        raise ServerError("no_such_link")
    return Link(*row)


def _usable(token: str) -> ColumnElement[bool]:
    if not _TOKEN.fullmatch(token):
        raise ServerError("no_such_link")
    return (links.c.token_hash == hash_of(token)) & (links.c.expires >= milliseconds())
