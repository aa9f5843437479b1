"""A player's board: pattern lines, wall, floor line, name and score, laid out as on the page."""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Board, RuleSet, Tile
from ..rules.material import FLOOR_PENALTIES, FLOOR_SPACES, SIZE, coloured_cell
from .canvas import BOLD, END, MIDDLE, Box, SvgCanvas
from .layout import BOARD_EDGE, BOARD_PAD, CARD_RADIUS
from .letters import shortened

FACE = 0.93  # of a space
WALL = 5.65  # where it begins, in spaces
FLOOR = 5.5


@dataclass(frozen=True, slots=True)
class BoardLabel:
    """What stands on a board besides its tiles."""

    name: str
    note: str
    active: bool = False
    winner: bool = False
    due: int = 0  # the line whose tile is to be laid


def draw_board(
    canvas: SvgCanvas, area: Box, space: float, board: Board, rules: RuleSet, sign: BoardLabel
) -> None:
    edge = "good" if sign.winner else "cobalt"
    marked = sign.active or sign.winner
    if marked:
        canvas.rect(area.inner(1.25), "none", CARD_RADIUS - 1.25, stroke=edge, width=2.5)
    scale = _Scale(
        canvas, area.x + (BOARD_PAD + BOARD_EDGE) * space, area.y + BOARD_PAD * space, space
    )
    scale.head(board, sign)
    with canvas.group("lines"):
        scale.lines(board, sign.due)
    with canvas.group("wall"):
        scale.wall(board, rules)
    with canvas.group("floor"):
        scale.floor(board)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Turns spaces into the canvas's measure."""

    canvas: SvgCanvas
    left: float
    top: float
    space: float

    def _at(self, column: float, row: float) -> tuple[float, float, float]:
        edge = (1 - FACE) / 2
        u = self.space
        return self.left + (column + edge) * u, self.top + (row + edge) * u, FACE * u

    def _fill(self, tile: Tile | None, column: float, row: float, hint: str = "") -> None:
        if tile is None:
            self.canvas.slot(hint, *self._at(column, row))
        else:
            self.canvas.tile(tile, *self._at(column, row))

    def head(self, board: Board, sign: BoardLabel) -> None:
        """In the corner that the stairs of the pattern lines leave free."""
        u, canvas = self.space, self.canvas
        colour = "good" if sign.winner else "cobalt" if sign.active else "ink"
        name = shortened(sign.name, 0.44 * u, 3.75 * u)
        canvas.write(name, self.left, self.top + 0.42 * u, 0.44 * u, colour, weight=BOLD)
        if sign.note:
            note = shortened(sign.note, 0.31 * u, 2.85 * u)
            canvas.write(note, self.left, self.top + 0.86 * u, 0.31 * u, "ink-2")
        score = str(board.score)
        canvas.write(score, self.left, self.top + 1.93 * u, 1.0 * u, colour, weight=10)

    def lines(self, board: Board, due: int) -> None:
        for row, line in enumerate(board.lines):
            # R13: from the right.
            tiles: list[Tile | None] = [*line.tiles, *[None] * line.free]
            if due == line.size:
                self._light(4 - row, row, line.size)
            for index, tile in enumerate(tiles):
                self._fill(tile, 4 - index, row)
            x, y, _ = self._at(4 - row, row)
            self._number(str(line.size), x, y)
            self._arrow(row, lit=due == line.size)

    def _light(self, column: int, row: int, spaces: int) -> None:
        u = self.space
        box = Box(self.left + column * u, self.top + row * u, spaces * u, u)
        self.canvas.rect(box, "lit-soft", 0.17 * u, stroke="lit", width=0.06 * u)

    def _number(self, text: str, x: float, y: float) -> None:
        u = self.space
        size = 0.26 * u
        self.canvas.write(text, x - 0.09 * u, y + 0.55 * u, size, "ink-2", anchor=END)

    def _arrow(self, row: int, lit: bool) -> None:
        u = self.space
        x, y = self.left + 5.34 * u, self.top + (row + 0.5) * u
        self.canvas.arrow(x, y, 0.1 * u, "lit" if lit else "line-2")

    def wall(self, board: Board, rules: RuleSet) -> None:
        u = self.space
        mortar = Box(self.left + 5.62 * u, self.top - 0.03 * u, 5.06 * u, 5.06 * u)
        self.canvas.rect(mortar, "mortar", 0.15 * u)
        for row in range(1, SIZE + 1):
            for column in range(1, SIZE + 1):
                hint = "" if rules.grey_wall else coloured_cell(row, column)
                self._fill(board.cell(row, column), WALL + column - 1, row - 1, hint)

    def floor(self, board: Board) -> None:
        u = self.space
        # A marker that finds the floor full stands beside it (E1).
        for index in range(max(FLOOR_SPACES, len(board.floor))):
            tile = board.floor[index] if index < len(board.floor) else None
            self._fill(tile, index, FLOOR)
        for index, penalty in enumerate(FLOOR_PENALTIES):
            x = self.left + (index + 0.5) * u
            self.canvas.write(
                f"−{penalty}", x, self.top + 5.41 * u, 0.3 * u, "bad", weight=BOLD, anchor=MIDDLE  # noqa: RUF001
            )  # fmt: skip
        x, y, _ = self._at(0, FLOOR)
        self._number("0", x, y)
