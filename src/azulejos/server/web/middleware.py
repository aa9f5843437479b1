"""What stands before everything: no other web site may use this server, nobody asks for too much.

A page from elsewhere can make a browser send requests here. It can't hide its Origin, nor the name
by which the browser called us, so both are looked at. (Nor does the browser send our cookie along.)

Behind that, requests and sockets are held to the rate limits. Who is counted: the address, for all
who share it, and within it the key of a visitor. Whoever asks for too much is told how long to
wait; nobody else notices.
"""

from __future__ import annotations

import asyncio
import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...rules import AzulejosError
from ..encoding import encode
from ..errors import ServerError, problem_of, status_of
from ..settings import ANY_ADDRESS
from ..tokens import hash_of
from .keys import address_at, key_in
from .rate_limiter import RateLimiter

LONGEST_BODY = 64 * 1024
TOO_MANY = 429
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
    ),
}
HTTPS_ONLY = {
    "Strict-Transport-Security": "max-age=31536000",
    # By plain http browsers do not heed it, and complain in the console of every page.
    "Cross-Origin-Opener-Policy": "same-origin",
}
ANSWERS = {"Cache-Control": "no-store"}
"""Of the API: what one visitor is told is for no cache, least of all for a shared one."""
HEAVY = (
    "/replay",
    "/record",
    "/me",
    "/playing",
    "/export",
)  # ends of paths that look through whole games
LONG = ("/hint", "/export")  # those that take long while little is done
FILE = 0.1  # what a file of the page counts, beside a request
HELLO = 5.0  # what a greeting counts: its answer may be the whole game
_READING = ("GET", "HEAD", "OPTIONS")
_OWN_SITES = ("same-origin", "none")  # of Sec-Fetch-Site; other ports of this host are others


class SecurityMiddleware:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        error = self._refuse(scope)
        if error is not None:
            await failure(error)(scope, receive, _with_headers(scope, send))
            return
        if scope["type"] == "http":
            receive = _limited(receive)
        await self._app(scope, receive, _with_headers(scope, send))

    def _refuse(self, scope: Scope) -> ServerError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._answers_to(_without_port(host)):
            return ServerError("foreign_host")
        acts = scope["type"] == "websocket" or scope["method"] not in _READING
        if acts and _is_foreign(headers, host):
            return ServerError("foreign_origin")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > LONGEST_BODY:
            return ServerError("body_too_long", most=LONGEST_BODY)
        return None

    def _answers_to(self, name: str) -> bool:
        if name in self._hosts or "*" in self._hosts:
            return True
        return ANY_ADDRESS in self._hosts and _is_address(name)


def failure(error: AzulejosError) -> Response:
    """The answer that tells an error."""
    content = encode({"error": problem_of(error)})
    status = status_of(error)
    headers = {"Content-Type": "application/json"}
    if status == TOO_MANY:
        headers["Retry-After"] = str(error.data.get("seconds", 60))
    return Response(content, status, headers)


def headers_for(scope: Scope) -> dict[str, str]:
    """What every answer has, unless it says otherwise itself."""
    headers = HEADERS
    if scope["scheme"] in ("https", "wss"):
        headers = headers | HTTPS_ONLY
    return headers | ANSWERS if scope["path"].startswith("/api/") else headers


def _is_foreign(headers: Headers, host: str) -> bool:
    """Does a page from elsewhere ask? Programs that are no browsers send neither header."""
    origin = headers.get("origin")
    if origin is not None and _host_of(origin) != host.lower():
        return True
    return headers.get("sec-fetch-site", "none") not in _OWN_SITES


@lru_cache(1024)
def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _host_of(origin: str) -> str:
    """With its port; empty for what is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _limited(receive: Receive) -> Receive:
    """A body that comes in pieces, without a length, is counted."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LONGEST_BODY:
            raise ServerError("body_too_long", most=LONGEST_BODY)
        return message

    return counted


def _with_headers(scope: Scope, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in headers_for(scope).items():
                headers.setdefault(name, value)
        await send(message)

    return sending


class RateLimitMiddleware:
    """Wraps the application behind the security checks."""

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
