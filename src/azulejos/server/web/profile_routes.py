"""What is kept about a visitor: to be looked at, taken along, and forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from ... import __version__
from ...tables.errors import ServerError
from ...tables.messages.door_messages import Export, ExportedGame, Statistics
from ...tables.messages.records import record_text
from ...tables.messages.summaries import summary_of, table_of
from ...tables.state import begun, condensed
from ...tables.values import HOST, Fetched
from ..forgetting import forget
from ..services import House
from ..storage.statistics import statistics
from .asking import AtHouse, failures
from .keys import AnyVisitor, KnownVisitor, take_back

router = APIRouter(prefix="/api/me", tags=["me"])


@router.get("", responses=failures())
async def my_statistics(house: AtHouse, visitor: AnyVisitor) -> Statistics:
    """What the visitor's finished games have brought."""
    return await statistics(house.store, visitor.key_hash)


@router.post("", status_code=204, responses=failures())
async def be_known(visitor: KnownVisitor) -> None:
    """Gives the browser a key, if it has none, before anything depends on its arrival."""


@router.get("/export", response_model=Export, responses=failures())
async def my_games(house: AtHouse, visitor: AnyVisitor) -> Response:
    """All games of the visitor, with their records, as a file."""
    headers = {"Content-Disposition": 'attachment; filename="azulejos-games.json"'}
    pieces = _exported(house, visitor.key_hash)
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


@router.delete("", status_code=204, responses=failures())
async def forget_me(
    request: Request, response: Response, house: AtHouse, visitor: AnyVisitor
) -> None:
    """Leaves all running games, takes the names out of the others, and forgets the key."""
    await forget(house, visitor)
    take_back(request, response)


async def _exported(house: House, key_hash: str | None) -> AsyncIterator[str]:
    """One game after the other: there may be thousands."""
    yield f'{{"version":"{__version__}","games":['
    comma = ""
    for kept, opened in await house.store.listing_of(key_hash) if key_hash else []:
        yours = [seat for seat in opened if seat != HOST]
        if not yours:
            continue  # A host without a seat looks on like others, maybe behind.
        try:
            fetched = await house.store.fetch(kept.id)
            game = await asyncio.to_thread(_exported_game, fetched, yours)
        except (ServerError, ValueError):
            continue  # It was deleted meanwhile, or can't be read.
        yield comma + game.model_dump_json()
        comma = ","
    yield "]}"


def _exported_game(fetched: Fetched, yours: list[int]) -> ExportedGame:
    kept = fetched.kept
    game = condensed(begun(kept), fetched.entries)
    summary = summary_of(kept, yours)
    return ExportedGame(
        table=kept.id,
        record=record_text(table_of(kept, game, fetched.wins, game.at), game.line),
        **summary.model_dump(include={"name", "rules", "created", "stage", "yours"}),
        **summary.model_dump(include={"seats", "scores", "winners"}),
    )
