"""The page's main ways in WebKit: by mouse and keys, with friends, through a lost line, guided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, cast

import pytest
from main_ways import (
    LAST_ROUNDS,
    check_friends,
    check_lost_line,
    check_the_last_round,
    check_the_lesson,
    check_the_start,
)
from webkit import WebKitPage, a_screen, open_webkit

from browser_fixtures import DESKTOP, PHONE, take_shot_if_failed
from site_visitor import SiteTable, play
from system_browsers import NO_WEBKIT, find_webkit
from table_hands import Way, by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from azulejos.site.serving import SiteServer
    from browser_fixtures import NewPage
    from serving import Served

pytestmark = pytest.mark.long

PLAIN = "/web/any/favicon.svg"  # of a server's own origin, without scripts
REMEMBER = """(settings) => {
  for (const [name, value] of Object.entries(settings)) {
    localStorage.setItem(`azulejos.${name}`, JSON.stringify(value));
  }
}"""
# Of each choice: do all its options stand on one line, with its name before them?
BESIDE = """() => Object.fromEntries(
  [...document.querySelectorAll('fieldset:has(> .segments)')].map((choice) => {
    const name = document.createRange();
    name.selectNodeContents(choice.querySelector('legend'));
    const { right, top, bottom } = name.getBoundingClientRect();
    const options = [...choice.querySelectorAll('label')].map((one) => one.getBoundingClientRect());
    const isBeside = (one) => right < one.left && top < one.bottom && one.top < bottom;
    return [choice.querySelector('input').name, options.every(isBeside)];
  }))"""


@pytest.fixture(scope="module")
def screen() -> Iterator[str]:
    if find_webkit() is None:
        pytest.skip(NO_WEBKIT)
    with a_screen() as name:
        yield name


@pytest.fixture
def visit(
    screen: str, serve: Callable[..., Served], request: pytest.FixtureRequest
) -> Iterator[Callable[..., WebKitPage]]:
    """Opens browsers that are at a server, on no page yet; any error of a page fails the test.

    They are closed before servers of `serve` end.
    """
    program = find_webkit()
    assert program
    pages: list[WebKitPage] = []

    def come(
        address: str,
        size: tuple[int, int] = DESKTOP,
        settings: dict[str, object] | None = None,
        plain: str = PLAIN,
    ) -> WebKitPage:
        page = browsers.enter_context(open_webkit(program, screen, address))
        pages.append(page)
        page.resize(*size)
        page.goto(plain)
        page.evaluate(REMEMBER, settings or {})
        return page

    with ExitStack() as browsers:
        yield come
        for number, page in enumerate(pages, start=1):
            take_shot_if_failed(request, cast("Page", page), number)
    complaints = [complaint for page in pages for complaint in page.complaints]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def new_page(visit: Callable[..., WebKitPage], server: Served) -> NewPage:
    """As main ways ask for them."""
    usual = server

    def open_page(
        path: str | None = "/", *, server: Served | None = None, **how: object
    ) -> WebKitPage:
        page = visit((server or usual).address, **how)
        if path is not None:
            page.goto(path)
        return page

    return cast("NewPage", open_page)


def test_errors_are_noticed(visit: Callable[..., WebKitPage], server: Served) -> None:
    page = visit(server.address)
    page.evaluate("setTimeout(() => { throw new Error('seen'); })")
    page.evaluate("void Promise.reject('rejected')")
    page.evaluate("console.error('said')")
    page.wait_for_function("window.complaints.length === 3")
    page.reload()
    assert sorted(page.complaints) == ["Error: seen", "console error: said", "rejected: rejected"]
    page.complaints.clear()


def test_from_the_start_page_to_a_game(new_page: NewPage) -> None:
    check_the_start(new_page(None))


@pytest.mark.parametrize(("way", "rules"), LAST_ROUNDS)
def test_the_last_round(way: Way, rules: str, new_page: NewPage, server: Served) -> None:
    check_the_last_round(way, rules, new_page(None, settings={"speed": 0}), server)


def test_the_last_round_in_a_narrow_window(new_page: NewPage, server: Served) -> None:
    page = new_page(None, size=PHONE, settings={"speed": 0})
    check_the_last_round(by_mouse, "grey+joker", page, server)


def test_friends(new_page: NewPage, club: Served) -> None:
    check_friends(new_page, club)


def test_a_lost_line(new_page: NewPage, serve: Callable[..., Served]) -> None:
    served = serve()
    check_lost_line(new_page(None, settings={"speed": 0}, server=served), served)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_guided_game(size: tuple[int, int], new_page: NewPage) -> None:
    check_the_lesson(new_page("/learn", size=size, settings={"speed": 0}))


def test_without_a_server(visit: Callable[..., WebKitPage], site_server: SiteServer) -> None:
    plain = next(path for path in site_server.site if path.endswith("/favicon.svg"))
    page = visit(site_server.address, settings={"speed": 0}, plain=plain)
    page.goto("/")
    page.locator("#play").click()
    page.wait_for_url("**/#/table/*")
    table = SiteTable(cast("Page", page))
    play(table, by_mouse, 3)
    shown = table.settled().shown()
    page.reload()
    assert table.settled().shown() == shown


def test_choices_stand_beside_their_names(new_page: NewPage) -> None:
    page = new_page()
    page.locator("#setup-players-2 + label").wait_for()
    page.locator(".menu-opener").click()
    page.locator("#menu .segments").wait_for()
    beside = page.evaluate(BESIDE)
    assert beside == {"setup-players": True, "setup-wall": True, "menu-speed": True}
