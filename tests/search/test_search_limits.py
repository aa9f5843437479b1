"""Limits are kept, in nodes, depth and CPU time; a stop and Ctrl-C are obeyed at once."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from search_cases import KINDS, groups_of, network_of_chance, random_game, start

from azulejos.core import WHY_SLOW
from azulejos.search import AlphaBeta, SearchResult, TreeSearch
from azulejos.search.start import starting_network

MOST_MOVES = 250  # of one position
SECONDS = 0.05  # of CPU time: what a search may need to end
Searcher = AlphaBeta | TreeSearch
searchers = pytest.mark.parametrize("kind", [AlphaBeta, TreeSearch])
compiled_only = pytest.mark.skipif(WHY_SLOW != "", reason="an interpreted search is too slow")
has_timers = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of CPU time")


def searcher_of(kind: type[Searcher], rules: str = "std", players: int = 2) -> Searcher:
    return kind(network_of_chance(rules, players))


def tireless(kind: type[Searcher]) -> Searcher:
    """Finds something to do for at least half a second: chance sees too few good moves for that."""
    return kind(starting_network("std", 2))


@searchers
@pytest.mark.parametrize("nodes", [1, 2, 50, 300, 5000])
def test_nodes(kind: type[Searcher], nodes: int) -> None:
    state = start("joker")
    searcher = searcher_of(kind, "joker")
    for found in (searcher.think(state, nodes=nodes), *searcher.rank(state, nodes=nodes)):
        assert state.is_legal(found.action)
        assert found.nodes < nodes + MOST_MOVES
    searcher.decide(state, nodes)
    assert searcher.nodes < nodes + MOST_MOVES


@searchers
@pytest.mark.parametrize("movetime", [1e-9, 0.01, 0.1, 0.3])
@compiled_only
def test_movetime(kind: type[Searcher], movetime: float) -> None:
    searcher = searcher_of(kind)
    searcher.think(start(), nodes=1)
    begun = time.thread_time()
    searcher.think(start(), movetime)
    taken = time.thread_time() - begun
    assert taken < movetime + SECONDS
    assert taken > 0.9 * movetime or kind is TreeSearch  # which may have found nothing more to do


@pytest.mark.parametrize("depth", [1, 2, 3, 100])
def test_depth(depth: int) -> None:
    for number, state in enumerate(random_game("std", 2, seed=2)):
        if number % 5 == 4 and groups_of(state) < 8:
            found = searcher_of(AlphaBeta).think(state, depth=depth, nodes=300_000)
            alone = len(state.legal_actions()) == 1
            assert found.depth == (1 if alone else min(depth, groups_of(state)))
            assert len(found.line) <= max(found.depth, 1)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_depth_of_a_tree(depth: int, rules: str, players: int) -> None:
    found = searcher_of(TreeSearch, rules, players).think(
        start(rules, players), depth=depth, nodes=400 * depth
    )
    assert 1 <= found.depth <= depth
    assert len(found.line) <= depth


def test_one_level_deep_a_tree_says_what_the_network_says() -> None:
    for rules, players in KINDS:
        network = network_of_chance(rules, players)
        state = start(rules, players, seed=3)
        evaluated = dict(network.evaluate_actions(state))
        for found in TreeSearch(network).rank(state, depth=1, nodes=1):
            value = max(-9210, min(9210, evaluated[found.action]))
            assert found.value == pytest.approx(value, abs=2)


@searchers
def test_the_only_move_needs_no_time(kind: type[Searcher]) -> None:
    for state in random_game("std", 2, seed=4):
        if len(state.legal_actions()) == 1:
            begun = time.thread_time()
            assert [searcher_of(kind).think(state, 5.0).action] == state.legal_actions()
            assert time.thread_time() - begun < 1.0
            return


class Thinking(threading.Thread):
    """A thread that thinks without a limit that matters; knows how much CPU time it took."""

    def __init__(self, searcher: Searcher) -> None:
        super().__init__()
        self.searcher = searcher
        self.found: SearchResult | None = None
        self.taken = 0.0

    def run(self) -> None:
        self.found = self.searcher.think(start(), movetime=60.0, nodes=10**12)
        self.taken = time.thread_time()

    def taken_so_far(self) -> float:
        assert self.ident is not None
        return time.clock_gettime(time.pthread_getcpuclockid(self.ident))

    def wait_until_at_work(self) -> None:
        while self.searcher.nodes < 20_000 and self.is_alive():
            time.sleep(0.001)


@searchers
@compiled_only
@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="no clocks of threads")
def test_stop(kind: type[Searcher]) -> None:
    for _ in range(3):
        thinking = Thinking(tireless(kind))
        thinking.start()
        thinking.wait_until_at_work()
        before = thinking.taken_so_far()
        thinking.searcher.stop()
        thinking.join(timeout=60)
        assert thinking.found is not None
        assert start().is_legal(thinking.found.action)
        assert thinking.taken - before < SECONDS


@searchers
@compiled_only
def test_others_run_meanwhile(kind: type[Searcher]) -> None:
    thinking = Thinking(tireless(kind))
    thinking.start()
    thinking.wait_until_at_work()
    steps = 0
    while thinking.searcher.nodes < 200_000 and thinking.is_alive():
        steps += 1
    thinking.searcher.stop()
    thinking.join(timeout=60)
    assert steps > 1000


class AlarmError(Exception):
    """Rung by the timer."""


@contextmanager
def alarm_after(seconds: float) -> Iterator[None]:
    """Raises AlarmError as Ctrl-C would raise, after so much CPU time."""

    def ring(number: int, frame: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGVTALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@searchers
@has_timers
@compiled_only
@pytest.mark.parametrize("way", ["think", "rank", "decide"])
def test_ctrl_c(kind: type[Searcher], way: str) -> None:
    """Within a single first move too: the first one, of a search this deep, takes minutes."""
    searcher = tireless(kind)
    expected = searcher.think(start(), nodes=3000)
    ways: dict[str, Callable[[], object]] = {
        "think": lambda: searcher.think(start(), movetime=60.0, nodes=10**12),
        "rank": lambda: searcher.rank(start(), movetime=60.0, nodes=10**12),
        "decide": lambda: searcher.decide(start(), 10**12),
    }
    begun = time.thread_time()
    with pytest.raises(AlarmError), alarm_after(0.2):
        ways[way]()
    assert time.thread_time() - begun < 2  # the timer leaves out the system's time
    searcher.forget()
    assert searcher.think(start(), nodes=3000) == expected


@searchers
def test_reports_lead_to_the_answer(kind: type[Searcher]) -> None:
    heard: list[SearchResult] = []
    found = searcher_of(kind).think(start(), nodes=3000, report=heard.append)
    assert heard[-1] == found
    assert [result.depth for result in heard] == sorted(result.depth for result in heard)
    assert all(start().is_legal(result.action) for result in heard)


@searchers
def test_a_report_that_fails_ends_the_search(kind: type[Searcher]) -> None:
    searcher = searcher_of(kind)

    def fail(found: SearchResult) -> None:
        raise AlarmError

    with pytest.raises(AlarmError):
        searcher.think(start(), nodes=3000, report=fail)
    assert searcher.think(start(), nodes=300).nodes > 0
