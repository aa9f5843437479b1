"""The requests: what can be asked and done without a socket. The rules are elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import PlainTextResponse

from .. import __version__
from ..bots import FRIENDLY, level_names
from ..locales import LANGUAGES
from ..rules import RuleSet
from . import messages
from .house import House
from .records import record_text, replay_of
from .table import LiveTable
from .tables import ID_PATTERN
from .visitors import Visitor

router = APIRouter(prefix="/api")


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


AtHouse = Annotated[House, Depends(house_of)]
TableName = Annotated[str, Path(pattern=ID_PATTERN)]


async def table_named(house: AtHouse, table: TableName) -> LiveTable:
    return await house.tables.get(table)


AtTable = Annotated[LiveTable, Depends(table_named)]


@router.get("/about")
async def about() -> messages.About:
    """What this server knows: languages, levels, rule sets."""
    return messages.About(
        version=__version__,
        languages=list(LANGUAGES),
        levels=list(level_names()),
        friendly=FRIENDLY,
        rules=[rules.value for rules in RuleSet],
    )


@router.get("/tables")
async def list_tables(house: AtHouse) -> messages.Tables:
    """All tables, the latest change first."""
    return await house.tables.listing()


@router.post("/tables", status_code=201)
async def create_table(house: AtHouse, order: messages.NewTable) -> messages.Table:
    """A new table, with its first deal."""
    return (await house.tables.create(order)).table()


@router.get("/tables/{table}")
async def get_table(live: AtTable) -> messages.Standing:
    """A table and how things stand there."""
    live.wake()
    return live.standing(Visitor())


@router.delete("/tables/{table}", status_code=204)
async def delete_table(house: AtHouse, table: TableName) -> None:
    """The table is gone for good; whoever looks at it is told."""
    await house.tables.delete(table)


@router.post("/tables/{table}/moves")
async def make_move(live: AtTable, order: messages.MoveRequest) -> messages.Now:
    """Plays a person's move; the bots answer later."""
    await live.move(Visitor(), order.number, order.move)
    return live.now(Visitor())


@router.post("/tables/{table}/undo")
async def take_back(live: AtTable, order: messages.UndoRequest) -> messages.Now:
    """Takes back a person's last decision, or all of this round's."""
    await live.undo(Visitor(), order.number, order.to)
    return live.now(Visitor())


@router.post("/tables/{table}/hint")
async def give_hint(live: AtTable, order: messages.HintRequest) -> messages.Hint:
    """What a strong player would do, and why."""
    return await live.hint(Visitor(), order.number)


@router.get("/tables/{table}/replay")
async def get_replay(live: AtTable) -> messages.Replay:
    """The whole game, with the state after every ply."""
    return replay_of(live.table(), live.line, live.history())


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def get_record(live: AtTable) -> Response:
    """The game's record, for a file."""
    table = live.table()
    day = datetime.fromtimestamp(table.created / 1000, UTC).date()
    name = f"azulejos-{day}-{table.id}.azul"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(record_text(table, live.line), headers=headers)
