"""The level that a measure of play looks like, by what bots of each level lose.

`levels.json` has for each kind of game and each level the chance lost a real decision, as reviews
of their games have found it (`benchmarks/review_levels.py` makes it). It holds for the judge that
it was measured with: more nodes see more mistakes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from typing import NamedTuple

from ..statistics import Estimate

SMALLEST = 1e-4  # a loss below which nobody can be told apart


class LevelLoss(NamedTuple):
    """What players of a level lose a decision, with its standard error."""

    level: str
    loss: float
    error: float
    decisions: int


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a player stands among the levels."""

    nearest: str
    below: str | None
    """The next weaker level; None: weaker than all of them."""
    above: str | None
    """The next stronger level; None: stronger than all of them. The same as `below`: just that."""
    weakest: str
    """The levels that the interval allows, from here …"""
    strongest: str
    """… to here."""


@cache
def level_losses(players: int, rules: str) -> tuple[LevelLoss, ...]:
    """Weakest first, never rising; none where that kind of game has not been measured."""
    text = files(__package__).joinpath("levels.json").read_text("utf-8")
    measured = [LevelLoss(**row) for row in json.loads(text).get(f"{players} {rules}", ())]
    return tuple(_never_rising(measured))


def _never_rising(levels: list[LevelLoss]) -> list[LevelLoss]:
    """Levels that chance has put in the wrong order share their mean (pool adjacent violators)."""
    pools: list[list[LevelLoss]] = []
    for level in levels:
        pools.append([level])
        while len(pools) > 1 and _mean(pools[-1]) > _mean(pools[-2]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return [level._replace(loss=_mean(pool)) for pool in pools for level in pool]


def _mean(pool: list[LevelLoss]) -> float:
    weight = sum(level.decisions for level in pool)
    return sum(level.loss * level.decisions for level in pool) / weight


def place(measure: Estimate, players: int, rules: str) -> Placement | None:
    """The levels that a measure lies between; None where none are known.

    Distances are those of logarithms: a level loses a share less than the one below it.
    """
    levels = level_losses(players, rules)
    if not levels:
        return None

    def nearest(loss: float) -> LevelLoss:
        return min(levels, key=lambda level: abs(_scale(level.loss) - _scale(loss)))

    close = nearest(measure.mean)
    weaker = [level for level in levels if level.loss >= measure.mean]
    stronger = [level for level in levels if level.loss < measure.mean]
    low, high = measure.interval
    return Placement(
        nearest=close.level,
        below=weaker[-1].level if weaker else None,
        above=stronger[0].level if stronger else None,
        weakest=nearest(high).level,
        strongest=nearest(low).level,
    )


def _scale(loss: float) -> float:
    return log(max(loss, SMALLEST))
