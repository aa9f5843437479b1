"""The requests: what can be asked and done without a socket. The rules are elsewhere."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, get_args

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse

from .. import __version__
from ..bots import FRIENDLY, level_names
from ..locales import LANGUAGES
from ..rules import RuleSet
from . import messages, requests
from .answers import About, Replay, Standing, Tables
from .asking import ASKED, ORDERED, AtHouse, TableName, failures
from .bases import is_reachable
from .crowds import may_open_table
from .records import record_text, replay_of
from .seating import Phrase, Table
from .table import LiveTable
from .visitors import Visitor

router = APIRouter(prefix="/api", tags=["tables"])


async def table_named(house: AtHouse, table: TableName) -> LiveTable:
    return await house.tables.get(table)


AtTable = Annotated[LiveTable, Depends(table_named)]


@router.get("/about", tags=["server"], responses=failures())
async def about(request: Request) -> About:
    """What this server knows: languages, levels, rule sets."""
    return About(
        version=__version__,
        languages=list(LANGUAGES),
        levels=list(level_names()),
        friendly=FRIENDLY,
        rules=[rules.value for rules in RuleSet],
        reachable=is_reachable(request),
        phrases=list(get_args(Phrase)),
    )


@router.get("/tables", responses=failures())
async def list_tables(house: AtHouse) -> Tables:
    """All tables, the latest change first."""
    return await house.tables.listing()


@router.post(
    "/tables",
    status_code=201,
    responses=failures(409, 413, 422),
    dependencies=[Depends(may_open_table)],
)
async def create_table(house: AtHouse, order: requests.NewTable) -> Table:
    """A new table, with its first deal."""
    return (await house.tables.create(order)).table()


@router.get("/tables/{table}", responses=ASKED)
async def get_table(live: AtTable) -> Standing:
    """A table and how things stand there."""
    live.wake()
    return live.standing(Visitor())


@router.delete("/tables/{table}", status_code=204, responses=ASKED)
async def delete_table(house: AtHouse, table: TableName) -> None:
    """The table is gone for good; whoever looks at it is told."""
    await house.tables.delete(table)


@router.post("/tables/{table}/moves", responses=ORDERED)
async def make_move(live: AtTable, order: requests.MoveRequest) -> messages.Now:
    """Plays a person's move; the bots answer later."""
    await live.move(Visitor(), order.number, order.move)
    return live.now(Visitor())


@router.post("/tables/{table}/undo", responses=ORDERED)
async def take_back(live: AtTable, order: requests.UndoRequest) -> messages.Now:
    """Takes back a person's last decision, or all of this round's."""
    await live.undo(Visitor(), order.number, order.to)
    return live.now(Visitor())


@router.post("/tables/{table}/hint", responses=ORDERED)
async def give_hint(live: AtTable, order: requests.HintRequest) -> messages.Hint:
    """What a strong player would do, and why."""
    return await live.hint(Visitor(), order.number)


@router.get("/tables/{table}/replay", response_model=Replay, responses=ASKED)
async def get_replay(live: AtTable) -> Response:
    """The whole game, with the state after every ply."""
    table, line, history = live.table(), live.line, live.history()
    text = await asyncio.to_thread(lambda: replay_of(table, line, history).model_dump_json())
    return Response(text, media_type="application/json")


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **ASKED},
)
async def get_record(live: AtTable) -> Response:
    """The game's record, for a file."""
    table = live.table()
    day = datetime.fromtimestamp(table.created / 1000, UTC).date()
    name = f"azulejos-{day}-{table.id}.azul"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record_text(table, live.line), headers=headers)
