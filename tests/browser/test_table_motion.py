"""Tiles fly, points are counted, and it all ends in exactly the server's state, at every speed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from api_client import PERSON, ApiClient, bot, good_move
from azulejos import Game
from browser_fixtures import MATERIALS_LAID
from glass import Glass
from kept_games import PERSON as SOMEBODY
from kept_games import bot as kept_bot
from kept_games import played_game
from table_driver import Table, kept_table
from table_hands import by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

RULES = ["std", "grey", "joker", "grey+joker"]
# Looks at every frame: the most that ever moved at a time, and all that was said.
LOOK = """() => {
  window.seen = { running: 0, captions: new Set() };
  const look = () => {
    const running = document.getAnimations().filter((one) => one.playState === 'running');
    seen.running = Math.max(seen.running, running.length);
    const [one] = running;
    if (one) seen.what = one.animationName ?? one.transitionProperty ?? one.effect.target.className;
    seen.captions.add(document.querySelector('.status-now')?.textContent);
    requestAnimationFrame(look);
  };
  look();
}"""
# Figures change, each followed by a layout.
CHANGE_FIGURES = """() => {
  for (const part of ['.small .ab-score', '.status-now', '.heap-number']) {
    document.querySelector(part).textContent = '17';
    document.querySelector('.small').getBoundingClientRect();
  }
}"""
# How many moves the page has been told of.
HEARD = """
window.heard = 0;
const Known = window.WebSocket;
window.WebSocket = class extends Known {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      heard += JSON.parse(data).type === 'played';
    });
  }
};
"""
# Tiles in the air never land by themselves, from the moment on that a test says.
ENDLESS = """
window.endless = true;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const longer = endless && this.closest('.glass') ? { duration: 1e7 } : {};
  return animate.call(this, frames, { ...options, ...longer });
};
"""
SEEN = "() => ({ ...seen, captions: [...seen.captions] })"
# Every message of a move must be on the screen one frame after it came.
FRAMES = """
window.late = [];
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== 'played') return;
      requestAnimationFrame(() => {
        const shown = document.querySelector('.log-list li')?.dataset.ply;
        if (!(Number(shown) >= message.entry.ply)) late.push(message.entry.move);
      });
    });
  }
};
"""
# How long it takes from an act until the table is ready, in milliseconds.
READY_AFTER = """() => {
  window.readyAfter = new Promise((resolve) => {
    const begun = performance.now();
    const look = () => (document.querySelector('.table[data-ready]')
      ? resolve(performance.now() - begun) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
}"""
FOLD = """async (path) => {
  const { applyFlights } = await pageModule('board/view.js');
  const { start, plies } = await (await fetch(path)).json();
  const heap = (counts) => [...'BYRKWJ'].map((kind) => counts[kind] ?? 0);
  const board = ({ lines, wall, floor }) => [lines, wall, floor];
  const places = ({ displays, centre, boards, bag, lid }) => JSON.stringify(
    [displays, centre, heap(bag), heap(lid), boards.map(board)]);
  const wrong = [];
  let before = start;
  for (const { entry, state } of plies) {
    const after = applyFlights(before, entry.steps.flatMap((step) => step.flights));
    if (places(after) !== places(state)) wrong.push(entry.move);
    before = state;
  }
  return { wrong, plies: plies.length };
}"""


def last_take_is_due(game: Game) -> bool:
    """The next take ends the round: walls are tiled, points counted, tiles dealt."""
    position = game.position
    left = sum(map(bool, position.displays)) + len(set(position.centre))
    return position.round == 2 and left == 1


def late_in_a_round(game: Game) -> bool:
    position = game.position
    left = sum(map(bool, position.displays)) + len(set(position.centre))
    return position.round == 2 and position.turn == 1 and left <= 4


def start_a_move(table: Table) -> None:
    by_mouse(table, good_move(table.check()["choices"], Random(0)))


@pytest.fixture
def at_the_end_of_a_round(new_page: NewPage, server: Served) -> Callable[..., Table]:
    game = played_game(2, "std", 7, last_take_is_due)

    def sit(speed: int, page: Page | None = None) -> Table:
        name = kept_table(server, game, [SOMEBODY, SOMEBODY])
        if page is not None:
            return Table(page, server, name).visit()
        return Table(new_page(None, settings={"speed": speed}), server, name).open()

    return sit


def test_a_move_and_its_answer_at_speed_1(new_page: NewPage, server: Served) -> None:
    page = new_page(None, settings={"speed": 1})
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot()])).open()
    glass = Glass(page)
    plies = table.plies
    start_a_move(table)
    table.settled(after=plies)
    assert glass.most("flying")
    assert not page.locator(".glass > *").count()
    assert table.plies >= plies + 2
    table.check()
    assert page.locator("[data-recap]").is_visible(), "what the other did meanwhile"


@pytest.mark.corner
def test_the_end_of_a_round_at_speed_4(
    at_the_end_of_a_round: Callable[..., Table], shot: Callable[[Page, str], None]
) -> None:
    table = at_the_end_of_a_round(4)
    page = table.page
    page.evaluate(LOOK)
    glass = Glass(page)
    start_a_move(table)
    glass.wait_for("counted")  # Points are counted before your eyes.
    shot(page, "counting")
    glass.wait_for("flying", 9)
    shot(page, "dealing")
    table.settled()
    assert glass.most("rising")
    seen = page.evaluate(SEEN)
    assert len(seen["captions"]) > 5, "what happens is told meanwhile"
    assert table.check()["state"]["round"] == 3


@pytest.mark.corner
def test_skipping(at_the_end_of_a_round: Callable[..., Table]) -> None:
    """By its button, by the space bar, by a press on the table: all of it is there at once."""
    table = at_the_end_of_a_round(1)
    page = table.page

    def press_the_table() -> None:
        page.mouse.click(*table.point(".ao-centre"))

    def press_space() -> None:
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("Space")

    for skip in (page.locator("[data-action=skip]").click, press_space, press_the_table):
        glass = Glass(page)
        start_a_move(table)
        glass.wait_for("flying")
        page.evaluate(READY_AFTER)
        skip()
        assert page.evaluate("() => readyAfter") < 4000, "it would last much longer by itself"
        assert table.check()["state"]["round"] == 3
        table = at_the_end_of_a_round(1, page)


@pytest.mark.corner
def test_nobody_waits_for_what_is_in_the_air(new_page: NewPage, server: Served) -> None:
    """The next player picks a tile by key while the last one's still fly: they land."""
    page = new_page(None, settings={"speed": 1})
    page.add_init_script(ENDLESS)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, PERSON])).open()
    glass = Glass(page)
    start_a_move(table)
    glass.wait_for("flying")
    page.locator("az-offer.is-pickable").wait_for()
    page.locator('az-offer button[data-tile]:not([data-tile="F"])').last.focus()
    page.keyboard.press("Enter")
    page.locator("az-offer button[aria-pressed=true]").wait_for()
    assert not page.locator(".glass > *").count()


