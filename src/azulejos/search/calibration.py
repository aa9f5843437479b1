"""From values to winning chances that can be believed, of all players at once.

The network and the search judge every seat by a value, half winning and half points. The chances
are the softmax over the seats of these values, scaled by slopes that are fitted to the results of
games, for each network (`azulejos calibrate`). So they add up to 1. Expected leads are fitted too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ..core import State
from .network import Network

CARD_KEY = "calibration"  # where a network's card has it
WHOLE = 1 << 40  # chances are multiples of its inverse: their sum is exact, in any order
MAX_PARAMETER = 100.0  # fitted ones are below 10


class Judgement(NamedTuple):
    """What is thought of a position, by seat, before calibration."""

    values: tuple[float, ...]
    """In logits, half winning and half points."""
    leads: tuple[float, ...]
    """Expected final points, less those of the best opponent."""
    results: tuple[float, ...] | None
    """The shares of the win, if the game is over."""
    mover: int | None = None
    """The seat that a search was made for; None if only the network was asked."""


class Estimate(NamedTuple):
    """Winning chances, which add up to exactly 1, and expected leads, by seat."""

    chances: tuple[float, ...]
    leads: tuple[float, ...]


def judge_state(network: Network, state: State) -> Judgement:
    """By the network alone; tiling decisions that are due go where they score most."""
    values, leads, results = zip(*network.judge(state), strict=True)
    logits = tuple(value / 1000 for value in values)
    return Judgement(logits, leads, None if None in results else results)


def judge_line(network: Network, state: State, line: Sequence[int], value: int) -> Judgement:
    """After a search: what the mover's best is worth, and the others at the line's end.

    With two players what one wins the other loses, so the search has judged both.
    """
    mover = state.turn - 1
    end = state.copy()
    for action in line:
        end.apply(action)
    found = judge_state(network, end)
    values = [-value / 1000] * 2 if network.players == 2 else list(found.values)
    values[mover] = value / 1000
    return found._replace(values=tuple(values), mover=mover)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted parameters; the defaults serve a network that nobody has calibrated."""

    network: float = 1.0
    """The slope of the network's values."""
    search: float = 1.0
    """The slope of values after a search."""
    mover: float = 0.0
    """What is added for the player to move after a search."""
    result: float = 2.0
    """What a win adds where the expected line ends the game, while others are possible."""
    network_lead: float = 1.0
    """The slope of the network's leads."""
    network_lead_offset: float = 0.0
    search_lead: float = 1.0
    """The slope of leads at the end of the expected line."""
    search_lead_offset: float = 0.0

    def estimate(self, judgement: Judgement, exact: bool = False) -> Estimate:
        """`exact` if no other line is possible: then a game that ends with it has its result."""
        if judgement.results is not None and (exact or judgement.mover is None):
            return Estimate(shares_of(judgement.results), judgement.leads)
        searched = judgement.mover is not None
        slope = self.search_lead if searched else self.network_lead
        offset = self.search_lead_offset if searched else self.network_lead_offset
        leads = [offset + slope * lead for lead in balanced(judgement.leads)]
        return Estimate(softmax(self._utilities(judgement)), tuple(leads))

    def _utilities(self, judgement: Judgement) -> list[float]:
        if judgement.mover is None:
            return [self.network * value for value in judgement.values]
        found = [self.search * value for value in judgement.values]
        found[judgement.mover] += self.mover
        if judgement.results is None:
            return found
        pairs = zip(found, judgement.results, strict=True)
        return [value + self.result * share for value, share in pairs]


def balanced(leads: Sequence[float]) -> Sequence[float]:
    """With two players one's lead is the other's arrears."""
    if len(leads) > 2:
        return leads
    lead = (leads[0] - leads[1]) / 2
    return (lead, -lead)


def softmax(utilities: Sequence[float]) -> tuple[float, ...]:
    """Chances that add up to exactly 1.

    >>> softmax([0.0, 0.0])
    (0.5, 0.5)
    """
    most = max(utilities)
    return shares_of([math.exp(utility - most) for utility in utilities])


def shares_of(weights: Sequence[float]) -> tuple[float, ...]:
    """Each weight's part of the whole, rounded so that the sum is exactly 1."""
    total = math.fsum(weights)
    parts = [int(WHOLE * weight / total) for weight in weights]
    parts[parts.index(max(parts))] += WHOLE - sum(parts)
    return tuple(part / WHOLE for part in parts)


def calibration_of(card: dict[str, Any]) -> Calibration:
    """What a network's card says, or the defaults; raises ValueError or TypeError."""
    found = card.get(CARD_KEY, {}).get("parameters", {})
    numbers = {field.name: float(found[field.name]) for field in fields(Calibration) if found}
    if not all(abs(number) <= MAX_PARAMETER for number in numbers.values()):
        raise ValueError("a parameter is too large")
    return Calibration(**numbers)
