"""Reviews: ledgers that add up, luck that is fair, decisions that were decisions."""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from review_games import quick_review, random_record
from search_cases import KINDS

import azulejos as az
from azulejos.analysis.values import Analysis, RankedMove
from azulejos.notation import Record
from azulejos.reviews import Judgement, Progress, Stake
from azulejos.reviews.measure import measure_play
from azulejos.reviews.reviewing import decision_of
from azulejos.reviews.values import judgement_of
from corners import corner_cases
from tables import refuses, table

TWINS = table("std BYKW/BYKW/BBRW/BBRW/BYKW F . . 1 1 1 * -")


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_every_ledger_adds_up_to_the_last_bit(rules: str, players: int) -> None:
    found = quick_review(rules, players)
    assert found.finished
    for seat, ledger in enumerate(found.ledgers):
        for account in (ledger.chance, ledger.points):
            parts = (account.seat, account.luck, *account.errors, account.remainder)
            assert sum(parts) == account.result
            assert account.adjusted == account.result - account.luck
        others = [score for other, score in enumerate(found.scores) if other != seat]
        assert ledger.points.result == found.scores[seat] - max(others)
        assert ledger.own_errors[0] <= 0


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_what_is_true_of_every_review(rules: str, players: int) -> None:
    found = quick_review(rules, players)
    record = random_record(rules, players, 1)
    assert len(found.curve) == len(record.moves) + 1
    plies = [deal.ply for deal in found.deals] + [each.ply for each in found.decisions]
    assert sorted(plies) == list(range(len(record.moves)))
    assert [each.move for each in found.decisions] == [
        move for move in record.moves if not isinstance(move, az.Deal)
    ]
    for worth in found.curve:
        assert sum(worth.chances) == 1
        assert players > 2 or worth.leads[0] == -worth.leads[1]
    for deal in found.deals:
        assert sum(deal.luck.chances) == 0
    for decision in found.decisions:
        assert decision.loss >= 0
        assert sum(decision.effect.chances) == 0
        assert (decision.loss == 0) == (decision.judgement is Judgement.BEST)
        if len(az.legal_moves(decision.position)) == 1:
            assert decision.stake is Stake.FORCED
            assert not decision.counts
    losses = [decision.loss for decision in found.costliest(number=5)]
    assert losses == sorted(losses, reverse=True)


def test_what_the_other_loses_is_won_with_two_players() -> None:
    one, other = quick_review("std", 2).ledgers
    for mine, theirs in ((one.points, other.points), (one.points, other.points)):
        assert mine.luck == -theirs.luck
        assert mine.errors == tuple(-error for error in theirs.errors)
        assert mine.remainder == -theirs.remainder


@pytest.mark.parametrize("currency", ["chances", *corner_cases("leads")])
def test_luck_is_fair_whatever_the_judge_is_worth(currency: str) -> None:
    """A hundred first deals: a small search judges badly, and is wrong about all deals alike."""
    lucks = []
    for seed in range(100):
        found = az.review(random_record("std", 2, seed, plies=1), nodes=10, deals=4)
        lucks.append(getattr(found.deals[0].luck, currency)[0])
    error = stdev(lucks) / sqrt(len(lucks))
    assert 0 < abs(fmean(lucks)) < 3 * error


def test_first_deals_are_not_all_compared_with_the_same_few() -> None:
    starts = {
        az.review(random_record("std", 2, seed, 1), nodes=1, deals=2).curve[0] for seed in (1, 2)
    }
    assert len(starts) == 2


def test_the_same_record_has_the_same_review() -> None:
    record = random_record("grey", 3, 5, plies=8)
    assert az.review(record, nodes=60, deals=2) == az.review(record, nodes=60, deals=2)


def test_the_first_curve_is_there_before_any_search() -> None:
    record = random_record("std", 2, 3, plies=6)
    told: list[Progress] = []
    found = az.review(record, nodes=50, deals=2, report=told.append)
    assert [each.done for each in told] == [0, *range(1, len(record.moves) + 1), len(record.moves)]
    position = record.start()
    for step, worth in zip(record.replay(), told[0].curve[1:], strict=True):
        position = step.position
        assert worth.chances == az.evaluate(position).chances
    assert told[-1].curve == found.curve


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes() -> None:
    record = random_record("std", 2, 4, plies=7)
    found = az.review(record, nodes=50, deals=2)
    assert not found.finished
    assert found.ledgers[0].chance.result == found.curve[-1].chances[0]
    assert 0 < found.ledgers[0].chance.result < 1


def test_a_record_may_begin_in_the_middle_of_a_round() -> None:
    game = az.Game(position=TWINS)
    game.play(game.legal_moves[0])
    found = az.review(game.record, nodes=50, deals=2)
    assert (len(found.decisions), found.deals) == (1, ())


def ranked(move: str, value: float) -> RankedMove:
    worth = (value, 1 - value)
    made = az.parse_move(move)
    lead = (10 * value, -10 * value)
    return RankedMove(made, value, 0.0, worth, lead, (made,), True, 1, 0, 0.0)


