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
    KINDS_OF_TILES,
    LAST_OF_COLOUR,
    LAST_OF_COLUMN,
    LAST_OF_ROW,
    LINE_JOKERS,
    LINES,
    LOST,
    NEXT_DEAL,
    NEXT_ROWS,
    PAIRS,
    ROW_COLOURS,
    SIZES,
    SUPPLY,
    TOTALS,
    WALL_ROWS,
)

Family = tuple[object, ...]
Groups = list[tuple[int, str, Callable[[int], Family]]]


@cache
def families() -> tuple[int, ...]:
    """The number of each row's family; the empty row at the end has one of its own."""
    numbers: dict[Family, int] = {}
    return tuple(numbers.setdefault(family_of(row), len(numbers)) for row in range(ALL_ROWS + 1))


def family_of(row: int) -> Family:
    if row == ALL_ROWS:
        return ("empty",)
    if row >= NEXT_DEAL:
        return _of_board(*divmod(row - NEXT_DEAL, NEXT_ROWS), NEXT_DEAL_GROUPS)
    if row >= 2 * BOARD_ROWS:
        return "table", row
    return _of_board(*divmod(row, BOARD_ROWS), GROUPS)


def _of_board(board: int, offset: int, groups: Groups) -> Family:
    start, name, kin = next(group for group in reversed(groups) if offset >= group[0])
    return (board, name, *kin(offset - start))


def _wall_row(offset: int) -> Family:
    """The line, how many cells of its wall row are taken, how many tiles are laid."""
    line = 1
    while offset >= 32 * (6 * line - 5):
        offset -= 32 * (6 * line - 5)
        line += 1
    mask, state = divmod(offset, (6 * line - 5))
    laid = (state - 1) % (line - 1) + 1 if state else 0
    return line, mask.bit_count(), laid


def _ternary(offset: int) -> Family:
    """How many tiles stand, how many are begun."""
    digits = [offset % 243 // 3**row % 3 for row in range(5)]
    return digits.count(2), digits.count(1)


def _pair(offset: int) -> Family:
    """Which two wall rows, how many tiles in each, how many above each other."""
    upper, lower = offset & 31, offset >> 5 & 31
    return offset // 1024, upper.bit_count(), lower.bit_count(), (upper & lower).bit_count()


def _size(offset: int) -> Family:
    """The line, its free spaces, whether a group fills it exactly."""
    free, mask = offset // 32 % 6, offset % 32
    return offset // 192, free, mask >> max(0, free - 1) & 1


def _line_and_free(offset: int) -> Family:
    return (offset // 12,)


def _free_and_number(offset: int) -> Family:
    return (offset % 72,)


def _jokers(offset: int) -> Family:
    return (offset // 6 % 5,)


def _number_and_room(offset: int) -> Family:
    return (offset % 78,)


def _kind_of_tiles(offset: int) -> Family:
    """Colour or joker; how many lines are begun with it, and open to it; how many are expected."""
    lines, expected = divmod(offset, 12)
    return (lines // 243, *_ternary(lines), expected)


def _last_cell(offset: int) -> Family:
    """How many cells are missing, the spaces of this one's line, how many tiles are expected."""
    return offset // 360, offset % 72


def _itself(offset: int) -> Family:
    return (offset,)


GROUPS: Groups = [
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

NEXT_DEAL_GROUPS: Groups = [
    (KINDS_OF_TILES, "kinds of tiles", _kind_of_tiles),
    (LAST_OF_ROW, "last of row", _last_cell),
    (LAST_OF_COLUMN, "last of column", _last_cell),
    (LAST_OF_COLOUR, "last of colour", _last_cell),
]
