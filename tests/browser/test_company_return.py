"""Coming back to a table among friends: what was missed, and lines that break."""

from __future__ import annotations

import json
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import good_move
from browser_fixtures import NO_SERVER
from friends import friends_at_a_table
from glass import Glass
from table_driver import target_at
from table_hands import parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from browser_fixtures import NewPage
    from friends import Friend
    from serving import Served
    from watching import Watch

PATIENCE = 2.5  # seconds: a shorter drop is nobody's business
LOST = "[data-status=lost]"


class Line:
    """A page's socket, which can be cut; opened before the page is."""

    def __init__(self, page: Page) -> None:
        self.open = True
        self.routes: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.routes.append(route)
        if self.open:
            route.connect_to_server()
        else:
            route.close()

    def cut(self) -> None:
        self.open = False
        self.routes[-1].close()


@pytest.fixture
def two(new_page: NewPage, club: Served) -> tuple[Friend, Friend]:
    ana, ben = friends_at_a_table(new_page, club, "Ana", "Ben")
    return ana, ben


def move_unseen(ana: Friend, ben: Friend) -> None:
    """Each has moved when one goes, and the other moves once more."""
    ana.move()
    ben.move()
    ana.see("[data-status=turn]")
    ben.leave_page()
    ana.move()


@pytest.mark.corner
def test_what_was_missed_is_told_and_shown(two: tuple[Friend, Friend]) -> None:
    """After a reload; read in words, played again as if it happened now, then put away."""
    ana, ben = two
    move_unseen(ana, ben)
    ben.look()
    ben.see("[data-card=missed]", "While you were away: 1 move.")
    ben.press("missed-read")
    dialog = ben.page.locator("dialog[open]")
    assert "Ana:" in dialog.locator("li").first.inner_text()
    ben.page.evaluate("pageModule('settings.js').then(({ settings }) => settings.set('speed', 1))")
    glass = Glass(ben.page)
    dialog.get_by_role("button", name="Watch").click()
    glass.wait_for("flying")
    ben.see("[data-status=turn]")
    ben.lose("[data-card=missed]")
    ben.check()
    ben.page.reload()
    ben.see("[data-status=turn]")
    assert not ben.page.locator("[data-card=missed]").count(), "it has been seen"


@pytest.mark.corner
def test_what_was_taken_back_was_not_missed(two: tuple[Friend, Friend]) -> None:
    ana, ben = two
    move_unseen(ana, ben)
    ana.press("undo")
    ben.look()
    ben.see("[data-card=proposal]")
    ben.press("agree")
    ana.see("[data-status=turn]")
    ben.lose("[data-card=proposal]")
    assert not ben.page.locator("[data-card=missed]").count()


@pytest.mark.corner
def test_a_move_in_a_short_drop_waits_for_the_line(
    two: tuple[Friend, Friend], watch: Watch
) -> None:
    """It is made as soon as there is one; nobody is told anything."""
    watch.expect(NO_SERVER)
    ana, ben = two
    line = Line(ana.page)
    ana.look()
    ana.see("[data-status=turn]")
    source, take, row, _ = parts_of(good_move(ana.standing()["choices"], Random(1)))
    ana.pick(source, take)
    target, plies = ana.point(target_at(row)), ana.plies
    line.cut()
    ana.page.mouse.click(*target)
    assert ana.plies == plies
    line.open = True
    ana.told(plies + 1)
    ben.see("[data-status=turn]")
    assert not ana.page.locator(".toast").count()


@pytest.mark.corner
def test_a_long_one_says_so_and_keeps_trying(two: tuple[Friend, Friend], watch: Watch) -> None:
    watch.expect(NO_SERVER)
    ana, ben = two
    line = Line(ben.page)
    ben.look()
    line.cut()
    ben.see(LOST)
    ben.see("[data-action=retry]")
    tries = len(line.routes)
    end = time.monotonic() + 60
    while len(line.routes) == tries:
        assert time.monotonic() < end, "nobody tries any more"
        ben.page.wait_for_timeout(50)
    ana.move()
    line.open = True
    # It may be back by itself before a hand is there.
    retry = ben.page.locator("[data-action=retry]")
    retry.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
    ben.see("[data-status=turn]")
    ben.check()


@pytest.mark.corner
def test_the_network_is_gone_and_back(two: tuple[Friend, Friend], watch: Watch) -> None:
    """The browser says so; as soon as it is back, so is the table."""
    watch.expect(NO_SERVER)
    ana, ben = two
    context = ben.page.context
    context.set_offline(True)
    ben.see(LOST)
    ana.move()
    context.set_offline(False)
    ben.see("[data-status=turn]")
    ben.move()
    ana.see("[data-status=turn]")


def _deaf_now(store: str) -> str:
    why = {"code": store, "message": "it is away", "data": {"store": "games.db", "why": "it is"}}
    return json.dumps({"type": "error", "request": None, "error": why})


class Refusing(Line):
    """A server whose store is away: it answers, but grants no hello."""

    hello = True

    def _connect(self, route: WebSocketRoute) -> None:
        if self.hello:
            super()._connect(route)
            return
        self.routes.append(route)
        answers = {"hello": _deaf_now("store_lost"), "ping": '{"type":"pong"}'}
        route.on_message(lambda text: route.send(answers[json.loads(text)["type"]]))


@pytest.mark.corner
def test_a_table_that_cannot_be_read_at_first_comes_later(
    two: tuple[Friend, Friend], watch: Watch
) -> None:
    """The page says that it waits, and shows the table as soon as there is one."""
    watch.expect(NO_SERVER)
    _, ben = two
    line = Refusing(ben.page)
    line.hello = False
    ben.page.goto(f"/table/{ben.id}")
    ben.see(".trouble")
    line.hello = True
    ben.see(".table")
    ben.lose(".trouble")
    ben.check()
