"""The same in a Firefox that knows fingers only, at the size of a phone: its clicks are taps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from main_ways import check_the_last_round, check_the_lesson

from browser_fixtures import PHONE
from system_browsers import NO_FIREFOX, find_firefox, open_firefox
from table_hands import by_mouse as by_finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser_fixtures import NewPage
    from serving import Served

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_firefox()
    if program is None:
        pytest.skip(NO_FIREFOX)
    with open_firefox(program, touch=True) as browser:
        yield browser


def test_it_is_a_phone(new_page: NewPage) -> None:
    page = new_page("/", size=PHONE)
    assert page.evaluate("[navigator.maxTouchPoints, matchMedia('(pointer: coarse)').matches]") == [
        5,
        True,
    ]
    page.evaluate("addEventListener('pointerdown', (e) => { window.met = e.pointerType; })")
    page.mouse.click(10, 300)
    page.wait_for_function("window.met === 'touch'")


@pytest.mark.parametrize("rules", ["std", "grey+joker"])
def test_the_last_round(rules: str, new_page: NewPage, server: Served) -> None:
    page = new_page(None, size=PHONE, settings={"speed": 0})
    check_the_last_round(by_finger, rules, page, server)


def test_the_guided_game(new_page: NewPage) -> None:
    check_the_lesson(new_page("/learn", size=PHONE, settings={"speed": 0}))
