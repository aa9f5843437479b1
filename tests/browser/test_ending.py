"""The end of a game: walls together, bonuses lit, the winner, personal bests, a picture."""

from __future__ import annotations

import io
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from api_client import good_move
from azulejos import Game
from corners import corner_rows
from examples import usually
from kept_games import bot, person, played_game
from looks import OVERLAPPING
from table_driver import Table, kept_table
from table_hands import by_mouse

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from azulejos.tables.values import Seat
    from browser_fixtures import NewPage
    from serving import Served

WHAT_MATTERS = [
    *(".ending-cell", ".ending-sign", ".ending-who", ".ending-score", "[data-bonus]"),
    *(".result-title", ".result-margin", ".ending-best", ".ending .button", ".ending-points"),
]
ENDING = ".ending:not([hidden])"
# Notes all phases of the ending, with what each wall had lit when it came.
PHASES = """() => {
  window.phases = [];
  const ending = document.querySelector('.ending');
  new MutationObserver(() => {
    const lit = ending.querySelectorAll('.is-gold').length;
    const last = window.phases.at(-1);
    if (!last || last.phase !== ending.dataset.phase || last.lit !== lit) {
      window.phases.push({ phase: ending.dataset.phase, lit });
    }
  }).observe(ending, { subtree: true, attributes: true, childList: true });
}"""


def before_the_last_move(players: int, seed: int) -> tuple[Game, list[Seat]]:
    """A game that one move ends, and who sits there: the person makes it."""
    moves = len(played_game(players, "std", seed, level="greedy").moves)
    game = played_game(players, "std", seed, lambda game: len(game.moves) == moves - 1, "greedy")
    seats: list[Seat] = [bot("novice", name) for name in ("Rui", "Inês", "Vasco", "Leonor")]
    seats[game.position.turn - 1] = person("Ana")
    return game, seats[:players]


@pytest.mark.parametrize(("players", "size"), [(2, (1280, 720)), *corner_rows((4, (390, 844)))])
def test_the_walls_come_together_and_are_counted(
    new_page: NewPage, server: Served, players: int, size: tuple[int, int]
) -> None:
    """Before the reader's eyes: first the walls, then what is complete, then the winner."""
    game, seats = before_the_last_move(players, 4)
    page = new_page(None, size=size, settings={"speed": 4})
    table = Table(page, server, kept_table(server, game, seats)).open()
    page.evaluate(PHASES)
    now = table.standing()
    by_mouse(table, good_move(now["choices"], Random(1)))
    page.locator(f"{ENDING}[data-phase=told]").wait_for()
    phases = page.evaluate("window.phases")
    counted = [one["lit"] for one in phases if one["phase"] == "counting"]
    result = table.standing()["result"]
    assert counted[0] == 0
    if any(sources["rows"] for sources in result["sources"]):
        assert counted[-1] > 0, "bonuses are lit while they are counted"
    assert phases[-1] == {"phase": "told", "lit": counted[-1]}
    for player, score in enumerate(result["scores"], start=1):
        place = page.locator(f".ending-player[data-player='{player}']")
        expect(place.locator(".ending-score")).to_have_text(str(score))
        expect(place).to_have_class(
            "ending-player is-winner" if player in result["winners"] else "ending-player"
        )
        bonuses = result["sources"][player - 1]
        expect(place.locator("[data-bonus]")).to_have_count(
            sum(bool(bonuses[kind]) for kind in ("rows", "columns", "colours"))
        )


@pytest.mark.corner
def test_counting_can_be_skipped(new_page: NewPage, server: Served) -> None:
    game, seats = before_the_last_move(2, 4)
    page = new_page(None)
    table = Table(page, server, kept_table(server, game, seats)).open()
    by_mouse(table, good_move(table.standing()["choices"], Random(1)))
    page.locator("[data-action=skip-ending]").click()
    page.locator(f"{ENDING}[data-phase=told]").wait_for()
    table.settled().check()
    table.focus_kept()


@pytest.mark.parametrize(("players", "size"), [(2, (1280, 720)), (4, (360, 640))])
@pytest.mark.corner
def test_the_last_word_covers_nothing(
    new_page: NewPage, server: Served, players: int, size: tuple[int, int]
) -> None:
    """What an opponent says at the end stands under their wall, and stays."""
    game, seats = before_the_last_move(players, 4)
    page = new_page(None, size=size, settings={"speed": 4}, reduced_motion=True)
    table = Table(page, server, kept_table(server, game, seats)).open()
    by_mouse(table, good_move(table.standing()["choices"], Random(1)))
    page.locator(f"{ENDING} .bubble[data-line]").wait_for()
    assert page.evaluate(OVERLAPPING, [".bubble", *WHAT_MATTERS]) == []


def over(server: Served, seed: int, seats: list[Seat]) -> str:
    return kept_table(server, played_game(len(seats), "std", seed, level="greedy"), seats)


@pytest.mark.corner
def test_personal_bests_are_told_and_kept(new_page: NewPage, server: Served) -> None:
    """By kind of game, in this browser; a table that is looked at again says the same."""
    seats = [person("Ana"), bot("novice", "Rui")]
    names = [over(server, seed, seats) for seed in range(1, 4)]
    page = new_page(None, settings={"speed": 0})
    best, told = 0, {}
    for name in names:
        table = Table(page, server, name).open()
        score = table.standing()["result"]["scores"][0]
        note = page.locator(".ending-best")
        news = note.get_attribute("data-best")
        assert news == ("first" if not best else "score" if score > best else news)
        assert news in ("first", "score", "margin", "none")
        best = max(best, score)
        assert str(best) in note.inner_text() or news == "margin"
        told[name] = note.inner_text()
    Table(page, server, names[0]).open()
    if "first" not in told[names[0]]:
        assert page.locator(".ending-best").inner_text() == told[names[0]]


@pytest.mark.corner
def test_several_people_here_have_no_best(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings={"speed": 0})
    Table(page, server, over(server, 3, [person("Ana"), person("Bo")])).open()
    page.locator(".result-title").wait_for()
    assert not page.locator(".ending-best").count()


@pytest.mark.corner
def test_a_picture_of_the_final_table(new_page: NewPage, server: Served) -> None:
    """A PNG of our own drawing: as large as promised, with the tiles' colours in it."""
    from PIL import Image

    page = new_page(None, settings={"speed": 0})
    Table(page, server, over(server, 3, [person("<b>Ana</b>"), bot("novice", "Rui")])).open()
    with page.expect_download() as download:
        page.locator("[data-action=picture]").click()
    assert download.value.suggested_filename == "azulejos.png"
    picture = Image.open(io.BytesIO(download.value.path().read_bytes())).convert("RGB")
    assert picture.size == (2400, 1260)
    assert len(picture.resize((300, 158)).getcolors(60_000) or []) > 500


@pytest.mark.parametrize("theme", usually(("light", "dark"), "dark"))
@pytest.mark.corner
def test_axe_finds_nothing(
    new_page: NewPage, server: Served, theme: str, axe: Callable[[Page], None]
) -> None:
    seats = [person("Ana"), bot("novice", "Rui"), bot("casual"), bot("master")]
    page = new_page(None, settings={"speed": 0, "theme": theme}, size=(390, 844))
    Table(page, server, over(server, 2, seats)).open()
    axe(page)
