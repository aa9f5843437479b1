"""What the tests of the search share: positions, networks of chance, and a plain solution.

The weights that come with the package are of no use here: they change. A network whose numbers
are drawn by lot finds wrong sums just as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from azulejos.core import Generator, State
from azulejos.search import Network
from azulejos.search.layout import ALL_ROWS, UNITS

RULES = ("std", "grey", "joker", "grey+joker")
KINDS = [(rules, players) for rules in RULES for players in (2, 3, 4)]
CORNERS = Path(__file__).parent.parent / "core" / "corners.txt"
FIRST_PLACE, FIRST_JOKER_TAKE, FIRST_MIXED_TAKE = 300, 325, 385


@cache
def network_of_chance(rules: str, players: int) -> Network:
    chance = np.random.default_rng(7)
    rows = chance.normal(0, 60, (ALL_ROWS, UNITS))
    return Network(rules, players, rows, chance.normal(0, 256, (3, UNITS)))


def start(rules: str = "std", players: int = 2, seed: int = 1) -> State:
    """The first move of a game is due."""
    state = State(players, rules)
    state.deal(Generator(seed))
    return state


def random_game(rules: str, players: int, seed: int) -> Iterator[State]:
    """A game of random moves: the state before every move, always the same object."""
    state = State(players, rules, seed % players + 1)
    chance = Generator(seed)
    while not state.is_over:
        if state.deal_is_due:
            state.deal(chance)
        else:
            yield state
            actions = state.legal_actions()
            state.apply(actions[chance.below(len(actions))])


def is_offer(state: State) -> bool:
    """Is a take due?"""
    actions = state.legal_actions()
    return bool(actions) and not FIRST_PLACE <= actions[0] < FIRST_JOKER_TAKE


def groups_of(state: State) -> int:
    """How many groups of tiles lie on offer."""
    takes = [action for action in state.legal_actions() if action < FIRST_MIXED_TAKE]
    return len({action // 6 if action < FIRST_PLACE else action // 6 + 1000 for action in takes})


def round_ends(rules: str, seed: int, groups: int = 5, moves: int = 40) -> Iterator[State]:
    """From a game of two, one position for each round: the first that is small enough."""
    found = 0
    for state in random_game(rules, 2, seed):
        small = groups_of(state) <= groups and len(state.legal_actions()) <= moves
        if state.round > found and is_offer(state) and small:
            found = state.round
            yield state.copy()


def corners(players: int | None = None) -> list[State]:
    """The rare positions of the core's tests in which a move is due."""
    return [state.copy() for state in _all_corners() if players in (None, state.players)]


@cache
def _all_corners() -> list[State]:
    """Three modules ask for them when they are collected."""
    lines = CORNERS.read_text(encoding="utf-8").splitlines()
    texts = [line.split(" | ")[1] for line in lines if " | " in line and not line.startswith("#")]
    return [state for state in map(State.from_text, texts) if state.legal_actions()]


def solve(network: Network, state: State) -> tuple[int, set[int]]:
    """The value for the player to move and the moves that reach it, by trying everything.

    At the end of the offer the network judges the table after tiling, for the player who would be
    to move.
    """
    return _solve(network, state, {})


def _solve(
    network: Network, state: State, known: dict[int, tuple[int, set[int]]]
) -> tuple[int, set[int]]:
    key = state.key()
    if key not in known:
        seat = state.turn - 1
        values: dict[int, int] = {}
        for action in state.legal_actions():
            child = state.copy()
            child.apply(action)
            if is_offer(child) and child.round == state.round:
                values[action] = -_solve(network, child, known)[0]
            else:
                values[action] = -network.value(child, 1 - seat)
        best = max(values.values())
        known[key] = best, {action for action, value in values.items() if value == best}
    return known[key]
