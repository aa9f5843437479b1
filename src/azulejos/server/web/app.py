"""The application: all parts put together."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route

from ... import __version__
from ...rules import AzulejosError
from ...tables.errors import ServerError, first_flaw
from ...tables.lesson import lesson
from ..services import open_house
from ..settings import Settings
from . import (
    invitation_routes as joining,
)
from . import (
    page as pages,
)
from . import (
    profile_routes as me,
)
from . import (
    socket,
)
from . import (
    table_routes as api,
)
from .gauges import Gauges
from .page_files import page_files
from .security import Guard, failure, headers_for
from .turnstile import Turnstile

ROUTERS = (api.router, joining.router, me.router, lesson.router, socket.router)


def create_app(settings: Settings) -> FastAPI:
    """The server; its database is opened when it starts, which may raise StoreError."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(page_files)
        async with open_house(settings) as house:
            app.state.house = house
            yield

    app = FastAPI(
        title="azulejos",
        version=__version__,
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # They would fetch their scripts from elsewhere.
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.gauges = Gauges(settings.allowed)
    app.router.routes.extend(pages.ROUTES)
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(AzulejosError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _unexpected)
    app.add_middleware(GZipMiddleware, compresslevel=5)
    app.add_middleware(Turnstile, gauges=app.state.gauges)
    app.add_middleware(Guard, hosts=settings.hosts)
    return app


def develop() -> FastAPI:
    """For `uvicorn --factory`: the games are kept in the folder AZULEJOS_DATA."""
    return create_app(Settings.in_folder(Path(os.environ["AZULEJOS_DATA"])))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, AzulejosError)
    return failure(error)


async def _malformed(request: Request, error: Exception) -> Response:
    """A name that can't be a table's is the name of no table."""
    assert isinstance(error, RequestValidationError)
    flaws = error.errors()
    if flaws[0]["loc"][0] == "path":
        return failure(ServerError("no_such_table", table=str(flaws[0].get("input", ""))))
    return failure(ServerError("bad_request", **first_flaw(flaws)))


async def _not_served(request: Request, error: Exception) -> Response:
    """What the framework itself refuses, in our words."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, AzulejosError):
        return failure(error.__cause__)  # while a body was read
    if error.status_code == 405:
        response = failure(ServerError("no_such_method", method=request.method))
        response.headers["Allow"] = ", ".join(_methods_at(request))
        return response
    if error.status_code == 404:
        if "text/html" in request.headers.get("accept", ""):
            return pages.no_such_page(request)
        return failure(ServerError("no_such_page"))
    return failure(ServerError("bad_request", field="request", why=str(error.detail)))


def _methods_at(request: Request) -> list[str]:
    """All methods that an address knows; each of its routes knows only its own."""
    routes = [
        route
        for route in (*pages.ROUTES, *(route for router in ROUTERS for route in router.routes))
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
