"""Requests as values: what is asked where, with which body, and what is answered.

The application serves them, and `openapi.py` describes them.
"""

from __future__ import annotations

import asyncio
import gzip
import ipaddress
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from ...tables.errors import TableError
from ...tables.messages.reading import FlawError, read_json
from ...tables.names import ID_PATTERN
from ...tables.rights import Visitor
from ..encoding import encode
from ..errors import ServerError
from ..live.live_table import LiveTable
from ..services import Services
from ..settings import LOOPBACK, Settings
from ..tokens import hash_of, new_key
from .keys import hand_over, key_in, visitor_at, visitor_with
from .rate_limiter import RateLimiter


class Call:
    """A request that is being answered."""

    def __init__(self, request: Request, body: Any = None) -> None:
        self.request = request
        self.body = body
        self.services: Services = request.app.state.services
        self.limiter: RateLimiter = request.app.state.limiter
        self._new_key: str | None = None

    @cached_property
    def visitor(self) -> Visitor:
        """Who asks; nobody in particular without a key."""
        return visitor_at(self.request)

    def known_visitor(self) -> Visitor:
        """Who asks, with a key from now on."""
        if key_in(self.request) is None and self._new_key is None:
            self._new_key = new_key()
            self.visitor = visitor_with(self.request, hash_of(self._new_key))
        return self.visitor

    @property
    def table_id(self) -> str:
        """A name that can't be a table's is the name of no table: TableError."""
        name: str = self.request.path_params["table"]
        if not re.fullmatch(ID_PATTERN, name):
            raise TableError("no_such_table", table=name)
        return name

    @property
    def token(self) -> str:
        token: str = self.request.path_params["token"]
        return token

    async def table(self) -> LiveTable:
        """For those who play there, and for watchers where they are wanted; AzulejosError."""
        live = await self.services.tables.get(self.table_id, self.visitor.address)
        live.admit(self.visitor)
        return live

    async def compressed(self, body: bytes) -> Response:
        """JSON that is compressed by gzip already."""
        headers = {"Vary": "Accept-Encoding"}
        if "gzip" in self.request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            body = await asyncio.to_thread(gzip.decompress, body)
        return Response(body, media_type="application/json", headers=headers)

    def finish(self, response: Response) -> None:
        if self._new_key is not None:
            hand_over(self.request, response, self._new_key)


Handle = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """What can be asked. The first sentence of `handle` says what it does."""

    method: str
    path: str
    handle: Handle
    answer: Any = None
    """The shape of the answer; None: there is none, or it is no JSON."""
    body: Any = None
    """The shape of the body."""
    status: int = 200
    refusals: Sequence[int] = ()
    """Statuses besides those that every request may get."""
    tag: str = "tables"

    @property
    def route(self) -> Route:
        return Route(self.path, self._serve, methods=[self.method])

    async def _serve(self, request: Request) -> Response:
        body = None if self.body is None else await _read_body(request, self.body)
        call = Call(request, body)
        found = await self.handle(call)
        response = found if isinstance(found, Response) else self._response(found)
        call.finish(response)
        return response

    def _response(self, found: Any) -> Response:
        if found is None:
            return Response(status_code=self.status)
        return Response(encode(found), self.status, media_type="application/json")


async def _read_body(request: Request, shape: Any) -> Any:
    """Raises ServerError."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ServerError("bad_request", field="Content-Type", why="application/json is expected")
    try:
        return read_json(shape, await request.body())
    except FlawError as flaw:
        raise ServerError("bad_request", field=flaw.field or "body", why=flaw.why) from None


# How others reach this server: what stands before the path in links that people hand on


def base_url_for(connection: HTTPConnection) -> str:
    """The public address, else as the browser called us, unless that is good for it alone."""
    settings: Settings = connection.app.state.settings
    if settings.public_url:
        return settings.public_url
    if settings.lan_url and _is_own(connection.headers.get("host", "")):
        return settings.lan_url
    return f"{connection.url.scheme}://{connection.headers['host']}"


def is_reachable(connection: HTTPConnection) -> bool:
    """Can others open what `base_url_for` says?"""
    settings: Settings = connection.app.state.settings
    known = bool(settings.public_url or settings.lan_url)
    return known or not (settings.is_local or _is_own(connection.headers.get("host", "")))


def _is_own(host: str) -> bool:
    """Does it mean this machine, whoever says it?"""
    name, colon, port = host.lower().rpartition(":")
    name = name if colon and port.isdecimal() else host.lower()
    if name in LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
