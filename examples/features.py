"""What a network is shown in the examples, from the observations of `std` games of two players.

An observation (docs/research.md) is compact: a colour is a number from 1 to 5, and what a cell
would score has to be worked out. A small network learns much faster from *features*: ones and
zeros, and the points of every cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

SOURCES, COLOURS, LINES, SIZE = 6, 5, 6, 5  # the centre and five displays; the floor and five lines
ACTIONS = SOURCES * COLOURS * LINES
BOARD = 48  # numbers a board in an observation, the two boards at its end

# The first features tell what lies where, the spaces that each colour finds in each of our lines,
# and what the tile will score: all that can be said about a take by itself.
HEAPS = slice(0, SOURCES * COLOURS)
ROOM = slice(HEAPS.stop, HEAPS.stop + SIZE * COLOURS * SIZE)
WORTH = slice(ROOM.stop, ROOM.stop + SIZE * COLOURS)
ABOUT_TAKES = WORTH.stop

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


def features(rows: NDArray[np.int16]) -> Floats:
    """What the network is shown instead of these observations."""
    count = len(rows)
    heaps = rows[:, :36].reshape(count, SOURCES, 6)[:, :, :COLOURS]
    groups = ONE_HOT[np.minimum(heaps, SIZE)]
    own, other = rows[:, -2 * BOARD : -BOARD], rows[:, -BOARD:]
    our_takes, our_board = board_features(own)
    their_takes, their_board = board_features(other)
    parts: list[NDArray[Any]] = [
        heaps,
        *our_takes,
        groups,
        groups[:, 1:].sum(axis=1) / 2,  # how many displays have so many of a colour
        heaps.sum(axis=1) / 5,
        rows[:, 36:41] / 10,  # the bag
        rows[:, 42:47] / 10,  # the lid
        rows[:, 48:49],  # the marker in the centre
        rows[:, 49:50] / 5,  # the round
        (own[:, :1] - other[:, :1]) / 20,
        *our_board,
        *their_takes,
        *their_board,
    ]
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


FEATURES = features(np.zeros((1, 149), np.int16)).shape[1]


def softmax(numbers: Floats) -> Floats:
    """Shares that add up to 1 in each row, from preferences."""
    shares: Floats = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    return shares
