"""Which rows resemble each other: each row's family, whose weights it shares.

A family says what matters about a fact and leaves out what matters less: how many tiles a wall row
holds and not which, how many are wanted and not in which colour. One's own board and the others'
never share a family; every fact of the table as a whole has one of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..search.layout import (
    ALL_ROWS,
    BOARD_ROWS,
    COLOURS,
    COLUMNS,
    DEMAND,
    FLOOR,
    LINE_JOKERS,
    LINES,
    LOST,
    PAIRS,
    ROW_COLOURS,
    SIZES,
    SUPPLY,
    TOTALS,
    WALL_ROWS,
)

Family = tuple[object, ...]


@cache
def families() -> tuple[int, ...]:
    """The number of each row's family; the empty row at the end has one of its own."""
    numbers: dict[Family, int] = {}
    return tuple(numbers.setdefault(family_of(row), len(numbers)) for row in range(ALL_ROWS + 1))


def family_of(row: int) -> Family:
    if row >= 2 * BOARD_ROWS:
        return "table", row
    place = row % BOARD_ROWS
    start, name, kin = next(group for group in reversed(GROUPS) if place >= group[0])
    return (row // BOARD_ROWS, name, *kin(place - start))


def _wall_row(place: int) -> Family:
    """The line, how many cells of its wall row are taken, how many tiles are laid."""
    line = 1
    while place >= 32 * (6 * line - 5):
        place -= 32 * (6 * line - 5)
        line += 1
    mask, state = divmod(place, (6 * line - 5))
    laid = (state - 1) % (line - 1) + 1 if state else 0
    return line, mask.bit_count(), laid


def _ternary(place: int) -> Family:
    """How many tiles stand, how many are begun."""
    digits = [place % 243 // 3**row % 3 for row in range(5)]
    return digits.count(2), digits.count(1)


def _pair(place: int) -> Family:
    """Which two wall rows, how many tiles in each, how many above each other."""
    upper, lower = place & 31, place >> 5 & 31
    return place // 1024, upper.bit_count(), lower.bit_count(), (upper & lower).bit_count()


def _size(place: int) -> Family:
    """The line, its free spaces, whether a group fills it exactly."""
    free, mask = place // 32 % 6, place % 32
    return place // 192, free, mask >> max(0, free - 1) & 1


def _line_and_free(place: int) -> Family:
    return (place // 12,)


def _free_and_number(place: int) -> Family:
    return (place % 72,)


def _jokers(place: int) -> Family:
    return (place // 6 % 5,)


def _number_and_room(place: int) -> Family:
    return (place % 78,)


def _itself(place: int) -> Family:
    return (place,)


GROUPS: list[tuple[int, str, Callable[[int], Family]]] = [
    (WALL_ROWS, "wall row", _wall_row),
    (COLUMNS, "columns", _ternary),
    (COLOURS, "colours", _ternary),
    (LINES, "lines", _line_and_free),
    (PAIRS, "pairs", _pair),
    (SUPPLY, "supply", _free_and_number),
    (LINE_JOKERS, "line jokers", _jokers),
    (ROW_COLOURS, "row colours", _wall_row),
    (FLOOR, "floor", _itself),
    (SIZES, "sizes", _size),
    (TOTALS, "totals", _free_and_number),
    (DEMAND, "demand", _number_and_room),
    (LOST, "lost", _itself),
]
