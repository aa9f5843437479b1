"""The vector as planes of 5 x 5 cells, for convolutions: the cells of a wall.

Nothing is lost: every number can be read back from the planes. Works on many rows at once, so
that a learner may keep rows, which are small, and make planes of them when it learns.

Tiles of a place (a display, the bag, a floor) are in two planes. In the first one each cell has
the number of tiles of the colour that is printed there on the coloured wall, so that what is
offered lies on the cells where it could go; in the second one all cells have the number of jokers.

Each cell of each plane is looked up: the number that it shows, in a table of what to show for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..extras import importing

with importing("numpy"):
    import numpy as np

from ..core.actions import check_kind
from ..rules.material import (
    DISPLAY_SIZE,
    FLOOR_SPACES,
    LAST_ROUND,
    PLAYER_COUNTS,
    SIZE,
    TILES_A_COLOUR,
    display_count,
)
from ..rules.tiles import KINDS
from .lengths import MOST_POINTS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

# What the numbers are divided by, so that most lie between 0 and 1.
OFFERED = DISPLAY_SIZE  # displays and the centre alike: a tile counts the same wherever it lies
KEPT = TILES_A_COLOUR  # in bag and lid
FALLEN = FLOOR_SPACES
POINTS = 100
ROUNDS = 10

# The vector: places of so many kinds of tiles, five single numbers, and the boards.
KIND_COUNT = len(KINDS)
MARKER, ROUND, STARTER, LINE, TURN = range(5)
SINGLE_NUMBERS = 5
SCORE, LINES, WALL, FLOOR, FLOOR_MARKER = 0, 1, 16, 41, 47  # of a board
BOARD_NUMBERS = 48

WORDS = ("blue", "yellow", "red", "black", "white", "joker")
ROWS = np.arange(SIZE)[:, None]
COLUMNS = np.arange(SIZE)
COLOUR_AT = (COLUMNS - ROWS) % SIZE  # of the coloured wall
# A line's three numbers (colour, tiles of it, jokers) as one, by which its cells are looked up.
CELLS_OF_LINE = KIND_COUNT * SIZE
LINE_WEIGHTS = np.array([36, 6, 1], np.int16) * CELLS_OF_LINE
AT_ONCE = 64  # rows: what lies in between should stay in the processor's cache


class LookupTables:
    """What to show for a number: tables, one behind the other."""

    def __init__(self) -> None:
        self.shown: list[float] = []
        self.most: dict[int, float] = {}  # by where they begin; that of others is 1
        self.lines = self.add([cell for code in range(216) for cell in line_cells(code)])
        self.kind = [self.equal_to(kind, KIND_COUNT) for kind in range(1, KIND_COUNT + 1)]
        self.line = [self.equal_to(line, SIZE) for line in range(1, SIZE + 1)]
        self.seat = [self.equal_to(seat, max(PLAYER_COUNTS)) for seat in range(max(PLAYER_COUNTS))]

    def add(self, table: list[float]) -> int:
        """Where it begins."""
        self.shown += table
        return len(self.shown) - len(table)

    def divided_by(self, divisor: int, most: int) -> int:
        first = self.add([number / divisor for number in range(most + 1)])
        self.most[first] = most / divisor
        return first

    def equal_to(self, wanted: int, most: int) -> int:
        return self.add([float(number == wanted) for number in range(most + 1)])


def line_cells(code: int) -> Iterator[float]:
    """For each kind: which columns of a line hold it? At the right (R13): colours, then jokers."""
    colour, tiles, jokers = code // 36, code // 6 % 6, code % 6
    for kind in range(1, KIND_COUNT + 1):
        for column in range(SIZE):
            from_right = SIZE - 1 - column
            if kind == KIND_COUNT:
                yield float(tiles <= from_right < tiles + jokers)
            else:
                yield float(kind == colour and from_right < tiles)


class Plane(NamedTuple):
    """Its name; for each cell which number it shows, and by which table."""

    name: str
    number: Any
    table: Any


class PlaneLayout:
    """All planes for a number of players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.places = display_count(players) + 3  # centre, displays, bag, lid
        self.singles = self.places * KIND_COUNT
        self.boards = self.singles + SINGLE_NUMBERS
        self.size = self.boards + players * BOARD_NUMBERS
        self.tables = LookupTables()
        listed = list(self.planes())
        self.names = [plane.name for plane in listed]
        self.shape = len(listed), SIZE, SIZE
        self.numbers = np.array([full(plane.number) for plane in listed]).reshape(-1)
        self.first = np.array([full(plane.table) for plane in listed], np.int16).reshape(-1)
        self.shown = np.array(self.tables.shown, np.float32)
        begins = self.boards + BOARD_NUMBERS * np.arange(players)[:, None] + LINES
        self.lines = (begins + np.arange(3 * SIZE)).reshape(-1)

    def planes(self) -> Iterator[Plane]:
        kept = self.tables.divided_by(KEPT, TILES_A_COLOUR)
        on_display = self.tables.divided_by(OFFERED, DISPLAY_SIZE)
        others = {
            "centre": self.tables.divided_by(OFFERED, TILES_A_COLOUR),
            "bag": kept,
            "lid": kept,
        }
        displays = [f"display {number}" for number in range(1, self.places - 2)]
        for place, name in enumerate(["centre", *displays, "bag", "lid"]):
            yield from two_planes(name, place * KIND_COUNT, others.get(name, on_display))
        yield Plane("marker in the centre", self.singles + MARKER, self.tables.divided_by(1, 1))
        rounds = self.tables.divided_by(ROUNDS, LAST_ROUND + 1)
        yield Plane("round", self.singles + ROUND, rounds)
        due = np.array(self.tables.line)[:, None]
        yield Plane("line of the tiling decision", self.singles + LINE, due)
        for seat in range(self.players):
            yield from self.board_planes(seat)

    def board_planes(self, seat: int) -> Iterator[Plane]:
        tables, board = self.tables, f"board {seat}"
        first = self.boards + seat * BOARD_NUMBERS
        for kind, word in enumerate(WORDS):
            cells = first + WALL + SIZE * ROWS + COLUMNS
            yield Plane(f"{board}: wall, {word}", cells, tables.kind[kind])
        for kind, word in enumerate(WORDS):
            code = self.size + seat * SIZE + ROWS  # behind the vector, see `planes`
            yield Plane(f"{board}: lines, {word}", code, tables.lines + kind * SIZE + COLUMNS)
        yield from two_planes(
            f"{board}: floor", first + FLOOR, tables.divided_by(FALLEN, FLOOR_SPACES)
        )
        yield Plane(f"{board}: floor: marker", first + FLOOR_MARKER, tables.divided_by(1, 1))
        yield Plane(f"{board}: score", first + SCORE, tables.divided_by(POINTS, MOST_POINTS))
        yield Plane(f"{board}: started the round", self.singles + STARTER, tables.seat[seat])
        yield Plane(f"{board}: is to move", self.singles + TURN, tables.seat[seat])


