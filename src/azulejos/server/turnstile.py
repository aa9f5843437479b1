"""Stands behind the guard: nobody gets more requests, sockets or messages than their share.

Who is counted: the address, for all who share it, and within it the key of a visitor. Whoever asks
for too much is told how long to wait; nobody else notices.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .errors import ServerError, problem_of
from .gauges import Buckets, Gauges
from .guard import failure
from .keys import address_at, hash_of, key_in
from .messages import Refused

HEAVY = ("/replay", "/record", "/me", "/export")  # ends of paths that look through whole games
FILE = 0.1  # what a file of the page counts, beside a request
HELLO = 5.0  # what a greeting counts: its answer may be the whole game
TRY_LATER, GONE = 1013, 1006  # a socket's close codes


class Turnstile:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, gauges: Gauges) -> None:
        self._app = app
        self._gauges = gauges

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        address = address_at(connection)
        cost = 1.0 if scope["path"].startswith("/api/") else FILE
        try:
            self._gauges.requests.take(address, cost)
            if scope["method"] == "GET" and scope["path"].endswith(HEAVY):
                self._gauges.heavy.take(address)
            if (key := key_in(connection)) is not None:
                self._gauges.requests_of_one.take(hash_of(key), cost)
        except ServerError as error:
            await failure(error)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_at(HTTPConnection(scope))
        try:
            self._gauges.openings.take(address)
            self._gauges.sockets.enter(address)
        except ServerError as error:
            await failure(error)(scope, receive, send)
            return
        line = _Line(self._gauges, address, receive, send)
        try:
            await self._app(scope, line.receive, line.send)
        finally:
            self._gauges.sockets.leave(address)


class _Line:
    """One socket: messages that come too fast are refused, and in the end the socket with them."""

    def __init__(self, gauges: Gauges, address: str, receive: Receive, send: Send) -> None:
        self._bucket = Buckets(gauges.limits.messages)
        self._shared = gauges.messages
        self._address = address
        self._patience = gauges.limits.messages.burst
        self._receive = receive
        self._send = send
        self._closed = False

    async def receive(self) -> Message:
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            try:
                cost = HELLO if _greets(message) else 1.0
                self._bucket.take("", cost)
                self._shared.take(self._address, cost)
            except ServerError as error:
                self._patience -= 1
                if self._patience < 0:
                    return await self._give_up()
                # Who does not read the answers waits here: nothing piles up.
                refused = Refused(request=None, error=problem_of(error))
                try:
                    await self._send({"type": "websocket.send", "text": refused.model_dump_json()})
                except OSError:  # They have gone.
                    return {"type": "websocket.disconnect", "code": GONE}
            else:
                return message

    async def send(self, message: Message) -> None:
        if not self._closed:
            await self._send(message)

    async def _give_up(self) -> Message:
        self._closed = True
        with suppress(OSError, RuntimeError):  # They have gone, or are going.
            await self._send({"type": "websocket.close", "code": TRY_LATER})
        return {"type": "websocket.disconnect", "code": TRY_LATER}


def _greets(message: Message) -> bool:
    return '"hello"' in (message.get("text") or "")
