"""What hands feel and ears hear: taps on phones, sounds that are offered once."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import good_move
from corners import corner_cases
from kept_games import bot, person, played_game
from table_driver import Table, group_at, kept_table
from table_hands import by_mouse

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

TAPS = """window.taps = [];
Object.defineProperty(navigator, 'vibrate', { value: (pattern) => window.taps.push(pattern) });"""
KEPT = "(name) => JSON.parse(localStorage.getItem(`azulejos.${name}`))"


def move(table: Table) -> None:
    """One of mine, and what follows."""
    plies = table.plies
    by_mouse(table, good_move(table.standing()["choices"], Random(1)))
    table.settled(after=plies + 1)


def early(server: Served) -> str:
    """A game in which the person has moved twice and is to move."""

    game = played_game(
        2, "std", 5, lambda game: game.position.turn == 1 and len(game.moves) > 6, "greedy"
    )
    return kept_table(server, game, [person("Ana"), bot("novice", "Tomás")])


@pytest.mark.parametrize("calm", [False, *corner_cases(True)])
def test_a_phone_taps_for_what_i_do(new_page: NewPage, server: Served, calm: bool) -> None:
    """When tiles are picked and laid; never for who wants less motion."""
    page = new_page(None, size=(390, 844), touch=True, settings={"speed": 0}, reduced_motion=calm)
    page.add_init_script(TAPS)
    table = Table(page, server, early(server)).open()
    take = table.standing()["choices"]["takes"][0]
    page.locator(group_at(take["source"], take["take"][0])).first.tap()
    page.locator(".large .ab-hit.is-legal").first.wait_for()
    assert page.evaluate("window.taps") == ([] if calm else [[7]])
    move(table)
    taps = page.evaluate("window.taps")
    assert ([14] in taps) is not calm


@pytest.mark.corner
def test_sounds_are_offered_once(
    new_page: NewPage, server: Served, axe: Callable[[Page], None]
) -> None:
    """Beside the status line, to who has never switched them on; a yes is heard of at once."""
    page = new_page(None, settings={"speed": 4})
    table = Table(page, server, early(server)).open()
    move(table)
    card = page.locator("[data-card=sound]")
    card.wait_for()
    assert page.locator(".recap li").first.is_visible(), "what the others did is told all the same"
    axe(page)
    page.locator("[data-action=sound-yes]").click()
    card.wait_for(state="detached")
    assert page.evaluate(KEPT, "sound") is True
    table.focus_kept()


@pytest.mark.corner
def test_who_wants_no_sounds_is_not_asked_again(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings={"speed": 4})
    move(Table(page, server, early(server)).open())
    page.locator("[data-action=sound-no]").click()
    page.locator("[data-card=sound]").wait_for(state="detached")
    move(Table(page, server, early(server)).open())
    assert page.evaluate(KEPT, "soundOffered") is True
    assert not page.locator("[data-card=sound]").count()


@pytest.mark.corner
def test_where_there_is_no_room_the_ending_offers_sounds(
    new_page: NewPage, server: Served, axe: Callable[[Page], None]
) -> None:
    """On a phone no card lies over the tiles."""
    page = new_page(None, size=(360, 640), touch=True, settings={"speed": 4})
    move(Table(page, server, early(server)).open())
    assert not page.locator("[data-card=sound]").count()
    seats = [person("Ana"), bot("novice", "Tomás")]
    Table(page, server, kept_table(server, played_game(2, "std", 5, level="greedy"), seats)).open()
    page.locator("[data-action=sound-yes]").wait_for()
    axe(page)
    page.locator("[data-action=sound-yes]").tap()
    page.locator("[data-card=sound]").wait_for(state="detached")
    assert page.evaluate(KEPT, "sound") is True
