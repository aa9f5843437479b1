"""Which rows resemble each other: each row's family, whose weights it shares."""

from __future__ import annotations

from collections.abc import Iterator


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


def families() -> list[int]:
    """The number of each row's family; the empty row at the end has one of its own."""
    numbers: dict[Family, int] = {}
    found = []
    for row in range(ALL_ROWS + 1):
        if row < 2 * BOARD_ROWS:
            family: Family = (row // BOARD_ROWS, *board_family(row % BOARD_ROWS))
        else:
            family = ("table", row)
        found.append(numbers.setdefault(family, len(numbers)))
    return found


def board_family(row: int) -> Family:
    for start, name in reversed(STARTS):
        if row >= start:
            return (name, *FAMILIES[name](row - start))
    raise AssertionError(row)


def _wall_row(place: int) -> Family:
    line = 1
    while place >= 32 * (6 * line - 5):
        place -= 32 * (6 * line - 5)
        line += 1
    mask, state = divmod(place, (6 * line - 5))
    laid = (state - 1) % (line - 1) + 1 if state else 0
    return line, mask.bit_count(), laid


def _ternary(place: int) -> Family:
    digits = [place % 243 // 3**row % 3 for row in range(5)]
    return digits.count(2), digits.count(1)


def _pair(place: int) -> Family:
    upper, lower = place & 31, place >> 5 & 31
    return place // 1024, upper.bit_count(), lower.bit_count(), (upper & lower).bit_count()


def _size(place: int) -> Family:
    free, mask = place // 32 % 6, place % 32
    return place // 192, free, mask >> max(0, free - 1) & 1


FAMILIES = {
    "wall row": _wall_row,
    "columns": _ternary,
    "colours": _ternary,
    "lines": lambda place: (place // 12,),
    "pairs": _pair,
    "supply": lambda place: (place % 72,),
    "line jokers": lambda place: (place // 6 % 5,),
    "row colours": _wall_row,
    "floor": lambda place: (place,),
    "sizes": _size,
    "totals": lambda place: (place % 72,),
    "demand": lambda place: (place % 78,),
    "lost": lambda place: (place,),
}
STARTS = [
    (WALL_ROWS, "wall row"),
    (COLUMNS, "columns"),
    (COLOURS, "colours"),
    (LINES, "lines"),
    (PAIRS, "pairs"),
    (SUPPLY, "supply"),
    (LINE_JOKERS, "line jokers"),
    (ROW_COLOURS, "row colours"),
    (FLOOR, "floor"),
    (SIZES, "sizes"),
    (TOTALS, "totals"),
    (DEMAND, "demand"),
    (LOST, "lost"),
]
