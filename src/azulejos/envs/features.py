"""Observations of `std` games as features: what a small network learns fastest from.

The vector (docs/environments.md) is compact: a colour is a number from 1 to 5, and what a cell
would score has to be worked out. Features are ones and zeros, and the points of every cell.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from ..extras import importing

with importing("numpy"):
    import numpy as np
    from numpy.typing import NDArray

from ..core import observation_size
from ..rules.material import display_count

COLOURS, SIZE = 5, 5
KINDS = 6  # numbers of a place in the vector: five colours and jokers
BOARD = 48  # numbers of a board, the boards at the vector's end
MOST_IN_FEATURES = 20.0  # none is further from 0: tiles in the centre, points divided by 20

Floats = NDArray[np.float32]

ONE_HOT = np.eye(SIZE + 1, dtype=np.float32)[:, 1:]  # nothing for 0
FLOOR_ONE_HOT = np.eye(8, dtype=np.float32)
BITS = 1 << np.arange(SIZE)
SPACES = np.arange(1, SIZE + 1)
ROWS = np.arange(SIZE)[:, None]
COLUMN = (ROWS + np.arange(COLOURS)) % SIZE  # of a row's colour


def run_lengths() -> Floats:
    """For each mask of five cells and each place: the run that a tile there would be part of."""
    runs = np.zeros((32, SIZE), np.float32)
    for mask in range(32):
        for place in range(SIZE):
            first = last = place
            while first > 0 and mask >> (first - 1) & 1:
                first -= 1
            while last < SIZE - 1 and mask >> (last + 1) & 1:
                last += 1
            runs[mask, place] = last - first + 1 if last > first else 0
    return runs


RUNS = run_lengths()


def features(rows: NDArray[np.int16], players: int = 2) -> Floats:
    """Rows of numbers, one for each vector of a `std` game.

    The first ones are all that can be said about a take by itself (`take_slices`): what lies
    where, the spaces that each colour finds in each of the own lines, and what the tile scores.
    """
    count, sources = len(rows), source_count(players)
    bag = sources * KINDS
    lid, marker = bag + KINDS, bag + 2 * KINDS
    heaps = rows[:, :bag].reshape(count, sources, KINDS)[:, :, :COLOURS]
    groups = ONE_HOT[np.minimum(heaps, SIZE)]
    boards = rows[:, -players * BOARD :].reshape(count, players, BOARD)
    our_takes, our_board = board_features(boards[:, 0])
    parts: list[NDArray[Any]] = [
        heaps,
        *our_takes,
        groups,
        groups[:, 1:].sum(axis=1) / 2,  # how many displays have so many of a colour
        heaps.sum(axis=1) / 5,
        rows[:, bag : bag + COLOURS] / 10,
        rows[:, lid : lid + COLOURS] / 10,
        rows[:, marker : marker + 1],
        rows[:, marker + 1 : marker + 2] / 5,  # the round
        (boards[:, :1, 0] - boards[:, 1:, 0]) / 20,  # the leads
        *our_board,
    ]
    for other in range(1, players):
        their_takes, their_board = board_features(boards[:, other])
        parts += [*their_takes, *their_board]
    return np.concatenate([part.reshape(count, -1) for part in parts], axis=1, dtype=np.float32)


def board_features(board: NDArray[np.int16]) -> tuple[list[Floats], list[NDArray[Any]]]:
    """What concerns takes: the room for each colour in each line, and the points; then the rest."""
    count = len(board)
    lines = board[:, 1:16].reshape(count, SIZE, 3)
    colour, laid = lines[:, :, 0], lines[:, :, 1]
    wall = board[:, 16:41].reshape(count, SIZE, SIZE) > 0
    holds = ONE_HOT[colour]  # line by colour
    taken = wall[:, ROWS, COLUMN]  # likewise: the cells in the order of colours
    open_to = ~taken & ((colour == 0)[:, :, None] | (holds > 0))
    across = RUNS[wall @ BITS]
    down = RUNS[BITS @ wall].transpose(0, 2, 1)
    points = np.maximum(across + down, 1)[:, ROWS, COLUMN]
    fallen = np.minimum(board[:, 41:48].sum(axis=1), 7)
    room = ONE_HOT[(SPACES - laid)[:, :, None] * open_to]
    return (
        [room, points * open_to / 5],
        [
            board[:, :1] / 30,  # the score
            wall,
            holds,
            holds * (laid / SPACES)[:, :, None],
            laid == SPACES,
            FLOOR_ONE_HOT[fallen],
            board[:, 47:48],  # the marker
            wall.sum(axis=1) / SIZE,
            wall.sum(axis=2) / SIZE,
            taken.sum(axis=1) / SIZE,
        ],
    )


@cache
def feature_count(players: int = 2) -> int:
    """
    >>> [feature_count(players) for players in (2, 3, 4)]
    [733, 1049, 1365]
    """
    return int(features(np.zeros((1, observation_size(players)), np.int16), players).shape[1])


class TakeSlices(NamedTuple):
    """Where the features about takes lie, which come first."""

    heaps: slice  # source by colour: tiles
    room: slice  # line by colour by number of spaces: ones and zeros
    worth: slice  # line by colour: points / 5


def take_slices(players: int = 2) -> TakeSlices:
    heaps = source_count(players) * COLOURS
    room = heaps + SIZE * COLOURS * SIZE
    return TakeSlices(slice(0, heaps), slice(heaps, room), slice(room, room + SIZE * COLOURS))


def source_count(players: int) -> int:
    """The centre and the displays."""
    return 1 + display_count(players)
