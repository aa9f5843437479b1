"""The page's main ways in Firefox: by mouse and keys, with friends, through a lost line, guided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from main_ways import LOST, check_friends, check_lost_line, check_the_last_round, check_the_lesson

from system_browsers import NO_FIREFOX, find_firefox, open_firefox
from table_hands import Way, by_drag, by_letters, by_mouse, by_tab_and_arrows, by_typing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from browser_fixtures import NewPage
    from serving import Served
    from watching import Watch

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_firefox()
    if program is None:
        pytest.skip(NO_FIREFOX)
    with open_firefox(program) as browser:
        yield browser


def test_from_the_start_page_to_a_game(page: Page) -> None:
    page.goto("/")
    page.locator("#match span").first.wait_for()
    page.locator("#play").click()
    page.wait_for_url("**/table/*")
    page.locator(".table[data-ready]").wait_for()


@pytest.mark.parametrize(
    ("way", "rules"),
    [
        (by_mouse, "std"),
        (by_drag, "joker"),
        (by_letters, "grey+joker"),
        (by_tab_and_arrows, "std"),
        (by_typing, "grey"),
    ],
)
def test_the_last_round(way: Way, rules: str, new_page: NewPage, server: Served) -> None:
    check_the_last_round(way, rules, new_page(None, settings={"speed": 0}), server)


def test_friends(new_page: NewPage, club: Served) -> None:
    check_friends(new_page, club)


def test_a_lost_line(new_page: NewPage, serve: Callable[..., Served], watch: Watch) -> None:
    watch.expect(LOST)
    served = serve()
    check_lost_line(new_page(None, settings={"speed": 0}, server=served), served)


def test_the_guided_game(new_page: NewPage) -> None:
    check_the_lesson(new_page("/learn", settings={"speed": 0}))