def two_planes(place: str, first: int, table: int) -> Iterator[Plane]:
    yield Plane(f"{place}: colours", first + COLOUR_AT, table)
    yield Plane(f"{place}: jokers", first + KIND_COUNT - 1, table)


def full(cells: Any) -> NDArray[Any]:
    return np.broadcast_to(cells, (SIZE, SIZE))


@cache
def plane_layout(players: int) -> PlaneLayout:
    check_kind(players, "std")
    return PlaneLayout(players)


def planes(rows: ArrayLike, players: int = 2) -> NDArray[np.float32]:
    """The planes of one row, (channels, 5, 5), or of any array of rows, (…, channels, 5, 5)."""
    layout = plane_layout(players)
    rows = np.asarray(rows, np.int16)
    if rows.shape[-1:] != (layout.size,):
        raise ValueError(
            f"rows of {players} players have {layout.size} numbers, not shape {rows.shape}"
        )
    if rows.ndim == 1:
        return draw(rows, layout).reshape(layout.shape)
    many = rows.reshape(-1, layout.size)
    made = np.empty((len(many), len(layout.numbers)), np.float32)
    for first in range(0, len(many), AT_ONCE):
        made[first : first + AT_ONCE] = draw(many[first : first + AT_ONCE], layout)
    return made.reshape(*rows.shape[:-1], *layout.shape)


def draw(rows: NDArray[Any], layout: PlaneLayout) -> NDArray[np.float32]:
    lines = rows.take(layout.lines, -1).reshape(*rows.shape[:-1], -1, 3) @ LINE_WEIGHTS
    numbers = np.concatenate([rows, lines], -1)
    return layout.shown.take(numbers.take(layout.numbers, -1) + layout.first)


def plane_names(players: int = 2) -> list[str]:
    """A name for every plane; board 0 is the viewer's, board 1 the next clockwise.

    >>> names = plane_names(2)
    >>> len(names), names[:3], names[-1]
    (55, ['centre: colours', 'centre: jokers', 'display 1: colours'], 'board 1: is to move')
    """
    return list(plane_layout(players).names)


def plane_bounds(players: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the most of every cell."""
    layout = plane_layout(players)
    most = [layout.tables.most.get(int(first), 1.0) for first in layout.first]
    high = np.array(most, np.float32).reshape(layout.shape)
    return np.zeros_like(high), high
