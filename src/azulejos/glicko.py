"""Glicko-2: a rating, how uncertain it is, and how steadily somebody plays.

After Mark Glickman, "Example of the Glicko-2 system" (2022), whose example is the test. Pure
functions of numbers; what a game is worth and who the opponents are is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE = 173.7178  # points of a rating in one unit of the system's own
CENTRE = 1500  # the rating whose strength is 0 there
UNCERTAIN = 350.0
VOLATILITY = 0.06
TAU = 0.5  # how fast the volatility itself may change
EXACT = 1e-6


class Rating(NamedTuple):
    """`deviation` is a standard error: the truth lies within two of it 19 times in 20."""

    value: float = CENTRE
    deviation: float = UNCERTAIN
    volatility: float = VOLATILITY


class Result(NamedTuple):
    """A game against an opponent of that rating: 1 is won, 0 lost, between the two shared."""

    rating: float
    deviation: float
    score: float


def rated(player: Rating, results: Sequence[Result]) -> Rating:
    """The rating after one period with these results; with none it only grows less certain.

    >>> after = rated(Rating(1000), [Result(1000, 0, 1)])
    >>> round(after.value), round(after.deviation)
    (1175, 247)
    """
    strength, deviation = (player.value - CENTRE) / SCALE, player.deviation / SCALE
    if not results:
        wider = sqrt(deviation**2 + player.volatility**2)
        return player._replace(deviation=min(UNCERTAIN, wider * SCALE))
    information = surprise = 0.0
    for result in results:
        weight = _weight(result.deviation / SCALE)
        expected = 1 / (1 + exp(-weight * (strength - (result.rating - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (result.score - expected)
    volatility = _volatility(deviation, player.volatility, 1 / information, surprise / information)
    before = deviation**2 + volatility**2
    after = 1 / (1 / before + information)
    value = CENTRE + SCALE * (strength + after * surprise)
    return Rating(value, min(UNCERTAIN, sqrt(after) * SCALE), volatility)


def _weight(deviation: float) -> float:
    """How much a result tells against an opponent who is so uncertain: `g` in the paper."""
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _volatility(deviation: float, volatility: float, variance: float, change: float) -> float:
    """Step 5 of the paper, by its Illinois algorithm: where `slope` is 0."""
    start = log(volatility**2)

    def slope(x: float) -> float:
        total = deviation**2 + variance + exp(x)
        return exp(x) * (change**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if change**2 > deviation**2 + variance:
        high = log(change**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
