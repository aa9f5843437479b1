"""Elo ratings from the results of pairings, with intervals.

The model is Bradley and Terry's, a draw counts as half a win; ratings are those that make the
results most likely. At a table of three or four the first bot of a pairing meets two or three of
the second, and the model is Luce's: who is twice as strong as each of them wins twice as often as
each of them does, so that equal bots are expected to have equal shares.

Intervals follow from how much the groups of games of each pairing vary, by which every rating is
moved as the fit would move it (the delta method). In plain Python: tournaments have few bots, and
are not worth NumPy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from math import exp, log, sqrt
from typing import NamedTuple

from ..statistics import STANDARD_ERRORS, Interval, variance

Pairing = tuple[int, int]
Scores = Mapping[Pairing, Sequence[float]]  # the first bot's share of each group of games
Matrix = list[list[float]]

ELO_PER_NAT = 400 / log(10)
STEPS = 100
LONGEST_STEP = 3.0  # of a strength: where few games were very uneven, Newton's goes far too far
ENOUGH = 1e-10


class Rating(NamedTuple):
    elo: float
    interval: Interval


class Anchor(NamedTuple):
    """A bot whose rating is given; all others follow."""

    bot: int
    elo: float


def rate(scores: Scores, bots: int, anchor: Anchor | None = None, players: int = 2) -> list[Rating]:
    """The ratings of all bots with 95 % intervals; their mean is 0 unless a bot is the anchor."""
    points = points_of(scores, bots, players)
    elos = fit(points, players)
    shift = 0.0 if anchor is None else anchor.elo - elos[anchor.bot]
    errors = _standard_errors(scores, points, elos, anchor, players)
    return [
        Rating(elo + shift, Interval(elo + shift - half, elo + shift + half))
        for elo, half in zip(elos, (STANDARD_ERRORS * error for error in errors), strict=True)
    ]


def points_of(scores: Scores, bots: int, players: int = 2) -> Matrix:
    """By row and column: how many points the one bot got from the other."""
    points = [[0.0] * bots for _ in range(bots)]
    for (one, other), shares in scores.items():
        points[one][other] = players * sum(shares)
        points[other][one] = players * len(shares) - points[one][other]
    return points


def is_rateable(points: Matrix) -> bool:
    """Do finite ratings exist? If not, somebody would be infinitely better than somebody else.

    Every bot must have got something from every other, directly or by way of others.
    """
    bots = range(len(points))
    return _all_reached([{other for other in bots if points[one][other] > 0} for one in bots])


def _all_reached(reached: list[set[int]]) -> bool:
    """Does everybody reach everybody, step by step?"""
    found = [others | {one} for one, others in enumerate(reached)]
    for _ in reached:
        found = [set().union(*(found[other] for other in others)) for others in found]
    return all(len(others) == len(reached) for others in found)


def _rateable(points: Matrix, players: int) -> Matrix:
    """Where no ratings exist, one game that ended as among equals is added between those who met;
    between any two bots, where they are not all linked by that."""
    if is_rateable(points):
        return points
    bots = range(len(points))
    met = [{other for other in bots if points[one][other] + points[other][one] > 0} for one in bots]
    everybody = not _all_reached(met)
    fair = 1 / players
    return [
        [
            made + (fair if one < other else 1 - fair)
            if other in met[one] or (everybody and one != other)
            else made
            for other, made in enumerate(row)
        ]
        for one, row in enumerate(points)
    ]


def fit(points: Matrix, players: int = 2) -> list[float]:
    """The most likely ratings, as Elo with mean 0, by Newton's method.

    >>> [round(elo) for elo in fit([[0.0, 75.0], [25.0, 0.0]])]
    [95, -95]
    >>> [round(elo) for elo in fit([[0.0, 25.0], [75.0, 0.0]], players=4)]  # the fair share
    [0, 0]
    """
    points = _rateable(points, players)
    bots = range(len(points))
    total = sum(map(sum, points))
    strengths = [0.0 for _ in bots]
    for _ in range(STEPS):
        slope = [
            sum(
                points[one][other]
                - (points[one][other] + points[other][one])
                * _expected(strengths, one, other, players)
                for other in bots
                if other != one
            )
            for one in bots
        ]
        if max(map(abs, slope)) < ENOUGH * total:
            break
        inverse = _inverse(_curvature(points, strengths, players))
        for one in bots:
            step = sum(inverse[one][other] * slope[other] for other in bots)
            strengths[one] += max(-LONGEST_STEP, min(LONGEST_STEP, step))
    middle = sum(strengths) / len(points)
    return [(strength - middle) * ELO_PER_NAT for strength in strengths]


def _expected(strengths: Sequence[float], one: int, other: int, players: int) -> float:
    """The share of one bot against the other; the first of a pairing is alone at the table."""
    crowd = log(players - 1)
    odds = strengths[other] - strengths[one] + (crowd if one < other else -crowd)
    return 1 / (1 + exp(odds))


def _curvature(points: Matrix, strengths: Sequence[float], players: int) -> Matrix:
    """How the likelihood bends; a constant is added to fix the mean, which results leave open."""
    bots = range(len(points))
    found = [[0.0 for _ in bots] for _ in bots]
    for one, other in permutations(bots, 2):
        share = _expected(strengths, one, other, players)
        weight = (points[one][other] + points[other][one]) * share * (1 - share)
        found[one][other] -= weight
        found[one][one] += weight
    constant = sum(found[one][one] for one in bots) / len(points) ** 2
    return [[entry + constant for entry in row] for row in found]


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination; the matrix is symmetric and positive, so no rows need to change places.

    >>> _inverse([[2.0, 1.0], [1.0, 1.0]])
    [[1.0, -1.0], [-1.0, 2.0]]
    """
    size = len(matrix)
    rows = [
        [*row, *(float(place == one) for place in range(size))] for one, row in enumerate(matrix)
    ]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [entry / scale for entry in rows[pivot]]
        for one in range(size):
            if one != pivot:
                factor = rows[one][pivot]
                pairs = zip(rows[one], rows[pivot], strict=True)
                rows[one] = [entry - factor * above for entry, above in pairs]
    return [row[size:] for row in rows]


def _standard_errors(
    scores: Scores, points: Matrix, elos: Sequence[float], anchor: Anchor | None, players: int
) -> list[float]:
    """Of each rating, in Elo; of its distance from the anchor, if there is one."""
    strengths = [elo / ELO_PER_NAT for elo in elos]
    moved = _inverse(_curvature(_rateable(points, players), strengths, players))
    fixed = [0.0] * len(points) if anchor is None else moved[anchor.bot]
    variances = {
        pairing: players**2 * len(shares) * variance(Counter(shares))
        for pairing, shares in scores.items()
    }
    errors = []
    for row in moved:
        by = [
            entry - other for entry, other in zip(row, fixed, strict=True)
        ]  # by each bot's points
        total = sum(known * (by[one] - by[other]) ** 2 for (one, other), known in variances.items())
        errors.append(ELO_PER_NAT * sqrt(total))
    return errors


def cross_shares(scores: Scores, bots: int) -> dict[Pairing, float]:
    """The share of points of one bot against another, for all who met."""
    points = points_of(scores, bots)
    return {
        (one, other): points[one][other] / (points[one][other] + points[other][one])
        for one, other in permutations(range(bots), 2)
        if points[one][other] + points[other][one]
    }
