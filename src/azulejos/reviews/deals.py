"""What a deal is worth: the round is played to its end many times, and the ends are averaged.

One search can't see from a deal to the end of its round, and what it sees of it says little about
the result. Weak players, none of them like the other, come to its end; the average of what they
make of a deal tells luck from play far better, in less time (docs/review.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from statistics import variance
from typing import NamedTuple

from ..analysis.evaluation import Evaluator
from ..analysis.searching import searcher_of
from ..core import Generator as Chance
from ..core import State
from ..protocol import Limit
from ..search import Network
from ..search.calibration import Estimate, shares_of
from .values import Worth, worth_on_grid

PLAYER_NODES = (50, 100, 200, 400)  # for each move, drawn by lot


class RoundPlayer:
    """Plays rounds to their end, each time differently."""

    def __init__(self, network: Network, nodes: int, chance: Chance) -> None:
        self._nodes = [min(nodes, number) for number in PLAYER_NODES]
        self._chance = chance
        self._searcher = searcher_of(network)
        self._judge = Evaluator(network, Limit())

    def estimate(self, state: State) -> Estimate:
        """What the end of the round is worth, played once from here."""
        end = state.copy()
        self._searcher.forget()  # Nobody may profit from what others have found.
        while not (end.is_over or end.deal_is_due):
            nodes = self._nodes[self._chance.below(len(self._nodes))]
            end.apply(self._searcher.decide(end, nodes=nodes)[0])
        return self._judge.estimate(end)


TEMPER = 0.75
"""Weak players make more of a deal than strong ones: so much of it is found in results of games."""


class Average(NamedTuple):
    """Of estimates, with its standard error."""

    worth: Worth
    error: Worth


def average_of(estimates: Sequence[Estimate]) -> Average:
    chances = list(zip(*(estimate.chances for estimate in estimates), strict=True))
    leads = list(zip(*(estimate.leads for estimate in estimates), strict=True))
    number = len(estimates)
    return Average(
        worth_on_grid(
            shares_of([fsum(each) for each in chances]), [fsum(each) / number for each in leads]
        ),
        Worth(
            tuple(sqrt(variance(each) / number) for each in chances),
            tuple(sqrt(variance(each) / number) for each in leads),
        ),
    )


def luck_of(came: Average, mean: Average) -> Average:
    """How much more the deal that came was worth than the others."""
    return Average(
        Worth(
            _tempered(came.worth.chances, mean.worth.chances),
            _tempered(came.worth.leads, mean.worth.leads),
        ),
        Worth(
            _error(came.error.chances, mean.error.chances),
            _error(came.error.leads, mean.error.leads),
        ),
    )


def _tempered(came: Sequence[float], mean: Sequence[float]) -> tuple[float, ...]:
    """Still on a binary grid, so that sums are exact."""
    return tuple(TEMPER * (a - b) for a, b in zip(came, mean, strict=True))


def _error(came: Sequence[float], mean: Sequence[float]) -> tuple[float, ...]:
    """Of the difference of two averages, from theirs."""
    return tuple(TEMPER * hypot(a, b) for a, b in zip(came, mean, strict=True))
