"""The networks that come with the package do not throw tiles away.

Those that had learned too little did: a line that nobody has begun promised nothing, and what the
floor costs was noise. Late in a round the floor can be the best place; early it hardly ever is.
"""

from __future__ import annotations

import pytest
from search_cases import KINDS, is_offer

from azulejos.core import WHY_SLOW, Generator, State, move_of
from azulejos.rules import FLOOR, Take
from azulejos.search import AlphaBeta, TreeSearch
from azulejos.search.weights import load_network
from examples import either

GAMES, NODES = either(4, 12), 300
EARLY = 2  # a player's first takes of a round
MOST_WASTE = 0.03  # of the early takes


def waste(rules: str, players: int) -> float:
    """The share of early takes that go to the floor although a line is open to these tiles."""
    network = load_network(rules, players)
    searcher = AlphaBeta(network) if players == 2 else TreeSearch(network)
    wasted = seen = 0
    for seed in range(GAMES):
        state, deals = State(players, rules), Generator(seed)
        searcher.forget()
        takes = 0  # in this round
        while not state.is_over:
            if state.deal_is_due:
                state.deal(deals)
                takes = 0
            early = is_offer(state) and takes < EARLY * players
            action, _ = searcher.decide(state, NODES)
            seen += early
            wasted += early and is_waste(state, action)
            takes += 1
            state.apply(action)
    return wasted / seen


def is_waste(state: State, action: int) -> bool:
    moves = [move_of(each) for each in state.legal_actions()]
    chosen = move_of(action)
    assert isinstance(chosen, Take)
    places = {move.line for move in moves if isinstance(move, Take) and same_tiles(move, chosen)}
    return chosen.line == FLOOR and places != {FLOOR}


def same_tiles(one: Take, other: Take) -> bool:
    return (one.source, one.tile, one.with_jokers) == (other.source, other.tile, other.with_jokers)


@pytest.mark.heavy
@pytest.mark.skipif(bool(WHY_SLOW), reason=f"takes too long: {WHY_SLOW}")
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_nobody_throws_tiles_away_early_in_a_round(rules: str, players: int) -> None:
    assert waste(rules, players) <= MOST_WASTE
