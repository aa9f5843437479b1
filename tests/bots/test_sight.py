"""What weak players overlook: not just anything, and never what is plain."""

from collections import Counter
from random import Random

import pytest

from azulejos.bots.sight import FEW_GROUPS, hiddenness, noticed
from azulejos.rules import CENTRE, FLOOR, Move, Phase, Position, Take, Tile, legal_moves
from tables import table

FULL = table("std BBYK/RRKK/BYRW/YYRK/BBWW F . . 1 1 1 * -")
CROWDED = table("std BBYK/RRKK/-/-/- FBYYRWWW . . 1 1 1 * -")
LOOKS = 400


def glance(position: Position, sight: float, seed: int) -> list[Move]:
    return list(noticed(position, legal_moves(position), sight, Random(seed)))


def often(position: Position, sight: float) -> Counter[tuple[int, Tile]]:
    """How often each group is seen in many looks."""
    found: Counter[tuple[int, Tile]] = Counter()
    for seed in range(LOOKS):
        takes = [move for move in glance(position, sight, seed) if isinstance(move, Take)]
        found.update({(take.source, take.tile) for take in takes})
    return found


def test_who_sees_all_sees_all() -> None:
    assert glance(FULL, 1.0, 1) == legal_moves(FULL)


@pytest.mark.parametrize("sight", [0.0, 0.3, 0.7, 0.95])
def test_what_is_noticed_is_legal_and_goes_to_a_line(sight: float) -> None:
    legal = legal_moves(CROWDED)
    for seed in range(100):
        moves = glance(CROWDED, sight, seed)
        assert moves == [move for move in legal if move in moves]
        assert any(isinstance(move, Take) and move.line != FLOOR for move in moves)


def test_more_sight_more_moves() -> None:
    seen = [
        sum(len(glance(FULL, sight, seed)) for seed in range(100)) for sight in (0.1, 0.4, 0.7, 1.0)
    ]
    assert seen == sorted(seen)
    assert seen[0] < seen[-1] / 3


def test_a_pair_is_seen_sooner_than_a_single_tile() -> None:
    seen = often(FULL, 0.5)
    assert seen[1, Tile.BLUE] > 1.2 * seen[1, Tile.YELLOW]


def test_a_crowded_centre_hides_its_tiles() -> None:
    seen = often(CROWDED, 0.5)
    assert seen[1, Tile.BLUE] > 1.2 * seen[CENTRE, Tile.YELLOW]
    assert hiddenness(CROWDED, (CENTRE, Tile.BLUE)) > hiddenness(CROWDED, (CENTRE, Tile.YELLOW))


def lines(position: Position) -> Counter[int]:
    moves = [move for seed in range(LOOKS) for move in glance(position, 0.5, seed)]
    return Counter(move.line for move in moves if isinstance(move, Take))


def test_a_long_line_is_forgotten_unless_it_is_begun() -> None:
    untouched = lines(FULL)
    assert untouched[5] < 0.9 * untouched[1]
    begun = table("std BBYK/RRKK/BYRW/YYRK/BBWW F 0:-/-/-/-/B:5/5/5/5/5:- . 1 1 1 * -")
    for seed in range(LOOKS):
        takes = [move for move in glance(begun, 0.5, seed) if isinstance(move, Take)]
        blue = {take.line for take in takes if take.tile is Tile.BLUE}
        assert not blue or 5 in blue


def test_nothing_is_overlooked_when_few_groups_are_left() -> None:
    few = table("std BYKW/-/-/-/- F . . 1 1 1 * -")
    assert len(few.displays[0].kinds) == FEW_GROUPS
    for seed in range(50):
        assert glance(few, 0.0, seed) == legal_moves(few)


def test_nothing_is_overlooked_in_tiling() -> None:
    tiling = table("grey -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F . 1 1 1 * -")
    assert tiling.phase is Phase.TILING
    assert glance(tiling, 0.0, 1) == legal_moves(tiling)


def test_where_only_the_floor_is_left_all_of_it_is_seen() -> None:
    red = table("std BBYK/BBYK/-/-/- FBYK 0:R/R/R/R/R:5/5/5/5/5:- . 1 1 1 * -")
    assert all(isinstance(move, Take) and move.line == FLOOR for move in legal_moves(red))
    assert glance(red, 0.1, 1) == legal_moves(red)
