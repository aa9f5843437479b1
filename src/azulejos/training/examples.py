"""From games to examples: which positions are learned from, and what their value should be.

The result of a game says little about a position in it: later deals decide much. So a target is
mixed from what a search says of the position itself, what searches said of the positions that
followed, and the result (TD-lambda). What follows a slip says nothing about the positions before
it: there the search's own value stands for all that came later. Before a deal, searches after
other deals are asked as well, for the one that came was luck.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, NamedTuple

import numpy as np

from ..core import Generator, State
from ..search import AlphaBeta, Network, TreeSearch
from ..search.layout import ALL_ROWS
from ..search.network import POINTS_UNIT, describe, stage
from .selfplay import NO_VALUE, PlayedGame, PlayedGames, make_searcher

MOST_POINTS = 60  # a larger difference teaches no more
MOST_LOGITS = 12.0  # so that no target is quite certain
SLIP_NODES = 1500  # of the search where a slip was made
DEALS = 6  # that are tried at a round's end
DEAL_NODES, TREE_DEAL_NODES = 600, 3000  # after each: of alpha-beta, of the tree

Target = tuple[float, float, float]  # value, share of the win, points in units of POINTS_UNIT
Chances = list[float | None]  # by seat; None where nothing was asked


class TargetMixture(NamedTuple):
    """How targets are mixed."""

    trust: float = 0.97  # a ply: in what came later, against what the search said
    search: float = 0.7  # share of the search of the position itself, within a round
    deals: float = 0.85  # share of the searches after other deals, before a deal
    share: float = 0.35  # of the positions within a round that are used

    @property
    def asks(self) -> bool:
        """Is the judgement of the network that played worth anything?"""
        return self.trust < 1


class Examples(NamedTuple):
    """`facts` has one row an example, filled up with ALL_ROWS; `targets` one Target each."""

    facts: Any
    stages: Any
    targets: Any


class TrainingPosition(NamedTuple):
    """A position to learn from, as a seat sees it."""

    facts: list[int]
    stage: int
    seat: int
    ply: int  # how many moves came before
    known: float | None = None  # by a search of it, or after other deals
    before_deal: bool = False


class Ply(NamedTuple):
    """A move as the game's players judged it."""

    chances: Chances  # before it
    slipped: bool


class Judge:
    """Asks the network that played the games, with a search."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._searcher: AlphaBeta | TreeSearch = make_searcher(network)

    def chances(self, state: State, nodes: int) -> Chances:
        """All players', by a search; of several others, what it saw on average."""
        _, value = self._searcher.decide(state, nodes)
        mover = state.turn - 1
        if isinstance(self._searcher, AlphaBeta):
            return seen_by_both(mover, value)
        if state.phase == "tiling":
            return [chance_of(self._network.value(state, seat)) for seat in range(state.players)]
        found: Chances = list(self._searcher.seat_chances())
        found[mover] = chance_of(value)
        return found

    def chances_before_deal(self, state: State, seed: int) -> Chances:
        """On average over some deals."""
        self._searcher.forget()
        sums = [0.0] * self._network.players
        for number in range(DEALS):
            dealt = state.copy()
            dealt.deal(Generator(seed + number))
            nodes = DEAL_NODES if state.players == 2 else TREE_DEAL_NODES
            for seat, chance in enumerate(self.chances(dealt, nodes)):
                sums[seat] += chance or 0.0
        return [each / DEALS for each in sums]


def examples_of(network: Network, played: PlayedGames, mixture: TargetMixture) -> Examples:
    """All that a chunk of games teaches."""
    judge = Judge(network) if mixture.asks else None
    facts: list[list[int]] = []
    stages: list[int] = []
    targets: list[Target] = []
    for game in played.games():
        for position, target in examples_of_game(network, game, mixture, judge):
            facts.append(position.facts)
            stages.append(position.stage)
            targets.append(target)
    return Examples(
        table_of(facts),
        np.array(stages, np.uint8),
        np.array(targets, np.float32).reshape(-1, 3),
    )


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
    stages = np.empty(length, np.uint8)
    targets = np.empty((length, 3), np.float32)
    first = 0
    while parts:
        part = parts.pop(0)
        last = first + len(part.facts)
        facts[first:last, : part.facts.shape[1]] = part.facts
        facts[first:last, part.facts.shape[1] :] = ALL_ROWS
        stages[first:last] = part.stages
        targets[first:last] = part.targets
        first = last
    return Examples(facts, stages, targets)


