"""The vector as planes of 5 x 5 cells, for convolutions: the cells of a wall.

Nothing is lost: every number can be read back from the planes. Works on many rows at once, so
that a learner may keep rows, which are small, and make planes of them when it learns.

Tiles of a place (a display, the bag, a floor) are in two planes. In the first one each cell has
the number of tiles of the colour that is printed there on the coloured wall, so that what is
offered lies on the cells where it could go; in the second one all cells have the number of jokers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.actions import check_kind
from ..rules.material import (
    DISPLAY_SIZE,
    FLOOR_SPACES,
    LAST_ROUND,
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

KIND_COUNT = len(KINDS)
WORDS = ("blue", "yellow", "red", "black", "white", "joker")
COLOUR_AT = (np.arange(SIZE) - np.arange(SIZE)[:, None]) % SIZE  # by row and column of a wall
FROM_RIGHT = np.arange(SIZE)[::-1]  # R13: how many spaces of a line are to the right of a column
KIND_NUMBERS = np.arange(1, KIND_COUNT + 1, dtype=np.int16)[:, None, None]
BOARD_PLANES = 2 * KIND_COUNT + 6
SCALARS = 5  # marker, round, who started, line of a decision, who is to move
BOARD_NUMBERS = 48


class Plane(NamedTuple):
    """A plane's name, and the most that a cell of it can be."""

    name: str
    most: float = 1.0


def plane_names(players: int = 2) -> list[str]:
    """A name for every plane; board 0 is the viewer's, board 1 the next clockwise.

    >>> names = plane_names(2)
    >>> len(names), names[:3], names[-1]
    (55, ['centre: colours', 'centre: jokers', 'display 1: colours'], 'board 1: is to move')
    """
    return [plane.name for plane in all_planes(players)]


def all_planes(players: int) -> list[Plane]:
    displays = [f"display {number}" for number in range(1, display_count(players) + 1)]
    table = [*two_planes("centre", TILES_A_COLOUR / OFFERED)]
    for place in (*displays, "bag", "lid"):
        table += two_planes(place)
    table += [
        Plane("marker in the centre"),
        Plane("round", (LAST_ROUND + 1) / ROUNDS),
        Plane("line of the tiling decision"),
    ]
    boards = [plane for board in range(players) for plane in board_planes(f"board {board}")]
    return table + boards


def two_planes(place: str, most: float = 1.0) -> Iterator[Plane]:
    yield Plane(f"{place}: colours", most)
    yield Plane(f"{place}: jokers", most)


def board_planes(board: str) -> Iterator[Plane]:
    for where in ("wall", "lines"):
        for word in WORDS:
            yield Plane(f"{board}: {where}, {word}")
    yield from two_planes(f"{board}: floor")
    yield Plane(f"{board}: floor: marker")
    yield Plane(f"{board}: score", MOST_POINTS / POINTS)
    yield Plane(f"{board}: started the round")
    yield Plane(f"{board}: is to move")


def plane_bounds(players: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the most of every cell."""
    most = np.array([plane.most for plane in all_planes(players)], np.float32)
    high = np.broadcast_to(most[:, None, None], (len(most), SIZE, SIZE)).copy()
    return np.zeros_like(high), high


def planes(rows: ArrayLike, players: int = 2) -> NDArray[np.float32]:
    """The planes of one row, (channels, 5, 5), or of any array of rows, (…, channels, 5, 5)."""
    rows = np.asarray(rows)
    check_kind(players, "std")
    places = display_count(players) + 3  # centre, displays, bag, lid
    size = places * KIND_COUNT + SCALARS + players * BOARD_NUMBERS
    if rows.shape[-1:] != (size,):
        raise ValueError(f"rows of {players} players have {size} numbers, not shape {rows.shape}")
    table = 2 * places + 3
    made = np.empty((*rows.shape[:-1], table + players * BOARD_PLANES, SIZE, SIZE), np.float32)
    scalars = places * KIND_COUNT
    boards = made[..., table:, :, :].reshape(*rows.shape[:-1], players, BOARD_PLANES, SIZE, SIZE)
    draw_places(made, rows, places)
    draw_scalars(made[..., 2 * places : table, :, :], rows[..., scalars : scalars + SCALARS])
    draw_boards(boards, rows[..., scalars + SCALARS :], players)
    for plane, number in ((-2, scalars + 2), (-1, scalars + 4)):  # who started, who is to move
        here = rows[..., number, None] == np.arange(players)
        boards[..., plane, :, :] = here[..., None, None]
    return made


def draw_places(made: NDArray[np.float32], rows: NDArray[Any], places: int) -> None:
    heaps = rows[..., : places * KIND_COUNT].reshape(*rows.shape[:-1], places, KIND_COUNT)
    scale = np.full(places, 1 / OFFERED, np.float32)
    scale[-2:] = 1 / KEPT
    draw_heaps(
        made[..., 0 : 2 * places : 2, :, :],
        made[..., 1 : 2 * places : 2, :, :],
        heaps * scale[:, None],
    )


def draw_heaps(
    colours: NDArray[np.float32], jokers: NDArray[np.float32], heaps: NDArray[np.float32]
) -> None:
    colours[:] = heaps[..., COLOUR_AT]
    jokers[:] = heaps[..., -1, None, None]


def draw_scalars(made: NDArray[np.float32], scalars: NDArray[Any]) -> None:
    """The marker and the round in all cells, the line of a decision as that row of cells."""
    made[..., 0, :, :] = scalars[..., 0, None, None]
    made[..., 1, :, :] = scalars[..., 1, None, None] / np.float32(ROUNDS)
    rows_due = scalars[..., 3, None] == np.arange(1, SIZE + 1)
    made[..., 2, :, :] = rows_due[..., None]


def draw_boards(made: NDArray[np.float32], numbers: NDArray[Any], players: int) -> None:
    boards = numbers.reshape(*numbers.shape[:-1], players, BOARD_NUMBERS)
    lines = boards[..., 1:16].reshape(*boards.shape[:-1], SIZE, 3)
    wall = boards[..., 16:41].reshape(*boards.shape[:-1], SIZE, SIZE)
    made[..., :KIND_COUNT, :, :] = wall[..., None, :, :] == KIND_NUMBERS
    made[..., KIND_COUNT : 2 * KIND_COUNT, :, :] = (
        line_cells(lines)[..., None, :, :] == KIND_NUMBERS
    )
    rest = made[..., 2 * KIND_COUNT :, :, :]
    fallen: NDArray[np.float32] = np.divide(boards[..., 41:47], FALLEN, dtype=np.float32)
    draw_heaps(rest[..., 0, :, :], rest[..., 1, :, :], fallen)
    rest[..., 2, :, :] = boards[..., 47, None, None]
    rest[..., 3, :, :] = boards[..., 0, None, None] / np.float32(POINTS)


def line_cells(lines: NDArray[Any]) -> Any:
    """The kind in each space of the lines, which lie at the right (R13): colours, then jokers."""
    colour, tiles, jokers = (lines[..., number, None] for number in range(3))
    coloured = colour * (tiles > FROM_RIGHT)
    return coloured + KIND_COUNT * ((tiles <= FROM_RIGHT) & (tiles + jokers > FROM_RIGHT))
