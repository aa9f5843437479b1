"""Requests about what is kept of a visitor: to be looked at, taken along, and forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from ... import __version__
from ...tables.errors import TableError
from ...tables.messages.answers import Export, Imported, Statistics
from ...tables.messages.records import exported_game
from ...tables.messages.requests import ImportRequest
from ...tables.results.progress import ratings_of
from ...tables.values import HOST
from ..encoding import encode
from ..services import Services
from ..storage.statistics import games_of, statistics
from .endpoint import Call, Endpoint
from .keys import take_back


async def my_statistics(call: Call) -> Statistics:
    """What the visitor's finished games have brought."""
    return await statistics(call.services.store, call.visitor.key_hash)


async def be_known(call: Call) -> None:
    """Gives the browser a key, if it has none, before anything depends on its arrival."""
    call.known_visitor()


async def my_games(call: Call) -> Response:
    """All games of the visitor, with their records, as a file."""
    headers = {"Content-Disposition": 'attachment; filename="azulejos-games.json"'}
    pieces = _exported(call.services, call.visitor.key_hash)
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


async def import_games(call: Call) -> Imported:
    """Takes games from elsewhere into the visitor's list; those that are there already stay."""
    visitor, limiter = call.known_visitor(), call.limiter

    def charge(games: int) -> None:
        limiter.imported(visitor.address, visitor.key_hash, games)

    return await call.services.imports.take_in(
        call.body.games, visitor, charge, limiter.limits.open_tables
    )


async def forget_me(call: Call) -> Response:
    """Leaves all running games, takes the names out of the others, and forgets the key."""
    await call.services.forget(call.visitor)
    response = Response(status_code=204)
    take_back(call.request, response)
    return response


async def _exported(services: Services, key_hash: str | None) -> AsyncIterator[str]:
    """One game after the other: there may be thousands."""
    yield f'{{"version":"{__version__}","games":['
    comma = ""
    for header, opened in await services.store.listing_of(key_hash) if key_hash else []:
        yours = [seat for seat in opened if seat != HOST]
        if not yours:
            continue  # A host without a seat looks on like others, maybe behind.
        try:
            snapshot = await services.store.fetch(header.id)
            exported = await asyncio.to_thread(exported_game, snapshot, yours)
        except (TableError, ValueError):
            continue  # It was deleted meanwhile, or can't be read.
        yield comma + encode(exported).decode()
        comma = ","
    played = await games_of(services.store, key_hash) if key_hash else []
    ratings = await asyncio.to_thread(ratings_of, played)
    yield f'],"ratings":{encode(ratings).decode()}}}'


ENDPOINTS = (
    Endpoint("GET", "/api/me", my_statistics, Statistics, tag="me"),
    Endpoint("POST", "/api/me", be_known, status=204, tag="me"),
    Endpoint("GET", "/api/me/export", my_games, Export, tag="me"),
    Endpoint(
        "POST",
        "/api/me/import",
        import_games,
        Imported,
        ImportRequest,
        refusals=(413, 422),
        tag="me",
    ),
    Endpoint("DELETE", "/api/me", forget_me, status=204, tag="me"),
)
