"""Ratings: most likely ones, their intervals, and what happens where none exist."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.arena.ratings import Anchor, Scores, cross_shares, fit, is_rateable, points_of, rate
from azulejos.statistics import elo_of, share_of


def test_two_bots_have_the_difference_of_their_share() -> None:
    ratings = fit(points_of({(0, 1): [0.75] * 40}, 2))
    assert ratings[0] - ratings[1] == pytest.approx(elo_of(0.75))
    assert sum(ratings) == pytest.approx(0)


@given(elos=st.lists(st.integers(-600, 600), min_size=2, max_size=6))
@settings(max_examples=30)
def test_ratings_that_made_the_results_are_found(elos: list[int]) -> None:
    bots = len(elos)
    points = [
        [share_of(a - b) * 100 * (i != j) for j, b in enumerate(elos)] for i, a in enumerate(elos)
    ]
    assert fit(points) == pytest.approx([elo - sum(elos) / bots for elo in elos], abs=1e-3)


def test_the_most_likely_ratings_expect_the_points_that_were_made() -> None:
    """At the maximum of the likelihood each bot's expected points are its points."""
    generator = np.random.default_rng(4)
    points = generator.integers(1, 40, size=(5, 5)).astype(float)
    np.fill_diagonal(points, 0)
    ratings = np.array(fit(points.tolist()))
    expected = 1 / (1 + 10 ** ((ratings[None, :] - ratings[:, None]) / 400))
    made = ((points + points.T) * expected).sum(axis=1) - (points + points.T).diagonal() / 2
    assert made == pytest.approx(points.sum(axis=1), abs=1e-5)


@pytest.mark.parametrize(
    ("scores", "rateable"),
    [
        ({(0, 1): [1.0], (0, 2): [0.5], (1, 2): [0.5]}, True),
        ({(0, 1): [1.0], (0, 2): [1.0], (1, 2): [0.5]}, False),  # one won everything
        ({(0, 1): [0.5]}, False),  # one has not played
        ({(0, 1): [1.0], (1, 2): [1.0], (0, 2): [0.0]}, True),  # in a circle
        ({}, False),
    ],
)
def test_where_no_ratings_exist_they_are_finite_anyway(scores: Scores, rateable: bool) -> None:
    points = points_of(scores, 3)
    assert is_rateable(points) is rateable
    assert np.isfinite(fit(points)).all()
    for rating in rate(scores, 3):
        assert np.isfinite([rating.elo, *rating.interval]).all()


def test_an_anchor_moves_all() -> None:
    scores = {(0, 1): [0.75, 0.5, 1.0, 0.25], (0, 2): [0.5, 0.75], (1, 2): [0.5, 0.25]}
    free, fixed = rate(scores, 3), rate(scores, 3, Anchor(1, 1500))
    assert fixed[1].elo == 1500
    assert fixed[1].interval == pytest.approx((1500, 1500))
    assert fixed[0].elo - fixed[2].elo == pytest.approx(free[0].elo - free[2].elo)


def test_intervals_are_the_same_each_time_and_do_not_vanish() -> None:
    scores = {(0, 1): [1.0] * 10}
    first, second = rate(scores, 2), rate(scores, 2)
    assert first == second
    assert first[0].interval.high - first[0].interval.low > 20
    assert first[0].interval.low <= first[0].elo <= first[0].interval.high


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    truth = np.array([120.0, 0.0, -120.0])
    generator = np.random.default_rng(3)
    held = 0
    for _ in range(400):
        scores = {
            (i, j): list(generator.binomial(2, share_of(truth[i] - truth[j]), size=40) / 2)
            for i, j in ((0, 1), (0, 2), (1, 2))
        }
        for rating, elo in zip(rate(scores, 3), truth, strict=True):
            held += rating.interval.low <= elo <= rating.interval.high
    assert 0.93 <= held / 1200 <= 0.97


def test_an_interval_holds_its_rating_where_most_pairings_were_all_won() -> None:
    """As in a tournament of bots of very different strength."""
    scores = {
        (one, other): [1.0] * 10 if other > one + 1 else [1.0] * 8 + [0.5] * 2
        for one in range(6)
        for other in range(one + 1, 6)
    }
    for rating in rate(scores, 6):
        assert rating.interval.low < rating.elo < rating.interval.high


def test_shares_against_each_other() -> None:
    shares = cross_shares({(0, 1): [0.75, 0.5], (0, 2): [1.0]}, 3)
    assert shares == pytest.approx({(0, 1): 0.625, (1, 0): 0.375, (0, 2): 1.0, (2, 0): 0.0})
