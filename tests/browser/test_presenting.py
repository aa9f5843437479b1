"""The presenter's view: large, live, and nothing to press."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from api_client import good_move
from corners import by_default

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

PEOPLE = [
    {"kind": "person", "name": name, "level": None, "colour": colour}
    for name, colour in (("Ana", 1), ("Benedikt", 2), ("Cleo", 3), ("Dag", 4))
]
OPEN = {"kind": "open", "name": "", "level": None}
QUICK: dict[str, object] = {"speed": 0}
COUNTS = (2, 4)  # of players
READABLE = 24  # pixels at 720p
FOCUSABLE = """[...document.querySelectorAll('main :is(button, a, input, [tabindex="0"])')]
  .filter((element) => !element.closest('[inert]')).length"""


def made(page: Page, *seats: dict[str, Any]) -> str:
    order = {"rules": "std", "seats": seats, "starter": 1}
    answer = page.request.post("/api/tables", data=order)
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


def move(page: Page, table: str) -> dict[str, Any]:
    """By whoever is to move: all sit at this device."""
    path = f"/api/tables/{table}"
    now = page.request.get(path).json()
    wish = {"number": now["number"], "move": good_move(now["choices"], Random(1))}
    answer = page.request.post(f"{path}/moves", data=wish)
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def size_of(page: Page, selector: str) -> list[float]:
    script = "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
    found: list[float] = page.locator(selector).evaluate_all(script)
    return found


@pytest.mark.parametrize("players", by_default(COUNTS, max(COUNTS)))
def test_a_game_is_followed_live(
    new_page: NewPage,
    club: Served,
    axe: Callable[..., None],
    shot: Callable[..., None],
    players: int,
) -> None:
    host = new_page("/", server=club, settings=QUICK)
    table = made(host, *PEOPLE[:players])
    stage = new_page(f"/present/{table}?lang=en", server=club, settings=QUICK)
    active = stage.locator(".present-player.is-active .present-name")
    assert active.inner_text() == "Ana"
    assert stage.locator("az-board").count() == players
    assert stage.locator("#header").is_hidden()
    for selector in (".present-name", ".present-score", ".present-caption, .present-round"):
        assert min(size_of(stage, selector)) >= READABLE * 0.95
    now = move(host, table)
    stage.locator(".present-player.is-active", has_text="Benedikt").wait_for()
    assert "Ana" in stage.locator(".present-caption").inner_text()
    board = stage.locator("az-board[data-player='1']")
    laid = sum(len(line) for line in now["state"]["boards"][0]["lines"])
    laid += len(now["state"]["boards"][0]["floor"].replace("F", ""))
    assert board.locator(".ab-space .az-tile, .ab-drop .az-tile").count() >= min(1, laid)
    assert stage.evaluate(FOCUSABLE) == 0
    assert stage.evaluate("document.documentElement.scrollHeight <= innerHeight")
    if players == max(COUNTS):  # It has the same parts.
        axe(stage)
    shot(stage, f"present-{players}")


@pytest.mark.corner
def test_even_a_player_s_own_browser_can_touch_nothing(new_page: NewPage, club: Served) -> None:
    host = new_page("/", server=club, settings=QUICK)
    table = made(host, *PEOPLE[:2])
    host.goto(f"/present/{table}")
    host.locator(".present-player").first.wait_for()
    assert host.evaluate(FOCUSABLE) == 0


@pytest.mark.corner
def test_one_board_on_a_clear_ground(
    new_page: NewPage, club: Served, shot: Callable[..., None]
) -> None:
    host = new_page("/", server=club, settings=QUICK)
    table = made(host, *PEOPLE[:3])
    stage = new_page(f"/present/{table}?board=2&background=clear", server=club, settings=QUICK)
    board = stage.locator(".present-boards > az-board")
    board.wait_for()
    assert board.get_attribute("data-player") == "2"
    box = board.bounding_box()
    assert box is not None
    assert box["width"] > 1200
    ground = "[document.documentElement, document.body].map((e) => getComputedStyle(e).background)"
    for found in stage.evaluate(ground):
        assert "rgba(0, 0, 0, 0)" in found
        assert "gradient" not in found
    move(host, table)
    move(host, table)
    stage.locator(".present-boards > az-board .az-tile").first.wait_for()
    assert board.get_attribute("data-player") == "2"
    assert min(size_of(stage, ".present-boards > az-board .ab-name")) >= READABLE
    shot(stage, "present-one")
    stage.goto(f"/present/{table}?board=turn&background=00ff00")
    board.wait_for()
    turn = host.request.get(f"/api/tables/{table}").json()["state"]["turn"]
    assert board.get_attribute("data-player") == str(turn)
    assert stage.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 255, 0)"


@pytest.mark.corner
def test_before_the_game_and_after_it(new_page: NewPage, club: Served) -> None:
    """It waits with those who wait, names the winner, and goes on with the rematch."""
    host = new_page("/", server=club, settings=QUICK)
    table = made(host, PEOPLE[0], PEOPLE[1], OPEN)
    stage = new_page(f"/present/{table}?lang=en", server=club, settings=QUICK)
    stage.get_by_text("Free seat").wait_for()
    acts = f"/api/tables/{table}/acts"
    assert host.request.post(acts, data={"do": "start", "fill": "novice"}).ok
    stage.locator(".present-offer").wait_for()
    for seat in (1, 2):
        assert host.request.post(acts, data={"do": "resign", "seat": seat}).ok
    stage.locator(".present-player.is-winner").wait_for()
    assert stage.locator(".present-caption").inner_text()
    assert host.request.post(acts, data={"do": "rematch", "seat": 1}).ok
    stage.wait_for_url(lambda url: "/present/" in url and table not in url)
    stage.locator(".present-player").first.wait_for()
