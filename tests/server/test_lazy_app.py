"""The page is there while the application is still being loaded; whatever else is asked waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from azulejos.server.launch.lazy_app import LazyApp
from azulejos.server.web.middleware import HEADERS
from azulejos.server.web.page.files import page_files

HOME = "http://localhost"


def _says(text: str) -> Callable[[Request], Response]:
    return lambda request: JSONResponse(text)


class Loader:
    """An application that is loaded when the test says so."""

    def __init__(self, failure: Exception | None = None) -> None:
        self.go_on = threading.Event()
        self.seen: list[str] = []
        self._failure = failure

    def __call__(self) -> Starlette:
        self.go_on.wait()
        if self._failure is not None:
            raise self._failure
        routes = [Route("/api/about", _says("about")), Route("/", _says("the application's own"))]
        return Starlette(routes=routes, lifespan=self._life)

    def ready(self) -> None:
        self.seen.append("ready")

    @asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self.seen.append("begun")
        yield
        self.seen.append("ended")


@asynccontextmanager
async def running(lazy: LazyApp) -> AsyncIterator[Callable[[str], asyncio.Task[httpx.Response]]]:
    """As a server runs it; gives a way to ask it something."""
    said: asyncio.Queue[str] = asyncio.Queue()
    told: asyncio.Queue[str] = asyncio.Queue()

    async def receive() -> dict[str, str]:
        return {"type": await said.get()}

    async def send(message: object) -> None:
        assert isinstance(message, dict)
        await told.put(message["type"])

    life = asyncio.create_task(lazy({"type": "lifespan"}, receive, send))
    await said.put("lifespan.startup")
    assert await told.get() == "lifespan.startup.complete"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(lazy), base_url=HOME) as client:
        yield lambda path: asyncio.create_task(client.get(path))
    await said.put("lifespan.shutdown")
    assert await told.get() == "lifespan.shutdown.complete"
    await life


def test_the_page_does_not_wait_for_the_application() -> None:
    async def scenario() -> None:
        load = Loader()
        lazy = LazyApp(load, ("localhost",), load.ready)
        async with running(lazy) as ask:
            about = ask("/api/about")
            found = page_files()
            script = await ask(f"/web/{found.version}/js/main.js")
            main = found.get("js/main.js")
            assert main is not None
            assert script.content == main.plain
            for path in ("/", "/table/abc", "/rules/scoring"):
                page = await ask(path)
                assert page.status_code == 200
                assert {name: page.headers[name] for name in HEADERS} == HEADERS
            assert (await ask(f"/web/{found.version}/js/none.js")).status_code == 404
            assert not about.done()
            assert load.seen == []
            load.go_on.set()
            assert (await about).json() == "about"
            assert (await ask("/")).json() == "the application's own"
            assert load.seen == ["begun", "ready"]
        assert load.seen == ["begun", "ready", "ended"]

    asyncio.run(scenario())


def test_strangers_are_kept_out_from_the_first_moment() -> None:
    async def scenario() -> None:
        load = Loader()
        async with running(LazyApp(load, ("elsewhere.example",), load.ready)) as ask:
            assert (await ask("/")).status_code == 403
            load.go_on.set()

    asyncio.run(scenario())


@pytest.mark.parametrize("failure", [OSError("no disk"), RuntimeError("a mistake")])
def test_what_goes_wrong_is_told(failure: Exception) -> None:
    async def scenario() -> None:
        load = Loader(failure)
        lazy = LazyApp(load, ("localhost",), load.ready)
        async with running(lazy) as ask:
            about = ask("/api/about")
            load.go_on.set()
            answer = await about
            assert answer.status_code == 503
            assert answer.json()["error"]["code"] == "stopping"
            assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert lazy.failure is failure
        assert load.seen == []

    asyncio.run(scenario())


def test_stopped_before_it_is_loaded() -> None:
    """Nothing is opened any more, and nobody is told that it is ready."""

    async def scenario() -> None:
        load = Loader()
        async with running(LazyApp(load, ("localhost",), load.ready)):
            asyncio.get_running_loop().call_later(0.05, load.go_on.set)
        assert load.seen == []

    asyncio.run(scenario())
