"""One's own move is seen at once, whatever the line does; the server has the last word."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import PERSON, ApiClient, Json, good_move, targets_of
from azulejos.rules import Phase
from corners import corner_cases
from examples import usually
from glass import Glass
from kept_games import PERSON as SOMEBODY
from kept_games import played_game
from table_driver import Table, kept_table, target_at
from table_hands import Way, by_drag, by_letters, by_mouse, by_typing, parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from azulejos import Game
    from browser_fixtures import NewPage
    from serving import Served

PLACES = ("displays", "centre", "boards", "bag", "lid")
TWO = [PERSON, PERSON | {"name": "Bo"}]
# What begins to move arrives only when it is made to.
# What flies stays in the air; the tiles of a new game still come in, and can be clicked.
ENDLESS = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const duration = this.closest('.glass') ? 1e7 : options.duration;
  return animate.call(this, frames, { ...options, duration });
};
"""
WAYS = [by_mouse, *corner_cases(by_letters), *usually((by_drag, by_typing))]


class SlowLine:
    """The page's socket, on which either side can be kept waiting."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.holding = False
        self.deaf = False
        self.held: list[str | bytes] = []
        self.unheard: list[str | bytes] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.route, self.server = route, route.connect_to_server()
        self.server.on_message(self._answer)
        route.on_message(self._ask)

    def _answer(self, text: str | bytes) -> None:
        if self.holding:
            self.held.append(text)
        else:
            self.route.send(text)

    def _ask(self, text: str | bytes) -> None:
        if self.deaf:
            self.unheard.append(text)
        else:
            self.server.send(text)

    def release(self) -> None:
        """What the server said arrives, and from now on all does."""
        self.holding = False
        for text in self.held:
            self.route.send(text)
        self.held.clear()

    def forward(self) -> None:
        """What the page said arrives at the server."""
        self.deaf = False
        for text in self.unheard:
            self.server.send(text)
        self.unheard.clear()

    def refuse(self, code: str) -> None:
        """What the page asked for never arrives; this is said instead."""
        self.deaf = False
        for text in self.unheard:
            asked = json.loads(text)
            if asked["type"] != "ping":
                problem = {"code": code, "data": {}, "rule": "", "sentence": code}
                answer = {"type": "error", "request": asked["request"], "error": problem}
                self.route.send(json.dumps(answer))
        self.unheard.clear()


Sit = Callable[..., tuple[Table, SlowLine]]


@pytest.fixture
def sit(new_page: NewPage, server: Served) -> Sit:
    """Two persons at one device, or a game that has come somewhere."""

    def sit_down(
        speed: int, game: Game | None = None, *, calm: bool = False, endless: bool = False
    ) -> tuple[Table, SlowLine]:
        page = new_page(None, settings={"speed": speed}, reduced_motion=calm)
        if endless:
            page.add_init_script(ENDLESS)
        line = SlowLine(page)
        if game is None:
            name = ApiClient(server.address).new_table(TWO)
        else:
            name = kept_table(server, game, [SOMEBODY] * len(game.position.boards))
        return Table(page, server, name).open(), line

    return sit_down


def lying(state: Json) -> Json:
    """Where the tiles lie."""
    lies = {place: state[place] for place in PLACES}
    return lies | {
        heap: {tile: count for tile, count in state[heap].items() if count}
        for heap in ("bag", "lid")
    }


def wait_until_moved(table: Table, before: Json) -> Json:
    """Until something else lies on the table."""
    table.page.wait_for_function(
        "(before) => document.querySelectorAll('.ao-plate .ao-tile').length !== before",
        arg=sum(map(len, before["displays"])),
    )
    return table.shown()


def move_of(now: Json) -> str:
    """From a display: its tiles are gone then."""
    choices = now["choices"]
    takes = [take for take in choices["takes"] if take["source"]]
    return good_move(choices | {"takes": takes}, Random(0))


@pytest.mark.parametrize("way", WAYS)
def test_a_move_lies_there_before_the_answer(sit: Sit, way: Way) -> None:
    """For both who share the device, one after the other."""
    table, line = sit(0)
    for _ in TWO:
        now, plies = table.check(), table.plies
        line.holding = True
        way(table, move_of(now))
        true = table.stored(now["number"] + 1)["state"]
        assert lying(wait_until_moved(table, now["state"])) == lying(true)
        assert table.plies == plies, "the page has not heard of it yet"
        assert not table.page.locator(".table[data-ready]").count(), "nobody can move meanwhile"
        line.release()
        table.settled(after=plies)
        table.check()
        table.focus_kept()


@pytest.mark.corner
def test_without_motion_it_lies_there_too(sit: Sit) -> None:
    table, line = sit(1, calm=True)
    now, plies = table.check(), table.plies
    line.holding = True
    by_mouse(table, move_of(now))
    true = table.stored(now["number"] + 1)["state"]
    assert lying(wait_until_moved(table, now["state"])) == lying(true)
    line.release()
    table.settled(after=plies)
    table.check()


@pytest.mark.corner
def test_tiles_fly_before_the_answer_and_only_once(sit: Sit) -> None:
    table, line = sit(4)
    page, now, plies = table.page, table.check(), table.plies
    move = move_of(now)
    line.holding = True
    glass = Glass(page)
    by_mouse(table, move)
    glass.wait_for("flying")
    page.wait_for_function("() => !document.querySelector('.glass > *')")
    true = table.stored(now["number"] + 1)["state"]
    assert lying(table.shown()) == lying(true), "and they have landed"
    line.release()
    table.settled(after=plies)
    table.check()
    source, *_ = parts_of(move)
    assert glass.all("flying") == len(now["state"]["displays"][source - 1])


@pytest.mark.corner
def test_the_answer_comes_while_they_fly(sit: Sit) -> None:
    table, _ = sit(1)
    now, plies = table.check(), table.plies
    move = move_of(now)
    glass = Glass(table.page)
    by_mouse(table, move)
    table.settled(after=plies)
    table.check()
    source, *_ = parts_of(move)
    assert glass.all("flying") == len(now["state"]["displays"][source - 1])


def last_take_is_due(game: Game) -> bool:
    position = game.position
    left = sum(map(bool, position.displays)) + len(set(position.centre))
    return position.round == 2 and left == 1


@pytest.mark.corner
def test_what_follows_a_move_is_played_when_it_is_told(sit: Sit) -> None:
    """The last take of a round is seen at once; the rest comes with the answer."""
    table, line = sit(4, played_game(2, "std", 7, last_take_is_due))
    page, now = table.page, table.check()
    line.holding = True
    glass = Glass(page)
    by_mouse(table, good_move(now["choices"], Random(0)))
    glass.wait_for("flying")
    page.wait_for_function("() => !document.querySelector('.glass > *')")
    table.stored(now["number"] + 1)
    walls = [board["wall"] for board in now["state"]["boards"]]
    assert [board["wall"] for board in table.shown()["boards"]] == walls
    assert not glass.most("counted")
    line.release()
    glass.wait_for("counted")
    page.locator("[data-action=skip]").click()
    table.settled()
    assert table.check()["state"]["round"] == 3


@pytest.mark.corner
def test_a_tile_for_the_wall(sit: Sit) -> None:
    """On a grey wall, where a person decides."""
    game = played_game(2, "grey", 3, lambda game: game.position.phase is Phase.TILING)
    table, line = sit(0, game)
    now, plies = table.check(), table.plies
    line.holding = True
    by_mouse(table, move := good_move(now["choices"], Random(0)))
    _, _, row, column = parts_of(move)
    cells = table.page.locator(".large .ab-row").nth(row - 1).locator(".ab-brick")
    table.page.wait_for_function(
        "(cell) => cell.dataset.tile", arg=cells.nth(column - 1).element_handle()
    )
    line.release()
    table.settled(after=plies)
    table.check()


@pytest.mark.parametrize("speed", [0, *corner_cases(1)])
def test_a_refused_move_goes_back(sit: Sit, speed: int) -> None:
    """In words, and with the tiles still picked; then it may be tried again."""
    table, line = sit(speed)
    page, now, plies = table.page, table.check(), table.plies
    move = move_of(now)
    line.deaf = True
    by_mouse(table, move)
    wait_until_moved(table, now["state"])
    line.refuse("unexpected")
    told = page.locator(".toast")
    told.wait_for()
    assert told.inner_text() == table.say({"code": "unexpected", "data": {}})
    assert table.settled().check() == now
    assert not page.locator(".glass > *").count()
    source, take, row, _ = parts_of(move)
    assert table.picked == {f"{source}{tile}" for tile in take}
    table.click(target_at(row))
    table.settled(after=plies)
    assert table.check()["number"] > now["number"]


def test_somebody_else_was_first(sit: Sit) -> None:
    """What was shown ahead goes back, what happened is played, and the refusal is told."""
    table, line = sit(1)
    page, now, plies = table.page, table.check(), table.plies
    move = move_of(now)
    other = next(
        target["move"]
        for take in now["choices"]["takes"]
        for target in targets_of(now["choices"], take)
        if target["move"] and take["source"] != parts_of(move)[0]
    )
    line.deaf = True
    by_mouse(table, move)
    wait_until_moved(table, now["state"])
    table.api.play(table.id, now["number"], other)
    table.settled(after=plies)
    table.check()
    assert page.locator(f".log-entry[data-move='{other}']").count() == 1
    line.forward()
    page.locator(".toast").wait_for()
    table.settled().check()


@pytest.mark.corner
def test_taken_back_before_the_answer(sit: Sit) -> None:
    """What is seen can be taken back: as soon as the server knows of it, it does."""
    table, line = sit(0)
    page, now, plies = table.page, table.check(), table.plies
    line.holding = True
    by_mouse(table, move_of(now))
    wait_until_moved(table, now["state"])
    page.keyboard.press("Control+z")
    line.release()
    table.stored(now["number"] + 2)
    page.wait_for_function(
        "(plies) => document.querySelector('.log-list').childElementCount === plies", arg=plies
    )
    assert lying(table.settled().check()["state"]) == lying(now["state"])
    assert not page.locator(".toast").count()


@pytest.mark.corner
def test_taken_back_while_its_tiles_are_in_the_air(sit: Sit) -> None:
    """The server has answered, and its answer waits for them to land."""
    table, _ = sit(1, endless=True)
    page, now = table.page, table.check()
    by_mouse(table, move_of(now))
    page.locator("[data-status=playing]").wait_for()
    page.keyboard.press("Control+z")
    table.stored(now["number"] + 2)
    table.settled()
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")
    assert lying(table.check()["state"]) == lying(now["state"])
    assert not page.locator(".glass > *").count()


@pytest.mark.corner
def test_the_past_is_looked_at_meanwhile(sit: Sit) -> None:
    table, line = sit(1)
    page, now = table.page, table.check()
    line.holding = True
    by_mouse(table, move_of(now))
    wait_until_moved(table, now["state"])
    page.locator(".log-list li[data-ply='1'] button").click()
    page.locator("[data-panel=status][data-status=look]").wait_for(state="attached")
    assert table.shown()["displays"] == now["state"]["displays"]
    line.release()
    table.stored(now["number"] + 1)
    page.locator("[data-replay=close]").click()
    table.settled(after=table.plies - 1)
    table.check()


@pytest.mark.corner
def test_a_line_that_breaks_takes_it_back(sit: Sit) -> None:
    """The move never arrived: the page asks anew, and shows what is true."""
    table, line = sit(1)
    now = table.check()
    line.deaf = True
    by_mouse(table, move_of(now))
    wait_until_moved(table, now["state"])
    line.deaf = False
    line.route.close()
    table.page.locator(".toast").wait_for()
    assert table.settled().check() == now
