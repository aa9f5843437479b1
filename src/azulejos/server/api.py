"""The requests: what can be asked and done without a socket. The rules are elsewhere."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import PlainTextResponse

from .. import __version__
from ..bots import FRIENDLY, level_names
from ..locales import LANGUAGES
from ..rules import RuleSet
from . import messages, requests
from .answers import About, Failure, Replay, Standing, Tables
from .house import House
from .records import record_text, replay_of
from .seating import Phrase, Table
from .table import LiveTable
from .tables import ID_PATTERN
from .visitors import Visitor

_MEANINGS = {
    403: "Another web site asks, or it is a seat that is not yours.",
    404: "There is no such table.",
    409: "It can't be done as things stand; the code says why.",
    413: "The body is too long.",
    422: "The request is not of the form that is described here.",
    503: "The games can't be read or written now.",
}


def _failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What can go wrong, for the description of a request."""
    return {
        status: {"model": Failure, "description": _MEANINGS[status]}
        for status in (403, *statuses, 503)
    }


ASKED = _failures(404, 422)
ORDERED = _failures(404, 409, 413, 422)
router = APIRouter(prefix="/api", tags=["tables"])


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


AtHouse = Annotated[House, Depends(house_of)]
TableName = Annotated[str, Path(pattern=ID_PATTERN, description="A table's id.")]


async def table_named(house: AtHouse, table: TableName) -> LiveTable:
    return await house.tables.get(table)


AtTable = Annotated[LiveTable, Depends(table_named)]


@router.get("/about", tags=["server"], responses=_failures())
async def about(house: AtHouse) -> About:
    """What this server knows: languages, levels, rule sets."""
    return About(
        version=__version__,
        languages=list(LANGUAGES),
        levels=list(level_names()),
        friendly=FRIENDLY,
        rules=[rules.value for rules in RuleSet],
        reachable=bool(house.settings.public_url or house.settings.lan_url),
        phrases=list(get_args(Phrase)),
    )


@router.get("/tables", responses=_failures())
async def list_tables(house: AtHouse) -> Tables:
    """All tables, the latest change first."""
    return await house.tables.listing()


@router.post("/tables", status_code=201, responses=_failures(409, 413, 422))
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
