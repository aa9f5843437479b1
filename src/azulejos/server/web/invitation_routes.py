"""Requests of those who invite, who were invited, and who come back on another device."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

import segno

from ...rules.material import RuleSet
from ...tables.errors import TableError
from ...tables.messages.answers import Invitation, Invitations, Invited, Joined, PersonalLink
from ...tables.messages.requests import Join
from ...tables.messages.summaries import seats_of
from ..storage import invitations
from ..tokens import read_code, shown_code
from .endpoint import Call, Endpoint, base_url_for
from .keys import address_at

NO_ENTRIES = 2**31 - 1


@asynccontextmanager
async def _guessing(call: Call) -> AsyncIterator[None]:
    """Those who try what is no secret of ours may not try often.

    What was right does not count; it is counted meanwhile, so that many at once are many. Codes
    are short: all tries together are counted too, from however many addresses they come. Links
    can't be guessed, and lead to their seats also while somebody tries codes.
    """
    limiter = call.limiter
    counted = [(limiter.wrong_codes, address_at(call.request))]
    if read_code(call.token) is not None:
        counted.append((limiter.wrong_codes_everywhere, ""))
    for buckets, name in counted:
        buckets.take(name)
    yield
    for buckets, name in counted:
        buckets.give_back(name)


async def list_invitations(call: Call) -> Invitations:
    """The table's address, and the invitations to all open seats: for the host alone."""
    store, visitor = call.services.store, call.visitor
    if not (await store.is_host(call.table_id, visitor.key_hash) or visitor.is_local):
        raise TableError("not_host")
    found, base = await invitations.invites_of(store, call.table_id), base_url_for(call.request)
    link = f"{base}/table/{call.table_id}"
    return await asyncio.to_thread(
        lambda: Invitations(
            link=link,
            qr=qr_of(link),
            invitations=[_invitation(invite, base) for invite in found],
        )
    )


async def look_at_invitation(call: Call) -> Invited:
    """What somebody is invited to; the invitation stays good."""
    store = call.services.store
    async with _guessing(call):
        invite = await invitations.find_invite(store, call.token)
    header = (await store.fetch(invite.table, NO_ENTRIES)).header
    return Invited(
        table=header.id,
        name=header.summary.options.name,
        rules=RuleSet(header.rules).value,
        seat=invite.seat,
        seats=seats_of(header.seats),
        stage=header.summary.stage,
        clock=header.summary.options.clock,
    )


async def accept_invitation(call: Call) -> Joined:
    """Sits down; the invitation is used up, whoever else has it."""
    async with _guessing(call):
        invite = await invitations.find_invite(call.services.store, call.token)
    visitor, who = call.known_visitor(), call.body
    live = await call.services.tables.get(invite.table, visitor.address)
    await live.join(visitor, invite.seat, who.name, who.colour, invite.token)
    return await _joined(call, invite.table)


async def sit_down(call: Call) -> Joined:
    """Takes a free seat at a table whose host lets everybody who has its address."""
    visitor, who = call.known_visitor(), call.body
    call.limiter.seat(visitor.address, visitor.key_hash)
    live = await call.services.tables.get(call.table_id, visitor.address)
    await live.sit_down(visitor, who.name, who.colour)
    return await _joined(call, call.table_id)


async def make_personal_link(call: Call) -> PersonalLink:
    """A link with which another device of the same person gets the same seats, once."""
    store, key_hash = call.services.store, call.visitor.key_hash
    keys = (await store.fetch(call.table_id, NO_ENTRIES)).keys
    if key_hash is None or not any(key_hash in opened for opened in keys.values()):
        raise TableError("not_invited")
    token = await invitations.make_link(store, call.table_id, key_hash)
    link = f"{base_url_for(call.request)}/link/{token}"
    qr = await asyncio.to_thread(qr_of, link)
    return PersonalLink(link=link, qr=qr, expires=invitations.LINK_LIFE)


async def use_personal_link(call: Call) -> Joined:
    """This device has the seats too from now on; the link is used up."""
    async with _guessing(call):
        table = await invitations.table_of_link(call.services.store, call.token)
        visitor = call.known_visitor()
        live = await call.services.tables.get(table, visitor.address)
        assert visitor.key_hash is not None
        await live.add_device(call.token, visitor.key_hash)
    return await _joined(call, table)


def _invitation(invite: invitations.Invite, base: str) -> Invitation:
    link = f"{base}/join/{invite.token}"
    return Invitation(seat=invite.seat, link=link, code=shown_code(invite.code), qr=qr_of(link))


@lru_cache(256)
def qr_of(link: str) -> str:
    """A QR code as a data URI: black on white whatever the page's colours, as cameras like it."""
    code = segno.make(link, error="m", micro=False)
    return str(
        code.svg_data_uri(
            border=3, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
        )
    )


async def _joined(call: Call, table: str) -> Joined:
    keys = (await call.services.store.fetch(table, NO_ENTRIES)).keys
    mine = call.visitor.key_hash
    return Joined(
        table=table, seats=sorted(seat for seat, opened in keys.items() if seat and mine in opened)
    )


ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{table}/invitations",
        list_invitations,
        Invitations,
        refusals=(404,),
        tag="friends",
    ),
    Endpoint(
        "GET",
        "/api/invitations/{token}",
        look_at_invitation,
        Invited,
        refusals=(404,),
        tag="friends",
    ),
    Endpoint(
        "POST",
        "/api/invitations/{token}",
        accept_invitation,
        Joined,
        Join,
        refusals=(404, 409, 413, 422),
        tag="friends",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats",
        sit_down,
        Joined,
        Join,
        refusals=(404, 409, 413, 422),
        tag="friends",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/link",
        make_personal_link,
        PersonalLink,
        refusals=(404,),
        tag="friends",
    ),
    Endpoint(
        "POST", "/api/links/{token}", use_personal_link, Joined, refusals=(404,), tag="friends"
    ),
)
