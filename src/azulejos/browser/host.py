"""All tables of this device: the requests and the talk at a table that the server knows too.

What lists show is read from the store by whoever keeps it; what does not depend on games (levels,
languages, the lesson) lies beside the page as files.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .. import __version__
from ..rules import AzulejosError
from ..server.errors import ServerError, problem_of, status_of
from ..tables import table as wishes
from ..tables.decisions.new_tables import new_table
from ..tables.errors import TableError
from ..tables.imports import imported_table, name_of_game
from ..tables.messages import requests
from ..tables.messages import types as messages
from ..tables.messages.answers import Export, Imported
from ..tables.messages.builder import entry_for
from ..tables.messages.reading import FlawError, read_json
from ..tables.messages.records import exported_game, record_text, replay_of
from ..tables.messages.reviews import checked_record, record_of_table, scene_of, unasked_status
from ..tables.names import ID_PATTERN, LENGTH
from ..tables.results.progress import ratings_of
from ..tables.results.statistics import summed_up
from ..tables.roster import OVER
from ..tables.table import snapshot_of_new
from .documents import imported_document, played, seats_of_device
from .live_table import LiveTable, Services, encode, fetch, new_document, store_errors
from .reviews import Reviews
from .services import Line

MOST_LIVE = 8
"""Tables that stay in memory though nobody looks at them."""
_AT_TABLE = re.compile(r"/api/tables/([^/]+)(?:/(\w+))?")
_SHAPES: dict[str, Any] = {
    "moves": requests.MoveRequest,
    "undo": requests.UndoRequest,
    "hint": requests.HintRequest,
    "acts": requests.Act,
}
_REVIEW = re.compile(r"/api/reviews/([^/]+)(/replay)?")
_NOT_HERE = ("invitations", "link", "seats")


@dataclass(frozen=True, slots=True)
class Answer:
    """To a request, as the server would give it; `file` is what a download is called."""

    status: int
    body: str = ""
    file: str = ""


class Host:
    """The tables of one tab, over the store that all tabs share."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._live: dict[str, LiveTable] = {}
        self._reviews = Reviews(services)

    # Requests

    async def request(self, method: str, path: str, body: str = "") -> Answer:
        """Whatever goes wrong is an answer too."""
        try:
            return await self._answered(method, path, body)
        except AzulejosError as error:
            return Answer(status_of(error), encode({"error": problem_of(error)}))

    async def _answered(self, method: str, path: str, body: str) -> Answer:
        handle = self._plain.get(f"{method} {path}")
        if handle is not None:
            return await handle(body)
        if method == "GET" and (review := _REVIEW.fullmatch(path)):
            return await self._review_of_record(review[1], replay=bool(review[2]))
        found = _AT_TABLE.fullmatch(path)
        if found is None or found[2] in _NOT_HERE:
            raise ServerError("no_such_page")
        if (method, found[2]) == ("DELETE", None):
            return await self._delete(found[1])
        return await self._at_table(method, await self.get(found[1]), found[2], body)

    @property
    def _plain(self) -> dict[str, Callable[[str], Awaitable[Answer]]]:
        return {
            "POST /api/tables": self._create,
            "GET /api/me": self._statistics,
            "DELETE /api/me": self._forget,
            "GET /api/me/export": self._export,
            "POST /api/me/import": self._import,
            "GET /api/me/playing": self._playing,
            "POST /api/reviews": self._review_record,
            "POST /api/scenes": self._scene,
        }

    async def _at_table(self, method: str, live: LiveTable, what: str | None, body: str) -> Answer:
        match method, what:
            case "GET", None:
                return Answer(200, encode(live.standing()))
            case "GET", "replay":
                return Answer(200, encode(_replay(live)))
            case "GET", "record":
                return _record(live)
            case _, "review":
                return await self._review(live, is_asked=method == "POST")
            case "POST", "hint":
                return Answer(200, encode(await live.hint(_read(_SHAPES["hint"], body).number)))
            case "POST", ("moves" | "undo" | "acts"):
                await live.grant(_wish(_read(_SHAPES[what], body)))
                return Answer(200, encode(live.now()))
        raise ServerError("no_such_page")

    async def _create(self, body: str) -> Answer:
        created = new_table(_read(requests.NewTable, body), _now())
        await self._keep(encode(new_document(snapshot_of_new(created))))
        return Answer(201, encode((await self.get(created.header.id)).table()))

    async def _keep(self, document: str) -> None:
        with store_errors():
            await self._services.storage.create(document)

    async def _delete(self, table: str) -> Answer:
        with store_errors():
            is_gone = await self._services.storage.delete(table)
        if not is_gone:
            raise TableError("no_such_table", table=table[:LENGTH])
        self._services.tabs.tell(table)
        self._end(table)
        return Answer(204)

    async def _documents(self) -> list[dict[str, Any]]:
        with store_errors():
            found: list[dict[str, Any]] = json.loads(await self._services.storage.all())
        return found

    async def _statistics(self, body: str) -> Answer:
        games = map(played, await self._documents())
        return Answer(200, encode(summed_up([game for game in games if game])))

    async def _forget(self, body: str) -> Answer:
        for document in await self._documents():
            await self._delete(document["id"])
        return Answer(204)

    async def _export(self, body: str) -> Answer:
        games = []
        documents = await self._documents()
        for document in documents:
            try:
                snapshot = await fetch(self._services.storage, document["id"])
                games.append(exported_game(snapshot, seats_of_device(document)))
            except (AzulejosError, ValueError):
                continue  # It was deleted meanwhile, or can't be read.
        ratings = ratings_of([game for game in map(played, documents) if game])
        content = encode(Export(version=__version__, games=games, ratings=ratings))
        return Answer(200, content, "azulejos-games.json")

    async def _import(self, body: str) -> Answer:
        """Games from elsewhere; those that are here already stay as they are."""
        here = {document["id"] for document in await self._documents()}
        counts = Imported(added=0, known=0, flawed=0)
        for game in _read(requests.ImportRequest, body).games:
            name = name_of_game(game)
            if name in here:
                counts["known"] += 1
            elif (imported := imported_table(game, name, _now())) is None:
                counts["flawed"] += 1
            else:
                await self._keep(encode(imported_document(imported)))
                here.add(name)
                counts["added"] += 1
        return Answer(200, encode(counts))

    # Reviews

    async def _review(self, live: LiveTable, is_asked: bool) -> Answer:
        if live.state.roster.stage != OVER:
            raise TableError("not_over")
        if is_asked:
            record = record_of_table(live.table(), live.state.line)
            await self._reviews.ask(live.id, record)
        return Answer(200, encode(await self._reviews.status(live.id) or unasked_status()))

    async def _review_record(self, body: str) -> Answer:
        record, name = checked_record(_read(requests.RecordRequest, body).record)
        await self._reviews.ask(name, record)
        return Answer(200, encode({"id": name}))

    async def _review_of_record(self, name: str, replay: bool) -> Answer:
        found = await (self._reviews.replay(name) if replay else self._reviews.status(name))
        if found is None:
            raise ServerError("no_such_review")
        return Answer(200, encode(found))

    async def _scene(self, body: str) -> Answer:
        asked = _read(requests.SceneRequest, body)
        return Answer(200, encode(scene_of(asked.position, asked.moves)))

    async def _playing(self, body: str) -> Answer:
        return Answer(200, encode(await self._reviews.playing(await self._documents())))

    # Tables

    async def get(self, name: str) -> LiveTable:
        """From memory or from the store; raises AzulejosError where there is none."""
        if not re.fullmatch(ID_PATTERN, name):
            raise TableError("no_such_table", table=name[:LENGTH])
        if name not in self._live:
            snapshot = await fetch(self._services.storage, name)
            self._drop_idle()
            if name not in self._live:  # Somebody else may have asked meanwhile.
                self._live[name] = _opened(self._services, snapshot)
        return self._live[name]

    async def hear(self, name: str) -> None:
        """Another tab has written to a table, or deleted it."""
        live = self._live.get(name)
        if live is None:
            return
        try:
            await live.refresh()
        except AzulejosError as error:
            if error.code == "no_such_table":
                self._end(name)

    def _end(self, name: str) -> None:
        live = self._live.pop(name, None)
        if live is not None:
            live.end()

    def _drop_idle(self) -> None:
        idle = [name for name, live in self._live.items() if live.is_idle]
        for name in idle[: max(0, len(self._live) - MOST_LIVE + 1)]:
            del self._live[name]


