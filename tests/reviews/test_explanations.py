"""Explanations: parts that sum to the gap, and are what happens on the table."""

from __future__ import annotations

import pytest
from review_games import quick_review
from search_cases import KINDS

import azulejos as az
from azulejos.reviews import Explanation, PartKind, Sight
from azulejos.reviews.explanations import compare_lines
from tables import table

# Whoever takes the last tile ends the game; blue to the first line completes a row.
LAST_TAKE = table("std -/-/-/-/- B 30:-/-/-/-/-:1YRKW/5/5/5/5:F 9:-/-/-/-/-:5/5/5/5/5:- 1 1 5 * -")
# Taking from the centre costs a point, and lets one start the next round.
MARKER = table("std BBBB/-/-/-/- FRR 5:-/-/-/-/-:5/5/5/5/5:- 5:-/-/-/-/-:5/5/5/5/5:- 1 2 2 * -")


def parts_of(found: Explanation) -> dict[PartKind, float]:
    return {part.kind: part.points for part in found.parts}


def line(*moves: str) -> tuple[az.Move, ...]:
    return tuple(az.parse_move(move) for move in moves)


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_parts_sum_to_the_gap_and_facts_are_the_scores(rules: str, players: int) -> None:
    for decision in quick_review(rules, players).costliest(number=4):
        found = az.explain(decision)
        parts = parts_of(found)
        assert sum(parts.values()) == found.gap
        assert (found.better[0], found.worse[0]) == (decision.best, decision.move)
        ends = [end_of(decision.position, moves) for moves in (found.better, found.worse)]
        own = [end.board(decision.player).score for end in ends]
        rivals = [
            max(b.score for seat, b in enumerate(end.boards, 1) if seat != decision.player)
            for end in ends
        ]
        facts = sum(parts.get(kind, 0) for kind in (PartKind.TILES, PartKind.FLOOR, PartKind.BONUS))
        assert facts == own[0] - own[1]
        assert parts.get(PartKind.RIVAL, 0) == rivals[1] - rivals[0]
        assert found.ends == tuple(end.outcome is not None for end in ends)
        assert found.starters == tuple(end.starter for end in ends)


def end_of(position: az.Position, moves: tuple[az.Move, ...]) -> az.Position:
    for move in moves:
        position = az.play(position, move).position
    assert position.phase in (az.Phase.PREPARATION, az.Phase.OVER)
    return position


def test_the_end_of_the_game_and_its_bonuses_are_told() -> None:
    found = compare_lines(LAST_TAKE, line("0B1"), line("0B0"), gap=15)
    assert found.ends == (True, False)
    parts = parts_of(found)
    assert (parts[PartKind.TILES], parts[PartKind.BONUS]) == (5, 2)
    assert parts[PartKind.FLOOR] == 1  # the marker costs one either way, the tile another
    assert found.is_clear


def test_starting_the_next_round_has_its_worth() -> None:
    first, second = line("0R2", "1B4"), line("1B4", "0R2")
    found = compare_lines(MARKER, first, second, gap=1)
    assert found.starters == (1, 2)
    parts = parts_of(found)
    assert parts[PartKind.FLOOR] == -1
    assert parts[PartKind.RIVAL] == -1  # who pays nothing for the marker then
    assert 0 < parts[PartKind.START] < 10
    assert sum(parts.values()) == 1


def test_a_gap_that_is_mostly_judgement_is_no_reason() -> None:
    found = compare_lines(MARKER, line("1B4", "0R2"), line("1B4", "0R2"), gap=3)
    assert parts_of(found) == {PartKind.WALL: 3}
    assert not found.is_clear


@pytest.mark.parametrize(
    ("better", "worse", "sight"),
    [
        ("3B2", "3B5", Sight.AT_ONCE),  # completes a line
        ("3B5", "3B2", Sight.ROUND),
        ("2R2", "1Y1", Sight.REPLY),  # both complete a line; red is worth four to the other
    ],
)
def test_how_far_one_must_look(better: str, worse: str, sight: Sight) -> None:
    theirs = "5:-/-/-/RR/-:5/5/5/1KWB1/5:-"
    position = table(f"std BYKK/RRYW/BBYW/BYKW/BYKW F . {theirs} 1 1 3 * -")
    found = compare_lines(position, line(better), line(worse), gap=1)
    assert found.sight is sight
