"""The result: points by source add up to the scores, and grow round by round."""

from __future__ import annotations

import pytest
from message_shapes import check_shape, points_of
from server_games import KINDS, game_line, initial_state

from azulejos.rules import RuleSet
from azulejos.tables.messages.types import Result
from azulejos.tables.results.game_result import result_of


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_sources_add_up_and_curves_end_at_the_scores(rules: RuleSet, players: int) -> None:
    line = game_line(rules, players, greed=0.9)
    result = result_of(line)
    outcome = line.position.outcome
    assert result
    assert outcome
    check_shape(Result, result)
    assert result["scores"] == list(outcome.scores)
    assert result["winners"] == list(outcome.winners)
    assert result["won_by"] == outcome.won_by
    rounds = sum(ply.is_deal for ply in line.plies)
    for score, sources, curve in zip(
        result["scores"], result["sources"], result["curve"], strict=True
    ):
        assert sum(points_of(sources)) == score
        assert sources["floor"] <= 0
        assert sources["rows"] % 2 == sources["columns"] % 7 == sources["colours"] % 10 == 0
        assert len(curve) == rounds + 1
        assert (curve[0], curve[-1]) == (0, score)


def test_the_curve_is_what_stood_there_after_each_round() -> None:
    line = game_line(RuleSet.STD, 2)
    result = result_of(line)
    assert result
    after = {ply.before.round: ply.before for ply in line.plies if ply.is_deal}
    for number, position in after.items():
        shown = [curve[number - 1] for curve in result["curve"]]
        assert shown == [board.score for board in position.boards]


def test_no_result_before_the_end() -> None:
    assert result_of(initial_state("std", 2)) is None
