"""Nothing is lost: reloads in the middle of anything, a server that is killed and comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import PERSON, ApiClient, Json, bot, good_move
from azulejos.rules import Phase
from browser_fixtures import NO_SERVER
from glass import Glass
from kept_games import PERSON as SOMEBODY
from kept_games import bot as kept_bot
from kept_games import played_game
from table_driver import GO, Table, kept_table, target_at
from table_hands import by_mouse, parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from browser_fixtures import NewPage
    from serving import Served
    from watching import Watch

AT_ONCE: dict[str, object] = {"speed": 0}


def move_on(table: Table, seed: int = 0) -> Json:
    """One more move, to show that the game goes on; what is shown is what the server has."""
    now = table.check()
    plies = table.plies
    by_mouse(table, good_move(now["choices"], Random(seed)))
    table.settled(after=plies)
    return table.check()


def start_a_move(table: Table) -> Json:
    """Made, but not waited for; returns how things stood before."""
    now = table.check()
    by_mouse(table, good_move(now["choices"], Random(0)))
    return now


@pytest.mark.corner
def test_reload_with_a_colour_picked(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings=AT_ONCE)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    move_on(table)
    now = table.check()
    source, take, line, _ = parts_of(good_move(now["choices"], Random(1)))
    table.pick(source, take)
    page.mouse.move(*table.point(target_at(line)))
    table.reload()
    assert table.picked == set()
    assert table.check() == now
    assert table.plies == len(table.api.replay(table.id)["plies"])
    move_on(table)


@pytest.mark.corner
def test_reload_while_a_bot_thinks(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings=AT_ONCE)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot("master")])).open()
    before = start_a_move(table)
    page.locator("[data-status=thinking]").wait_for()
    page.reload()
    page.locator("[data-status=thinking], .table[data-ready]").first.wait_for()
    table.settled()
    assert table.check()["number"] >= before["number"] + 2
    move_on(table)


@pytest.mark.corner
def test_reload_while_tiles_fly(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings={"speed": 1})
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    glass = Glass(page)
    before = start_a_move(table)
    glass.wait_for("flying")
    table.stored(before["number"] + 1)
    table.reload()
    assert not page.locator(".glass .flying").count()
    assert table.check()["number"] >= before["number"] + 2
    assert not page.locator("[data-action=skip]").is_visible()


@pytest.mark.corner
def test_reload_at_a_tiling_decision_the_result_and_a_replay(
    new_page: NewPage, server: Served
) -> None:
    page = new_page(None, settings=AT_ONCE)
    seats = [SOMEBODY, kept_bot("novice")]
    game = played_game(2, "grey", 3, lambda game: game.position.phase is Phase.TILING)
    table = Table(page, server, kept_table(server, game, [SOMEBODY, SOMEBODY])).open()
    cells = table.check()["choices"]["cells"]
    assert table.status == "cell"
    table.reload()
    assert table.status == "cell"
    assert page.locator(".large [data-target]").count() == len(cells) == 5
    move_on(table)

    table = Table(page, server, kept_table(server, played_game(2, "std", 3), seats)).open()
    page.locator("[data-panel=result]").wait_for()
    title = page.locator(".result-title").inner_text()
    table.reload()
    assert page.locator(".result-title").inner_text() == title
    table.check()

    page.locator("[data-action=open-replay]").click()
    page.locator("[data-replay=next]").click()
    assert table.status == "look"
    table.reload()
    page.locator("[data-panel=result]").wait_for()
    table.check()


def wait_until_lost(page: Page) -> None:
    page.locator("[data-status=lost]").wait_for()


def test_the_server_is_killed_in_the_middle_of_a_game(
    new_page: NewPage, serve: Callable[..., Served], watch: Watch
) -> None:
    """With tiles picked: the page says so, refuses kindly, comes back by itself, and goes on."""
    watch.expect(NO_SERVER)
    served = serve()
    page = new_page(None, settings=AT_ONCE, server=served)
    table = Table(page, served, ApiClient(served.address).new_table([PERSON, bot()])).open()
    now = move_on(table)
    source, take, line, _ = parts_of(good_move(now["choices"], Random(1)))
    table.pick(source, take)
    served.kill()
    wait_until_lost(page)
    table.click(target_at(line))
    page.locator(".toast").first.wait_for()
    served.start_again()
    page.locator("[data-status=picked]").wait_for()
    assert table.check() == now, "nothing is lost, and nothing was played twice"
    plies = table.plies
    table.click(target_at(line))
    table.settled(after=plies)
    now = move_on(table, 2)
    assert table.reload().check() == now


@pytest.mark.corner
def test_the_server_is_killed_while_a_bot_thinks(
    new_page: NewPage, serve: Callable[..., Served], watch: Watch
) -> None:
    """My move is kept; the bot answers when the server is back. Tiles were flying meanwhile."""
    watch.expect(NO_SERVER)
    served = serve()
    page = new_page(None, settings={"speed": 4}, server=served)
    table = Table(page, served, ApiClient(served.address).new_table([PERSON, bot("master")])).open()
    glass = Glass(page)
    before = start_a_move(table)
    glass.wait_for("flying")
    table.stored(before["number"] + 1)
    served.kill()
    wait_until_lost(page)
    served.start_again()
    table.settled()
    now = table.check()
    assert now["number"] >= before["number"] + 2
    entries = [ply["entry"] for ply in table.api.replay(table.id)["plies"]]
    assert [entry["player"] for entry in entries[1:3]] == [1, 2]


@pytest.mark.corner
def test_the_same_table_in_two_windows(new_page: NewPage, server: Served) -> None:
    """What is done in one is seen in the other; a move that comes too late is refused in words."""
    first, second = (new_page(None, settings=AT_ONCE) for _ in range(2))
    name = ApiClient(server.address).new_table([PERSON, PERSON])
    here, there = (Table(page, server, name).open() for page in (first, second))
    for mover, other in ((here, there), (there, here)):
        plies = mover.plies
        move_on(mover)
        other.settled(after=plies)
        other.check()
    first.locator("[data-action=undo]").click()
    second.wait_for_function("() => document.querySelector('.log-list').childElementCount === 2")
    there.settled()
    assert there.shown() == here.settled().shown()


@pytest.mark.corner
def test_a_game_that_is_deleted_elsewhere(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings=AT_ONCE)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    table.api.ask("DELETE", f"/api/tables/{table.id}")
    page.locator("#match span").first.wait_for()
    assert page.locator(".toast").is_visible()


class Line:
    """The page's socket, with somebody on the line."""

    def __init__(self, page: Page) -> None:
        self.open = True
        self.routes: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.routes.append(route)
        if self.open:
            route.connect_to_server()

    def say(self, error: str, data: Json) -> None:
        problem = {"code": error, "data": data, "rule": "", "sentence": error}
        self.routes[-1].send(json.dumps({"type": "error", "request": None, "error": problem}))