@pytest.mark.corner
def test_what_lies_there_only_for_now_can_not_be_picked(new_page: NewPage, server: Served) -> None:
    """Two bots have moved and one's tiles still fly: those that the other took are still shown."""
    page = new_page(None, settings={"speed": 1})
    page.add_init_script(ENDLESS)
    page.add_init_script(HEARD)
    seats = [PERSON, bot(), bot()]
    table = Table(page, server, ApiClient(server.address).new_table(seats)).open()
    page.evaluate("() => { endless = false; }")
    Glass(page)
    start_a_move(table)
    page.wait_for_function("() => heard >= 1")
    page.evaluate("() => { endless = true; }")
    page.wait_for_function("() => heard >= 3 && putOnGlass.flying > 4")
    assert page.locator("az-offer.is-pickable").count() == 0
    page.locator("[data-action=skip]").click()
    page.locator("az-offer.is-pickable").wait_for()


@pytest.mark.corner
def test_at_speed_0_nothing_waits(new_page: NewPage, server: Served) -> None:
    """Moves, bots' answers, the end of a round, a deal: each is shown in the next frame."""
    page = new_page(None, settings={"speed": 0})
    page.add_init_script(FRAMES)
    game = played_game(3, "grey", 5, late_in_a_round)
    seats = [SOMEBODY, kept_bot("novice"), SOMEBODY]
    table = Table(page, server, kept_table(server, game, seats)).open()
    glass = Glass(page)
    random = Random(1)
    while (now := table.check())["state"]["round"] == 2:
        plies = table.plies
        by_mouse(table, good_move(now["choices"], random))
        table.settled(after=plies)
    assert page.evaluate("() => late") == []
    assert [glass.most(kind) for kind in ("flying", "counted", "rising")] == [0, 0, 0]


