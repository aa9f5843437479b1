"""From games to examples: which positions are learned from, and what their value should be.

The value of a round's end is mixed from what the network that played thought of later rounds'
ends and from the result (TD-lambda), because the luck of later deals says little about it. Within
a round, the search's value is mixed in.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ..core import Generator, State
from ..search import Network
from ..search.layout import ALL_ROWS
from ..search.network import POINTS_UNIT, describe
from .selfplay import NO_VALUE, Played

WIDTH = {2: 112, 3: 152, 4: 192}  # facts of an example, with room to spare


class Mixture(NamedTuple):
    """How targets are mixed: `trust` in the result against later judgements, `search` within rounds."""

    trust: float = 0.7
    search: float = 0.35
    share: float = 0.35  # of the positions within a round that are used


class Sighting(NamedTuple):
    """A position to learn from, as a seat sees it."""

    facts: list[int]
    seat: int
    round_end: int  # which round's end follows, or is here
    value: int  # the search's, or NO_VALUE


def examples_of(network: Network, played: Played, mixture: Mixture) -> tuple[Any, Any]:
    """Facts (one row an example, filled up with ALL_ROWS) and targets (value, win, points)."""
    facts: list[list[int]] = []
    targets: list[tuple[float, float, float]] = []
    ends = [*played.starts[1:], len(played.actions)]
    for seed, start, end in zip(played.seeds, played.starts, ends, strict=True):
        actions, values = played.actions[start:end], played.values[start:end]
        add_game(network, seed, actions, values, mixture, facts, targets)
    width = WIDTH[network.players]
    table = np.full((len(facts), width), ALL_ROWS, np.uint16)
    for number, row in enumerate(facts):
        row = row[:width]
        table[number, : len(row)] = row
    return table, np.array(targets, np.float32)


def add_game(
    network: Network,
    seed: int,
    actions: list[int],
    values: list[int],
    mixture: Mixture,
    facts: list[list[int]],
    targets: list[tuple[float, float, float]],
) -> None:
    players = network.players
    state = State(players, network.rules)
    deals, chance = Generator(seed), Random(f"examples/{seed}")
    state.deal(deals)
    sightings: list[Sighting] = []
    judged: list[list[float]] = []  # by round's end, by seat
    slipped = False
    for action, value in zip(actions, values, strict=True):
        if slipped or chance.random() < mixture.share:
            seats = [state.turn - 1] if players == 2 else [chance.randrange(players)]
            for seat in seats:
                mine = value if seat == state.turn - 1 else NO_VALUE
                sightings.append(Sighting(describe(state, seat), seat, len(judged), mine))
        slipped = value == NO_VALUE
        state.apply(action)
        if state.deal_is_due:
            judged.append([chance_of(network.value(state, seat)) for seat in range(players)])
            sightings += [
                Sighting(describe(state, seat), seat, len(judged), NO_VALUE)
                for seat in range(players)
            ]
            slipped = False
            state.deal(deals)
    results = [result_of(state, seat) for seat in range(players)]
    hopes = later_values(judged, [result[0] for result in results], mixture.trust)
    for sighting in sightings:
        facts.append(sighting.facts)
        target, won, points = results[sighting.seat]
        target = hopes[sighting.round_end][sighting.seat]
        if sighting.value != NO_VALUE:
            target += mixture.search * (chance_of(sighting.value) - target)
        targets.append((target, won, points))


def later_values(
    judged: list[list[float]], final: list[float], trust: float
) -> list[list[float]]:
    """For each round's end: what is to be expected from there on, by seat.

    Number k serves positions of round k (from 0) before its end, and the end of round k - 1.
    """
    hopes = [final]
    for values in reversed(judged):
        hopes.append([
            trust * later + (1 - trust) * value for later, value in zip(hopes[-1], values, strict=True)
        ])
    return hopes[::-1]


def chance_of(value: float) -> float:
    return 1 / (1 + math.exp(-value / 1000))


def result_of(state: State, seat: int) -> tuple[float, float, float]:
    """Value, share of the win and difference of points of a finished game."""
    scores = state.scores
    best = max(score for other, score in enumerate(scores) if other != seat)
    outcome = state.outcome
    assert outcome is not None
    won = (seat + 1 in outcome.winners) / len(outcome.winners)
    difference = scores[seat] - best
    value = 0.5 * won + 0.5 / (1 + math.exp(-difference / 10))
    return value, won, max(-60, min(60, difference)) / POINTS_UNIT
