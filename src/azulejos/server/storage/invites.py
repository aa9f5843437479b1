"""Invitations to open seats: what they are, how they are written and read.

Tokens stand in links, codes are typed. Both open one empty seat once. They are kept in clear, so
that the host can look at them again; with the seat taken they are gone.
"""

from __future__ import annotations

import re
import secrets
from typing import NamedTuple

from sqlalchemy import Delete, Insert, delete, insert, or_, select

from ...tables.errors import ServerError
from .schema import invites
from .store import Store, milliseconds

SIGNS = "ACDEFGHJKLMNPQRTUVWXYZ234679"
"""Of codes: without those that look like another (0 O, 1 I, 5 S, 8 B)."""
CODE_LENGTH = 8
_BYTES = 32
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_CODE = re.compile(f"[{SIGNS}]{{{CODE_LENGTH}}}")
_BESIDE = re.compile(r"[\s._\u2010-\u2015-]+")  # what people type between the signs
_LONGEST = 100


class Invite(NamedTuple):
    """The invitation to one seat."""

    token: str
    code: str
    table: str
    seat: int


def new_token() -> str:
    """Of 32 random bytes. Chat programs would leave a hyphen at its end out of the link."""
    while True:
        token = secrets.token_urlsafe(_BYTES)
        if token[0].isalnum() and token[-1].isalnum():
            return token


def new_code() -> str:
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def shown_code(code: str) -> str:
    """As it is read aloud."""
    return f"{code[:4]}-{code[4:]}"


def read_code(text: str) -> str | None:
    """The code that somebody meant; None if it can't be one."""
    code = _BESIDE.sub("", text[:_LONGEST]).upper()
    return code if _CODE.fullmatch(code) else None


# Statements for the transaction in which a seat opens or closes


def invite(table: str, seat: int) -> Insert:
    row = {"token": new_token(), "code": new_code(), "table_id": table, "seat": seat}
    return insert(invites).values(row | {"created": milliseconds()})


def revoke(table: str, seat: int) -> Delete:
    return delete(invites).where(invites.c.table_id == table, invites.c.seat == seat)


# Reading


async def invites_of(store: Store, table: str) -> list[Invite]:
    """Those of a table, by seat."""
    found = _rows.where(invites.c.table_id == table).order_by(invites.c.seat)
    async with store.reading() as connection:
        return [Invite(*row) for row in await connection.execute(found)]


async def find_invite(store: Store, text: str) -> Invite:
    """By its token, or by its code as somebody typed it; raises ServerError."""
    meant = []
    if _TOKEN.fullmatch(text):
        meant.append(invites.c.token == text)
    if code := read_code(text):
        meant.append(invites.c.code == code)
    if meant:
        async with store.reading() as connection:
            row = (await connection.execute(_rows.where(or_(*meant)))).first()
        if row is not None:
            return Invite(*row)
    raise ServerError("no_such_invite")


_rows = select(invites.c.token, invites.c.code, invites.c.table_id, invites.c.seat)
