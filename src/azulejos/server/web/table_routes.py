"""The requests: what can be asked and done without a socket. The rules are elsewhere."""

from __future__ import annotations

import asyncio
import gzip
from datetime import UTC, datetime
from typing import Annotated, get_args

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse

from ... import __version__
from ...bots import FRIENDLY, level_names
from ...locales import LANGUAGES
from ...rules import RuleSet
from ...tables.messages import requests
from ...tables.messages.answers import About, Replay, Standing, Tables
from ...tables.messages.records import record_text
from ...tables.messages.seating import Phrase, Table
from ...tables.messages.types import Hint, Now
from ..live.table import LiveTable
from .asking import ASKED, ORDERED, AtHouse, TableName, failures
from .bases import base_for, is_reachable
from .crowds import may_act, may_ask_for_hint, may_change, may_open_table
from .keys import AnyVisitor, KnownVisitor, renew

router = APIRouter(prefix="/api", tags=["tables"])


async def table_named(house: AtHouse, table: TableName, visitor: AnyVisitor) -> LiveTable:
    """For those who play there, and for watchers where they are wanted."""
    live = await house.tables.get(table, visitor.address)
    live.admit(visitor)
    return live


AtTable = Annotated[LiveTable, Depends(table_named)]


@router.get("/about", tags=["server"], responses=failures())
async def about(request: Request, response: Response) -> About:
    """What this server knows: languages, levels, rule sets. Keys last for a year from here on."""
    renew(request, response)
    return About(
        version=__version__,
        languages=list(LANGUAGES),
        levels=list(level_names()),
        friendly=FRIENDLY,
        rules=[rules.value for rules in RuleSet],
        keeps=request.app.state.settings.keeps,
        reachable=is_reachable(request),
        base=base_for(request),
        phrases=list(get_args(Phrase)),
    )


@router.get("/tables", responses=failures())
async def list_tables(house: AtHouse, visitor: AnyVisitor) -> Tables:
    """Your tables, the latest change first; at home all are yours."""
    return await house.tables.listing(visitor)


@router.get("/tables/public", responses=failures())
async def list_public_tables(house: AtHouse) -> Tables:
    """Tables that everybody may watch, the latest change first."""
    return await house.tables.public()


@router.post(
    "/tables",
    status_code=201,
    responses=failures(409, 413, 422),
    dependencies=[Depends(may_open_table)],
)
async def create_table(house: AtHouse, visitor: KnownVisitor, order: requests.NewTable) -> Table:
    """A new table, with its first deal unless somebody is waited for."""
    return (await house.tables.create(order, visitor)).table()


@router.get("/tables/{table}", responses=ASKED)
async def get_table(live: AtTable, visitor: AnyVisitor) -> Standing:
    """A table and how things stand there."""
    live.wake()
    return live.standing(visitor)


@router.delete("/tables/{table}", status_code=204, responses=ASKED)
async def delete_table(house: AtHouse, table: TableName, visitor: AnyVisitor) -> None:
    """By its host: the table is gone for good; whoever looks at it is told."""
    await house.tables.delete(table, visitor)


@router.post("/tables/{table}/moves", responses=ORDERED, dependencies=[Depends(may_change)])
async def make_move(live: AtTable, visitor: AnyVisitor, order: requests.MoveRequest) -> Now:
    """Plays a person's move; the bots answer later."""
    await live.move(visitor, order.number, order.move)
    return live.now(visitor)


@router.post("/tables/{table}/undo", responses=ORDERED, dependencies=[Depends(may_change)])
async def take_back(live: AtTable, visitor: AnyVisitor, order: requests.UndoRequest) -> Now:
    """Takes back your last decision, or all of this round's; others who play are asked."""
    await live.undo(visitor, order.number, order.to)
    return live.now(visitor)


@router.post("/tables/{table}/hint", responses=ORDERED, dependencies=[Depends(may_ask_for_hint)])
async def give_hint(live: AtTable, visitor: AnyVisitor, order: requests.HintRequest) -> Hint:
    """What a strong player would do, and why; for who plays alone with bots."""
    return await live.hint(visitor, order.number)


@router.post("/tables/{table}/acts", responses=ORDERED, dependencies=[Depends(may_change)])
async def act(request: Request, live: AtTable, visitor: AnyVisitor, order: requests.Act) -> Now:
    """Whatever else is done at a table: seats, manners, leaving, agreeing, a rematch."""
    may_act(request.app.state.gauges, live, visitor, order)
    await live.act(visitor, order)
    return live.now(visitor)


@router.get("/tables/{table}/replay", response_model=Replay, responses=ASKED)
async def get_replay(
    request: Request, house: AtHouse, live: AtTable, visitor: AnyVisitor
) -> Response:
    """The whole game, with the state after every ply."""
    body = await house.replays.compressed(live, visitor)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(gzip.decompress, body)
    return Response(body, media_type="application/json", headers=headers)


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **ASKED},
)
async def get_record(live: AtTable, visitor: AnyVisitor) -> Response:
    """The game's record, for a file."""
    table = live.table(visitor)
    day = datetime.fromtimestamp(table.created / 1000, UTC).date()
    name = f"azulejos-{day}-{table.id}.azul"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record_text(table, live.seen_by(visitor).line), headers=headers)