def analysis(**values: float) -> Analysis:
    """Of moves, written `m1B2=0.5`, the best first."""
    moves = [ranked(name[1:], value) for name, value in values.items()]
    best = moves[0].value
    compared = (replace(each, loss=best - each.value) for each in moves)
    return Analysis(tuple(compared), 1, 1, True)


STAKES = [
    ("1B2", analysis(m1B2=0.5), Stake.FORCED),
    ("2B2", analysis(m1B2=0.5, m2B2=0.5, m5B2=0.5), Stake.FORCED),  # equal displays
    ("1B2", analysis(m1B2=0.5, m1B3=0.35), Stake.OBVIOUS),
    ("2B2", analysis(m1B2=0.5, m2B2=0.5, m1B3=0.35), Stake.OBVIOUS),
    ("1B3", analysis(m1B2=0.5, m1B3=0.35), Stake.REAL),  # but missed
    ("1B2", analysis(m1B2=0.5, m1B3=0.45), Stake.REAL),
    ("1B2", analysis(m1B2=0.99, m1B3=0.985, m1B4=0.98), Stake.IDLE),
    ("1B2", analysis(m1B2=0.99, m1B3=0.985, m1B4=0.9), Stake.REAL),
]


@pytest.mark.parametrize(("move", "found", "stake"), STAKES)
def test_was_it_a_decision(move: str, found: Analysis, stake: Stake) -> None:
    decision = decision_of(0, TWINS, az.parse_move(move), found)
    assert decision.stake is stake
    assert decision.counts == (stake is Stake.REAL)


def test_the_same_tiles_from_an_equal_display_are_the_same_move() -> None:
    decision = decision_of(0, TWINS, az.parse_move("2B2"), analysis(m1B2=0.5, m2B2=0.5, m1B3=0.1))
    assert (decision.best, decision.loss, decision.points) == (az.parse_move("2B2"), 0, 0)


def test_a_move_is_judged_by_the_chance_that_it_gave_away() -> None:
    losses = (0.0, 0.01, 0.02, 0.03, 0.06, 0.10, 0.15, 0.21)
    assert [str(judgement_of(loss)) for loss in losses] == [
        *("best", "excellent", "excellent", "good", "inaccuracy", "inaccuracy"),
        *("mistake", "blunder"),
    ]


def test_the_measure_of_play_has_an_interval() -> None:
    losses = [0.0, 0.0, 0.01, 0.02, 0.15, 0.0, 0.05, 0.0] * 3
    measure = measure_play(losses)
    assert measure
    assert measure.mean == pytest.approx(0.02875)
    low, high = measure.interval
    assert 0 < low < measure.mean < high < 0.09
    assert high - measure.mean > measure.mean - low  # a few losses are large
    assert measure_play([0.1]) is None


def test_who_never_erred_may_still_err() -> None:
    few, many = measure_play([0.0] * 5), measure_play([0.0] * 50)
    assert few
    assert many
    assert few.mean == few.interval.low == many.mean == many.interval.low == 0
    assert 0.05 > few.interval.high > many.interval.high > 0


def test_equal_losses_leave_no_doubt() -> None:
    measure = measure_play([0.125] * 4)
    assert measure
    assert measure.interval == (0.125, 0.125)


@pytest.mark.parametrize("spread", [0.5, 1.0])
def test_the_interval_holds_about_as_often_as_it_says(spread: float) -> None:
    """Of losses as reviews find them: a third are none, the others spread like log-normal ones, and
    some games are harder than others.
    """
    chance = Random(1)
    harder = 0.15
    mean = 2 / 3 * 0.04 * exp((spread**2 + harder**2) / 2)
    held = 0
    for _ in range(400):
        game = exp(chance.gauss(0, harder))
        losses = [
            0.0 if chance.random() < 1 / 3 else game * 0.04 * exp(chance.gauss(0, spread))
            for _ in range(25)
        ]
        measure = measure_play(losses)
        assert measure
        held += measure.interval.low <= mean <= measure.interval.high
    assert 0.89 < held / 400 < 0.99


def test_only_decisions_are_measured() -> None:
    found = quick_review("std", 2)
    for seat in (1, 2):
        measure = found.measures[seat - 1]
        assert measure
        assert measure.size == sum(each.counts for each in found.decisions_of(seat))
        assert sum(found.judgements(seat).values()) == len(found.decisions_of(seat))


def test_refusals() -> None:
    record = random_record("std", 2, 1, plies=2)
    with refuses(az.ReviewError, "nothing_to_review"):
        az.review(Record(record.tags | {"Result": "*"}, record.moves[:1]))
    with refuses(az.NotationError, "bad_round_move"):
        az.review(replace(record, moves=(*record.moves, record.moves[-1])))
    with refuses(az.NotationError, "result_differs"):
        az.review(replace(record, tags=record.tags | {"Result": "1-0"}))
    with refuses(az.AnalysisError, "bad_limit"):
        az.review(record, nodes=0)
    with refuses(az.AnalysisError, "bad_deals"):
        az.review(record, deals=1)
