"""The page's main ways in Firefox: by mouse and keys, with friends, through a lost line, guided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from main_ways import (
    LAST_ROUNDS,
    LOST,
    check_friends,
    check_lost_line,
    check_the_last_round,
    check_the_lesson,
    check_the_start,
)

from system_browsers import NO_FIREFOX, find_firefox, open_firefox

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from browser_fixtures import NewPage
    from serving import Served
    from table_hands import Way
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
    check_the_start(page)


@pytest.mark.parametrize(("way", "rules"), LAST_ROUNDS)
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