class Talk:
    """What is said on one line about one table, from hello to the end."""

    def __init__(self, host: Host, table: str, line: Line) -> None:
        self._host = host
        self._name = table
        self._line = line
        self._live: LiveTable | None = None
        self._order = asyncio.Lock()

    async def hear(self, text: str) -> None:
        """One after the other, as they are said; but nothing waits for a hint."""
        try:
            message: requests.ClientMessage = read_json(requests.ClientMessage, text)
            async with self._order:
                if not isinstance(message, requests.HintMessage):
                    await self._answer(message)
                    return
            await self._answer(message)
        except FlawError as flaw:
            why = ServerError("bad_message", field=flaw.field or "message", why=flaw.why)
            self._tell(_refused(None, why))
        except AzulejosError as error:
            self._tell(_refused(None, error))

    def end(self) -> None:
        if self._live is not None:
            self._live.leave(self._line)

    async def _answer(self, message: requests.ClientMessage) -> None:
        match message:
            case requests.Hello():
                self._live = await self._host.get(self._name)
                self._live.subscribe(self._line, message.after)
            case requests.Ping():
                self._tell(messages.Pong(type="pong"))
            case _ if self._live is None:
                raise ServerError("hello_first")
            case _:
                self._tell(await self._granted(self._live, message))

    async def _granted(self, live: LiveTable, wish: Any) -> messages.ServerMessage:
        """What is refused is refused by the name of the request."""
        try:
            match wish:
                case requests.HintMessage():
                    hint = await live.hint(wish.number)
                    return messages.Hinted(type="hint", request=wish.request, hint=hint)
                case requests.SayMessage():
                    number = live.say(wish.seat, wish.phrase)
                case requests.ActMessage():
                    number = await live.grant(_wish(wish.act))
                case _:
                    number = await live.grant(_wish(wish))
        except AzulejosError as error:
            return _refused(wish.request, error)
        except Exception:
            return _refused(wish.request, ServerError("unexpected"))
        return messages.Accepted(type="accepted", request=wish.request, number=number)

    def _tell(self, message: messages.ServerMessage) -> None:
        self._line.tell(encode(message))


def _now() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def _opened(services: Services, snapshot: Any) -> LiveTable:
    with store_errors():
        return LiveTable(services, snapshot)


def _refused(request: str | None, error: AzulejosError) -> messages.Refused:
    return messages.Refused(type="error", request=request, error=problem_of(error))


def _read(shape: Any, body: str) -> Any:
    try:
        return read_json(shape, body)
    except FlawError as flaw:
        raise ServerError("bad_request", field=flaw.field or "body", why=flaw.why) from None


def _wish(asked: Any) -> wishes.Decide:
    match asked:
        case requests.MoveRequest() | requests.MoveMessage():
            return wishes.move(asked.number, asked.move)
        case requests.UndoRequest() | requests.UndoMessage():
            return wishes.undo(asked.number, asked.to)
    return wishes.act(asked)


def _replay(live: LiveTable) -> Any:
    state = live.state
    history = [entry_for(ply, state.roster) for ply in state.line.plies]
    return replay_of(live.table(), state, history)


def _record(live: LiveTable) -> Answer:
    table = live.table()
    day = datetime.fromtimestamp(table["created"] / 1000, UTC).date()
    name = f"azulejos-{day}-{table['id']}.azul"
    return Answer(200, record_text(table, live.state.line), name)
