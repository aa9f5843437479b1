"""The game without a server in Firefox: from the start page, in flight mode, through a reload."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from main_ways import LOST, near_the_end

from azulejos.notation import Record
from friends_game import SCORES
from kept_games import played_game
from site_visitor import SiteTable, Visitor, play
from system_browsers import NO_FIREFOX, find_firefox, open_firefox
from table_hands import by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.long

BRING = """async (game) => {
  const { ask } = await pageModule('net/api.js');
  return ask('POST /api/me/import', '', { games: [game] });
}"""
NAME = "abcdefghijkm"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_firefox()
    if program is None:
        pytest.skip(NO_FIREFOX)
    with open_firefox(program) as browser:
        yield browser


def in_flight_mode(guest: Visitor) -> Page:
    """The start page of a second visit, with nobody left who would answer."""
    guest.watch.expect(LOST)
    page = guest.open()
    page.locator("#play").wait_for()
    guest.close_the_host(page)
    page.reload()
    return page


def last_round(rules: str) -> str:
    """The record of a game of one person and a bot."""
    game = played_game(2, rules, seed=2, until=near_the_end)
    tags = {"Rules": rules, "Players": "2", "Player1": "Ana", "Player2": "bot:novice"}
    return str(Record(tags | {"Result": "*"}, tuple(game.moves)))


def test_from_the_start_page_to_a_game(visitor: Callable[..., Visitor]) -> None:
    play(visitor().new_game(), by_mouse, 1)


@pytest.mark.parametrize("rules", ["std", "grey+joker"])
def test_the_last_round_in_flight_mode(visitor: Callable[..., Visitor], rules: str) -> None:
    guest = visitor()
    page = in_flight_mode(guest)
    brought = page.evaluate(BRING, {"record": last_round(rules), "table": NAME})
    assert brought == {"added": 1, "known": 0, "flawed": 0}
    page.goto(f"{guest.server.address}#/table/{NAME}")
    table = SiteTable(page)
    play(table, by_mouse)
    scores = table.standing()["result"]["scores"]
    page.locator("[data-panel=result] svg.curve").wait_for()
    told = {str(player): score for player, score in enumerate(scores, start=1)}
    assert page.evaluate(SCORES) == told
    page.reload()
    page.locator("[data-panel=result] svg.curve").wait_for()
    assert page.evaluate(SCORES) == told


def test_a_whole_game_in_flight_mode(visitor: Callable[..., Visitor]) -> None:
    page = in_flight_mode(visitor())
    page.locator("#play").click()
    page.wait_for_url("**/#/table/*")
    table = SiteTable(page)
    play(table, by_mouse, 3)
    shown = table.settled().shown()
    page.reload()
    assert table.settled().shown() == shown
    play(table, by_mouse)
    assert table.standing()["result"]
