"""Holds requests, sockets and messages to the rate limits; stands behind the security checks.

Who is counted: the address, for all who share it, and within it the key of a visitor. Whoever asks
for too much is told how long to wait; nobody else notices.
"""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...rules import AzulejosError
from ..tokens import hash_of
from .keys import address_at, key_in
from .rate_limiter import RateLimiter
from .security import TOO_MANY, failure

HEAVY = ("/replay", "/record", "/me", "/export")  # ends of paths that look through whole games
LONG = ("/hint", "/export")  # those that take long while little is done
FILE = 0.1  # what a file of the page counts, beside a request
HELLO = 5.0  # what a greeting counts: its answer may be the whole game


class RateLimitMiddleware:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        self._app = app
        self._limiter = limiter

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
            self._limiter.requests.take(address, cost)
            if scope["method"] == "GET" and scope["path"].endswith(HEAVY):
                self._limiter.heavy.take(address)
            if (key := key_in(connection)) is not None:
                self._limiter.requests_of_one.take(hash_of(key), cost)
        except AzulejosError as error:
            await self._refuse(error, scope, receive, send)
            return
        if cost == FILE or scope["path"].endswith(LONG):
            await self._app(scope, receive, send)
        else:
            await self._in_lane(address, scope, receive, send)

    async def _in_lane(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Each takes the event loop for some milliseconds: a heap of them is in all others' way.

        Nobody at that address waits for what others there have not sent yet, or are told late.
        """
        refusal: list[Message] = []

        async def hold_refusal(message: Message) -> None:
            if refusal or message.get("status") == TOO_MANY:
                refusal.append(message)
            else:
                await send(message)

        try:
            whole = await _whole_body(receive)
        except AzulejosError as error:
            await failure(error)(scope, receive, send)
            return
        async with self._limiter.lanes.turn(address):
            await self._app(scope, whole, hold_refusal)
        if refusal:
            await asyncio.sleep(self._limiter.limits.penalty)
            for message in refusal:
                await send(message)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_at(HTTPConnection(scope))
        try:
            self._limiter.openings.take(address)
            self._limiter.sockets.enter(address)
        except AzulejosError as error:
            await self._refuse(error, scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limiter.sockets.leave(address)

    async def _refuse(
        self, error: AzulejosError, scope: Scope, receive: Receive, send: Send
    ) -> None:
        await asyncio.sleep(self._limiter.limits.penalty)
        await failure(error)(scope, receive, send)


async def _whole_body(receive: Receive) -> Receive:
    """Waits for a request's body, and gives it back in one piece; its length was judged before."""
    message = await receive()
    parts = [message.get("body", b"")]
    while message["type"] == "http.request" and message.get("more_body"):
        message = await receive()
        parts.append(message.get("body", b""))
    if message["type"] == "http.request":
        message["body"] = b"".join(parts)
    unread = [message]

    async def again() -> Message:
        return unread.pop() if unread else await receive()

    return again
