"""All legal moves, ranked by the one value that is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from search_cases import KINDS, random_game

import azulejos as az
from azulejos.notation import format_move
from azulejos.rules import Phase
from tables import refuses, table

OPEN = table("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
TWINS = table("std BYKW/BYKW/BBRW/BBRW/BYKW F . . 1 1 1 * -")
# Whoever takes the last tile ends the game; blue to the first line completes a row.
LAST_TAKE = table("std -/-/-/-/- B 30:-/-/-/-/-:1YRKW/5/5/5/5:F 9:-/-/-/-/-:5/5/5/5/5:- 1 1 5 * -")


def positions(rules: str, players: int, number: int) -> Iterator[az.Position]:
    """From random games, spread over their rounds; tiling decisions where there are some."""
    found = 0
    for seed in range(100):
        for ply, state in enumerate(random_game(rules, players, seed)):
            if ply % 11 == 5 or (state.phase is Phase.TILING and ply % 2):
                yield state.position()
                found += 1
            if found >= number:
                return


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_no_move_is_missing_and_none_shows_more_than_one_above_it(rules: str, players: int) -> None:
    phases = set()
    for position in positions(rules, players, 20):
        phases.add(position.phase)
        found = az.analyse(position, nodes=150)
        moves = [ranked.move for ranked in found.moves]
        assert sorted(map(format_move, moves)) == sorted(map(format_move, az.legal_moves(position)))
        values = [ranked.value for ranked in found.moves]
        assert values == sorted(values, reverse=True)
        for ranked in found.moves:
            assert ranked.loss == found.best.value - ranked.value >= 0
            assert ranked.value == ranked.chances[position.turn - 1]
            assert sum(ranked.chances) == 1
            assert ranked.line[0] == ranked.move
            check_line(position, ranked.line)
    assert Phase.TILING in phases or not rules.startswith("grey")


def check_line(position: az.Position, line: tuple[az.Move, ...]) -> None:
    for move in line:
        position = az.play(position, move).position


def test_moves_from_equal_displays_have_equal_values_and_lines_of_their_own() -> None:
    found = az.analyse(TWINS, nodes=3000)
    assert len(found.moves) == len(az.legal_moves(TWINS))
    by_text = {format_move(ranked.move): ranked for ranked in found.moves}
    for move in ("1K2", "2K2", "5K2"):
        assert by_text[move].value == by_text["1K2"].value
        check_line(TWINS, by_text[move].line)


def test_it_deepens_step_by_step_to_the_same_answer() -> None:
    steps = list(az.analyses(OPEN, nodes=30_000))
    depths = [step.depth for step in steps]
    assert depths == sorted(set(depths))
    assert depths[-1] > 1
    assert steps[-1] == az.analyse(OPEN, nodes=30_000)
    assert [step.nodes for step in steps] == sorted(step.nodes for step in steps)
    assert any(ranked.swing > 0 for ranked in steps[-1].moves)


def test_whoever_has_seen_enough_just_stops() -> None:
    first = next(az.analyses(OPEN, movetime=600_000))
    assert {ranked.move for ranked in first.moves} == set(az.legal_moves(OPEN))
    assert next(az.analyses(OPEN, movetime=600_000)) == first


def test_a_tree_search_says_how_often_it_tried_a_move() -> None:
    position = table("std BYKW/RRKK/BBRW/BRKK/BYWW/BYRK/BYRK F . . . 1 1 1 * -")
    found = az.analyse(position, nodes=5000)
    assert found.best.visits > 0
    assert not found.best.exact
    assert all(ranked.visits == 0 for ranked in az.analyse(OPEN, nodes=500).moves)


@pytest.mark.parametrize(("rules", "players"), [kind for kind in KINDS if kind[1] > 2])
def test_a_move_that_was_hardly_tried_is_not_far_ahead(rules: str, players: int) -> None:
    for position in positions(rules, players, 6):
        if position.phase is Phase.OFFER:
            found = az.analyse(position, nodes=3000)
            favourite = max(found.moves, key=lambda ranked: ranked.visits)
            assert favourite.loss < 0.03


def test_a_last_take_of_three_is_exact() -> None:
    position = table("std -/-/-/-/-/-/- B 0:-/-/-/-/-:5/5/5/5/5:F . . 1 1 2 * -")
    assert az.analyse(position, nodes=1000).exact
    assert not az.analyse(position, depth=1, nodes=1).exact


def test_a_round_that_is_searched_to_its_end_is_exact() -> None:
    position = table("std BYKW/-/-/-/- FB 3:-/B/-/-/-:5/5/5/5/5:- . 1 1 2 * -")
    found = az.analyse(position, depth=64)
    assert found.exact
    assert all(ranked.exact and ranked.swing == 0 for ranked in found.moves)
    assert found.is_clear == (found.gap is None or found.gap > 0)


def test_a_win_that_is_in_hand_is_certain() -> None:
    found = az.analyse(LAST_TAKE, nodes=1000)
    assert format_move(found.best.move) == "0B1"
    assert (found.best.value, found.best.chances, found.best.exact) == (1, (1, 0), True)
    assert all(ranked.value < 1 for ranked in found.moves[1:])
    assert found.evaluation.chances == (1, 0)


def test_an_only_move_is_clear_and_still_looked_into() -> None:
    position = table("std -/-/-/-/- FB 0:R/R/R/R/R:5/5/5/5/5:- . 1 1 1 * -")
    found = az.analyse(position, nodes=50)
    assert (len(found.moves), found.gap, found.is_clear, found.exact) == (1, None, True, True)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, "no_limit"),
        ({"movetime": None, "nodes": None}, "no_limit"),
        ({"nodes": 0}, "bad_limit"),
        ({"movetime": True}, "bad_limit"),
    ],
)
def test_an_analysis_must_end(options: dict[str, int], code: str) -> None:
    for ask in (az.analyse, az.analyses):
        with refuses(az.AnalysisError, code):
            ask(OPEN, **options)


def test_where_nobody_moves_there_is_nothing_to_rank() -> None:
    for ask in (az.analyse, az.analyses):
        with refuses(az.UsageError, "no_move_due"):
            ask(az.start(), nodes=10)
