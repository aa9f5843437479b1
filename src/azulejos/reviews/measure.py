"""The measure of play: the winning chance lost a decision, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance

from ..statistics import CONFIDENCE, NORMAL, Estimate, Interval

SMALLEST_ERROR = 0.05  # just an inaccuracy
ALIKE = 1.6
"""How much larger the variance of the mean is than that of as many independent decisions: those of
one game are alike. Measured with the games of `levels.json`."""
_Z = NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)


def measure_play(losses: Sequence[float]) -> Estimate | None:
    """The mean and its 95 % interval; None for less than two decisions.

    Losses are many small ones and a few large, so the interval is that of a gamma distribution
    with their mean and variance: longer upwards, and never below 0.

    >>> print(measure_play([0.0, 0.02, 0.0, 0.1, 0.03, 0.0]))
    0.025 (95 %: 0.008 to 0.379)
    """
    if len(losses) < 2:
        return None
    return Estimate(fmean(losses), _interval(losses), len(losses))


def _interval(losses: Sequence[float]) -> Interval:
    mean, spread = fmean(losses), ALIKE * variance(losses)
    if not mean:  # Up to three of so many may still be errors (the rule of three).
        return Interval(0.0, min(1.0, 3 / len(losses)) * SMALLEST_ERROR)
    if not spread:
        return Interval(mean, mean)
    shape = len(losses) * mean**2 / spread  # of the distribution of their sum
    low, high = (mean * shape / _quantile(shape, z) for z in (_Z, -_Z))
    return Interval(low, min(high, 1.0))


def _quantile(shape: float, z: float) -> float:
    """Of a gamma distribution with scale 1, by Wilson and Hilferty's approximation."""
    root = 1 - 1 / (9 * shape) + z / (3 * sqrt(shape))
    return shape * max(root, 0.05) ** 3
