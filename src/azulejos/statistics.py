"""What results are worth: shares, means, Elo differences, their intervals, a sequential test.

Pure functions of counts or values. The unit is what does not depend on the others: a game, or a
group of games on the same deals (a pair, for two players); never a move, of which a game has many.
An outcome is a bot's share of the points in one unit, from 0 to 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import inf, log, log10, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

Outcomes = Mapping[float, int]  # how often each outcome was met

PAIR_OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)
CONFIDENCE = 0.95
NORMAL = NormalDist()
STANDARD_ERRORS = NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)  # on each side of a 95 % interval
FIRST_LOOK = 16  # pairs; before that the variance is too uncertain to stop on


class Interval(NamedTuple):
    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its 95 % interval, and from how many values it comes."""

    mean: float
    interval: Interval
    size: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} (95 %: {self.interval.low:.3f} to {self.interval.high:.3f})"


def estimate_mean(values: Iterable[float]) -> Estimate:
    """Of independent values of any size, such as scores, one a game.

    >>> print(estimate_mean([10, 12, 14, 16]))
    13.000 (95 %: 10.470 to 15.530)
    """
    found = [float(value) for value in values]
    if len(found) < 2:
        raise ValueError(f"an interval needs two values or more, not {len(found)}")
    half = STANDARD_ERRORS * stdev(found) / sqrt(len(found))
    middle = fmean(found)
    return Estimate(middle, Interval(middle - half, middle + half), len(found))


def estimate_share(values: Iterable[float]) -> Estimate:
    """Of independent shares from 0 to 1, one a game: a win, a loss, or a part of a win.

    >>> print(estimate_share([1, 1, 0, 0.5]))
    0.625 (95 %: 0.266 to 0.885)
    """
    outcomes = Counter(float(value) for value in values)
    if not outcomes or not 0 <= min(outcomes) <= max(outcomes) <= 1:
        raise ValueError("shares lie between 0 and 1, and there is one at least")
    return Estimate(mean(outcomes), share_interval(outcomes), units(outcomes))


def elo_of(share: float) -> float:
    """The difference of Elo that makes this share expected; infinite at 0 and 1.

    >>> round(elo_of(0.75))
    191
    """
    if share <= 0:
        return -inf
    return 400 * log10(share / (1 - share)) if share < 1 else inf


def share_of(elo: float) -> float:
    """The share that a difference of Elo makes expected.

    >>> round(share_of(200), 2)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def units(outcomes: Outcomes) -> int:
    return sum(outcomes.values())


def mean(outcomes: Outcomes) -> float:
    """The share of points; a half where nothing was played."""
    total = units(outcomes)
    return sum(value * count for value, count in outcomes.items()) / total if total else 0.5


def variance(outcomes: Outcomes) -> float:
    """Of one group's outcome, never 0.

    One more group is thought of, spread evenly over the outcomes of a pair: without it ten pairs
    that all ended alike would be taken as proof that no other ending exists.
    """
    return _moments(outcomes)[1]


def _moments(outcomes: Outcomes) -> tuple[float, float]:
    """Mean and variance, with the group that is thought of."""
    extra = 1 / len(PAIR_OUTCOMES)
    total = units(outcomes) + 1
    first = sum(value * count for value, count in outcomes.items()) + extra * sum(PAIR_OUTCOMES)
    second = sum(value**2 * count for value, count in outcomes.items())
    second += extra * sum(value**2 for value in PAIR_OUTCOMES)
    middle = first / total
    return middle, second / total - middle**2


def share_interval(outcomes: Outcomes) -> Interval:
    """Wilson's 95 % interval of the share, for as many coin tosses as the groups are worth.

    Groups whose outcomes vary less than those of a coin are worth more tosses. At shares of 0
    and 1 it stays an interval, and it never leaves 0 to 1.
    """
    total = units(outcomes)
    if not total:
        return Interval(0.0, 1.0)
    middle, spread = _moments(outcomes)
    tosses = total * middle * (1 - middle) / spread
    share = mean(outcomes)
    centre = share + STANDARD_ERRORS**2 / (2 * tosses)
    half = STANDARD_ERRORS * sqrt(
        share * (1 - share) / tosses + (STANDARD_ERRORS / (2 * tosses)) ** 2
    )
    scale = 1 + STANDARD_ERRORS**2 / tosses
    low = 0.0 if share <= 0 else max(0.0, (centre - half) / scale)
    high = 1.0 if share >= 1 else min(1.0, (centre + half) / scale)
    return Interval(low, high)


def elo_interval(outcomes: Outcomes) -> Interval:
    """The ends of the share's interval, as Elo; infinite on the side where nothing was lost."""
    low, high = share_interval(outcomes)
    return Interval(elo_of(low), elo_of(high))


def superiority(outcomes: Outcomes) -> float:
    """The likelihood that the first bot is the better one, by the normal approximation."""
    total = units(outcomes)
    if not total:
        return 0.5
    return NORMAL.cdf((mean(outcomes) - 0.5) / sqrt(variance(outcomes) / total))


class Sprt(NamedTuple):
    """A sequential test on pairs: is the difference rather `elo0` (H0) or rather `elo1` (H1)?

    `alpha` is the risk to accept H1 although H0 is true, `beta` that of the opposite error.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return log((1 - self.beta) / self.alpha)

    def llr(self, outcomes: Outcomes) -> float:
        """The log-likelihood ratio of H1 against H0, by the normal approximation."""
        share0, share1 = share_of(self.elo0), share_of(self.elo1)
        lead = 2 * mean(outcomes) - share0 - share1
        return units(outcomes) * (share1 - share0) * lead / (2 * variance(outcomes))

    def verdict(self, outcomes: Outcomes) -> str:
        """`H0` or `H1` once one is accepted, until then nothing."""
        if units(outcomes) < FIRST_LOOK:
            return ""
        llr = self.llr(outcomes)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else ""
