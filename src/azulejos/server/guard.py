"""What stands before everything: no other web site may use this server, no body is too long.

A page from elsewhere can make a browser send requests here. It can't hide its Origin, nor the name
by which the browser called us, so both are looked at.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..rules import AzulejosError
from .errors import ServerError, problem_of, status_of

LONGEST_BODY = 64 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_READING = ("GET", "HEAD", "OPTIONS")


class Guard:
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
            await failure(error)(scope, receive, _with_headers(send))
            return
        if scope["type"] == "http":
            receive = _limited(receive)
        await self._app(scope, receive, _with_headers(send))

    def _refuse(self, scope: Scope) -> ServerError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if "*" not in self._hosts and _without_port(host) not in self._hosts:
            return ServerError("foreign_host")
        origin = headers.get("origin")
        acts = scope["type"] == "websocket" or scope["method"] not in _READING
        if acts and origin is not None and _host_of(origin) != host.lower():
            return ServerError("foreign_origin")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > LONGEST_BODY:
            return ServerError("body_too_long", most=LONGEST_BODY)
        return None


def failure(error: AzulejosError) -> JSONResponse:
    content = {"error": problem_of(error).model_dump()}
    return JSONResponse(content, status_of(error))


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


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
