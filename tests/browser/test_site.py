"""The game without a server in Chromium: offline, in several tabs, updated, damaged, full."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING

import pytest

from api_client import good_move
from azulejos.notation import parse_record
from examples import usually
from site_visitor import ASK, KEPT, SiteTable, Visitor, play
from table_driver import assert_shown
from table_hands import by_letters, by_mouse, by_touch

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WHOLE = 1000  # more moves than a game has


@pytest.mark.parametrize("moves", usually((3, WHOLE), 3))
def test_a_game_with_the_network_cut_off(
    visitor: Callable[..., Visitor], tmp_path: Path, moves: int
) -> None:
    guest = visitor()
    asked: list[str] = []
    guest.context.on("request", lambda request: asked.append(request.url))
    page = guest.open()
    page.locator("#play").wait_for()
    guest.cut_off(page)
    page.reload()
    page.locator("#play").click()
    page.wait_for_url("**/#/table/*")
    table = SiteTable(page)
    play(table, by_mouse, moves)
    result = table.settled().standing()["result"]
    assert bool(result) == (moves == WHOLE)
    with page.expect_download() as waiting:
        if result:
            page.locator("a[download]:visible").first.click()
        else:
            page.locator("[data-action=record]").evaluate("(link) => link.click()")
    file = tmp_path / "record.azul"
    waiting.value.save_as(file)
    assert waiting.value.suggested_filename.endswith(f"{table.id}.azul")
    record = parse_record(file.read_text("utf-8"))
    assert record.result == (tuple(result["scores"]) if result else None)
    assert len(record.moves) >= moves or result
    page.goto(f"{guest.server.address}#/me")
    page.locator(".me-figures" if result else "#me-import").wait_for()
    page.goto(f"{guest.server.address}#/rules")
    page.locator(".rules-figures svg").first.wait_for()
    page.goto(f"{guest.server.address}#/")
    page.locator(f"#game-{table.id}").wait_for()
    assert asked
    own = (guest.server.address, "data:", f"blob:{guest.server.address}")
    assert [url for url in asked if not url.startswith(own)] == [], "nothing of anybody else"


@pytest.mark.corner
def test_hints_undo_and_a_game_that_is_taken_along(
    visitor: Callable[..., Visitor], tmp_path: Path
) -> None:
    guest = visitor()
    table = guest.new_game()
    before, plies = table.check(), table.plies
    table.page.locator("[data-action=hint]").click()
    table.page.locator("[data-hint='1']").wait_for()
    play(table, by_letters, 1)
    table.settled(after=plies + 1)
    table.page.locator("[data-action=undo]").click()
    table.page.wait_for_function(
        "(plies) => document.querySelector('.log-list').childElementCount <= plies", arg=plies
    )
    assert table.settled().check()["state"] == before["state"]
    play(table, by_letters, 1)
    standing = table.settled().check()
    page = table.page
    page.goto(f"{guest.server.address}#/me")
    with page.expect_download() as waiting:
        page.locator("a[download]").click()
    file = tmp_path / "games.json"
    waiting.value.save_as(file)
    page.evaluate(ASK, ["DELETE /api/tables/{id}", table.id])  # Now it is as in another browser.
    assert page.evaluate(ASK, ["GET /api/tables", ""])["tables"] == []
    with page.expect_file_chooser() as choosing:
        page.locator("#me-import").click()
    choosing.value.set_files(file)
    page.locator(".toast").first.wait_for()
    page.goto(f"{guest.server.address}#/table/{table.id}")
    again = SiteTable(page).settled()
    assert again.standing()["state"] == standing["state"]
    play(again, by_mouse, 1)


@pytest.mark.corner
def test_a_board_is_there_before_its_host_and_what_is_picked_is_played(
    visitor: Callable[..., Visitor],
) -> None:
    guest = visitor(service_workers="block")
    guest.watch.expect("registration blocked by Playwright")
    table = guest.new_game()
    play(table, by_mouse, 1)
    before = table.settled().check()
    number = before["number"]
    kept = """async ([id, number]) => {
      const { IndexedStorage } = await pageModule('site/storage.js');
      const storage = await IndexedStorage.open();
      while (!(await storage.view(id))) await new Promise((next) => setTimeout(next, 20));
    }"""
    table.page.evaluate(kept, [table.id, number])
    table.page.close()
    held: list[Route] = []
    runs = Event()  # The bots' worker asks for the file too, later.
    guest.context.route(
        "**/*.wasm", lambda route: route.continue_() if runs.is_set() else held.append(route)
    )
    again = SiteTable(guest.open(f"#/table/{table.id}"))
    again.page.wait_for_function("() => document.querySelector('.table[data-ready]')")
    assert_shown(again.shown(), before["state"])
    plies = again.plies
    by_mouse(again, good_move(before["choices"], Random(1)))
    assert held
    runs.set()
    for route in held:
        route.continue_()
    again.settled(after=plies + 1).check()


@pytest.mark.corner
def test_without_a_network_a_simple_bot_steps_in_and_that_is_told(
    visitor: Callable[..., Visitor],
) -> None:
    guest = visitor()
    guest.watch.expect(r"networks/")
    page = guest.open()
    page.locator("#play").wait_for()
    guest.cut_off(page)
    order = {
        "rules": "grey",
        "seats": [
            {"kind": "person", "name": "Ana", "level": None},
            {"kind": "bot", "name": "", "level": "casual"},
            {"kind": "bot", "name": "", "level": "casual"},
        ],
        "starter": 2,
    }
    made = "async (order) => (await pageModule('net/api.js')).ask('POST /api/tables', '', order)"
    name = page.evaluate(made, order)["id"]
    page.goto(f"{guest.server.address}#/table/{name}")
    page.locator(".toast", has_text="A simpler bot").wait_for()
    table = SiteTable(page).settled()
    play(table, by_mouse, 1)


@pytest.mark.corner
def test_two_tabs_with_the_same_game_do_not_spoil_it(visitor: Callable[..., Visitor]) -> None:
    """Not even where the storage is full: that is told, and nothing is changed.

    Chromium has no way to fill its storage on demand: the page's file says what it would.
    """
    guest = visitor()
    site = guest.server.site
    path = next(path for path in site if path.endswith("/js/site/storage.js"))
    begin, full = b"  async append(text) {\n", b"await (await fetch('/full')).text() === 'yes'"
    trouble = b"throw named(new DOMException('no room', 'QuotaExceededError'))"
    assert begin in site[path]
    site[path] = site[path].replace(begin, begin + b"if (" + full + b") " + trouble + b";\n", 1)
    site["full"] = b"no"
    one = guest.new_game()
    other = SiteTable(guest.open(f"#/table/{one.id}"))
    other.settled()
    for mover, watcher in ((one, other), (other, one)):
        plies = watcher.plies
        play(mover, by_mouse, 1)
        watcher.settled(after=plies)
        mover.settled()
        watcher.page.wait_for_function(
            "(plies) => document.querySelectorAll('.log-list > li').length === plies",
            arg=mover.plies,
        )
        assert watcher.shown() == mover.shown()
    one.page.close()
    play(other, by_mouse, 1)  # The bot's moves are this tab's from now on.
    before = other.settled().check()
    site["full"] = b"yes"
    by_mouse(other, good_move(before["choices"], Random(1)))
    other.page.get_by_text("The disk is full").first.wait_for()
    assert other.standing()["number"] == before["number"]
    site["full"] = b"no"
    play(other, by_mouse, 1)


class Reader:
    """Somebody who reads the rules while a new version comes."""

    def __init__(self, guest: Visitor) -> None:
        self.page = guest.open("#/rules")

    def settled(self) -> Reader:
        self.page.locator(".rules-figures svg").first.wait_for()
        return self

    def shown(self) -> str:
        return self.page.locator("h1").inner_text()


@pytest.mark.parametrize("where", usually(("rules", "table"), "rules"))
@pytest.mark.corner
def test_a_new_version_waits_until_it_is_wanted(
    visitor: Callable[..., Visitor], where: str
) -> None:
    guest = visitor()
    table = guest.new_game() if where == "table" else Reader(guest).settled()
    page = table.page
    page.evaluate(KEPT)
    shown = table.shown()
    page.reload()  # controlled by the service worker from its beginning
    table.settled()
    new = guest.server.site["sw.js"].decode()
    document = guest.server.site["index.html"]
    guest.server.site["index.html"] = document.replace(b"<title>azulejos<", b"<title>new azulejos<")
    from azulejos.site.page import integrity_of

    settings = json.loads(new.split("\n", 1)[0].removeprefix("self.SITE = ").rstrip(";"))
    settings["version"] = "0123456789abcdef"
    settings["files"]["index.html"] = integrity_of(guest.server.site["index.html"])
    body = new.split("\n", 1)[1]
    guest.server.site["sw.js"] = f"self.SITE = {json.dumps(settings)};\n{body}".encode()
    page.evaluate("async () => { (await navigator.serviceWorker.ready).update(); }")
    page.locator("#site-update").wait_for()
    assert table.shown() == shown
    with page.expect_navigation():
        page.locator("#site-update").click()
    assert table.settled().shown() == shown
    assert "new azulejos" in page.evaluate("async () => (await fetch('index.html')).text()")


@pytest.mark.corner
def test_a_damaged_file_is_not_run(visitor: Callable[..., Visitor]) -> None:
    guest = visitor()
    guest.watch.expect(r".")
    wasm = next(path for path in guest.server.site if path.endswith(".wasm"))
    guest.server.site[wasm] += b"\0"
    page = guest.open()
    page.locator("#play").click()
    page.locator(".toast", has_text="be loaded completely").wait_for()
    page.locator("#match span").first.wait_for()  # the start page, as the address says
    assert "#/table" not in page.url


class HeldLibrary:
    """Python's library, kept on its way until it is let go or lost."""

    def __init__(self, guest: Visitor) -> None:
        self._held: list[Route] = []
        self._comes = Event()  # The bots' worker asks for it too, later.
        guest.watch.expect("registration blocked by Playwright")
        guest.context.route("**/python_stdlib.zip", self._ask)

    def _ask(self, route: Route) -> None:
        if self._comes.is_set():
            route.continue_()
        else:
            self._held.append(route)

    def let_go(self) -> None:
        self._comes.set()
        for route in self._held:
            route.continue_()

    def lose(self) -> None:
        for route in self._held:
            route.abort()