def examples_of_game(
    network: Network, game: PlayedGame, mixture: TargetMixture, judge: Judge | None
) -> list[tuple[TrainingPosition, Target]]:
    positions, plies, final = replay(network, game, mixture.share, judge)
    results = [result_of(final, seat) for seat in range(network.players)]
    hopes = later_values(plies, [value for value, _, _ in results], mixture.trust)
    found = []
    for position in positions:
        _, won, points = results[position.seat]
        value = value_of(position, plies, hopes, mixture)
        found.append((position, (value, won, points)))
    return found


def value_of(
    position: TrainingPosition, plies: list[Ply], hopes: list[list[float]], mixture: TargetMixture
) -> float:
    """What the value of a position should be."""
    if position.before_deal:
        later, share = hopes[position.ply][position.seat], mixture.deals
    elif position.known is None or plies[position.ply].slipped:
        return hopes[position.ply][position.seat]
    else:
        later, share = hopes[position.ply + 1][position.seat], mixture.search
    return later if position.known is None else later + share * (position.known - later)


def replay(
    network: Network, game: PlayedGame, share: float, judge: Judge | None
) -> tuple[list[TrainingPosition], list[Ply], State]:
    """Plays a game again: what is seen, how its players judged it, and the end.

    Without a judge, slips are moves like others, and nothing is asked before a deal.
    """
    seats = range(network.players)
    state = State(network.players, network.rules)
    deals, chance = Generator(game.seed), Random(f"examples/{game.seed}")
    state.deal(deals)
    positions: list[TrainingPosition] = []
    plies: list[Ply] = []
    slipped = False  # what follows a slip is always seen: how it is punished
    for action, value in zip(game.actions, game.values, strict=True):
        ply = judged(state, value, judge)
        if slipped or chance.random() < share:
            seat = state.turn - 1 if len(seats) == 2 else chance.randrange(len(seats))
            facts = describe(state, seat)
            known = ply.chances[seat]
            positions.append(TrainingPosition(facts, stage(state), seat, len(plies), known))
        plies.append(ply)
        slipped = value == NO_VALUE
        state.apply(action)
        if state.deal_is_due:
            asked = judge.chances_before_deal(state, chance.getrandbits(60)) if judge else None
            for seat in seats:
                facts, known = describe(state, seat), asked[seat] if asked else None
                positions.append(
                    TrainingPosition(facts, stage(state), seat, len(plies), known, True)
                )
            slipped = False
            state.deal(deals)
    return positions, plies, state


def judged(state: State, value: int, judge: Judge | None) -> Ply:
    """A move whose search's value is known, or that was a slip."""
    seats = state.players
    if value == NO_VALUE:
        if judge is None:
            return Ply([None] * seats, False)
        return Ply(judge.chances(state, SLIP_NODES), True)
    mover = state.turn - 1
    if seats == 2:
        return Ply(seen_by_both(mover, value), False)
    return Ply([chance_of(value) if seat == mover else None for seat in range(seats)], False)


def seen_by_both(mover: int, value: float) -> Chances:
    chance = chance_of(value)
    return [chance, 1 - chance] if mover == 0 else [1 - chance, chance]


def later_values(plies: list[Ply], final: list[float], trust: float) -> list[list[float]]:
    """What is to be expected after so many plies, by seat."""
    # With more than two, only the values of one's own moves are known.
    own = trust if len(final) == 2 else trust ** len(final)
    hopes = [final]
    for ply in reversed(plies):
        pairs = zip(hopes[-1], ply.chances, strict=True)
        hopes.append([_mixed(later, known, ply.slipped, own) for later, known in pairs])
    return hopes[::-1]


def _mixed(later: float, known: float | None, slipped: bool, trust: float) -> float:
    if known is None:
        return later
    return known if slipped else trust * later + (1 - trust) * known


def chance_of(value: float) -> float:
    logit = max(-MOST_LOGITS, min(MOST_LOGITS, value / 1000))
    return 1 / (1 + math.exp(-logit))


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
