"""Elo ratings from the results of a round robin, with intervals.

The model is Bradley and Terry's, a draw counts as half a win; ratings are those that make the
results most likely. Intervals come from drawing pairs of games again and again (a bootstrap).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..statistics import PAIR_OUTCOMES, Interval

Numbers = NDArray[np.float64]
Pairing = tuple[int, int]
Scores = Mapping[Pairing, Sequence[float]]  # the first bot's share of each pair of games

ELO_PER_NAT = 400 / log(10)
SAMPLES = 1000
ENOUGH = 1e-10


class Rating(NamedTuple):
    elo: float
    interval: Interval


class Anchor(NamedTuple):
    """A bot whose rating is given; all others follow."""

    bot: int
    elo: float


def rate(scores: Scores, bots: int, anchor: Anchor | None = None) -> list[Rating]:
    """The ratings of all bots with 95 % intervals; their mean is 0 unless a bot is the anchor."""
    best = _anchored(fit(points_of(scores, bots)), anchor)
    tables = _resampled(scores, bots)
    draws = np.array([_anchored(fit(points), anchor) for points in tables])
    # Pairings that were all won are drawn from less extreme ones (`_chances`): only how far the
    # draws spread around their middle counts.
    middle = _anchored(fit(tables.mean(axis=0)), anchor)
    low, high = best - middle + np.quantile(draws, [0.025, 0.975], axis=0)
    return [
        Rating(float(best[bot]), Interval(float(low[bot]), float(high[bot]))) for bot in range(bots)
    ]


def points_of(scores: Scores, bots: int) -> Numbers:
    """By row and column: how many points the one bot got from the other."""
    points = np.zeros((bots, bots))
    for (one, other), shares in scores.items():
        points[one, other] = 2 * sum(shares)
        points[other, one] = 2 * len(shares) - points[one, other]
    return points


def is_rateable(points: Numbers) -> bool:
    """Do finite ratings exist? If not, somebody would be infinitely better than somebody else.

    Every bot must have got something from every other, directly or by way of others.
    """
    bots = len(points)
    reach = (points > 0) | np.eye(bots, dtype=bool)
    for _ in range(bots):
        reach = (reach.astype(int) @ reach.astype(int)) > 0
    return bool(reach.all())


def fit(points: Numbers) -> Numbers:
    """The most likely ratings, as Elo with mean 0, by Newton's method.

    Where none exist, one drawn game between any two bots is added.

    >>> fit(np.array([[0.0, 75.0], [25.0, 0.0]])).round()
    array([ 95., -95.])
    """
    if not is_rateable(points):
        points = points + 0.5 * (1 - np.eye(len(points)))
    games = points + points.T
    strength = np.zeros(len(points))
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (points - games * expected).sum(axis=1)
        if np.abs(slope).max() < ENOUGH * games.sum():
            break
        weight = games * expected * (1 - expected)
        curvature = np.diag(weight.sum(axis=1)) - weight
        # Adding a constant fixes the mean, which the results leave open.
        strength += np.linalg.solve(curvature + weight.mean(), slope)
    centred: Numbers = (strength - strength.mean()) * ELO_PER_NAT
    return centred


def _anchored(ratings: Numbers, anchor: Anchor | None) -> Numbers:
    return ratings if anchor is None else ratings - ratings[anchor.bot] + anchor.elo


def _resampled(scores: Scores, bots: int) -> Numbers:
    """Tables of points as they might have come out: each pairing's pairs, drawn with replacement.

    Always the same ones for the same results.
    """
    generator = np.random.default_rng(1)
    tables = np.zeros((SAMPLES, bots, bots))
    for (one, other), shares in sorted(scores.items()):
        outcomes, chances = _chances(shares)
        counts = generator.multinomial(len(shares), chances, size=SAMPLES)
        tables[:, one, other] = 2 * counts @ outcomes
        tables[:, other, one] = 2 * len(shares) - tables[:, one, other]
    return tables


def _chances(shares: Sequence[float]) -> tuple[Numbers, Numbers]:
    """Outcomes of a pair, with how likely each is.

    If all came out alike, one more pair is thought of, as in `statistics.variance`: drawing from
    them would always give the same, as if there were nothing else.
    """
    counts = {outcome: float(count) for outcome, count in Counter(shares).items()}
    if len(counts) == 1:
        for outcome in PAIR_OUTCOMES:
            counts[outcome] = counts.get(outcome, 0.0) + 1 / len(PAIR_OUTCOMES)
    total = sum(counts.values())
    return np.array(list(counts)), np.array(list(counts.values())) / total


def cross_shares(scores: Scores, bots: int) -> dict[Pairing, float]:
    """The share of points of one bot against another, for all who met."""
    points = points_of(scores, bots)
    return {
        (one, other): float(points[one, other] / (points[one, other] + points[other, one]))
        for one, other in permutations(range(bots), 2)
        if points[one, other] + points[other, one]
    }
