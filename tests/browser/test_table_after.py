"""After the game, and before its end: stepping through what was played, and a rematch."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from api_client import Json, good_move
from kept_games import bot, person, played_game
from table_driver import Table, assert_shown, kept_table
from table_hands import by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(None, settings={"speed": 0})


def looks_at(table: Table, replay: Json, ply: int) -> None:
    """What is drawn is the position after that ply, and it is told where that is."""
    slider = table.page.locator(".replay-slider")
    expect(slider).to_have_value(str(ply))
    state = replay["plies"][ply - 1]["state"] if ply else replay["start"]
    assert_shown(table.shown(), state)
    assert (slider.get_attribute("aria-valuetext") or "").strip()


@pytest.mark.corner
def test_the_result_tells_by_how_much(page: Page, server: Served) -> None:
    """Of a game that one won by points."""
    game = played_game(2, "std", 4, level="greedy")
    table = Table(page, server, kept_table(server, game, [person("Ana"), bot("novice")])).open()
    scores = sorted(board["score"] for board in table.standing()["state"]["boards"])
    assert scores[1] > scores[0]
    assert str(scores[1] - scores[0]) in page.locator(".result-margin").inner_text()


def test_a_finished_game_is_stepped_through(page: Page, server: Served) -> None:
    """Forwards and backwards, by buttons, keys, the slider and the list of moves."""
    game = played_game(3, "grey+joker", 6)
    seats = [person("Ana"), bot("novice"), person("Bo")]
    table = Table(page, server, kept_table(server, game, seats)).open()
    replay = table.api.replay(table.id)
    last = len(replay["plies"])
    deals = [ply["entry"]["ply"] for ply in replay["plies"] if not ply["entry"]["player"]]
    page.locator("[data-action=open-replay]").click()
    page.locator("[data-replay=next]").wait_for()
    looks_at(table, replay, 0)
    press = page.keyboard.press
    for ply in range(1, 9):
        press("ArrowRight")
        looks_at(table, replay, ply)
    for button, ply in [("back", 7), ("last", last), ("next", last), ("back", last - 1)]:
        page.locator(f"[data-replay={button}]").click()
        looks_at(table, replay, ply)
    for ply in range(last - 2, last - 6, -1):
        press("ArrowLeft")
        looks_at(table, replay, ply)
    for button, ply in [("first", 0), ("round_next", deals[0]), ("round_next", deals[1])]:
        page.locator(f"[data-replay={button}]").click()
        looks_at(table, replay, ply)
    press("PageUp")
    looks_at(table, replay, deals[0])
    page.locator(".replay-slider").fill(str(last // 2))
    looks_at(table, replay, last // 2)
    page.locator(f".log-list li[data-ply='{last - 3}'] button").click()
    looks_at(table, replay, last - 3)
    page.locator("[data-replay=play]").click()
    page.wait_for_function(
        "(last) => document.querySelector('.replay-slider').value === last", arg=str(last)
    )
    looks_at(table, replay, last)
    page.locator("[data-replay=close]").click()
    page.locator("[data-panel=result]").wait_for()
    table.check()


@pytest.mark.corner
def test_looking_back_in_the_middle_of_a_game(page: Page, server: Served) -> None:
    """The game waits, nothing can be moved in the past, and then it goes on."""
    game = played_game(2, "std", 6, lambda game: game.position.round == 2)
    table = Table(page, server, kept_table(server, game, [person("Ana"), bot("novice")])).open()
    now, replay = table.check(), table.api.replay(table.id)
    page.locator(".log-list li[data-ply='3'] button").click()
    page.locator("[data-replay=next]").wait_for()
    looks_at(table, replay, 3)
    assert not page.locator("az-offer.is-pickable").count()
    page.locator("[data-replay=close]").click()
    table.settled()
    assert table.check() == now
    plies = table.plies
    by_mouse(table, good_move(now["choices"], Random(1)))
    table.settled(after=plies)
    table.check()


@pytest.mark.corner
def test_an_undo_elsewhere_ends_the_looking_back(new_page: NewPage, server: Served) -> None:
    """The position that was looked at may not be there any more; and moves count again."""
    game = played_game(2, "std", 6, lambda game: game.position.round == 2)
    name = kept_table(server, game, [person("Ana"), bot("novice")])
    pages = [new_page(None, settings={"speed": 0}) for _ in range(2)]
    here, there = (Table(page, server, name).open() for page in pages)
    plies = there.plies
    by_mouse(there, good_move(there.check()["choices"], Random(1)))
    there.settled(after=plies)
    here.page.locator(".log-list li[data-ply='3'] button").click()
    here.page.locator("[data-replay=next]").wait_for()
    there.page.locator("[data-action=undo]").click()
    here.page.locator("[data-replay=next]").wait_for(state="hidden")
    now, plies = here.settled().check(), here.plies
    by_mouse(here, good_move(now["choices"], Random(2)))
    here.settled(after=plies).check()


@pytest.mark.corner
def test_a_rematch(page: Page, server: Served) -> None:
    game = played_game(3, "joker", 2)
    seats = [person("Ana"), bot("novice", "Inês"), person("Bo")]
    table = Table(page, server, kept_table(server, game, seats)).open()
    page.locator("#rematch-starter").select_option("3")
    page.locator("[data-action=rematch]").click()
    page.wait_for_url(lambda address: table.id not in address)
    again = Table(page, server, page.url.rsplit("/", 1)[1]).settled()
    now, before = again.check(), table.standing()["table"]
    assert now["table"]["seats"] == before["seats"]
    assert (now["table"]["rules"], now["table"]["starter"]) == ("joker", 3)
    assert now["state"]["turn"] == 3
    assert page.locator(".large").get_attribute("data-player") == "3"