def empty_table(page: Page) -> None:
    """Waits for it, and for most of the engine."""
    page.locator("#play").click()
    page.locator(".table[data-empty] az-board.large").wait_for()
    assert page.locator(".ao-plate").count() == 5
    assert page.locator(".ao-group:not([data-tile=F])").count() == 0
    page.locator(".status .site-loading label", has_text="Loading the game").wait_for()
    page.wait_for_function("() => document.querySelector('#site-progress').value > 5e6")
    assert "#/table" not in page.url


@pytest.mark.corner
def test_an_empty_table_is_there_before_the_engine(
    visitor: Callable[..., Visitor], axe: Callable[..., None], shot: Callable[..., None]
) -> None:
    """On a very first visit: with how far it is, and in its place the real one when it comes."""
    guest = visitor(touch=True, service_workers="block")
    library = HeldLibrary(guest)
    page = guest.open()
    empty_table(page)
    shot(page, "empty-table-phone")
    axe(page)
    library.let_go()
    page.wait_for_url("**/#/table/*")
    table = SiteTable(page).settled()
    assert page.locator(".table[data-empty]").count() == 0
    play(table, by_touch, 2)


@pytest.mark.corner
def test_an_engine_that_never_comes_is_told_at_the_empty_table(
    visitor: Callable[..., Visitor], axe: Callable[..., None], shot: Callable[..., None]
) -> None:
    guest = visitor(service_workers="block")
    library = HeldLibrary(guest)
    page = guest.open()
    empty_table(page)
    shot(page, "empty-table")
    axe(page)
    guest.watch.expect(".")  # Python complains at length of what it lacks.
    library.lose()
    page.locator(".toast", has_text="be loaded completely").wait_for()


@pytest.mark.corner
def test_who_goes_elsewhere_from_an_empty_table_stays_there(
    visitor: Callable[..., Visitor],
) -> None:
    guest = visitor(service_workers="block")
    library = HeldLibrary(guest)
    page = guest.open()
    page.locator("#play").click()
    page.locator(".table[data-empty]").wait_for()
    page.evaluate("location.hash = '#/rules'")
    page.locator(".rules-figures svg").first.wait_for()
    library.let_go()
    page.locator(".site-loading").wait_for(state="hidden")
    page.wait_for_function(
        "async () => (await (await pageModule('net/api.js')).ask('GET /api/tables')).tables.length"
    )
    assert page.url.endswith("#/rules")


@pytest.mark.corner
def test_friends_are_sent_to_a_server(visitor: Callable[..., Visitor]) -> None:
    page = visitor().open()
    page.locator("#play-friends").click()
    page.locator("#site-server").fill("nowhere")
    page.locator("dialog .button-main").click()
    page.locator(".toast", has_text="That is not an address.").wait_for()
    assert page.locator("#code").count() == 0
