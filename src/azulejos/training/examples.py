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
from .selfplay import NO_VALUE, PlayedGame, PlayedGames

MOST_POINTS = 60  # a larger difference teaches no more

Target = tuple[float, float, float]  # value, share of the win, points in units of POINTS_UNIT


class TargetMixture(NamedTuple):
    """How targets are mixed."""

    trust: float = 0.7  # in the result, against what was thought of later rounds' ends
    search: float = 0.35  # share of the search's value within a round
    share: float = 0.35  # of the positions within a round that are used


class Examples(NamedTuple):
    """`facts` has one row an example, filled up with ALL_ROWS; `targets` one Target each."""

    facts: Any
    targets: Any


class TrainingPosition(NamedTuple):
    """A position to learn from, as a seat sees it."""

    facts: list[int]
    seat: int
    round_end: int  # how many rounds had ended
    value: int  # the search's, or NO_VALUE


def examples_of(network: Network, played: PlayedGames, mixture: TargetMixture) -> Examples:
    """All that a chunk of games teaches."""
    facts: list[list[int]] = []
    targets: list[Target] = []
    for game in played.games():
        for position, target in examples_of_game(network, game, mixture):
            facts.append(position.facts)
            targets.append(target)
    return Examples(table_of(facts), np.array(targets, np.float32).reshape(-1, 3))


def table_of(facts: list[list[int]]) -> Any:
    """Lists of different lengths as one table, as wide as the longest: nothing is cut off."""
    width = max(map(len, facts), default=0)
    table = np.full((len(facts), width), ALL_ROWS, np.uint16)
    for number, row in enumerate(facts):
        table[number, : len(row)] = row
    return table


def join(parts: list[Examples]) -> Examples:
    """All examples in one; empties the list on the way, because they are large."""
    length = sum(len(part.facts) for part in parts)
    width = max(part.facts.shape[1] for part in parts)
    facts = np.empty((length, width), np.uint16)
    targets = np.empty((length, 3), np.float32)
    first = 0
    while parts:
        part = parts.pop(0)
        last = first + len(part.facts)
        facts[first:last, : part.facts.shape[1]] = part.facts
        facts[first:last, part.facts.shape[1] :] = ALL_ROWS
        targets[first:last] = part.targets
        first = last
    return Examples(facts, targets)


def examples_of_game(
    network: Network, game: PlayedGame, mixture: TargetMixture
) -> list[tuple[TrainingPosition, Target]]:
    positions, judged, final = replay(network, game, mixture.share)
    results = [result_of(final, seat) for seat in range(network.players)]
    hopes = later_values(judged, [value for value, _, _ in results], mixture.trust)
    found = []
    for position in positions:
        _, won, points = results[position.seat]
        value = hopes[position.round_end][position.seat]
        if position.value != NO_VALUE:
            value += mixture.search * (chance_of(position.value) - value)
        found.append((position, (value, won, points)))
    return found


def replay(
    network: Network, game: PlayedGame, share: float
) -> tuple[list[TrainingPosition], list[list[float]], State]:
    """Plays a game again: what is seen, the judgement of each round's end by seat, and the end."""
    seats = range(network.players)
    state = State(network.players, network.rules)
    deals, chance = Generator(game.seed), Random(f"examples/{game.seed}")
    state.deal(deals)
    positions: list[TrainingPosition] = []
    judged: list[list[float]] = []
    slipped = False  # what follows a slip is always seen: how it is punished
    for action, value in zip(game.actions, game.values, strict=True):
        if slipped or chance.random() < share:
            mover = state.turn - 1
            seat = mover if len(seats) == 2 else chance.randrange(len(seats))
            known = value if seat == mover else NO_VALUE
            positions.append(TrainingPosition(describe(state, seat), seat, len(judged), known))
        slipped = value == NO_VALUE
        state.apply(action)
        if state.deal_is_due:
            judged.append([chance_of(network.value(state, seat)) for seat in seats])
            rounds = len(judged)
            positions += [
                TrainingPosition(describe(state, seat), seat, rounds, NO_VALUE) for seat in seats
            ]
            slipped = False
            state.deal(deals)
    return positions, judged, state


def later_values(judged: list[list[float]], final: list[float], trust: float) -> list[list[float]]:
    """What is to be expected when so many rounds have ended, by seat.

    Number k serves positions of round k (from 0) before its end, and the end of round k - 1.
    """
    hopes = [final]
    for values in reversed(judged):
        pairs = zip(hopes[-1], values, strict=True)
        hopes.append([trust * later + (1 - trust) * value for later, value in pairs])
    return hopes[::-1]


def chance_of(value: float) -> float:
    return 1 / (1 + math.exp(-value / 1000))


def result_of(state: State, seat: int) -> Target:
    """What a finished game was worth to a seat."""
    scores = state.scores
    best = max(score for other, score in enumerate(scores) if other != seat)
    outcome = state.outcome
    assert outcome is not None
    won = (seat + 1 in outcome.winners) / len(outcome.winners)
    difference = scores[seat] - best
    value = 0.5 * won + 0.5 / (1 + math.exp(-difference / 10))
    return value, won, max(-MOST_POINTS, min(MOST_POINTS, difference)) / POINTS_UNIT
