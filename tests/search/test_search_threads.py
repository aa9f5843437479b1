"""Searches with several threads: as right as with one, stopped by the same limits, gone after."""

from __future__ import annotations

import threading
import time

import pytest
from search_cases import groups_of, is_offer, network_of_chance, random_game, start

from azulejos.core import WHY_SLOW, State
from azulejos.search import AlphaBeta, TreeSearch
from azulejos.search.searchers import MAX_THREADS

Kind = type[AlphaBeta] | type[TreeSearch]
THREADS = 4
MOST_MOVES = 250  # of one position
kinds = pytest.mark.parametrize("kind", [AlphaBeta, TreeSearch])
pytestmark = pytest.mark.skipif(WHY_SLOW != "", reason="interpreted, one thread searches")


def small_positions(rules: str, players: int) -> list[State]:
    """The last takes of rounds, where a search sees everything."""
    game = random_game(rules, players, seed=3)
    return [state.copy() for state in game if is_offer(state) and 2 <= groups_of(state) <= 6][:12]


def test_a_solved_round_has_the_value_that_one_thread_finds() -> None:
    network = network_of_chance("std", 2)
    for state in small_positions("std", 2):
        alone = AlphaBeta(network).rank(state)
        together = AlphaBeta(network, THREADS).rank(state)
        assert {found.action: found.value for found in together} == {
            found.action: found.value for found in alone
        }
        assert together[0].solved


@pytest.mark.parametrize(("rules", "players"), [("std", 3), ("grey+joker", 4)])
def test_a_tree_grown_by_several_has_sane_values(rules: str, players: int) -> None:
    searcher = TreeSearch(network_of_chance(rules, players), THREADS)
    for seed in range(3):
        found = searcher.rank(start(rules, players, seed), nodes=40_000)
        assert sum(result.visits for result in found) > 100
        assert all(-10_000 <= result.value <= 10_000 for result in found)


@kinds
@pytest.mark.parametrize("nodes", [1, 300, 20_000])
def test_the_nodes_of_all_threads_are_limited(kind: Kind, nodes: int) -> None:
    state = start("joker")
    searcher = kind(network_of_chance("joker", 2), THREADS)
    for found in (searcher.think(state, nodes=nodes), *searcher.rank(state, nodes=nodes)):
        assert state.is_legal(found.action)
        assert found.nodes < nodes + THREADS * MOST_MOVES


@kinds
def test_helpers_end_with_the_search(kind: Kind) -> None:
    searcher = kind(network_of_chance("std", 2), THREADS)
    before = set(threading.enumerate())
    searcher.think(start(), movetime=0.02)
    steps = searcher.rankings(start(), movetime=60.0)
    next(steps)
    next(steps)
    steps.close()  # given up half-way
    assert set(threading.enumerate()) == before


@kinds
def test_a_stop_ends_all(kind: Kind) -> None:
    searcher = kind(network_of_chance("std", 2), THREADS)
    found = []
    thinking = threading.Thread(target=lambda: found.append(searcher.think(start(), nodes=10**9)))
    thinking.start()
    while thinking.is_alive():  # a stop before the beginning would be lost
        searcher.stop()
        time.sleep(0.001)
    assert found
    assert start().is_legal(found[0].action)


@kinds
@pytest.mark.parametrize("threads", [0, -1, MAX_THREADS + 1])
def test_impossible_numbers_are_refused(kind: Kind, threads: int) -> None:
    with pytest.raises(ValueError, match=f"1 to {MAX_THREADS} threads, not {threads}"):
        kind(network_of_chance("std", 2), threads)
