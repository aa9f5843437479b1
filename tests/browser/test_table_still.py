"""The table holds still: whatever happens in a round, what stays there stays in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from api_client import targets_of
from azulejos import Game
from browser_fixtures import AT_REST
from corners import corner_cases
from kept_games import bot, person, played_game
from table_driver import Table, group_at, kept_table, target_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

SIZES = [
    *((360, 640), (390, 844), (412, 915), (740, 360), (844, 390)),
    *((768, 1024), (820, 1180), (1024, 768)),
    *((1280, 720), (1440, 900), (1920, 1080), (3440, 1440)),
]
# One of each kind: an upright phone, one on its side, a tablet, a low window and the widest.
KINDS = [(360, 640), (740, 360), (768, 1024), (1280, 720), (3440, 1440)]
WINDOWS = [
    *((360, 640), (1280, 720)),
    *corner_cases(*KINDS[1:3], KINDS[4]),
    *(pytest.param(size, marks=pytest.mark.long) for size in SIZES if size not in KINDS),
]
STILL = 1  # pixel
# Where everything lies: displays, the centre, each tile of the offer by its kind and its number
# there, each space of my board, the other boards. What is picked up is in the hand.
PLACES = """() => {
  const found = {};
  const keep = (name, element) => {
    const { x, y, width } = element.getBoundingClientRect();
    if (width) found[name] = [x, y, width];
  };
  for (const plate of document.querySelectorAll('.ao-plate, .ao-centre')) {
    const { source } = plate.dataset;
    keep(`display ${source}`, plate);
    for (const group of plate.querySelectorAll('.ao-group')) {
      if (group.ariaPressed === 'true') continue;
      group.querySelectorAll('.ao-tile').forEach((tile, i) => (
        keep(`${group.dataset.tile} ${i + 1} at ${source}`, tile)));
    }
  }
  document.querySelectorAll('.large .az-cell').forEach((cell, i) => keep(`space ${i}`, cell));
  document.querySelectorAll('.small').forEach((board, i) => keep(`board ${i}`, board));
  return found;
}"""


def my_turn(game: Game) -> bool:
    """Early in a round: there are displays of all kinds, and some tiles in the centre."""
    position = game.position
    taken = sum(not display for display in position.displays)
    return position.round == 2 and position.turn == 1 and taken >= 1


@pytest.fixture(scope="module")
def tables(server: Served) -> Callable[[int], str]:
    """A new table for each test: a move is made there."""

    def make(players: int) -> str:
        seats = [person("Ana"), bot("novice", "Inês"), bot("novice"), bot("novice", "Maximiliana")]
        game = played_game(players, "joker", 5, my_turn, "greedy")
        return kept_table(server, game, seats[:players])

    return make


def states_of(table: Table) -> Iterator[str]:
    """One state of a round after the other, up to my next turn."""
    page, choices = table.page, table.standing()["choices"]
    yield "nothing picked"
    picks = {(take["source"], take["take"][0]): take for take in choices["takes"]}
    kinds = {tile: (source, tile) for source, tile in picks}
    for source, tile in kinds.values():
        pick(page, source, tile)
        yield f"{tile} picked"
    source, tile = next(iter(kinds.values()))
    pick(page, source, tile)
    targets = targets_of(choices, picks[source, tile])
    for target in targets:
        page.evaluate(
            "(target) => document.querySelector(target).focus()", target_at(target["line"])
        )
        yield f"line {target['line']} pointed at"
        if not target["move"]:
            page.evaluate(
                "(target) => document.querySelector(target).click()", target_at(target["line"])
            )
            yield f"line {target['line']} refused"
    page.keyboard.press("Escape")
    for level in (1, 2, 3):
        page.locator("[data-action=hint]").click()
        page.locator(f"[data-hint='{level}']").wait_for()
        yield f"hint {level}"
    page.keyboard.press("Escape")
    pick(page, source, tile)
    legal = next(target for target in targets if target["move"])
    plies = table.plies
    page.evaluate("(target) => document.querySelector(target).click()", target_at(legal["line"]))
    table.settled(after=plies + 1)
    if table.standing()["state"]["round"] == 2:
        yield "after a move of everybody"
        if page.locator("[data-action=recap-close]").is_visible():
            page.locator("[data-action=recap-close]").click()
            yield "the recap put away"


def pick(page: Page, source: int, tile: str) -> None:
    page.evaluate("(group) => document.querySelector(group).click()", group_at(source, tile))


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    return [
        f"{name}: {before[name]} {after[name]}"
        for name in before.keys() & after.keys()
        if max(abs(a - b) for a, b in zip(before[name], after[name], strict=True)) > STILL
    ]


@pytest.mark.covering(1)
@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("players", [4, *corner_cases(2, 3)])
def test_nothing_moves_in_a_round(
    new_page: NewPage,
    server: Served,
    tables: Callable[[int], str],
    size: tuple[int, int],
    players: int,
    shot: Callable[[Page, str], None],
) -> None:
    page = new_page(None, size=size, settings={"speed": 0}, reduced_motion=True)
    table = Table(page, server, tables(players)).open()
    first: dict[str, list[float]] = {}
    found = []
    for state in states_of(table):
        page.wait_for_function(AT_REST)
        places = page.evaluate(PLACES)
        assert len(places) > 60
        found += [f"{state}: {what}" for what in moved(first, places)]
        first = places | first
        shot(page, f"still-{players}-{size[0]}-{state}")
    assert not found, "\n".join(sorted(found)[:20])
