"""The opponents: faces, what they say, and who comes after the one that was beaten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from azulejos import Game
from azulejos.rules import WonBy
from kept_games import bot, person, played_game
from looks import OVERLAPPING
from table_driver import Table, kept_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

LEVELS = ("novice", "beginner", "casual", "medium", "skilled", "advanced", "expert", "master")
FETCHED = (
    """(name) => performance.getEntriesByType('resource').some((one) => one.name.includes(name))"""
)
TABLES = "**/table/*"


def won_by_the_first(players: int = 2) -> Game:
    """The same game every time, won by points."""
    for seed in range(1, 50):
        game = played_game(players, "std", seed, level="greedy")
        outcome = game.outcome
        if outcome and outcome.winners == (1,) and outcome.won_by is WonBy.POINTS:
            return game
    raise AssertionError("nobody won")


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
@pytest.mark.corner
def test_the_opponent_greets_once(new_page: NewPage, size: tuple[int, int]) -> None:
    """In the corner that the floor line leaves free."""
    page = new_page("/", size=size, settings={"speed": 0})
    page.locator("#play").click()
    page.wait_for_url(TABLES)
    bubble = page.locator(".bubble[data-line=hello]")
    expect(bubble).to_contain_text("Coffee is on.")
    assert page.evaluate(OVERLAPPING, [".bubble", ".ab-tread", ".ab-brick", ".ab-space"]) == []
    page.locator(".table[data-ready]").wait_for()
    page.locator("button.ao-group").first.click()
    assert not bubble.count()  # What was picked up may go to any line, also below a bubble.
    page.reload()
    page.locator(".table[data-ready]").wait_for()
    page.locator(".ab-face svg").first.wait_for(state="attached")


@pytest.mark.corner
def test_who_wants_silence_has_it(new_page: NewPage) -> None:
    """Switched off in the menu; then nothing of it is even fetched."""
    page = new_page("/", settings={"speed": 0})
    page.locator(".menu-opener").click()
    page.locator("#menu-talk").uncheck()
    page.keyboard.press("Escape")
    page.locator("#play").click()
    page.wait_for_url(TABLES)
    page.locator(".table[data-ready]").wait_for()
    page.locator(".ab-face svg").first.wait_for()
    assert not page.evaluate(FETCHED, "opponents/talk.js")
    assert not page.locator(".bubble").count()


@pytest.mark.corner
def test_beat_one_and_the_next_is_introduced(
    new_page: NewPage, server: Served, axe: Callable[[Page], None]
) -> None:
    """At the same table, one tap away; and who was beaten has a star on the start page."""
    page = new_page(None, settings={"speed": 0})
    seats = [person("Ana"), bot("casual", "Inês")]
    Table(page, server, kept_table(server, won_by_the_first(), seats)).open()
    card = page.locator(".next-opponent")
    expect(card).to_have_attribute("data-next", "medium")
    expect(card).to_contain_text("Next: Duarte")
    card.locator("svg").wait_for()
    axe(page)
    with page.expect_navigation(url=TABLES):
        card.locator("[data-action=next-opponent]").click()
    table = Table(page, server, page.url.rsplit("/", 1)[1]).settled()
    names = [(seat["name"], seat["level"]) for seat in table.standing()["table"]["seats"]]
    assert names == [("Ana", None), ("Duarte", "medium")]
    page.goto("/")
    page.locator("#seat-1-who option").first.wait_for(state="attached")
    options = page.locator("#seat-1-who option").all_inner_texts()
    starred = [option for option in options if "★" in option]
    assert starred == ["Inês (Casual) ★ · 1057"]
    assert len([option for option in options if "(" in option]) == len(LEVELS), "nothing is locked"


@pytest.mark.corner
def test_after_the_strongest_there_is_nobody(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings={"speed": 0})
    seats = [person("Ana"), bot("master", "Matilde")]
    Table(page, server, kept_table(server, won_by_the_first(), seats)).open()
    expect(page.locator(".next-opponent")).to_contain_text("nobody here is stronger")
    assert not page.locator("[data-action=next-opponent]").count()


@pytest.mark.corner
def test_who_loses_meets_nobody_new(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings={"speed": 0})
    seats = [bot("casual", "Inês"), person("Ana")]
    Table(page, server, kept_table(server, won_by_the_first(), seats)).open()
    page.locator(".result-margin").wait_for()
    assert not page.locator(".next-opponent").count()


@pytest.mark.corner
def test_every_opponent_has_a_face(new_page: NewPage) -> None:
    """On the start page, whoever is chosen; no two drawings are alike."""
    page = new_page("/")
    drawn = set()
    for level in LEVELS:
        page.locator("#seat-1-who").select_option(level)
        face = page.locator(f".seat-sign [data-face={level}] svg")
        face.wait_for()
        drawn.add(face.locator("g").first.inner_html())
        assert page.locator(".seat-about").inner_text()
    assert len(drawn) == len(LEVELS)