@pytest.mark.corner
def test_what_the_server_says_of_its_own_accord(new_page: NewPage, server: Served) -> None:
    """That a bot's move can't be written is told, and the table stays as it is."""
    page = new_page(None, settings=AT_ONCE)
    line = Line(page)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    now = table.check()
    source, take, *_ = parts_of(good_move(now["choices"], Random(1)))
    table.pick(source, take)
    line.say("store_full", {"store": "games.db"})
    told = page.locator(".toast")
    told.wait_for()
    assert told.inner_text() == table.say({"code": "store_full", "data": {"store": "games.db"}})
    assert table.picked, "nothing else has changed"
    move_on(table)


@pytest.mark.corner
def test_a_game_that_was_deleted_while_the_line_was_broken(
    new_page: NewPage, server: Served, watch: Watch
) -> None:
    watch.expect(NO_SERVER)  # What is sent just when the line breaks, a browser complains about.
    page = new_page(None, settings=AT_ONCE)
    line = Line(page)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    line.open = False
    line.routes[-1].close()
    wait_until_lost(page)
    table.api.ask("DELETE", f"/api/tables/{table.id}")
    line.open = True
    line.routes[-1].close()
    page.locator("#match span").first.wait_for()


@pytest.mark.corner
def test_a_table_that_comes_too_late_does_not_disturb(new_page: NewPage, server: Served) -> None:
    """Who went on meanwhile stays where they are."""
    page = new_page("/", settings=AT_ONCE)
    line = Line(page)
    line.open = False
    name = ApiClient(server.address).new_table([PERSON, bot()])
    page.evaluate(GO, f"/table/{name}")
    page.locator("#play").wait_for(state="detached")
    page.evaluate(GO, "/")
    page.locator("#match span").first.wait_for()
    you = {"seats": [1], "host": True, "alone": True}
    standing = ApiClient(server.address).standing(name)
    welcome = standing | {"type": "welcome", "history": [], "you": you}
    for route in line.routes:
        route.send(json.dumps(welcome))
    page.wait_for_timeout(300)
    assert page.locator("#play").is_visible()
    assert not page.locator(".table, .controls").count()


@pytest.mark.corner
def test_a_move_whose_answer_never_comes(new_page: NewPage, server: Served) -> None:
    """The line breaks for long, and with it the answer: the person is told, and may move again."""
    page = new_page(None, settings=AT_ONCE)
    line = Line(page)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    now = table.check()
    source, take, row, _ = parts_of(good_move(now["choices"], Random(1)))
    line.routes[-1].on_message(lambda _: None)
    table.pick(source, take)
    table.click(target_at(row))
    line.open = False
    line.routes[-1].close()
    wait_until_lost(page)
    told = page.locator(".toast").first
    told.wait_for()
    assert told.inner_text() == table.say({"code": "connection_lost", "data": {}})
    line.open = True
    for route in line.routes:
        route.close()
    page.locator("[data-status=picked], [data-status=turn]").wait_for()
    assert table.check() == now
    move_on(table)


@pytest.mark.corner
def test_leaving_in_the_middle_of_a_request_says_nothing(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings=AT_ONCE)
    line = Line(page)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    line.routes[-1].on_message(lambda _: None)
    page.locator("[data-action=hint]").click()
    page.evaluate(GO, "/")
    page.locator("#match span").first.wait_for()
    page.wait_for_timeout(300)
    assert not page.locator(".toast").count()
    assert not table.page.locator(".table").count()
