"""The page before the application: its files are sent while the rest is still being imported.

Importing takes a second or more, in which a browser can fetch and run all of the page. What only
the application can answer waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.routing import Match, Router
from starlette.types import Receive, Scope, Send

from ..errors import ServerError
from ..web.middleware import SecurityMiddleware, failure
from ..web.page import routes as page

if TYPE_CHECKING:
    from starlette.applications import Starlette


class LazyApp:
    """An application that is loaded when the server runs already.

    If loading fails, `failure` says why: then the server must be stopped.
    """

    def __init__(
        self,
        load: Callable[[], Starlette],
        hosts: tuple[str, ...],
        ready: Callable[[], None],
    ) -> None:
        self._load = load
        self._ready = ready
        self._page = SecurityMiddleware(Router(page.ROUTES), hosts)
        self._no_app = SecurityMiddleware(_stopping, hosts)
        self._app: Starlette | None = None
        self._is_settled = asyncio.Event()  # loaded, or never will be
        self._is_stopping = asyncio.Event()
        self.failure: Exception | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._app is None and _is_of_page(scope):
            await self._page(scope, receive, send)
            return
        await self._is_settled.wait()
        await (self._app or self._no_app)(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """From the server's start to its end; it does not wait for the application."""
        await receive()
        running = asyncio.create_task(self._run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._is_stopping.set()
        await running
        await send({"type": "lifespan.shutdown.complete"})

    async def _run(self) -> None:
        try:
            app = await asyncio.to_thread(self._load)
            if self._is_stopping.is_set():
                return
            async with app.router.lifespan_context(app):
                self._app = app
                self._is_settled.set()
                self._ready()
                await self._is_stopping.wait()
        except Exception as error:  # whatever it is, nobody else would tell
            self.failure = error
        finally:
            self._is_settled.set()


async def _stopping(scope: Scope, receive: Receive, send: Send) -> None:
    """To those who have waited for an application that can't be loaded, or not any more."""
    await failure(ServerError("stopping"))(scope, receive, send)


def _is_of_page(scope: Scope) -> bool:
    return any(route.matches(scope)[0] is Match.FULL for route in page.ROUTES)
