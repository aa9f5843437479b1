"""The page's main ways, in any browser that Playwright drives."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from api_client import PERSON as ME
from api_client import ApiClient, bot, good_move
from azulejos.tables.lesson.lesson import lesson
from friends import friends_at_a_table
from friends_game import SCORES
from kept_games import PERSON, played_game
from kept_games import bot as kept_bot
from table_driver import Table, kept_table, target_at
from table_hands import (
    Way,
    by_drag,
    by_letters,
    by_mouse,
    by_tab_and_arrows,
    by_typing,
    parts_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from azulejos import Game
    from browser_fixtures import NewPage
    from serving import Served

STAGES = [stage for chapter in lesson()["chapters"] for stage in chapter["stages"]]
LAST_ROUNDS: list[tuple[Way, str]] = [
    (by_mouse, "std"),
    (by_drag, "joker"),
    (by_letters, "grey+joker"),
    (by_tab_and_arrows, "std"),
    (by_typing, "grey"),
]
"""Each way to move, by some rules."""
LOST = r"WebSocket|can.t establish a connection|NS_ERROR|request failed"


def near_the_end(game: Game) -> bool:
    return game.position.round == 5 and game.position.turn == 1


def check_the_start(page: Page) -> None:
    """From the start page to a game."""
    page.goto("/")
    page.locator("#match span").first.wait_for()
    page.locator("#play").click()
    page.wait_for_url("**/table/*")
    page.locator(".table[data-ready]").wait_for()


def check_the_last_round(way: Way, rules: str, page: Page, server: Served) -> None:
    """After every move the page shows what the server has, until the result."""
    game = played_game(2, rules, seed=2, until=near_the_end)
    table = Table(page, server, kept_table(server, game, [PERSON, kept_bot("novice")])).open()
    if way is by_typing and not page.locator("#typed-move").is_visible():
        page.keyboard.press("m")
    random = Random(rules)
    while (now := table.check())["choices"]:
        plies = table.plies
        way(table, good_move(now["choices"], random))
        table.settled(after=plies)
    page.locator("[data-panel=result] svg.curve").wait_for()
    assert page.evaluate(SCORES) == {
        str(player): score for player, score in enumerate(now["result"]["scores"], start=1)
    }


def check_friends(new_page: NewPage, club: Served) -> None:
    """Two at a table, each with a browser of their own; one comes back by a reload."""
    ana, ben = friends_at_a_table(new_page, club, "Ana", "Ben")
    for seed in range(2):
        ana.move(seed)
        ben.move(seed)
    ben.page.reload()
    ana.move()
    ben.move()
    ana.told(ben.plies)
    assert ana.shown() == ben.shown()


def check_lost_line(page: Page, served: Served) -> None:
    """The server is killed with tiles picked: the page says so, comes back, and goes on."""
    table = Table(page, served, ApiClient(served.address).new_table([ME, bot()])).open()
    now = table.check()
    source, take, line, _ = parts_of(good_move(now["choices"], Random(1)))
    table.pick(source, take)
    served.kill()
    page.locator("[data-status=lost]").wait_for()
    served.start_again()
    page.locator("[data-status=picked]").wait_for()
    assert table.check() == now
    plies = table.plies
    table.click(target_at(line))
    table.settled(after=plies)
    by_mouse(table, good_move(table.check()["choices"], Random(2)))


def check_the_lesson(page: Page) -> None:
    """From the first scene to the last, by the moves that it asks for."""
    for stage in STAGES[:-1]:
        page.locator(f".learn[data-scene='{stage['name']}']:not([data-playing])").wait_for()
        if stage["outcomes"]:
            make_its_move(page, next(iter(stage["outcomes"])))
        else:
            page.locator("[data-action=next]").click()
    page.locator(f".learn[data-scene='{STAGES[-1]['name']}']").wait_for()


def make_its_move(page: Page, move: str) -> None:
    source, take, line, column = parts_of(move)
    if take:
        group = f'az-offer button[data-source="{source}"][data-tile="{take[0]}"]'
        page.locator(group).click()
        if len(take) > 1:
            page.locator(f'.coach-chooser label[data-take="{take}"]').click()
    page.locator(f'.learn-mine [data-target="{line}/{column}"]').click()
