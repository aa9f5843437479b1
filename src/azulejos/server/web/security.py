"""What stands before everything: no other web site may use this server, no body is too long.

A page from elsewhere can make a browser send requests here. It can't hide its Origin, nor the name
by which the browser called us, so both are looked at. (Nor does the browser send our cookie along.)
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...rules import AzulejosError
from ..encoding import encode
from ..errors import ServerError, problem_of, status_of
from ..settings import ANY_ADDRESS

LONGEST_BODY = 64 * 1024
TOO_MANY = 429
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
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
