"""Undo and hints at the table: how far back, in which words, and that both are what they say."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import PERSON, ApiClient, Json, bot, good_move
from azulejos import Game
from azulejos.rules import Phase, legal_moves
from azulejos.tables.advice.hints import HintSearch
from kept_games import PERSON as SOMEBODY
from kept_games import bot as kept_bot
from kept_games import played_game
from table_driver import Table, kept_table, target_at
from table_hands import by_mouse, parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

Shot = Callable[["Page", str], None]
UNDO = "[data-action=undo]"
HINT = "[data-action=hint]"


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(None, settings={"speed": 0})


def make_moves(table: Table, number: int) -> list[Json]:
    """Moves with the bot's answers; returns the positions before each."""
    before = []
    for seed in range(number):
        now = table.check()
        before.append(now)
        plies = table.plies
        by_mouse(table, good_move(now["choices"], Random(seed)))
        table.settled(after=plies)
    return before


def is_able(table: Table, selector: str) -> bool:
    return table.page.locator(selector).get_attribute("aria-disabled") is None


def take_back(table: Table, act: Callable[[], None]) -> Json:
    """Waits until the server has taken something back."""
    number = table.standing()["number"]
    plies = table.plies
    act()
    table.page.wait_for_function(
        "(plies) => document.querySelector('.log-list').childElementCount < plies", arg=plies
    )
    table.settled()
    now = table.check()
    assert now["number"] == number + 1, "an undo is one entry"
    return now


def test_any_number_of_moves_against_a_bot(page: Page, server: Served) -> None:
    """By the button, by Ctrl+Z and by a letter; the displays are as they were each time."""
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    assert not is_able(table, UNDO)
    before = make_moves(table, 3)
    acts = [
        lambda: page.locator(UNDO).click(),
        lambda: page.keyboard.press("Control+z"),
        lambda: page.keyboard.press("u"),
    ]
    for act in acts:
        now = take_back(table, act)
        assert now["state"] == before.pop()["state"]
    assert not is_able(table, UNDO)
    page.locator(UNDO).click(force=True)
    page.locator(".toast").wait_for()
    assert table.check()["number"] == now["number"]
    make_moves(table, 1)


@pytest.mark.corner
def test_back_to_the_start_of_the_round(page: Page, server: Served) -> None:
    game = played_game(2, "std", 7, lambda game: game.position.round == 2)
    table = Table(page, server, kept_table(server, game, [SOMEBODY, kept_bot("novice")])).open()
    before = make_moves(table, 3)

    def by_menu() -> None:
        page.locator("[data-action=more]").click()
        page.locator("[data-action=back]").click()

    now = take_back(table, by_menu)
    assert now["state"]["round"] == 2
    assert now["state"]["displays"] == before[0]["state"]["displays"]
    assert not is_able(table, UNDO)


def last_take_is_due(game: Game) -> bool:
    """The person's next move ends the round."""
    position = game.position
    left = sum(map(bool, position.displays)) + len(set(position.centre))
    return position.turn == 1 and position.round == 2 and left == 1


@pytest.mark.corner
def test_never_back_across_a_deal(page: Page, server: Served) -> None:
    """The new tiles have been seen: what came before them stays."""
    game = played_game(2, "std", 8, last_take_is_due)
    assert last_take_is_due(game)
    table = Table(page, server, kept_table(server, game, [SOMEBODY, SOMEBODY])).open()
    assert is_able(table, UNDO)
    now = table.check()
    assert now["state"]["round"] == 2
    make_moves(table, 1)
    assert table.check()["state"]["round"] == 3
    assert not is_able(table, UNDO)
    page.keyboard.press("Control+z")
    page.locator(".toast").wait_for()
    assert table.check()["state"]["round"] == 3


def a_cell_is_due(game: Game) -> bool:
    """The last of them: nothing else is due before the next deal."""
    return game.position.phase is Phase.TILING and game.position.turn == 2


def hint_text(page: Page, level: int) -> str:
    return page.locator(f"[data-hint='{level}']").inner_text()


def test_a_hint_in_three_steps(page: Page, server: Served, shot: Shot) -> None:
    game = played_game(3, "grey+joker", 2, lambda game: game.position.round == 3)
    seats = [SOMEBODY] * 3
    table = Table(page, server, kept_table(server, game, seats)).open()
    number = table.check()["number"]
    page.locator(HINT).click()
    texts = [hint_text(page, 1)]
    glowing = page.locator("az-offer [data-source].is-look")
    assert glowing.count() == 1
    source = int(glowing.get_attribute("data-source") or "-1")
    assert not table.picked, "at first only where to look"
    shot(page, "hint-1")
    page.locator(HINT).click()
    texts.append(hint_text(page, 2))
    assert {int(group[:-1]) for group in table.picked} == {source}
    chosen = page.locator(".large [data-target].is-chosen")
    assert chosen.count() == 1
    target = chosen.get_attribute("data-target")
    shot(page, "hint-2")
    page.locator(HINT).click()
    texts.append(hint_text(page, 3))
    shot(page, "hint-3")
    assert len(set(texts)) == 3
    assert len(texts[2]) > len(texts[1]), "the move, and why"
    told = page.locator(".live-polite").inner_text()
    assert all(text in told for text in texts)
    assert table.check()["number"] == number, "a hint changes nothing"
    plies = table.plies
    chosen.click()
    table.settled(after=plies)
    move = table.api.replay(table.id)["plies"][plies]["entry"]["move"]
    played_source, _, line, _ = parts_of(move)
    assert (played_source, f"{line}/0") == (source, target)
    assert not page.locator("[data-hint]").count()


def is_compared(game: Game) -> bool:
    """Near the end of a round, where a search sees everything: each time the same."""
    position = game.position
    few = position.phase is Phase.OFFER and len(legal_moves(position)) < 20
    return few and position.turn == 1 and HintSearch(position).advise().comparison is not None


@pytest.mark.corner
def test_a_hint_is_compared_with_another_move(page: Page, server: Served, shot: Shot) -> None:
    game = played_game(2, "std", 5, is_compared)
    Table(page, server, kept_table(server, game, [SOMEBODY, kept_bot("casual")])).open()
    for level in (1, 2):
        page.locator(HINT).click()
        page.locator(f"[data-hint='{level}']").wait_for()
        assert not page.locator(".is-instead").count()
    page.locator(HINT).click()
    assert "ompared with" in hint_text(page, 3)
    groups = page.locator("az-offer .ao-group.is-instead")
    assert groups.count() == 1
    shot(page, "hint-compared")
    page.keyboard.press("Escape")
    assert not page.locator(".is-instead").count()


@pytest.mark.corner
def test_hints_for_the_wall_can_be_followed(page: Page, server: Served) -> None:
    game = played_game(2, "grey", 3, a_cell_is_due)
    table = Table(page, server, kept_table(server, game, [SOMEBODY, SOMEBODY])).open()
    while (now := table.check())["state"]["phase"] == "tiling":
        page.locator(HINT).click()
        page.locator("[data-hint='1']").wait_for()
        page.locator(HINT).click()
        target = page.locator(".large [data-target].is-chosen").get_attribute("data-target") or ""
        line, column = map(int, target.split("/"))
        plies = table.plies
        table.click(target_at(line, column))
        table.settled(after=plies)
        assert table.check()["number"] > now["number"]
