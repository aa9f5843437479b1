"""From values to winning chances that can be believed, of all players at once.

The network and the search judge every seat by a value, half winning and half points. The chances
are the softmax over the seats of these values, on curves that are fitted to the results of games,
for each network (`azulejos calibrate`). So they add up to 1. Expected leads are fitted too. A value
that many nodes have found means something else than one of few, above all with three and four
players: the curves lie between those that were fitted to both.
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
LeadFit = tuple[float, float, float]  # the slopes of a lead and of a value, and an offset


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


def judge_line(network: Network, state: State, line: Sequence[int], value: int | None) -> Judgement:
    """After a search: the value that it found for the mover, and the others at the line's end.

    With two players what one wins the other loses, so the search has judged both. Without a value
    (there was no time to search) the network judges all of them.
    """
    mover = state.turn - 1
    end = state.copy()
    for action in line:
        end.apply(action)
    found = judge_state(network, end)
    values = list(found.values)
    if value is not None:
        values = [-value / 1000] * 2 if network.players == 2 else values
        values[mover] = value / 1000
    return found._replace(values=tuple(values), mover=mover)


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fitted parameters; the defaults serve a network that nobody has calibrated."""

    network: float = 1.0
    """The slope of the network's values."""
    network_bend: float = 0.0
    """How much steeper it gets with the value's size: a clear lead says more than a small one."""
    network_lead: float = 0.0
    """What a point of lead adds: a value is only half winning, and a lead tells of the rest."""
    search: float = 1.0
    """The slope of values after a search."""
    search_bend: float = 0.0
    """The same of that slope."""
    search_lead: float = 0.0
    """What a point of lead at the end of the expected line adds."""
    mover: float = 0.0
    """What is added for the player to move after a search."""
    ending: float = 2.0
    """What is added to that slope where the expected line ends the game: then little is open."""
    network_leads: LeadFit = (1.0, 0.0, 0.0)
    """How the network's leads and values make an expected lead."""
    search_leads: LeadFit = (1.0, 0.0, 0.0)
    """The same after a search, with leads from the end of the expected line."""

    def estimate(self, judgement: Judgement, exact: bool = False) -> Estimate:
        """`exact` if no other line is possible: then a game that ends with it has its result."""
        if judgement.results is None:
            return Estimate(softmax(self._utilities(judgement, False)), self._leads(judgement))
        if exact or judgement.mover is None:
            return Estimate(shares_of(judgement.results), judgement.leads)
        return Estimate(softmax(self._utilities(judgement, True)), judgement.leads)

    def estimate_move(self, judgement: Judgement, main: Judgement, exact: bool = False) -> Estimate:
        """A move that is compared with others: its mover's chance follows from the search's value.

        Leads, and with three or four players the others, count as at the end of the main line, that
        of the best move: the ends of lines that were hardly looked at say little. What is left is
        shared out by this line's end.
        """
        mover, is_over = judgement.mover, judgement.results is not None
        if mover is None or (exact and is_over):
            return self.estimate(judgement, exact)
        leads = judgement.leads if is_over else self._leads(judgement)
        if len(judgement.values) == 2:
            compared = judgement._replace(leads=main.leads)
            return Estimate(softmax(self._utilities(compared, is_over)), leads)
        ends = main.results is not None
        values = list(main.values)
        values[mover] = judgement.values[mover]
        chance = softmax(self._utilities(main._replace(values=tuple(values)), ends))[mover]
        found = self._utilities(judgement, ends)
        others = [math.exp(utility - max(found)) for utility in found]
        rest = math.fsum(others) - others[mover]
        shares = [(1 - chance) * other / rest for other in others]
        shares[mover] = chance
        return Estimate(shares_of(shares), leads)

    def _leads(self, judgement: Judgement) -> tuple[float, ...]:
        fit = self.network_leads if judgement.mover is None else self.search_leads
        leads, values = balanced(judgement.leads), balanced(judgement.values)
        of_lead, of_value, offset = fit
        pairs = zip(leads, values, strict=True)
        return tuple(of_lead * lead + of_value * value + offset for lead, value in pairs)

    def _utilities(self, judgement: Judgement, ends: bool) -> list[float]:
        """`ends` if the expected line ends the game."""
        if judgement.mover is None:
            return _utilities(judgement, self.network, self.network_bend, self.network_lead)
        slope = self.search + (self.ending if ends else 0.0)
        found = _utilities(judgement, slope, self.search_bend, self.search_lead)
        found[judgement.mover] += self.mover
        return found


def _utilities(judgement: Judgement, slope: float, bend: float, of_lead: float) -> list[float]:
    pairs = zip(judgement.values, judgement.leads, strict=True)
    return [(slope + bend * abs(value)) * value + of_lead * lead for value, lead in pairs]


@dataclass(frozen=True, slots=True)
class Calibrations:
    """What was fitted to searches of few nodes and of many; for numbers between, between them."""

    few: Calibration = Calibration()
    many: Calibration = Calibration()
    nodes: tuple[int, int] = (1, 1)
    """Of these searches."""

    def at(self, nodes: int) -> Calibration:
        """For a search of so many nodes; beyond those that were tried nothing changes any more."""
        few, many = map(math.log, self.nodes)
        if few >= many:
            return self.few
        share = (math.log(max(nodes, 1)) - few) / (many - few)
        return _between(self.few, self.many, min(max(share, 0.0), 1.0))


def _between(few: Calibration, many: Calibration, share: float) -> Calibration:
    mixed: dict[str, Any] = {}
    for field in fields(Calibration):
        one, other = getattr(few, field.name), getattr(many, field.name)
        if isinstance(one, tuple):
            pairs = zip(one, other, strict=True)
            mixed[field.name] = tuple((1 - share) * a + share * b for a, b in pairs)
        else:
            mixed[field.name] = (1 - share) * one + share * other
    return Calibration(**mixed)


def balanced(numbers: Sequence[float]) -> Sequence[float]:
    """With two players what one is ahead the other is behind."""
    if len(numbers) > 2:
        return numbers
    half = (numbers[0] - numbers[1]) / 2
    return (half, -half)


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


def calibrations_of(card: dict[str, Any]) -> Calibrations:
    """What a network's card says, or the defaults; raises an exception if it is damaged."""
    known = card.get(CARD_KEY, {})
    if known.get("parameters") is None:
        return Calibrations()
    few = _calibration_of(known["parameters"])
    deep = known.get("deep")  # which older cards don't have
    if deep is None:
        return Calibrations(few, few)
    nodes = int(known["nodes"]), int(deep["nodes"])
    if min(nodes) < 1:
        raise ValueError(f"a search has a node or more, not {min(nodes)}")
    return Calibrations(few, _calibration_of(deep["parameters"]), nodes)


def _calibration_of(found: dict[str, Any]) -> Calibration:
    numbers = {name: _number(found[name]) for name in ("network", "search", "mover", "ending")}
    newer = ("network_bend", "network_lead", "search_bend", "search_lead")
    return Calibration(
        **numbers,
        **{name: _number(found.get(name, 0.0)) for name in newer},  # which older cards don't have
        network_leads=_lead_fit(found["network_leads"]),
        search_leads=_lead_fit(found["search_leads"]),
    )


def _lead_fit(numbers: list[float]) -> LeadFit:
    of_lead, of_value, offset = map(_number, numbers)
    return of_lead, of_value, offset


def _number(number: float) -> float:
    if not abs(float(number)) <= MAX_PARAMETER:
        raise ValueError(f"a parameter of {number} is too large")
    return float(number)
