"""How the search lies in memory: the interpreted twin of `layout.pxd`.

A *row* is what the network knows about one fact: 32 small numbers. The facts of a player's board
have numbers below BOARD_ROWS, the same facts of an opponent come BOARD_ROWS later, and those of
the table as a whole follow. `features.py` says which fact has which number.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from ..core.layout import Board

UNITS = 32
WALL_ROWS, COLUMNS, COLOURS, LINES, PAIRS = 0, 2080, 3295, 4510, 4870
SUPPLY, LINE_JOKERS, ROW_COLOURS, FLOOR = 8966, 9326, 9476, 11556
SIZES, TOTALS, DEMAND, LOST = 11566, 12526, 12886, 13354
BOARD_ROWS = 13368
GROUPS, ROUND, CENTRE, DIFFERENCE, STAGE = 26736, 27056, 27136, 27168, 27289
ALL_ROWS = 27539
MOST_ROWS = 64  # of one player

EXACT, AT_LEAST, AT_MOST = range(3)  # what a remembered value tells


class Offer:
    """What lies on offer, and what the next deal may bring."""

    def __init__(self) -> None:
        self.tiles = 0  # lanes: all tiles on offer
        self.sizes = 0  # lanes: a bit for each size of group, five and more as one
        self.supply = 0  # lanes: tiles that the next deal will bring on average
        self.bag = 0  # what `supply` was reckoned from
        self.lid = 0
        self.groups = 0


class Side:
    """A player's board as it would be after tiling, and the sum of its rows.

    Or all the others together: the sum of their rows, the best of their scores.
    """

    def __init__(self) -> None:
        self.board = Board()
        self.score = 0
        self.final = 0  # with the bonuses, if the game ends with this round
        self.rank = 0  # what decides who wins then (R36)
        self.ends = 0  # 1 if it has a complete row
        self.sums = [0] * UNITS


class Rows:
    """Room for the numbers of rows."""

    def __init__(self) -> None:
        self.numbers = [0] * MOST_ROWS


class Sums:
    """Room for a sum of rows."""

    def __init__(self) -> None:
        self.numbers = [0] * UNITS


class Choice:
    """A move in a list that is to be tried in order."""

    def __init__(self) -> None:
        self.action = 0
        self.order = 0


class Entry:
    """What is remembered of a position."""

    def __init__(self) -> None:
        self.key = self.value = self.action = self.depth = self.bound = 0


class Node:
    """A position of the search tree, with what was found below it."""

    def __init__(self) -> None:
        self.first = self.count = self.action = self.turn = self.state = self.visits = 0
        self.prior = 0  # see tree.py for the units
        self.total = 0
        self.values = [0] * 4


def add_rows(sums: list[int], weights: list[int], rows: list[int], count: int) -> None:
    for row in rows[:count]:
        start = UNITS * row
        for unit in range(UNITS):
            sums[unit] = _short(sums[unit] + weights[start + unit])


def weigh(first: list[int], second: list[int], third: list[int], head: list[int]) -> int:
    """The sum of three parts, bent at zero, but for the first unit, and weighed."""
    sums = [_short(a + b + c) for a, b, c in zip(first, second, third, strict=True)]
    total = sum(max(0, value) * weight for value, weight in zip(sums, head, strict=False))
    return total + min(0, sums[0]) * head[0]


def _short(number: int) -> int:
    """Sixteen bits, as in C."""
    return (number + 0x8000 & 0xFFFF) - 0x8000


def cpu_time() -> float:
    """Seconds of this thread."""
    return time.thread_time()


def whole(number: float) -> int:
    """Without what comes after the point."""
    return int(number)


Record = TypeVar("Record")


class Room(dict[int, Record]):
    """Room for as many records as C would have; one is made when it is first looked at."""

    def __init__(self, make: Callable[[], Record]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, index: int) -> Record:
        record = self[index] = self.make()
        return record


def new_sides(number: int) -> list[Side]:
    return [Side() for _ in range(number)]


def new_choices() -> Room[Choice]:
    return Room(Choice)


def new_entries(number: int) -> Room[Entry]:
    return Room(Entry)


def new_nodes(number: int) -> Room[Node]:
    return Room(Node)


def give_back(memory: Any) -> None:
    """C's memory must be given back; Python's comes back by itself."""


def side_at(sides: list[Side], index: int) -> Side:
    return sides[index]


def choice_at(choices: Room[Choice], index: int) -> Choice:
    return choices[index]


def entry_at(entries: Room[Entry], index: int) -> Entry:
    return entries[index]


def node_at(nodes: Room[Node], index: int) -> Node:
    return nodes[index]


def head_at(heads: list[int], index: int) -> list[int]:
    return heads[index : index + UNITS]


def copy_board(target: Board, source: Board) -> None:
    for name in Board.__slots__:
        value = getattr(source, name)
        setattr(target, name, value[:] if isinstance(value, list) else value)


def clear_sums(sums: list[int]) -> None:
    sums[:] = [0] * UNITS


def clear_entries(entries: Room[Entry], number: int) -> None:
    entries.clear()
