"""How somebody gets a seat: invitations to open seats, and personal links to one's own.

An invitation's token stands in a link, its code is typed. Both open one empty seat once. They are
kept in clear, so that the host can look at them again; with the seat taken they are gone.

A personal link gives another device the seats of a key at one table, once, and soon. Only a hash of
its token is kept. Whoever opens it first has it.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select

from ...tables.values import Keys
from ..clock import milliseconds
from ..errors import ServerError
from ..tokens import hash_of, is_token, new_token, read_code
from .rows import keys_given
from .schema import invites, links
from .store import Store

LINK_LIFE = 600
"""Seconds for which a personal link can be used."""


class Invite(NamedTuple):
    """The invitation to one seat."""

    token: str
    code: str
    table: str
    seat: int


async def invites_of(store: Store, table: str) -> list[Invite]:
    """Those of a table, by seat."""
    found = _rows.where(invites.c.table_id == table).order_by(invites.c.seat)
    return await store.read(lambda connection: [Invite(*row) for row in connection.execute(found)])


async def find_invite(store: Store, text: str) -> Invite:
    """By its token, or by its code as somebody typed it; raises ServerError."""
    meant = []
    if is_token(text):
        meant.append(invites.c.token == text)
    if code := read_code(text):
        meant.append(invites.c.code == code)
    if meant:
        chosen = _rows.where(or_(*meant))
        row = await store.read(lambda connection: connection.execute(chosen).first())
        if row is not None:
            return Invite(*row)
    raise ServerError("no_such_invite")


_rows = select(invites.c.token, invites.c.code, invites.c.table_id, invites.c.seat)


async def check_invitation(store: Store, text: str) -> None:
    """Raises ServerError where it is of no use any more."""
    await find_invite(store, text)


# Personal links


async def make_link(store: Store, table: str, key_hash: str) -> str:
    """A new token; an older link for the same seats is of no use from now on."""
    token, now = new_token(), milliseconds()
    same = (links.c.table_id == table) & (links.c.key_hash == key_hash)
    row = {"token_hash": hash_of(token), "table_id": table, "key_hash": key_hash}
    await store.carry_out(
        [
            delete(links).where(or_(same, links.c.expires < now)),
            insert(links).values(row | {"expires": now + LINK_LIFE * 1000}),
        ]
    )
    return token


async def table_of_link(store: Store, token: str) -> str:
    """Where it leads; it can still be used. Raises ServerError."""
    chosen = select(links.c.table_id).where(_usable(token))
    table = await store.read(lambda connection: connection.execute(chosen).scalar())
    if table is None:
        raise ServerError("no_such_link")
    return str(table)


async def use_link(store: Store, table: str, keys: Keys, token: str, new_key: str) -> list[int]:
    """Gives a new key all that the link's key opens; with this the link opens nothing more.

    Gives the seats; raises ServerError.
    """
    taken = delete(links).where(_usable(token)).returning(links.c.key_hash)

    def use(connection: Connection) -> list[int]:
        row = connection.execute(taken).first()
        if row is None:
            raise ServerError("no_such_link")
        seats = sorted(seat for seat, opened in keys.items() if row.key_hash in opened)
        new = [seat for seat in seats if new_key not in keys[seat]]
        for statement in keys_given(table, dict.fromkeys(new, (new_key,))):
            connection.execute(statement)
        return seats

    return await store.change(use)


def _usable(token: str) -> ColumnElement[bool]:
    if not is_token(token):
        raise ServerError("no_such_link")
    return (links.c.token_hash == hash_of(token)) & (links.c.expires >= milliseconds())
