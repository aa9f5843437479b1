"""A table as somebody at the screen sees and handles it: by mouse, touch, keys or typed moves.

What lies on the table is read from the elements, tile by tile, and compared with what the server
says. A move is made as a person makes it; no function of the page is called for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from api_client import ApiClient, Json
from kept_games import keep_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from azulejos import Game
    from azulejos.tables.values import Seat
    from serving import Served

# What lies on the table, as it is drawn; boards that are a tap away are drawn when there is time.
SHOWN = """async () => {
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const drawn = () => all(document, 'az-board').every((board) => board.firstChild);
  while (!drawn()) await new Promise(requestIdleCallback);
  const place = (letter) => 'FBYRKWJ'.indexOf(letter);
  const sorted = (letters) => [...letters].sort((a, b) => place(a) - place(b)).join('');
  const tiles = (cells, none) => cells.map((cell) => cell.dataset.tile || none).join('');
  const heap = (plate) => sorted(all(plate, '.ao-group').map(
    (group) => group.dataset.tile.repeat(all(group, '.ao-tile').length)).join(''));
  const counts = (name) => Object.fromEntries(all(document, `[data-heap=${name}] [data-kind]`).map(
    (kind) => [kind.dataset.kind, Number(kind.querySelector('.heap-number').textContent)]));
  const boards = {};
  for (const board of all(document, 'az-board[data-player]')) {
    boards[board.dataset.player] = {
      score: Number(board.querySelector('.ab-score').textContent),
      lines: all(board, '.ab-line').map((line) => sorted(tiles(all(line, '.ab-space'), ''))),
      wall: all(board, '.ab-row').map((row) => tiles(all(row, '.ab-brick'), '.')),
      floor: tiles(all(board, '.ab-tread'), ''),
    };
  }
  return {
    displays: all(document, '.ao-plate').map(heap),
    centre: heap(document.querySelector('.ao-centre')),
    boards: Object.keys(boards).sort().map((player) => boards[player]),
    bag: counts('bag'), lid: counts('lid'),
    round: Number(document.querySelector('[data-round]').textContent.match(/\\d+/)[0]),
    active: all(document, 'az-board.is-active').map((board) => Number(board.dataset.player)),
  };
}"""
# A point of an element where a pointer really meets it, and not something above it. What glides
# to its place is waited for, as a hand does.
POINT = """async (selector) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const find = () => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`there is no ${selector}`);
    const parts = element.querySelectorAll('.ao-tile');
    for (const part of parts.length ? parts : [element]) {
      const { left, top, width, height } = part.getBoundingClientRect();
      for (const [x, y] of [[0.5, 0.5], [0.2, 0.5], [0.5, 0.2], [0.2, 0.2], [0.8, 0.8]]) {
        const point = { x: left + x * width, y: top + y * height };
        if (element.contains(document.elementFromPoint(point.x, point.y))) return point;
      }
    }
    return null;
  };
  let before = find();
  for (let tries = 0; tries < 120; tries += 1) {
    await frame();
    const now = find();
    if (now && before && now.x === before.x && now.y === before.y) return now;
    before = now;
  }
  throw new Error(`${selector} can't be met by a pointer`);
}"""
FOCUS = """() => {
  const { activeElement: e } = document;
  const within = e.closest('.table-page, #header, dialog') && e !== document.getElementById('page');
  return within && e.checkVisibility({ visibilityProperty: true }) ? '' : e.outerHTML.slice(0, 200);
}"""

# Asks until the server has come to this message.
STORED = """async ([id, number]) => {
  for (let tries = 0; tries < 500; tries += 1) {
    const now = await (await fetch(`/api/tables/${id}`)).json();
    if (now.number >= number) return now;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`there is no message ${number}`);
}"""
GO = "(path) => { history.pushState(null, '', path); dispatchEvent(new Event('popstate')); }"
HERE = """(id) => document.querySelector('[data-action=record]')?.href.includes(id)"""


def group_at(source: int, tile: str) -> str:
    return f'button.ao-group[data-source="{source}"][data-tile="{tile}"]'


def target_at(line: int, column: int = 0) -> str:
    return f'.large [data-target="{line}/{column}"]'


def kept_table(server: Served, game: Game, seats: Sequence[Seat]) -> str:
    """A table where this game has been played; in a thread, for Playwright has the loop of ours."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(keep_game, server.folder, game, seats).result()


class Table:
    """One table, on a page and at its server."""

    def __init__(self, page: Page, server: Served, table: str) -> None:
        self.page = page
        self.api = ApiClient(server.address)
        self.id = table

    def open(self) -> Table:
        self.page.goto(f"/table/{self.id}")
        return self.settled()

    def visit(self) -> Table:
        """From another page of ours, without loading everything anew."""
        self.page.evaluate(GO, f"/table/{self.id}")
        self.page.wait_for_function(HERE, arg=self.id)
        return self.settled()

    def reload(self) -> Table:
        self.page.reload()
        return self.settled()

    # What is seen

    def settled(self, after: int = 0) -> Table:
        """Somebody here may move or the game is over, and more than `after` plies were told."""
        self.page.wait_for_function(
            """(after) => document.querySelector('.table[data-ready]')
              && (document.querySelector('.log-list')?.childElementCount ?? 0) > after""",
            arg=after,
            polling=40,
        )
        return self

    @property
    def plies(self) -> int:
        return self.page.locator(".log-list > li").count()

    def shown(self) -> Json:
        shown: Json = self.page.evaluate(SHOWN)
        return shown

    def standing(self) -> Json:
        return self.api.standing(self.id)

    def stored(self, number: int) -> Json:
        """How things stand as soon as the server has this message, whatever the page has heard."""
        now: Json = self.page.evaluate(STORED, [self.id, number])
        return now

    def check(self) -> Json:
        """What is drawn is what the server says; returns how things stand there."""
        now = self.standing()
        assert_shown(self.shown(), now["state"])
        return now

    @property
    def status(self) -> str:
        return self.page.locator("[data-panel=status]").get_attribute("data-status") or ""

    def focus_kept(self) -> None:
        """The keyboard is somewhere that can be seen."""
        assert not (lost := self.page.evaluate(FOCUS)), f"the focus is at {lost}"

    # What is done

    def point(self, selector: str) -> tuple[float, float]:
        found = self.page.evaluate(POINT, selector)
        return found["x"], found["y"]

    def click(self, selector: str) -> None:
        self.page.mouse.click(*self.point(selector))

    def pick(self, source: int, tile: str) -> None:
        self.click(group_at(source, tile))
        self.page.locator(target_at(0)).wait_for(state="attached")

    @property
    def picked(self) -> set[str]:
        """The groups that are lit as picked."""
        found = self.page.locator("az-offer .ao-group[aria-pressed=true]")
        return set(found.evaluate_all("(all) => all.map((g) => g.dataset.source + g.dataset.tile)"))

    def say(self, problem: Json) -> str:
        """The sentence that people read for a problem."""
        script = """async (problem) =>
          (await pageModule('text/catalogue.js')).errorText(problem)"""
        sentence = str(self.page.evaluate(script, problem))
        assert sentence
        assert "{" not in sentence
        return sentence


def assert_shown(shown: Json, state: Json) -> None:
    for place in ("displays", "centre", "boards", "bag", "lid", "round"):
        wanted = state[place]
        if place in ("bag", "lid"):
            wanted = {kind: state[place].get(kind, 0) for kind in shown[place]}
        assert shown[place] == wanted, place
    over = state["phase"] not in ("offer", "tiling")
    assert shown["active"] == ([] if over else [state["turn"]])