def test_less_motion_is_no_motion(new_page: NewPage, server: Served) -> None:
    """Not while tiles go somewhere, not while a bot thinks, not while something is picked."""
    page = new_page(None, settings={"speed": 1}, reduced_motion=True)
    table = Table(page, server, ApiClient(server.address).new_table([PERSON, bot("master")])).open()
    page.evaluate(LOOK)
    glass = Glass(page)
    plies = table.plies
    start_a_move(table)
    table.settled(after=plies)
    page.locator("[data-action=hint]").click()
    page.locator("[data-hint]").wait_for()
    seen = page.evaluate(SEEN)
    assert not seen["running"], seen["what"]
    assert not glass.most("flying")
    assert len(seen["captions"]) > 2, "what happens is told all the same"
    table.check()


def test_flights_lead_to_the_servers_states(new_page: NewPage, server: Served) -> None:
    """The page's own carrying of tiles, in the page, over whole games of all rules."""
    tables = [
        kept_table(server, played_game(players, rules, 4), [SOMEBODY] * players)
        for players, rules in zip((2, 3, 4, 4), RULES, strict=True)
    ]
    page = new_page("/")
    for table in tables:
        found: Any = page.evaluate(FOLD, f"/api/tables/{table}/replay")
        assert found["plies"] > 40
        assert found["wrong"] == []


@pytest.mark.corner
def test_taken_back_while_the_tiles_fly(new_page: NewPage, server: Served) -> None:
    """What was in the air when the truth jumped has no say any more."""
    page = new_page(None, settings={"speed": 1})
    seats = [PERSON, PERSON | {"name": "Bo"}]
    table = Table(page, server, ApiClient(server.address).new_table(seats)).open()
    now = table.check()
    before = now["state"]
    glass = Glass(page)
    start_a_move(table)
    glass.wait_for("flying")
    page.keyboard.press("Control+z")
    table.stored(now["number"] + 2)
    page.wait_for_function("() => document.querySelector('.log-list').childElementCount === 1")
    page.wait_for_timeout(700)  # longer than tiles fly
    assert table.check()["state"] == before
    assert not page.locator(".glass > *").count()


def elements_styled(page: Page, script: str) -> list[int]:
    """How many were styled anew each time while a script ran.

    Work under way when the trace begins or ends is told without its count.
    """
    line = page.context.new_cdp_session(page)
    events: list[Any] = []
    ended: list[Any] = []
    line.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    line.on("Tracing.tracingComplete", lambda told: ended.append(told))
    line.send("Tracing.start", {"traceConfig": {"includedCategories": ["devtools.timeline"]}})
    page.evaluate(script)
    line.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(10)
    work = [event["args"] for event in events if event["name"] == "UpdateLayoutTree"]
    return [args["elementCount"] for args in work if "elementCount" in args]


@pytest.mark.corner
def test_a_figure_that_changes_costs_little(new_page: NewPage, server: Served) -> None:
    """While points are counted figures change with every frame: the rest is not styled anew."""
    game = played_game(4, "std", 5, lambda game: game.position.turn == 1 and len(game.moves) > 6)
    seats = [SOMEBODY, *[kept_bot("casual")] * 3]
    page = new_page(None, size=(1440, 900), settings={"speed": 0})
    Table(page, server, kept_table(server, game, seats)).open()
    page.wait_for_function(MATERIALS_LAID)  # They style everything anew.
    styled = elements_styled(page, CHANGE_FIGURES)
    assert styled
    assert max(styled) < 1000  # of some 4 000; something else may be due too
