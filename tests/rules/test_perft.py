"""Golden counts, each found twice: by the rules and by an implementation that shares no code."""

import sys
from pathlib import Path

import pytest
from second_count import count

from azulejos.notation import format_move, parse_position
from azulejos.rules import UsageError, divide, perft
from corners import corner_rows
from tables import refuses

# The table of docs/notation.md.
FIRST = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 1 "
    "B15Y18R16K15W16 -"
)
FIRST_COUNTS = [1, 90, 7560, 490494, 27154953]

DATA = Path(__file__).parent.parent / "data" / "perft.txt"
FEW, SOME, MANY = 300, 3_000, 10_000  # leaves
GOLDEN = [line.split(" | ") for line in DATA.read_text().splitlines()]


@pytest.mark.parametrize("depth", [0, 1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_perft_of_the_notation(depth: int) -> None:
    assert perft(parse_position(FIRST), depth) == FIRST_COUNTS[depth]
    assert count(FIRST, depth) == FIRST_COUNTS[depth]


@pytest.mark.long
def test_perft_of_the_notation_at_depth_4() -> None:
    """The core counts it in every run, and is compared with the rules move by move."""
    assert perft(parse_position(FIRST), 4) == FIRST_COUNTS[4]


@pytest.mark.long
def test_second_count_of_the_notation_at_depth_4() -> None:
    assert count(FIRST, 4) == FIRST_COUNTS[4]


def check_counts(text: str, counts: str, least: int, most: int) -> None:
    for depth, leaves in enumerate(map(int, counts.split()), start=1):
        if least <= leaves <= most:
            assert perft(parse_position(text), depth) == leaves
            assert count(text, depth) == leaves


@pytest.mark.parametrize(("text", "counts"), GOLDEN)
def test_golden_counts(text: str, counts: str) -> None:
    check_counts(text, counts, 0, FEW)


@pytest.mark.heavy
@pytest.mark.parametrize(("least", "most"), [(FEW + 1, SOME), *corner_rows((SOME + 1, MANY))])
@pytest.mark.parametrize(("text", "counts"), GOLDEN)
def test_larger_golden_counts(text: str, counts: str, least: int, most: int) -> None:
    check_counts(text, counts, least, most)


@pytest.mark.long
@pytest.mark.parametrize(("text", "counts"), GOLDEN)
def test_deep_golden_counts(text: str, counts: str) -> None:
    """The core counts them in every run (tests/core/test_core_perft.py)."""
    check_counts(text, counts, MANY + 1, sys.maxsize)


def test_golden_counts_cover_all_rule_sets_and_player_counts() -> None:
    kinds = {(text.split(" ")[0], text.count(":") // 3) for text, _ in GOLDEN}
    assert kinds == {(r, n) for r in ("std", "grey", "joker", "grey+joker") for n in (2, 3, 4)}


def test_divide_adds_up() -> None:
    position = parse_position(FIRST)
    counts = {format_move(move): leaves for move, leaves in divide(position, 2).items()}
    assert sum(counts.values()) == FIRST_COUNTS[2]
    # After 1B1 line 1 is full, but for the other player all is open: 14 groups, 6 targets each.
    assert counts["1B1"] == 14 * 6
    assert sum(divide(position, 1).values()) == FIRST_COUNTS[1]
    assert divide(position, 0) == {}


def test_no_moves_is_one_leaf() -> None:
    finished = (
        "std -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKW/WB1R1/K2Y1/2W2/5:- "
        "7:-/-/-/W/YY:BY1KW/W1YRK/1WB2/3B1/2K2:- 2 2 5 - B15Y14R13K14W13"
    )
    assert perft(parse_position(finished), 3) == 1
    assert divide(parse_position(finished), 3) == {}


def test_negative_depth() -> None:
    for count_leaves in (perft, divide):
        with refuses(UsageError, "negative_depth"):
            count_leaves(parse_position(FIRST), -1)
