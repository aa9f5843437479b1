"""The ways to make a move at a table: mouse, finger, dragging, keys, keys without letters, text."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import TimeoutError as TooLateError

from table_driver import Table, group_at, target_at

TAP = 5000  # milliseconds until a person would tap again
Way = Callable[[Table, str], None]
Poke = Callable[[str], None]
# The arrow keys that lead from the focus to a group of the offer.
ARROWS = """async (selector) => {
  const { neighbour } = await pageModule('board/offer-input.js');
  const groups = [...document.querySelectorAll('az-offer button.ao-group')];
  const paths = new Map([[document.activeElement, []]]);
  for (const [from, keys] of paths) {
    if (from.matches(selector)) return keys;
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = neighbour(key, groups, from);
      if (next && !paths.has(next)) paths.set(next, [...keys, key]);
    }
  }
  throw new Error(`no arrows lead to ${selector}`);
}"""
MOVE = re.compile(r"(?P<source>\d+)(?P<take>[A-Z]+)(?P<line>\d)|(?P<row>\d)@(?P<column>\d)")


def parts_of(move: str) -> tuple[int, str, int, int]:
    """Source, take, line and column; a cell of the wall has no take."""
    found = MOVE.fullmatch(move)
    assert found, move
    if found["row"]:
        return 0, "", int(found["row"]), int(found["column"])
    return int(found["source"]), found["take"], int(found["line"]), 0


def _pointed(table: Table, move: str, poke: Poke) -> None:
    """A colour, perhaps how to take jokers, then the line; or a cell of the wall."""
    source, take, line, column = parts_of(move)
    if take:
        poke(group_at(source, take[0]))
        targets = table.page.locator(".large [data-target]").first
        try:
            # A tap is told to the page a moment later than a click.
            targets.wait_for(state="attached", timeout=TAP)
        except TooLateError:  # It missed: on a busy machine a page may still move under a finger.
            poke(group_at(source, take[0]))
            targets.wait_for(state="attached")
        _vary(table, take, poke)
    poke(target_at(line, column))


def _vary(table: Table, take: str, poke: Poke) -> None:
    """Jokers that lie there leave a choice; what is chosen at first is the page's affair."""
    if table.page.locator("[data-chooser]").count():
        poke(f'[data-chooser] label[data-take="{take}"]')
        chosen = f'[data-chooser] input[value="{take}"]:checked'
        table.page.locator(chosen).wait_for(state="attached")


def by_mouse(table: Table, move: str) -> None:
    _pointed(table, move, table.click)


def by_touch(table: Table, move: str) -> None:
    _pointed(table, move, lambda selector: table.page.touchscreen.tap(*table.point(selector)))


def by_drag(table: Table, move: str) -> None:
    """Tiles are carried by the mouse; cells and ways to take are clicked."""
    source, take, line, column = parts_of(move)
    mouse = table.page.mouse
    if column:
        table.click(target_at(line, column))
        return
    x, y = table.point(group_at(source, take[0]))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 4, y + 8)
    table.page.locator(".az-hand").wait_for(state="attached")
    if table.page.locator("[data-chooser]").count():
        # Let go beside everything the tiles stay picked, and how to take them can be chosen.
        mouse.up()
        _vary(table, take, table.click)
        table.click(target_at(line))
        return
    mouse.move(*table.point(target_at(line)), steps=3)
    mouse.up()


def by_letters(table: Table, move: str) -> None:
    """The digit of a source, arrows on it, Enter; J for jokers; the digit of a line, Enter."""
    source, take, line, column = parts_of(move)
    press = table.page.keyboard.press
    if column:
        press("l")
        _to_cell(table, line, column)
        return
    press("d")
    press(str(source))
    _arrows_to(table, group_at(source, take[0]))
    press("Enter")
    _cycle(table, take)
    press(str(line))
    press("Enter")


def by_tab_and_arrows(table: Table, move: str) -> None:
    """With no letters at all."""
    source, take, line, column = parts_of(move)
    press = table.page.keyboard.press
    if column:
        _tab_to(table, ".large [data-target]")
        _to_cell(table, line, column)
        return
    _tab_to(table, "az-offer button.ao-group")
    _arrows_to(table, group_at(source, take[0]))
    press("Enter")
    if table.page.locator("[data-chooser]").count():
        _tab_to(table, "[data-chooser] input", "Shift+Tab")
        _walk(table, f'[data-chooser] input[value="{take}"]', "ArrowRight", 4)
        _tab_to(table, ".large [data-target]")
    _walk(table, target_at(line), "ArrowDown", 6)
    press("Enter")


def by_typing(table: Table, move: str) -> None:
    table.page.locator("#typed-move").focus()
    table.page.keyboard.type(move)
    table.page.keyboard.press("Enter")


def _has_focus(table: Table, selector: str) -> bool:
    return bool(table.page.evaluate("(s) => document.activeElement.matches(s)", selector))


def _walk(table: Table, selector: str, key: str, most: int) -> None:
    for _ in range(most):
        if _has_focus(table, selector):
            return
        table.page.keyboard.press(key)
    assert _has_focus(table, selector), f"{key} does not lead to {selector}"


def _tab_to(table: Table, selector: str, key: str = "Tab") -> None:
    """Round the page at most twice."""
    _walk(table, selector, key, 400)


def _arrows_to(table: Table, selector: str) -> None:
    """Groups may glide to new places while keys are pressed; then one looks again."""
    for _ in range(4):
        for key in table.page.evaluate(ARROWS, selector):
            table.page.keyboard.press(key)
        if _has_focus(table, selector):
            return
    assert _has_focus(table, selector), f"the arrows do not lead to {selector}"


def _cycle(table: Table, take: str) -> None:
    chosen = table.page.locator("[data-chooser] input:checked")
    for _ in range(3):
        if not chosen.count() or chosen.input_value() == take:
            return
        table.page.keyboard.press("j")
    assert chosen.input_value() == take


def _to_cell(table: Table, line: int, column: int) -> None:
    _walk(table, target_at(line, column), "ArrowRight", 6)
    table.page.keyboard.press("Enter")
