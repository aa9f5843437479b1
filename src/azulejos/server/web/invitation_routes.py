"""Requests of those who invite, who were invited, and who come back on another device."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import HTTPConnection

from ...rules.material import RuleSet
from ...tables.errors import ServerError
from ...tables.messages.door_messages import (
    Invitation,
    Invitations,
    Invited,
    Join,
    Joined,
    PersonalLink,
)
from ...tables.messages.summaries import seats_of
from ..live.visitors import Visitor
from ..services import House
from ..storage.invites import Invite, find_invite, invites_of, read_code, shown_code
from ..storage.links import LIFE, make_link, table_of_link
from .asking import AtHouse, TableName, failures
from .bases import base_for
from .gauges import Gauges
from .keys import AnyVisitor, KnownVisitor, address_at
from .pictures import qr_of

NO_ENTRIES = 2**31 - 1
Token = Annotated[str, Path(max_length=100, description="A token, or a code as it was typed.")]
router = APIRouter(prefix="/api", tags=["friends"])


@asynccontextmanager
async def _guessing(connection: HTTPConnection, text: str) -> AsyncIterator[None]:
    """Those who try what is no secret of ours may not try often.

    What was right does not count; it is counted meanwhile, so that many at once are many. Codes
    are short: all tries together are counted too, from however many addresses they come. Links
    can't be guessed, and lead to their seats also while somebody tries codes.
    """
    gauges: Gauges = connection.app.state.gauges
    counted = [(gauges.wrong_codes, address_at(connection))]
    if read_code(text) is not None:
        counted.append((gauges.wrong_codes_everywhere, ""))
    for buckets, name in counted:
        buckets.take(name)
    yield
    for buckets, name in counted:
        buckets.give_back(name)


@router.get("/tables/{table}/invitations", responses=failures(404, 422))
async def list_invitations(
    connection: HTTPConnection, house: AtHouse, table: TableName, visitor: AnyVisitor
) -> Invitations:
    """The invitations to all open seats: for the host alone."""
    if not (await house.store.is_host(table, visitor.key_hash) or visitor.at_home):
        raise ServerError("not_host")
    found, base = await invites_of(house.store, table), base_for(connection)
    return await asyncio.to_thread(
        lambda: Invitations(invitations=[_invitation(invite, base) for invite in found])
    )


@router.get("/invitations/{token}", responses=failures(404, 422))
async def look_at_invitation(connection: HTTPConnection, house: AtHouse, token: Token) -> Invited:
    """What somebody is invited to; the invitation stays good."""
    async with _guessing(connection, token):
        invite = await find_invite(house.store, token)
    kept = (await house.store.fetch(invite.table, NO_ENTRIES)).kept
    return Invited.model_validate(
        {
            "table": kept.id,
            "name": kept.brief.manners.name,
            "rules": RuleSet(kept.rules).value,
            "seat": invite.seat,
            "seats": seats_of(kept.seats),
            "stage": kept.brief.stage,
            "clock": kept.brief.manners.clock,
        }
    )


@router.post("/invitations/{token}", responses=failures(404, 409, 413, 422))
async def accept_invitation(
    connection: HTTPConnection, house: AtHouse, token: Token, who: Join, visitor: KnownVisitor
) -> Joined:
    """Sits down; the invitation is used up, whoever else has it."""
    async with _guessing(connection, token):
        invite = await find_invite(house.store, token)
    live = await house.tables.get(invite.table, visitor.address)
    await live.join(visitor, invite.seat, who.name, who.colour, invite.token)
    return await _joined(house, invite.table, visitor)


@router.post("/tables/{table}/link", responses=failures(404, 422))
async def make_personal_link(
    connection: HTTPConnection, house: AtHouse, table: TableName, visitor: AnyVisitor
) -> PersonalLink:
    """A link with which another device of the same person gets the same seats, once."""
    keys = (await house.store.fetch(table, NO_ENTRIES)).keys
    key_hash = visitor.key_hash
    if key_hash is None or not any(key_hash in opened for opened in keys.values()):
        raise ServerError("not_invited")
    link = f"{base_for(connection)}/link/{await make_link(house.store, table, key_hash)}"
    return PersonalLink(link=link, qr=await asyncio.to_thread(qr_of, link), expires=LIFE)


@router.post("/links/{token}", responses=failures(404, 422))
async def use_personal_link(
    connection: HTTPConnection, house: AtHouse, token: Token, visitor: KnownVisitor
) -> Joined:
    """This device has the seats too from now on; the link is used up."""
    async with _guessing(connection, token):
        table = await table_of_link(house.store, token)
        live = await house.tables.get(table, visitor.address)
        assert visitor.key_hash is not None
        await live.add_device(token, visitor.key_hash)
    return await _joined(house, table, visitor)


def _invitation(invite: Invite, base: str) -> Invitation:
    link = f"{base}/join/{invite.token}"
    return Invitation(seat=invite.seat, link=link, code=shown_code(invite.code), qr=qr_of(link))


async def _joined(house: House, table: str, visitor: Visitor) -> Joined:
    keys = (await house.store.fetch(table, NO_ENTRIES)).keys
    seats = sorted(seat for seat, opened in keys.items() if seat and visitor.key_hash in opened)
    return Joined(table=table, seats=seats)
