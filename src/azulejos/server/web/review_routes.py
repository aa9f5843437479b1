"""Requests about reviews: of a table's game, and of a record that somebody brings along."""

from __future__ import annotations

import asyncio
import gzip

from starlette.responses import Response

from ...notation import Record, parse_record
from ...rules import Deal
from ...tables.errors import TableError
from ...tables.messages import requests
from ...tables.messages.answers import (
    Playing,
    RecordReview,
    Replay,
    ReviewStatus,
    Scene,
)
from ...tables.messages.reviews import (
    RECORD_SIGN,
    checked_record,
    record_of_table,
    replay_of_record,
    scene_of,
    unasked_status,
)
from ...tables.roster import OVER
from ...tables.values import PlayedGame
from ..encoding import encode
from ..errors import ServerError
from .endpoint import Call, Endpoint


async def ask_review(call: Call) -> Response:
    """Lets a finished game be reviewed, once for all who ask, and says how far that is."""
    live = await call.table()
    if live.seen_by(call.visitor).roster.stage != OVER:
        raise TableError("not_over")
    if await call.services.reviews.is_needed(live.id):
        call.limiter.review(call.visitor.address, call.visitor.key_hash)
        record = await asyncio.to_thread(record_of_table, live.table(), live.line)
        await call.services.reviews.ask(live.id, _with_moves(record), live.id, call.visitor.address)
    return await _status(call, live.id)


async def get_review(call: Call) -> Response:
    """How far the review of a game is, and the whole of it when it is done."""
    live = await call.table()
    if live.seen_by(call.visitor).roster.stage != OVER:
        raise TableError("not_over")
    if await call.services.reviews.status(live.id) is None:
        return Response(encode(unasked_status()), media_type="application/json")
    return await _status(call, live.id)


async def review_record(call: Call) -> RecordReview:
    """Lets a record be reviewed that somebody brings along."""
    record, name = await asyncio.to_thread(checked_record, call.body.record)
    if await call.services.reviews.is_needed(name):
        call.limiter.review(call.visitor.address, call.visitor.key_hash)
        await call.services.reviews.ask(name, _with_moves(record), None, call.visitor.address)
    return RecordReview(id=name)


async def get_record_review(call: Call) -> Response:
    """How far the review of a record is, and the whole of it when it is done."""
    return await _status(call, _record_name(call))


async def replay_reviewed(call: Call) -> Response:
    """The game of such a record, with the state after every ply."""
    found = await call.services.reviews.kept.find(_record_name(call))
    if found is None:
        raise ServerError("no_such_review")

    def make() -> bytes:
        replay = replay_of_record(found.id, parse_record(found.record))
        return gzip.compress(encode(replay), 5)

    return await call.compressed(await asyncio.to_thread(make))


async def show_scene(call: Call) -> Scene:
    """A position by itself: what may be done there, and what some moves lead to."""
    return await asyncio.to_thread(scene_of, call.body.position, call.body.moves)


async def my_playing(call: Call) -> Playing:
    """How well the visitor plays, by the games that were reviewed."""
    key_hash = call.visitor.key_hash
    games = await call.services.reviews.kept.played_by(key_hash) if key_hash else []
    return await asyncio.to_thread(_summed_up, games)


def _summed_up(games: list[PlayedGame]) -> Playing:
    from ...tables.advice.reviews import playing_of  # A server starts sooner without the search.

    return playing_of(games)


def _record_name(call: Call) -> str:
    """Never a table's: those are asked for at the table, which knows who may look."""
    name: str = call.request.path_params["review"]
    if not name.startswith(RECORD_SIGN):
        raise ServerError("no_such_review")
    return name


async def _status(call: Call, name: str) -> Response:
    status = await call.services.reviews.status(name)
    if status is None:
        raise ServerError("no_such_review")
    return await call.compressed(status)


def _with_moves(record: Record) -> Record:
    if all(isinstance(move, Deal) for move in record.moves):
        from ...reviews.errors import ReviewError

        raise ReviewError("nothing_to_review")
    return record


_AT = "/api/tables/{table}/review"
_RECORD = "/api/reviews/{review}"
_REFUSED = (404, 409)
ENDPOINTS = (
    Endpoint("POST", _AT, ask_review, ReviewStatus, refusals=_REFUSED, tag="reviews"),
    Endpoint("GET", _AT, get_review, ReviewStatus, refusals=_REFUSED, tag="reviews"),
    Endpoint(
        "POST",
        "/api/reviews",
        review_record,
        RecordReview,
        requests.RecordRequest,
        refusals=(409, 413, 422),
        tag="reviews",
    ),
    Endpoint(
        "POST",
        "/api/scenes",
        show_scene,
        Scene,
        requests.SceneRequest,
        refusals=(409, 413, 422),
        tag="reviews",
    ),
    Endpoint("GET", _RECORD, get_record_review, ReviewStatus, refusals=(404,), tag="reviews"),
    Endpoint("GET", f"{_RECORD}/replay", replay_reviewed, Replay, refusals=(404,), tag="reviews"),
    Endpoint("GET", "/api/me/playing", my_playing, Playing, tag="me"),
)
