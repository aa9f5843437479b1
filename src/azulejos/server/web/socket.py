"""The socket of a table: reads messages, judges their form, passes them on, and tells the news."""

from __future__ import annotations

import asyncio
import logging

from starlette.websockets import WebSocket

from ...rules import AzulejosError
from ...tables.messages import requests
from ...tables.messages import types as messages
from ...tables.messages.reading import FlawError, read_json
from ..errors import ServerError, problem_of
from ..live.live_table import LiveTable
from ..live.registry import Tables
from ..live.subscribers import NORMAL, TRY_LATER, Line, Subscriber
from .keys import visitor_at
from .middleware import HELLO
from .protocols import LINE
from .rate_limiter import MessageLimit, RateLimiter
from .table_routes import count_rematch

LOG = logging.getLogger(__name__)
LONGEST = 4096  # bytes of a message
Wish = (
    requests.MoveMessage
    | requests.UndoMessage
    | requests.HintMessage
    | requests.ActMessage
    | requests.SayMessage
)


async def table_socket(socket: WebSocket) -> None:
    """One visitor at one table, from hello to the end."""
    tables: Tables = socket.app.state.services.tables
    await socket.accept()
    line: Line = socket.scope["extensions"][LINE]["line"]
    subscriber = Subscriber(visitor_at(socket), line)
    try:
        live = await tables.get(socket.path_params["table"], subscriber.visitor.address)
        live.admit(subscriber.visitor)
    except AzulejosError as error:
        subscriber.tell(_refused(None, error))
        line.end()
    else:
        line.end(await _Talk(socket, live, subscriber).hold())


class _Talk:
    """What is said on one socket."""

    def __init__(self, socket: WebSocket, table: LiveTable, subscriber: Subscriber) -> None:
        self._socket = socket
        self._table = table
        self._subscriber = subscriber
        self._limiter: RateLimiter = socket.app.state.limiter
        self._limit = MessageLimit(self._limiter, subscriber.visitor.address)
        self._greeted = False
        self._hints: set[asyncio.Task[None]] = set()  # Moves do not wait for them.

    async def hold(self) -> int:
        """Until the client leaves, the table is gone, or the client is too slow or too fast.

        Gives the close code.
        """
        self._table.enter(self._subscriber)
        try:
            await self._read()
        except Exception:
            LOG.exception("a socket failed")
        finally:
            self._table.leave(self._subscriber)
            for hint in self._hints:
                hint.cancel()
        return TRY_LATER if self._limit.is_over else NORMAL

    async def _read(self) -> None:
        while not (self._subscriber.dropped or self._limit.is_over):
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            try:
                await self._hear(self._charged(event.get("text")))
            except AzulejosError as error:
                await self._hold_back(error)
                self._subscriber.tell(_refused(None, error))

    def _charged(self, text: str | None) -> requests.ClientMessage:
        """What was said, counted by what it is, however it was written."""
        try:
            message = parse(text)
        except ServerError:
            self._limit.charge()
            raise
        self._limit.charge(HELLO if isinstance(message, requests.Hello) else 1.0)
        return message

    async def _hear(self, message: requests.ClientMessage) -> None:
        match message:
            case requests.Hello():
                await self._table.look_elsewhere()
                self._table.subscribe(self._subscriber, message.after)
                self._greeted = True
            case requests.Ping():
                self._subscriber.tell(messages.Pong(type="pong"))
            case _ if not self._greeted:
                raise ServerError("hello_first")
            case requests.HintMessage():
                hint = asyncio.create_task(self._grant(message))
                self._hints.add(hint)
                hint.add_done_callback(self._hints.discard)
            case _:
                await self._grant(message)

    async def _grant(self, wish: Wish) -> None:
        """Does what is wished; what is refused is refused by the name of the request."""
        answer: messages.ServerMessage
        try:
            self._count(wish)
            answer = await self._answer(wish)
        except AzulejosError as error:
            await self._hold_back(error)
            answer = _refused(wish.request, error)
        except Exception:
            LOG.exception("a wish could not be granted")
            answer = _refused(wish.request, ServerError("unexpected"))
        self._subscriber.tell(answer)

    async def _answer(self, wish: Wish) -> messages.Accepted | messages.Hinted:
        """Raises AzulejosError."""
        visitor, table = self._subscriber.visitor, self._table
        match wish:
            case requests.MoveMessage():
                number = await table.move(visitor, wish.number, wish.move)
            case requests.UndoMessage():
                number = await table.undo(visitor, wish.number, wish.to)
            case requests.ActMessage():
                count_rematch(self._limiter, table, visitor, wish.act)
                number = await table.act(visitor, wish.act)
            case requests.SayMessage():
                number = table.say(visitor, wish.seat, wish.phrase)
            case requests.HintMessage():
                hint = await table.hint(visitor, wish.number)
                return messages.Hinted(type="hint", request=wish.request, hint=hint)
        return messages.Accepted(type="accepted", request=wish.request, number=number)

    async def _hold_back(self, error: AzulejosError) -> None:
        """Who says too much is not heard for a while; meanwhile nothing is read from the line."""
        if error.code == "too_fast":
            await asyncio.sleep(self._limiter.limits.penalty)

    def _count(self, wish: Wish) -> None:
        visitor = self._subscriber.visitor
        if isinstance(wish, requests.HintMessage):
            self._limiter.hint(visitor.address, visitor.key_hash)
        elif not isinstance(wish, requests.SayMessage):
            self._limiter.change(visitor.address, visitor.key_hash)


def parse(text: str | None) -> requests.ClientMessage:
    """Reads a message; raises ServerError."""
    if text is None:
        raise ServerError("bad_message", field="message", why="text is expected, not bytes")
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise ServerError("message_too_long", most=LONGEST)
    try:
        message: requests.ClientMessage = read_json(requests.ClientMessage, text)
        return message
    except FlawError as flaw:
        raise ServerError("bad_message", field=flaw.field or "message", why=flaw.why) from None


def _refused(request: str | None, error: AzulejosError) -> messages.Refused:
    return messages.Refused(type="error", request=request, error=problem_of(error))
