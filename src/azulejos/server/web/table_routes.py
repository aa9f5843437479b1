"""Requests about tables: what can be asked and done without a socket. The rules are elsewhere."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import get_args

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from ... import __version__
from ...bots import FRIENDLY, table_bots
from ...bots.rating_lists import measured_levels
from ...locales import LANGUAGES
from ...rules import RuleSet
from ...tables.lesson.lesson import lesson
from ...tables.lesson.models import Lesson
from ...tables.messages import requests
from ...tables.messages.answers import About, Replay, Standing, Tables
from ...tables.messages.records import record_text
from ...tables.messages.types import Hint, Now, Phrase, Table
from ...tables.rights import Visitor
from ...tables.roster import OVER
from ..encoding import encode
from ..errors import ServerError
from ..live.live_table import LiveTable
from .endpoint import Call, Endpoint, base_url_for, is_reachable
from .keys import renew
from .rate_limiter import RateLimiter


async def about(call: Call) -> Response:
    """What this server knows: languages, levels, rule sets. Keys last for a year from here on."""
    found = About(
        version=__version__,
        languages=list(LANGUAGES),
        levels=list(table_bots()),
        friendly=FRIENDLY,
        rules=[rules.value for rules in RuleSet],
        keeps=call.services.settings.keeps,
        shared=not call.services.settings.is_local,
        reachable=is_reachable(call.request),
        base=base_url_for(call.request),
        phrases=list(get_args(Phrase)),
        ratings=measured_levels(),
        engine=call.services.settings.engine is not None,
    )
    response = Response(encode(found), media_type="application/json")
    renew(call.request, response)
    return response


async def list_tables(call: Call) -> Tables:
    """Your tables, the latest change first; where it is local, all are yours."""
    return await call.services.tables.listing(call.visitor)


async def list_public_tables(call: Call) -> Tables:
    """Tables that everybody may watch, the latest change first."""
    return await call.services.tables.public()


async def create_table(call: Call) -> Table:
    """A new table, with its first deal unless somebody is waited for."""
    visitor = call.known_visitor()
    call.limiter.new_table(visitor.address, visitor.key_hash)
    open_tables = await call.services.store.open_tables(visitor.key_hash)
    if open_tables >= call.limiter.limits.open_tables:
        raise ServerError("too_many_tables")
    return (await call.services.tables.create(call.body, visitor)).table()


async def get_table(call: Call) -> Standing:
    """A table and how things stand there."""
    live = await call.table()
    live.wake()
    return live.standing(call.visitor)


async def delete_table(call: Call) -> None:
    """By its host: the table is gone for good; whoever looks at it is told."""
    if call.request.url.path == _PUBLIC:  # No table of that name: it can only be read.
        raise HTTPException(405)
    await call.services.tables.delete(call.table_id, call.visitor)


async def make_move(call: Call) -> Now:
    """Plays a person's move; the bots answer later."""
    live = await _table_to_change(call)
    await live.move(call.visitor, call.body.number, call.body.move)
    return live.now(call.visitor)


async def take_back(call: Call) -> Now:
    """Takes back your last decision, or all of this round's; others who play are asked."""
    live = await _table_to_change(call)
    await live.undo(call.visitor, call.body.number, call.body.to)
    return live.now(call.visitor)


async def act(call: Call) -> Now:
    """Whatever else is done at a table: seats, options, leaving, agreeing, a rematch."""
    live = await _table_to_change(call)
    count_rematch(call.limiter, live, call.visitor, call.body)
    await live.act(call.visitor, call.body)
    return live.now(call.visitor)


async def give_hint(call: Call) -> Hint:
    """What a strong player would do, and why; for who plays alone with bots."""
    call.limiter.hint(call.visitor.address, call.visitor.key_hash)
    live = await call.table()
    return await live.hint(call.visitor, call.body.number)


async def _table_to_change(call: Call) -> LiveTable:
    call.limiter.change(call.visitor.address, call.visitor.key_hash)
    return await call.table()


def count_rematch(
    limiter: RateLimiter, live: LiveTable, visitor: Visitor, wish: requests.Act
) -> None:
    """A rematch is a new table, and is counted like one: ServerError `too_many_tables`."""
    if not isinstance(wish, requests.Rematch) or wish.seat not in live.rights(visitor).seats:
        return
    if live.roster.stage == OVER and live.roster.rematch is None:
        limiter.new_table(visitor.address, visitor.key_hash)


async def get_replay(call: Call) -> Response:
    """The whole game, with the state after every ply."""
    body = await call.services.replays.compressed(await call.table(), call.visitor)
    return await call.compressed(body)


async def get_record(call: Call) -> Response:
    """The game's record, for a file."""
    live = await call.table()
    table = live.table(call.visitor)
    day = datetime.fromtimestamp(table["created"] / 1000, UTC).date()
    name = f"azulejos-{day}-{table['id']}.azul"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record_text(table, live.seen_by(call.visitor).line), headers=headers)


async def get_lesson(call: Call) -> Response:
    """The first game, step by step, and the examples of the rules page."""
    body = await asyncio.to_thread(lambda: encode(lesson()))
    return Response(body, media_type="application/json")


_ASKED, _CHANGED = (404,), (404, 409, 413, 422)
_AT = "/api/tables/{table}"
_PUBLIC = "/api/tables/public"
ENDPOINTS = (
    Endpoint("GET", "/api/about", about, About, tag="server"),
    Endpoint("GET", "/api/tables", list_tables, Tables),
    Endpoint("GET", _PUBLIC, list_public_tables, Tables),
    Endpoint("POST", "/api/tables", create_table, Table, requests.NewTable, 201, (409, 413, 422)),
    Endpoint("GET", _AT, get_table, Standing, refusals=_ASKED),
    Endpoint("DELETE", _AT, delete_table, status=204, refusals=_ASKED),
    Endpoint("POST", f"{_AT}/moves", make_move, Now, requests.MoveRequest, refusals=_CHANGED),
    Endpoint("POST", f"{_AT}/undo", take_back, Now, requests.UndoRequest, refusals=_CHANGED),
    Endpoint("POST", f"{_AT}/hint", give_hint, Hint, requests.HintRequest, refusals=_CHANGED),
    Endpoint("POST", f"{_AT}/acts", act, Now, requests.Act, refusals=_CHANGED),
    Endpoint("GET", f"{_AT}/replay", get_replay, Replay, refusals=_ASKED),
    Endpoint("GET", f"{_AT}/record", get_record, refusals=_ASKED),
    Endpoint("GET", "/api/lesson", get_lesson, Lesson, tag="learning"),
)
