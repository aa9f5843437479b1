"""Tree search: two to four players, every rule set."""

from __future__ import annotations

import pytest
from search_cases import (
    KINDS,
    RULES,
    corners,
    is_offer,
    network_of_chance,
    random_game,
    round_ends,
    solve,
    start,
)

from azulejos.core import WHY_SLOW, State
from azulejos.search import AlphaBeta, TreeSearch
from azulejos.search.start import starting_network
from examples import usually
from tables import table

kinds = pytest.mark.parametrize(("rules", "players"), KINDS)
NODE_POOL_SIZE = 1 << 22  # positions that a tree has room for


def different_takes(state: State) -> set[object]:
    """Legal moves by what they look like: of displays that hold the same, one is enough."""
    position = state.position()
    looks: set[object] = set()
    for action in state.legal_actions():
        source = None
        if action < 300 or action >= 385:
            source = (action if action < 300 else action - 385) // 30
        elif action >= 325:
            source = (action - 325) // 6
        if source:
            rest = action - 6 * source if 325 <= action < 385 else action - 30 * source
            looks.add((str(position.source(source)), rest))
        else:
            looks.add(action)
    return looks


@kinds
def test_whole_games_of_legal_moves(rules: str, players: int) -> None:
    searcher = TreeSearch(network_of_chance(rules, players))
    for number, state in enumerate(random_game(rules, players, seed=1)):
        if number % 7 == 0 or not is_offer(state):
            found = searcher.think(state, nodes=300)
            assert state.is_legal(found.action)
            walk = state.copy()
            for action in found.line:
                walk.apply(action)
            assert -10_000 < found.value < 10_000
            assert 0 <= found.chance <= 1


@kinds
@pytest.mark.parametrize("kind", [TreeSearch, AlphaBeta])
def test_a_ranking_has_all_moves(
    rules: str, players: int, kind: type[TreeSearch | AlphaBeta]
) -> None:
    """Except duplicates: the same group of tiles from displays with equal contents."""
    if kind is AlphaBeta and players != 2:
        return
    searcher = kind(network_of_chance(rules, players))
    for number, state in enumerate(random_game(rules, players, seed=8)):
        if number % 11 == 0 or not is_offer(state):
            for nodes in (1, 500):
                actions = [found.action for found in searcher.rank(state, nodes=nodes)]
                assert len(set(actions)) == len(actions) == len(different_takes(state))
                assert set(actions) <= set(state.legal_actions())


@pytest.mark.parametrize("state", corners(), ids=str)
def test_corners(state: State) -> None:
    searcher = TreeSearch(network_of_chance(state.rules, state.players))
    assert state.is_legal(searcher.think(state, nodes=200).action)
    assert len(searcher.rank(state, nodes=200)) <= len(state.legal_actions())


@pytest.mark.parametrize("rules", RULES)
def test_where_one_move_is_clearly_best_it_is_found(rules: str) -> None:
    """With a network that has some sense: a tree does not look where that sees nothing."""
    network = starting_network(rules, 2)
    clear = 0
    for seed in range(12):
        for state in round_ends(rules, seed, groups=3, moves=15):
            values = [found.value for found in AlphaBeta(network).rank(state)]
            if len(values) > 1 and values[0] > values[1] + 300:
                clear += 1
                found = TreeSearch(network).think(state, nodes=20_000)
                assert found.action in solve(network, state)[1], state
    assert clear >= 5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_that_wins_the_game_is_completed(players: int) -> None:
    """The last group on the table: two whites, and a line that waits for them."""
    boards = ["30:-/-/-/-/WWW:5/5/5/5/YRK1B:-", "20:-/-/-/-/-:5/5/5/5/5:F", ".", "."][:players]
    displays = "/".join("-" * (2 * players + 1))
    state = State.from_position(table(f"std {displays} WW {' '.join(boards)} 1 2 4 * -"))
    for kind in (TreeSearch, AlphaBeta) if players == 2 else (TreeSearch,):
        found = kind(starting_network("std", players)).think(state, nodes=1000)
        after = state.copy()
        after.apply(found.action)
        assert after.is_over
        assert found.chance == 1.0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_of_all_players_make_sense(players: int) -> None:
    """At the first move nobody is far ahead: not for a network made by hand."""
    network = starting_network("std", players)
    for seed in range(5):
        found = TreeSearch(network).think(start("std", players, seed), nodes=3000)
        assert abs(found.value) < 1500
        assert 0.15 < found.chance < 0.85


@pytest.mark.heavy
@pytest.mark.skipif(WHY_SLOW != "", reason="an interpreted search is too slow")
@pytest.mark.parametrize("players", usually((2, 4), 4))
def test_a_full_tree_is_the_end(players: int) -> None:
    """There is room for four million positions; the search ends when they are used up."""
    searcher = TreeSearch(starting_network("std", players))
    found = searcher.think(start("std", players), nodes=10 * NODE_POOL_SIZE)
    assert NODE_POOL_SIZE * 0.9 < found.nodes < NODE_POOL_SIZE
    assert searcher.think(start("std", players), nodes=1000).nodes < 1500


def test_a_complete_tree_is_the_end() -> None:
    for state in round_ends("std", seed=1, groups=2, moves=12):
        found = TreeSearch(network_of_chance("std", 2)).think(state, nodes=10**9)
        assert found.nodes < 5000
