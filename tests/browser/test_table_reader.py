"""The table for those who listen, and for those who use the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import good_move
from azulejos import Game
from kept_games import bot, person, played_game
from table_driver import Table, group_at, kept_table
from table_hands import by_letters, parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

NAMES = ["Ana", "Bo", "Cleo"]
# Everything that is ever written into a live region, in order.
HEAR = """() => {
  window.heard = { polite: [], assertive: [] };
  for (const manner of ['polite', 'assertive']) {
    const region = document.querySelector(`body > .live-${manner}`);
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(
      (node) => heard[manner].push(node.textContent)))).observe(region, { childList: true });
  }
}"""
# What a step of a game says, in the page's words.
WORDS = """async ({ steps, names }) => {
  const { stepText } = await pageModule('text/teller.js');
  return steps.map((step) => stepText(step, (player) => names[player - 1])).filter(Boolean);
}"""
READ = """async ({ state, names }) => {
  const { boardText, displaysText, scoresText } = await pageModule('text/teller.js');
  const nameOf = (player) => names[player - 1];
  const boards = state.boards.map((board, index) => boardText(board, names[index]));
  return { displays: displaysText(state), scores: scoresText(state, nameOf), boards };
}"""


def near_the_end_of_a_round(game: Game) -> bool:
    position = game.position
    left = sum(map(bool, position.displays)) + len(set(position.centre))
    return position.round == 2 and position.turn == 1 and left <= 4


@pytest.fixture
def table(new_page: NewPage, server: Served) -> Table:
    """Ana, who plays by keyboard, against a bot called Bo and with Cleo at the same screen."""
    game = played_game(3, "grey+joker", 4, near_the_end_of_a_round)
    seats = [person("Ana"), bot("novice", "Bo"), person("Cleo")]
    page = new_page(None, settings={"speed": 0})
    return Table(page, server, kept_table(server, game, seats)).open()


def heard(page: Page, manner: str) -> list[str]:
    found: list[str] = page.evaluate("(manner) => heard[manner]", manner)
    return found


def test_every_event_is_said(table: Table) -> None:
    """Takes, falls, tiles on walls, points, floors, the deal, whose turn it is."""
    page, now = table.page, table.check()
    page.evaluate(HEAR)
    first, random = table.plies, Random(2)
    while now["state"]["round"] == 2:
        plies = table.plies
        by_letters(table, good_move(now["choices"], random))
        table.settled(after=plies)
        table.focus_kept()
        now = table.check()
    said = heard(page, "polite")
    for ply in table.api.replay(table.id)["plies"][first:]:
        entry = ply["entry"]
        if not entry["player"]:
            assert f"Round {entry['round']}: new tiles" in said
            continue
        steps = page.evaluate(WORDS, {"steps": entry["steps"], "names": NAMES})
        told = next((text for text in said if steps[0] in text), "")
        assert all(step in told for step in steps), (steps, told)
    whose = page.locator(".status-now").inner_text()
    assert whose in said[-1]


@pytest.mark.corner
def test_the_table_can_be_asked_for(table: Table, axe: Callable[..., None]) -> None:
    """By letters, one thing at a time; from the menu, all of it to read at leisure."""
    page, now = table.page, table.check()
    page.evaluate(HEAR)
    words = page.evaluate(READ, {"state": now["state"], "names": NAMES})
    for key, sentences in [
        ("o", words["displays"]),
        ("b", words["boards"][0]),
        ("v", words["boards"][1] + words["boards"][2]),
        ("s", words["scores"]),
    ]:
        page.keyboard.press(key)
        assert heard(page, "assertive")[-1] == " ".join(sentences)
    page.locator("[data-action=more]").focus()
    page.keyboard.press("Enter")
    walk(page, "[data-action=words]")
    page.keyboard.press("Enter")
    read = page.locator("dialog[open]").inner_text()
    for sentences in (words["displays"], *words["boards"]):
        assert all(sentence in read for sentence in sentences)
    axe(page)
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    table.focus_kept()


def walk(page: Page, selector: str, key: str = "Tab", most: int = 12) -> None:
    for _ in range(most):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def test_the_labels_say_what_lies_there(table: Table) -> None:
    """Groups of tiles are buttons with names; boards say what each line and row holds."""
    page, now = table.page, table.check()
    take = next(take for take in now["choices"]["takes"] if len(take["take"]) == 1)
    group = page.locator(group_at(take["source"], take["take"]))
    label = group.get_attribute("aria-label") or ""
    assert str(len(take["tiles"])) in label
    assert group.get_attribute("aria-pressed") == "false"
    for player, board in enumerate(now["state"]["boards"], start=1):
        drawn = page.locator(f"az-board[data-player='{player}']")
        assert NAMES[player - 1] in (drawn.get_attribute("aria-label") or "")
        assert str(board["score"]) in (drawn.locator(".ab-score").get_attribute("aria-label") or "")
        for part in (".ab-line", ".ab-row", ".ab-floor"):
            labels = drawn.locator(part).evaluate_all("(all) => all.map((e) => e.ariaLabel)")
            assert all(labels)
            assert len(set(labels)) == len(labels)


@pytest.mark.corner
def test_the_focus_is_never_lost(table: Table) -> None:
    """Picking, letting go, undo, hints, typing, menus, dialogs, another language, the past."""
    page, now = table.page, table.check()
    move = good_move(now["choices"], Random(1))
    source, take, line, _ = parts_of(move)
    press = page.keyboard.press

    def keeps(*keys: str) -> None:
        for key in keys:
            press(key)
            table.focus_kept()

    page.locator(group_at(source, take[0])).focus()
    keeps("Enter", "ArrowDown", "ArrowUp", "Escape")
    assert table.picked == set()
    assert page.evaluate("() => Boolean(document.activeElement.closest('az-offer'))")
    by_letters(table, move)
    table.settled(after=len(table.api.replay(table.id)["plies"]) - 1)
    table.focus_kept()
    undo_by_key(table)
    keeps("h")
    page.locator("[data-hint='1']").wait_for()
    keeps("h", "h", "l", "Escape", "d", "m", "Escape", "Shift+Tab", "Tab")
    change_language(page)
    table.focus_kept()
    page.locator(".log-entry").first.focus()
    press("Enter")
    page.locator("[data-replay=back]").wait_for()
    table.focus_kept()
    keeps("ArrowLeft", "ArrowLeft", "Home", "End", "Escape")
    assert table.status != "look"
    page.locator("body").press("?")
    page.locator("dialog[open]").wait_for()
    keeps("Tab", "Tab", "Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    table.focus_kept()
    assert table.check()["choices"] == now["choices"]
    by_letters(table, f"{source}{take}{line}")


def undo_by_key(table: Table) -> None:
    plies = table.plies
    table.page.locator(".large").focus()
    table.page.keyboard.press("u")
    table.page.wait_for_function(
        "(plies) => document.querySelector('.log-list').childElementCount < plies", arg=plies
    )
    table.settled()
    table.focus_kept()


def change_language(page: Page) -> None:
    script = "async (l) => (await pageModule('settings.js')).settings.set('language', l)"
    for language, word in (("fi", "Vihje"), ("en", "Hint")):
        page.evaluate(script, language)
        page.locator("[data-action=hint]", has_text=word).wait_for()


def test_typed_moves_answer_in_words(table: Table) -> None:
    """A question mark only tells; what is wrong is refused in the field, and nothing is lost."""
    page, now = table.page, table.check()
    move = good_move(now["choices"], Random(1))
    field, answer = page.locator("#typed-move"), page.locator("#typed-answer")
    page.keyboard.press("m")
    assert field.evaluate("(field) => field === document.activeElement")
    page.keyboard.type(f"{move.lower()}?")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('typed-answer').textContent")
    told = answer.inner_text()
    assert table.check()["number"] == now["number"]
    for wrong in ("9Z9", "nonsense"):
        field.fill(wrong)
        page.keyboard.press("Enter")
        page.locator("#typed-answer.is-wrong").wait_for()
        assert answer.inner_text() != told
        assert field.get_attribute("aria-invalid") == "true"
        assert field.input_value() == wrong
    plies, entries = table.plies, page.locator(f".log-entry[data-move='{move}']")
    earlier = entries.count()  # The same move may have been made in another round.
    field.fill(f" {move.lower()} ")
    page.keyboard.press("Enter")
    table.settled(after=plies)
    assert (field.input_value(), answer.inner_text()) == ("", "")
    assert entries.count() == earlier + 1
