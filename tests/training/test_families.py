"""Families of rows: every row has one, and relatives differ only in what matters less."""

from collections import Counter

import pytest

from azulejos.search.layout import (
    ALL_ROWS,
    BOARD_ROWS,
    COLOURS,
    COLUMNS,
    DEMAND,
    FLOOR,
    KINDS_OF_TILES,
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
from azulejos.training.families import families

FAMILIES = families()


def wall_row(line: int, mask: int, colour: int = 0, laid: int = 0) -> int:
    """As the features number it: a wall row's cells, and what lies in its line."""
    start = sum(32 * (6 * earlier - 5) for earlier in range(1, line))
    return start + mask * (6 * line - 5) + (1 + colour * (line - 1) + laid - 1 if laid else 0)


def line_and(line: int, free: int, number: int, numbers: int = 12) -> int:
    return ((line - 1) * 6 + free) * numbers + number


def kind_of_tiles(lines: int, expected: int) -> int:
    return NEXT_DEAL + KINDS_OF_TILES + 12 * lines + expected


def last_cell(group: int, missing: int, line: int, free: int, expected: int) -> int:
    return NEXT_DEAL + group + (((missing - 1) * 5 + line - 1) * 6 + free) * 12 + expected


def test_every_row_has_a_family() -> None:
    assert len(FAMILIES) == ALL_ROWS + 1
    assert sorted(set(FAMILIES)) == list(range(max(FAMILIES) + 1))


def test_own_and_other_boards_have_the_same_families_but_no_common_ones() -> None:
    for start, rows in ((0, BOARD_ROWS), (NEXT_DEAL, NEXT_ROWS)):
        own, others = FAMILIES[start : start + rows], FAMILIES[start + rows : start + 2 * rows]
        assert not set(own) & set(others)
        assert len(set(zip(own, others, strict=True))) == len(set(own)) == len(set(others))


def test_facts_of_the_table_and_the_empty_row_stand_alone() -> None:
    sizes = Counter(FAMILIES)
    assert {sizes[family] for family in FAMILIES[2 * BOARD_ROWS : NEXT_DEAL]} == {1}
    assert sizes[FAMILIES[ALL_ROWS]] == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (WALL_ROWS + wall_row(1, 0b00001), WALL_ROWS + wall_row(1, 0b10000)),
        (WALL_ROWS + wall_row(4, 0b00101, 1, 3), WALL_ROWS + wall_row(4, 0b11000, 4, 3)),
        (ROW_COLOURS + wall_row(5, 0b00111, 0, 2), ROW_COLOURS + wall_row(5, 0b11100, 5, 2)),
        (COLUMNS + 2 + 3, COLUMNS + 3 * 243 + 1 + 2 * 81),  # a tile and a begun line
        (COLOURS + 1, COLOURS + 4 * 243 + 27),
        (LINES + line_and(3, 2, 1), LINES + line_and(3, 2, 9)),  # whatever the points
        (PAIRS + 0b00011_00001, PAIRS + 0b10100_10000),
        (SUPPLY + line_and(2, 1, 5), SUPPLY + line_and(5, 1, 5)),
        (LINE_JOKERS + (1 * 5 + 2) * 6 + 1, LINE_JOKERS + (4 * 5 + 2) * 6 + 3),
        (SIZES + line_and(4, 2, 0b00011, 32), SIZES + line_and(4, 2, 0b10010, 32)),
        (TOTALS + line_and(3, 3, 7), TOTALS + line_and(4, 3, 7)),
        (DEMAND + (0 * 13 + 4) * 6 + 2, DEMAND + (5 * 13 + 4) * 6 + 2),  # whatever the colour
        (kind_of_tiles(2 + 3, 4), kind_of_tiles(2 * 9 + 81, 4)),  # one line begun, one open
        (last_cell(LAST_OF_ROW, 1, 2, 3, 4), last_cell(LAST_OF_ROW, 1, 5, 3, 4)),
    ],
)
def test_relatives(one: int, other: int) -> None:
    assert FAMILIES[one] == FAMILIES[other]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (WALL_ROWS + wall_row(4, 0b00101, 1, 3), WALL_ROWS + wall_row(4, 0b00101, 1, 2)),
        (WALL_ROWS + wall_row(4, 0b00101, 1, 3), WALL_ROWS + wall_row(4, 0b00111, 1, 3)),
        (WALL_ROWS + wall_row(4, 0b00101, 1, 3), WALL_ROWS + wall_row(5, 0b00101, 1, 3)),
        (WALL_ROWS + wall_row(4, 0b00101, 1, 3), ROW_COLOURS + wall_row(4, 0b00101, 1, 3)),
        (COLUMNS + 2, COLUMNS + 1),
        (COLUMNS + 2, COLOURS + 2),
        (LINES + line_and(3, 2, 1), LINES + line_and(3, 1, 1)),
        (PAIRS + 0b00011_00001, PAIRS + 0b00011_00100),  # above each other, or not
        (PAIRS + 0b00011_00001, PAIRS + 1024 + 0b00011_00001),
        (SUPPLY + line_and(2, 1, 5), SUPPLY + line_and(2, 1, 4)),
        (SUPPLY + line_and(2, 1, 5), TOTALS + line_and(2, 1, 5)),
        (LINE_JOKERS + (1 * 5 + 2) * 6 + 1, LINE_JOKERS + (1 * 5 + 1) * 6 + 1),
        (SIZES + line_and(4, 2, 0b00010, 32), SIZES + line_and(4, 2, 0b00001, 32)),  # fills, or not
        (DEMAND + (0 * 13 + 4) * 6 + 2, DEMAND + (0 * 13 + 4) * 6 + 3),
        (kind_of_tiles(2 + 3, 4), kind_of_tiles(2 + 3, 5)),
        (kind_of_tiles(2 + 3, 4), kind_of_tiles(2 + 6, 4)),
        (kind_of_tiles(2 + 3, 4), kind_of_tiles(243 + 2 + 3, 4)),  # colours, jokers
        (last_cell(LAST_OF_ROW, 1, 2, 3, 4), last_cell(LAST_OF_ROW, 2, 2, 3, 4)),
        (last_cell(LAST_OF_ROW, 1, 2, 3, 4), last_cell(LAST_OF_ROW, 1, 2, 2, 4)),
        (last_cell(LAST_OF_ROW, 1, 2, 3, 4), last_cell(LAST_OF_COLUMN, 1, 2, 3, 4)),
        (FLOOR + 1, FLOOR + 2),
        (LOST + 1, LOST + 2),
    ],
)
def test_strangers(one: int, other: int) -> None:
    assert FAMILIES[one] != FAMILIES[other]
