"""Where a search says that it has solved the round, nothing better exists."""

from __future__ import annotations

import pytest
from search_cases import RULES, corners, groups_of, is_offer, network_of_chance, round_ends, solve

from azulejos.core import State
from azulejos.search import AlphaBeta


def all_round_ends(rules: str) -> list[State]:
    return [state for seed in range(3) for state in round_ends(rules, seed)]


@pytest.mark.parametrize("rules", RULES)
def test_solved_is_solved(rules: str) -> None:
    """Early rounds and late ones, where the lid is tipped into the bag: both matter."""
    network = network_of_chance(rules, 2)
    searcher = AlphaBeta(network)
    states = all_round_ends(rules)
    assert max(state.round for state in states) > 5
    for state in states:
        value, actions = solve(network, state)
        found = searcher.think(state)
        assert found.solved
        assert (found.value, found.action in actions) == (value, True), state


@pytest.mark.parametrize("state", corners(players=2), ids=str)
def test_rare_ends(state: State) -> None:
    """Round 50 (E20), lines without a cell (R39), games that end now, shared wins."""
    network = network_of_chance(state.rules, 2)
    if not is_offer(state) or groups_of(state) > 4:
        return
    value, actions = solve(network, state)
    found = AlphaBeta(network).think(state)
    assert found.solved
    assert (found.value, found.action in actions) == (value, True)


@pytest.mark.parametrize("rules", RULES)
def test_what_is_remembered_changes_no_value(rules: str) -> None:
    """The memory is filled by all that was thought before, about this round and others."""
    network = network_of_chance(rules, 2)
    used = AlphaBeta(network)
    for state in round_ends(rules, seed=3, groups=8, moves=100):
        used.think(state, nodes=300)
        used.rank(state, nodes=300)
        fresh = AlphaBeta(network).think(state)
        again = used.think(state)
        assert fresh.solved
        assert again.solved
        assert fresh.value == again.value


@pytest.mark.parametrize("rules", RULES)
def test_a_ranking_is_exact_move_by_move(rules: str) -> None:
    network = network_of_chance(rules, 2)
    searcher = AlphaBeta(network)
    for state in list(round_ends(rules, seed=4, groups=4))[:4]:
        for result in searcher.rank(state):
            child = state.copy()
            child.apply(result.action)
            if is_offer(child) and child.round == state.round:
                assert result.value == -solve(network, child)[0]
            else:
                assert result.value == -network.value(child, 2 - state.turn)


@pytest.mark.parametrize("rules", RULES)
def test_a_move_without_choice_is_solved_too(rules: str) -> None:
    network = network_of_chance(rules, 2)
    for seed in range(20):
        for state in round_ends(rules, seed, groups=4, moves=1):
            assert AlphaBeta(network).think(state).value == solve(network, state)[0]
            return
    raise AssertionError("no such position")
