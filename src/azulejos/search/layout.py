"""The memory layout of the search: the interpreted twin of `layout.pxd`.

A *feature* has a row of 32 weights in the network's first layer. The features of a player's board
have indices below BOARD_ROWS, the same features of an opponent come BOARD_ROWS later, and those of
the game as a whole follow. At the end are those of what the next deal may bring a board, which are
active before a deal only: NEXT_ROWS of one's own, and as many of an opponent. `features.py` says
which feature has which index.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from ..core.layout import Board

UNITS = 32  # of the hidden layer
WALL_ROWS, COLUMNS, COLOURS, LINES, PAIRS = 0, 2080, 3295, 4510, 4870
SUPPLY, LINE_JOKERS, ROW_COLOURS, FLOOR = 8966, 9326, 9476, 11556
SIZES, TOTALS, DEMAND, LOST = 11566, 12526, 12886, 13354
BOARD_ROWS = 13368
GROUPS, ROUND, CENTRE, DIFFERENCE, STAGE = 26736, 27056, 27136, 27168, 27289
NEXT_DEAL = 27539  # where those of the next deal begin; within them:
KINDS_OF_TILES, LAST_OF_ROW, LAST_OF_COLUMN, LAST_OF_COLOUR = 0, 5832, 6552, 7272
NEXT_ROWS = 7992
ALL_ROWS = 43523
MOST_ROWS = 64  # features of one board that are active at once
STAGES = 20  # of a game, each with heads of its own: five rounds, four parts of each

EXACT, LOWER_BOUND, UPPER_BOUND = range(3)  # how an entry's value bounds the true one


class OfferSummary:
    """What is on offer, and what the next deal may bring."""

    def __init__(self) -> None:
        self.tiles = 0  # lanes: all tiles on offer
        self.sizes = 0  # lanes: a bit for each size of group, five and more as one
        self.supply = 0  # lanes: tiles that the next deal will bring on average
        self.bag = 0  # what `supply` was computed from
        self.lid = 0
        self.groups = 0


class Side:
    """A player's board as it would be after tiling, and its accumulator.

    Or all opponents combined: the sum of their accumulators, the best of their scores.
    """

    def __init__(self) -> None:
        self.board = Board()
        self.score = 0
        self.final_score = 0  # with the bonuses, if the game ends with this round
        self.rank = 0  # what decides who wins then (R36)
        self.ends_game = 0  # 1 if it has a complete row
        self.accumulator = [0] * UNITS


class FeatureList:
    """A buffer for the indices of active features."""

    def __init__(self) -> None:
        self.indices = [0] * MOST_ROWS


class Accumulator:
    """The sum of the weights of active features: the hidden layer before its activation."""

    def __init__(self) -> None:
        self.values = [0] * UNITS


class ScoredMove:
    """A move with its score for move ordering."""

    def __init__(self) -> None:
        self.action = 0
        self.score = 0


class TranspositionEntry:
    """An entry of the transposition table."""

    def __init__(self) -> None:
        self.key = self.value = self.action = self.depth = self.bound = 0


class Node:
    """A node of the search tree."""

    def __init__(self) -> None:
        self.first_child = self.child_count = self.action = self.visits = 0
        self.player = self.status = 0
        self.prior = 0  # see tree.py for the units
        self.value_sum = 0
        self.values = [0] * 4


def add_features(
    accumulator: list[int], weights: list[int], features: list[int], count: int
) -> None:
    for feature in features[:count]:
        start = UNITS * feature
        for unit in range(UNITS):
            accumulator[unit] = _int16(accumulator[unit] + weights[start + unit])


def apply_head(first: list[int], second: list[int], third: list[int], head: list[int]) -> int:
    """The output of a head: the dot product with ReLU of three accumulators' sum.

    The first unit is linear: it skips the ReLU.
    """
    sums = [_int16(a + b + c) for a, b, c in zip(first, second, third, strict=True)]
    total = sum(max(0, value) * weight for value, weight in zip(sums, head, strict=False))
    return total + min(0, sums[0]) * head[0]


def _int16(number: int) -> int:
    """Wraps around like int16_t in C."""
    return (number + 0x8000 & 0xFFFF) - 0x8000


def cpu_time() -> float:
    """Seconds of CPU time of this thread."""
    return time.thread_time()


def truncate(number: float) -> int:
    """Towards zero, as a C cast does."""
    return int(number)


Record = TypeVar("Record")


class LazyArray(dict[int, Record]):
    """An array whose records are made on first access: C allocates all of them at once."""

    def __init__(self, make: Callable[[], Record]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, index: int) -> Record:
        record = self[index] = self.make()
        return record


def new_sides(number: int) -> list[Side]:
    return [Side() for _ in range(number)]


def new_moves() -> LazyArray[ScoredMove]:
    return LazyArray(ScoredMove)


def new_entries(number: int) -> LazyArray[TranspositionEntry]:
    return LazyArray(TranspositionEntry)


def new_nodes(number: int) -> LazyArray[Node]:
    return LazyArray(Node)


def free_memory(memory: Any) -> None:
    """C memory must be freed; Python's is garbage-collected."""


def new_lock() -> Any:
    """None is needed: interpreted, one thread grows a tree."""


def free_lock(lock: Any) -> None:
    pass


def lock_pool(lock: Any) -> None:
    pass


def unlock_pool(lock: Any) -> None:
    pass


def side_at(sides: list[Side], index: int) -> Side:
    return sides[index]


def move_at(moves: LazyArray[ScoredMove], index: int) -> ScoredMove:
    return moves[index]


def entry_at(entries: LazyArray[TranspositionEntry], index: int) -> TranspositionEntry:
    return entries[index]


def node_at(nodes: LazyArray[Node], index: int) -> Node:
    return nodes[index]


def head_at(heads: list[int], index: int) -> list[int]:
    return heads[index : index + UNITS]


def prefetch_entry(entry: TranspositionEntry) -> None:
    """In C this asks for the entry's memory before it is needed."""


def copy_entry(target: TranspositionEntry, source: TranspositionEntry) -> None:
    target.__dict__.update(source.__dict__)


def copy_board(target: Board, source: Board) -> None:
    for name in Board.__slots__:
        value = getattr(source, name)
        setattr(target, name, value[:] if isinstance(value, list) else value)


def clear_accumulator(accumulator: list[int]) -> None:
    accumulator[:] = [0] * UNITS


def copy_accumulator(target: list[int], source: list[int]) -> None:
    target[:] = source


def clear_entries(entries: LazyArray[TranspositionEntry], number: int) -> None:
    entries.clear()
