"""No text at the table is cut or lies on another: six languages, many windows, page zoom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest
from test_table_looks import ask_for_a_hint, in_the_middle, pick_and_point
from test_table_still import WINDOWS

from azulejos.locales import LANGUAGES
from corners import corner_cases
from kept_games import bot, person, played_game
from looks import CROWDED, CUT, MEETING, NAMES
from table_driver import Table, kept_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

SPEAK = "async (language) => (await pageModule('text/catalogue.js')).loadTexts(language)"
# What is said to the player must be seen whole, without scrolling.
WHOLE = [".status", ".status-more", ".recap", ".strip", ".scores", ".heaps"]
CARDS = ".status, .bubble"


@pytest.fixture
def spoken(request: pytest.FixtureRequest) -> Sequence[str]:
    """By default the one whose words are longest, with corner cases the two."""
    if request.config.getoption("--long"):
        return LANGUAGES
    return ("de", "fi") if request.config.getoption("--corners") else ("fi",)


@pytest.fixture(scope="module")
def table(server: Served) -> str:
    """Four players: three moves to tell of."""
    seats = [person("Ana"), bot("novice", "Inês"), bot("advanced"), bot("master", "Maximiliana")]
    return kept_table(server, played_game(4, "grey+joker", 12, in_the_middle), seats)


def cut_or_crossed(page: Page, window: tuple[int, int]) -> list[str]:
    """A window smaller than any phone's scrolls; there too nothing is cut."""
    found: list[str] = page.evaluate(CUT, NAMES)
    if min(window) < 320:
        found = [flaw for flaw in found if "table-page: scrolls sideways" not in flaw]
    found += page.evaluate(MEETING, CARDS)
    found += page.evaluate(CROWDED, WHOLE)
    return found


@pytest.mark.covering(1)
@pytest.mark.parametrize("zoom", [1, 2, *corner_cases(1.25, 1.5)], ids=lambda zoom: f"{zoom:.0%}")
@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_is_cut(
    new_page: NewPage,
    server: Served,
    table: str,
    size: tuple[int, int],
    zoom: float,
    spoken: Sequence[str],
    shot: Callable[[Page, str], None],
) -> None:
    """A page that is zoomed in has a smaller window of larger pixels."""
    window = round(size[0] / zoom), round(size[1] / zoom)
    page = new_page(None, size=window, settings={"speed": 0}, reduced_motion=True)
    at_table = Table(page, server, table).open()
    found = []
    for state, reach in (("turn", None), ("aimed", pick_and_point), ("hint", ask_for_a_hint)):
        if reach:
            reach(at_table)
        for language in spoken:
            page.evaluate(SPEAK, language)
            found += [f"{state} {language}: {flaw}" for flaw in cut_or_crossed(page, window)]
        shot(page, f"text-{size[0]}-{zoom}-{state}")
        page.keyboard.press("Escape")
    assert not found, "\n".join(found)
