"""Somebody who plays without a server, in a browser of their own."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from api_client import Json, good_move
from table_driver import Table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

    from azulejos.site.serving import SiteServer
    from table_hands import Way
    from watching import Watch

ASK = "async ([request, id]) => (await pageModule('net/api.js')).ask(request, id)"
# All files are kept, and the service worker answers for them.
KEPT = """async () => {
  const container = navigator.serviceWorker;
  const taken = new Promise((resolve) => container.addEventListener('controllerchange', resolve));
  await container.ready;
  if (!container.controller) await taken;
}"""


class SiteTable(Table):
    """A table on a page that hosts it itself."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.id = page.url.rpartition("/")[2]

    def standing(self) -> Json:
        now: Json = self.page.evaluate(ASK, ["GET /api/tables/{id}", self.id])
        return now


class Visitor:
    """A browser of its own at the site."""

    def __init__(self, context: BrowserContext, server: SiteServer, watch: Watch) -> None:
        self.context = context
        self.server = server
        self.watch = watch

    def open(self, place: str = "") -> Page:
        page = self.context.new_page()
        self.watch.follow(page)
        page.goto(f"{self.server.address}{place}")
        return page

    def new_game(self) -> SiteTable:
        page = self.open()
        page.locator("#play").click()
        page.wait_for_url("**/#/table/*")
        return SiteTable(page).settled()  # type: ignore[return-value]

    def cut_off(self, page: Page) -> None:
        """From now on there is no network, and no server either."""
        page.evaluate(KEPT)
        self.context.set_offline(True)
        self.server.site.clear()

    def close_the_host(self, page: Page) -> None:
        """The same, where a browser can't be told that there is no network."""
        page.evaluate(KEPT)
        self.server.shutdown()
        self.server.server_close()


def play(table: Table, way: Way, moves: int = 1000) -> None:
    """So many moves, or to the end; after each of them what is drawn is what the host says."""
    random = Random(1)
    for _ in range(moves):
        now = table.settled().check()
        if now["choices"] is None:
            return
        plies = table.plies
        way(table, good_move(now["choices"], random))
        table.settled(after=plies)
