"""The page opens in a real browser, on a desktop and on a phone, and nobody complains."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from browser_fixtures import PATIENCE
from corners import corner_cases
from kept_games import PERSON, bot, keep_game, played_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served
    from watching import Watch


def test_the_page_opens(
    page: Page, axe: Callable[..., None], shot: Callable[[Page, str], None]
) -> None:
    page.goto("/")
    page.get_by_role("main").get_by_role("heading").first.wait_for()
    assert page.title()
    axe(page)
    shot(page, "start")


def test_the_page_opens_on_a_phone(phone: Page, shot: Callable[[Page, str], None]) -> None:
    phone.goto("/")
    phone.get_by_role("main").wait_for()
    assert phone.evaluate("innerWidth") == 360
    assert phone.evaluate("navigator.maxTouchPoints") > 0
    shot(phone, "start-phone")


@pytest.mark.parametrize("language", ["de", *corner_cases("fi")])
def test_pages_are_as_asked_for(new_page: NewPage, language: str) -> None:
    page = new_page(None, locale=language, theme="dark", reduced_motion=True)
    assert page.evaluate("navigator.language") == language
    for query in ("prefers-color-scheme: dark", "prefers-reduced-motion: reduce"):
        assert page.evaluate("(query) => matchMedia(`(${query})`).matches", query)


def test_settings_are_remembered(new_page: NewPage) -> None:
    page = new_page("/", settings={"speed": 4})
    assert page.evaluate("localStorage.getItem('azulejos.speed')") == "4"


TROUBLES = {
    "console.error('broken')": "console error: broken",
    "console.warn('strange')": "console warning: strange",
    "setTimeout(() => { throw new Error('thrown'); })": "page error: thrown",
    "fetch('/nowhere')": "status 404",
    "fetch('http://127.0.0.1:1/')": "Content Security Policy",
}


def test_the_watch_sees_everything(page: Page, watch: Watch) -> None:
    page.goto("/")
    for script, complaint in TROUBLES.items():
        page.evaluate(f"() => {{ {script}; }}")
        end = time.monotonic() + PATIENCE / 1000
        while not any(complaint in found for found in watch.complaints):
            assert time.monotonic() < end, complaint
            page.wait_for_timeout(20)
    watch.expect(".*")


def test_a_game_that_was_kept_can_be_opened(page: Page, server: Served) -> None:
    game = played_game(2, "grey", seed=1)
    table = keep_game(server.folder, game, [PERSON, bot("casual")])
    answer = page.request.get(f"/api/tables/{table}").json()
    assert answer["result"]["scores"] == [board.score for board in game.position.boards]


def test_a_table_takes_few_requests(page: Page) -> None:
    """From the start it needs no more scripts; by its own address, twenty requests at most."""
    page.goto("/")
    page.locator("#match span").first.wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#play").click()
    page.locator("az-offer button[data-tile]").first.wait_for()
    # Surfaces, portraits and what opponents say come when they may.
    later = ("materials.js", "art/portraits.js", "opponents/talk.js", "play/bubbles.js")
    assert not [url for url in asked if url.endswith(".js") and not url.endswith(later)]
    asked.clear()
    page.reload()
    page.locator("az-offer button[data-tile]").first.wait_for()
    needed = [url for url in asked if not url.endswith((*later, ".svg"))]
    assert 5 <= len(needed) <= 20


COVERED = """() => {
  const lit = [...document.querySelectorAll('button[data-target].is-legal')];
  return lit.filter((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== button;
  }).map((button) => button.dataset.target);
}"""


@pytest.mark.corner
def test_every_lit_target_gets_the_pointer(page: Page, server: Served) -> None:
    game = played_game(2, "std", seed=1, until=lambda game: game.position.turn == 1)
    page.goto(f"/table/{keep_game(server.folder, game, [PERSON, bot('casual')])}")
    page.locator("az-offer.is-pickable button[data-tile]").first.click()
    page.locator("button[data-target].is-legal").first.wait_for()
    assert page.locator("button[data-target='0/0'].is-legal").count() == 1
    assert page.evaluate(COVERED) == []
