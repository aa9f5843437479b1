"""The application: all parts put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route, WebSocketRoute

from ...rules import AzulejosError
from ..errors import ServerError
from ..services import open_services
from ..settings import Settings
from . import engine, invitation_routes, profile_routes, review_routes, table_routes
from .endpoint import Endpoint
from .middleware import RateLimitMiddleware, SecurityMiddleware, failure, headers_for
from .openapi import describe
from .page import routes as page_routes
from .page.files import page_files
from .rate_limiter import RateLimiter
from .socket import table_socket

ENDPOINTS = (
    *table_routes.ENDPOINTS,
    *invitation_routes.ENDPOINTS,
    *profile_routes.ENDPOINTS,
    *review_routes.ENDPOINTS,
    Endpoint("GET", "/api/openapi.json", lambda call: _description(call), tag="server"),
)


async def _description(call: object) -> dict[str, object]:
    """This description."""
    return describe(ENDPOINTS)


ROUTES = [
    *page_routes.ROUTES,
    *engine.ROUTES,
    *(endpoint.route for endpoint in ENDPOINTS),
    WebSocketRoute("/api/tables/{table}/socket", table_socket),
]


def create_app(settings: Settings) -> Starlette:
    """The server; its database is opened when it starts, which may raise StoreError."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(page_files)
        async with open_services(settings) as services:
            app.state.services = services
            yield

    limiter = RateLimiter(settings.allowed)
    app = Starlette(
        routes=ROUTES,
        lifespan=life,
        middleware=[
            Middleware(SecurityMiddleware, hosts=settings.hosts),
            Middleware(RateLimitMiddleware, limiter=limiter),
            Middleware(GZipMiddleware, compresslevel=5),
        ],
        exception_handlers={
            AzulejosError: _refused,
            HTTPException: _not_served,
            Exception: _unexpected,
        },
    )
    app.state.settings = settings
    app.state.limiter = limiter
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, AzulejosError)
    return failure(error)


async def _not_served(request: Request, error: Exception) -> Response:
    """What the framework itself refuses, in our words."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        response = failure(ServerError("no_such_method", method=request.method))
        response.headers["Allow"] = ", ".join(_methods_at(request))
        return response
    if error.status_code == 404:
        if "text/html" in request.headers.get("accept", ""):
            return page_routes.no_such_page(request)
        return failure(ServerError("no_such_page"))
    return failure(ServerError("bad_request", field="request", why=str(error.detail)))


def _methods_at(request: Request) -> list[str]:
    """All methods that an address knows; each of its routes knows only its own."""
    routes = [
        route
        for route in ROUTES
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE
    ]
    # `/api/tables/public` is no table of that name.
    named = [route for route in routes if not route.param_convertors] or routes
    found = {method for route in named for method in route.methods or ()}
    return sorted(found or {"GET", "HEAD"})  # of files


async def _unexpected(request: Request, error: Exception) -> Response:
    """A mistake of ours: the log has all of it, the client a code."""
    response = failure(ServerError("unexpected"))
    # The framework answers this outside of the guard.
    response.headers.update(headers_for(request.scope))
    return response
