"""The others on a phone: a strip with all of them, their boards one tap away; moves in short."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest
from test_table_looks import in_the_middle

from api_client import good_move, targets_of
from kept_games import bot, person, played_game
from table_driver import Table, group_at, kept_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

# Which board is in the middle of the view.
SEEN = """() => {
  const { left, width } = document.querySelector('.others').getBoundingClientRect();
  return [...document.querySelectorAll('.small')].find((board) => {
    const box = board.getBoundingClientRect();
    return box.left <= left + width / 2 && box.right >= left + width / 2;
  }).dataset.player;
}"""
# Does nothing lie over their middles?
IN_SIGHT = """(elements) => elements.map((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""
SIGNS = """(player) => [...document.querySelectorAll(
  `.at-head.seat-${player} .sign, az-board[data-player='${player}'] .sign, .strip .seat-${player}`)]
  .map((sign) => sign.outerHTML)"""


@pytest.fixture
def sit(new_page: NewPage, server: Served) -> Callable[..., Table]:
    def open_table(players: int = 4, size: tuple[int, int] = (360, 640)) -> Table:
        seats = [person("Ana"), bot("novice", "Inês"), bot("advanced"), bot("master", "Maxi")]
        game = played_game(players, "std", 12, in_the_middle)
        name = kept_table(server, game, seats[:players])
        page = new_page(None, size=size, settings={"speed": 0}, reduced_motion=True)
        return Table(page, server, name).open()

    return open_table


def chips(page: Page) -> list[tuple[str, str]]:
    names = page.locator(".strip-name").all_inner_texts()
    return list(zip(names, page.locator(".strip-score").all_inner_texts(), strict=True))


def test_the_strip_tells_who_and_how_many_points(sit: Callable[..., Table]) -> None:
    table = sit(size=(390, 844))
    page, state = table.page, table.standing()["state"]
    scores = [str(board["score"]) for board in state["boards"]]
    assert chips(page) == list(zip(["Inês", "Vasco", "Maxi"], scores[1:], strict=True))
    box = page.locator(".strip-chip").first.bounding_box()
    assert box
    assert box["height"] >= 40
    for tab in ("others", "log"):
        page.locator(f"button[data-tab={tab}]").first.click()
        assert page.locator(".strip-chip").first.is_visible(), "from everywhere"


@pytest.mark.corner
def test_on_a_low_phone_signs_stand_for_names(sit: Callable[..., Table]) -> None:
    """What is said stands beside them; names come back where there is room for them."""
    table = sit()
    page, state = table.page, table.standing()["state"]
    scores = [str(board["score"]) for board in state["boards"]]
    assert page.locator(".strip-score").all_inner_texts() == scores[1:]
    assert page.locator(".strip .sign").all_inner_texts() == ["I", "V", "M"]
    assert page.locator(".status-now").is_visible()
    for chip in page.locator(".strip-chip").all():
        box = chip.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
    page.locator(".strip-chip").first.click()
    assert page.locator(".strip-name").all_inner_texts() == ["Inês", "Vasco", "Maxi"]


def test_a_tap_shows_a_board_and_a_swipe_the_next(sit: Callable[..., Table]) -> None:
    page = sit().page
    page.locator(".strip-chip[data-seat='3']").click()
    page.wait_for_function(f"({SEEN})() === '3'")
    assert page.locator(".strip-chip[aria-pressed=true]").get_attribute("data-seat") == "3"
    page.evaluate("() => document.querySelector('.others').scrollTo({ left: 0 })")
    page.locator(".strip-chip[data-seat='2'][aria-pressed=true]").wait_for()
    assert page.evaluate(SEEN) == "2"
    page.locator(".back").click()
    assert page.locator("az-offer").is_visible()
    assert not page.locator(".others").is_visible()


@pytest.mark.corner
def test_the_open_board_stays_marked_while_the_game_goes_on(sit: Callable[..., Table]) -> None:
    table = sit()
    page, now = table.page, table.standing()
    page.locator(".strip-chip[data-seat='3']").click()
    page.locator(".strip-chip[data-seat='3'][aria-pressed=true]").wait_for()
    page.locator(".strip-chip[data-seat='3']").focus()
    move = good_move(now["choices"], Random(1))
    before = table.plies
    table.api.play(table.id, now["number"], move)
    table.settled(before)
    assert page.locator(".strip-chip[aria-pressed=true]").get_attribute("data-seat") == "3"
    assert page.evaluate("document.activeElement.dataset.seat") == "3"


@pytest.mark.corner
def test_boards_and_points_are_one_place_in_order(sit: Callable[..., Table]) -> None:
    table = sit()
    page = table.page
    page.locator(".strip-chip").first.click()
    shown = [int(score) for score in page.locator(".ranking strong").all_inner_texts()]
    scores = [board["score"] for board in table.standing()["state"]["boards"]]
    assert shown == sorted(scores, reverse=True)
    assert page.locator("az-track").is_visible()


@pytest.mark.corner
def test_all_that_happened_can_be_read(sit: Callable[..., Table]) -> None:
    """Where there is no room for the lines there is a count, which opens them."""
    page = sit(size=(360, 700)).page
    page.locator("[data-action=recap-all]").click()
    lines = page.locator("dialog .missed-list li")
    assert lines.count() == int(page.locator("[data-recap]").get_attribute("data-recap") or 0)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator("[data-action=recap-all]").wait_for(state="hidden")
    assert page.locator(".recap li").first.is_visible()


@pytest.mark.corner
def test_a_player_has_one_sign_everywhere(sit: Callable[..., Table]) -> None:
    page = sit().page
    for player in (1, 2, 3, 4):
        signs = page.evaluate(SIGNS, player)
        assert len(signs) >= 2
        assert len(set(signs)) == 1


@pytest.mark.corner
def test_the_cell_that_a_line_will_fill_is_marked(sit: Callable[..., Table]) -> None:
    table = sit(2, (1280, 720))
    page, now = table.page, table.standing()
    pattern = now["table"]["pattern"] if "table" in now else None
    for take in now["choices"]["takes"]:
        lines = [
            goal["line"]
            for goal in targets_of(now["choices"], take)
            if (goal["preview"] or {}).get("completes")
        ]
        page.keyboard.press("Escape")
        page.locator(group_at(take["source"], take["take"][0])).click()
        rows = page.locator(".large .ab-row")
        for line in lines:
            marked = rows.nth(line - 1).locator(".is-coming")
            assert marked.count() == 1, (take, line)
            if pattern:
                column = pattern[line - 1].index(take["take"])
                assert (
                    rows.nth(line - 1)
                    .locator(".ab-brick")
                    .nth(column)
                    .evaluate("(cell) => cell.classList.contains('is-coming')")
                )


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
@pytest.mark.corner
def test_who_looks_back_sees_the_others_too(
    sit: Callable[..., Table], size: tuple[int, int]
) -> None:
    """What moves through the game does not lie over them."""
    page = sit(size=size).page
    page.locator("[data-action=more]").click()
    page.locator("[data-action=replay]").click()
    page.locator(".replay-bar").wait_for()
    assert page.locator(".strip-chip").evaluate_all(IN_SIGHT) == [True, True, True]
