"""Why an advised move is better than another: only where that is clear, and never beside itself."""

from __future__ import annotations

import pytest
from review_games import random_record
from search_cases import KINDS

import azulejos as az
from azulejos.analysis.ranking import same_move
from azulejos.protocol import Limit
from azulejos.reviews.advice import WORTH_TELLING, Other, compare_advice
from azulejos.reviews.explanations import gain_of
from tables import table

QUICK = Limit(nodes=60)
# Blue to the first line completes a row: the game ends, and is won.
LAST_TAKE = table("std -/-/-/-/- B 30:-/-/-/-/-:1YRKW/5/5/5/5:F 9:-/-/-/-/-:5/5/5/5/5:- 1 1 5 * -")


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_what_is_told_is_so(rules: str, players: int) -> None:
    told = 0
    for step in list(random_record(rules, players, seed=players).replay())[::3]:
        if not (moves := az.legal_moves(step.position)):
            continue
        advised = az.analyse(step.position, **QUICK.given).best.move
        found = compare_advice(step.position, advised, QUICK)
        if found is None:
            continue
        told += 1
        assert found.move in moves
        assert not same_move(step.position, found.move, advised)
        more = gain_of(step.position, found.move) > gain_of(step.position, advised)
        assert more is (found.other is Other.TEMPTING)
        assert (found.why.better[0], found.why.worse[0]) == (advised, found.move)
        assert found.why.gap >= WORTH_TELLING
        assert found.why.is_clear
        parts = [part.points for part in found.why.parts]
        assert -sum(p for p in parts if p < 0) <= sum(p for p in parts if p > 0) / 2
    assert told


def test_the_next_best_where_nothing_brings_more_at_once() -> None:
    found = compare_advice(LAST_TAKE, az.parse_move("0B1"), QUICK)
    assert found is not None
    assert found.other is Other.NEXT
    assert found.why.ends == (True, False)


def test_a_bad_move_is_not_better() -> None:
    assert compare_advice(LAST_TAKE, az.parse_move("0B0"), QUICK) is None


def test_a_forced_move_is_compared_with_none() -> None:
    forced = "std -/-/-/-/- R 9:B/YY/KKK/WWWW/BBBBB:5/5/5/5/5:F 9:-/-/-/-/-:5/5/5/5/5:- 1 1 2 * -"
    assert compare_advice(table(forced), az.parse_move("0R0"), QUICK) is None


def test_the_same_tiles_of_another_display_are_no_other_move() -> None:
    twins = (
        "std RRRR/RRRR/-/-/- F 9:B/YY/KKK/WWWW/BBBBB:5/5/5/5/5:- 9:-/-/-/-/-:5/5/5/5/5:- 1 1 2 * -"
    )
    assert compare_advice(table(twins), az.parse_move("1R0"), QUICK) is None
