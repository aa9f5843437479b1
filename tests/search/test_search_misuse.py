"""Hostile calls of the search: a clear error, and never a crash."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from search_cases import network_of_chance, start

import azulejos.search
from azulejos.core import WHY_SLOW, Generator, State
from azulejos.rules import UsageError
from azulejos.search.alphabeta import Minimax, TranspositionTable
from azulejos.search.clock import SearchClock
from azulejos.search.layout import ALL_ROWS, UNITS
from azulejos.search.network import describe
from azulejos.search.tree import NodePool, SearchTree

search: Any = azulejos.search  # so that calls may be as wrong as a caller can make them
features_of: Any = describe
NETWORK: Any = network_of_chance("std", 2)
BOTH = [search.AlphaBeta, search.TreeSearch]
compiled_only = pytest.mark.skipif(WHY_SLOW != "", reason="Python's objects may be copied")
NO_STATES: list[Any] = [None, 0, "std", object(), start, State]
searchers = pytest.mark.parametrize("kind", BOTH)


def calls_of(searcher: Any) -> list[Callable[[Any], object]]:
    return [
        lambda state: searcher.think(state, nodes=10),
        lambda state: searcher.rank(state, nodes=10),
        lambda state: searcher.decide(state, 10),
    ]


def over() -> State:
    state = start()
    state.play_out(Generator(1))
    return state


@searchers
@pytest.mark.parametrize("state", [State(), over()], ids=["deal due", "over"])
def test_no_move_is_due(kind: Any, state: State) -> None:
    for call in calls_of(kind(NETWORK)):
        with pytest.raises(UsageError) as refused:
            call(state)
        assert refused.value.code == "no_move_due"


@searchers
@pytest.mark.parametrize("state", [start("grey"), start(players=3)], ids=["rules", "players"])
def test_another_kind_of_game(kind: Any, state: State) -> None:
    for call in calls_of(kind(NETWORK)):
        with pytest.raises(ValueError, match="this network plays std with 2 players, not"):
            call(state)


@searchers
@pytest.mark.parametrize("state", NO_STATES)
def test_no_state(kind: Any, state: Any) -> None:
    calls = calls_of(kind(NETWORK))
    calls += [NETWORK.evaluate_actions, lambda state: NETWORK.value(state, 0)]
    calls += [lambda state: NETWORK.evaluate(state, 0), lambda state: features_of(state, 0)]
    for call in calls:
        with pytest.raises(TypeError):
            call(state)


@searchers
@pytest.mark.parametrize("name", ["movetime", "nodes", "depth"])
@pytest.mark.parametrize("limit", [0, -1, -0.0, -(10**30), float("nan"), float("-inf")])
def test_limits_below_everything(kind: Any, name: str, limit: float) -> None:
    searcher = kind(NETWORK)
    for call in (searcher.think, searcher.rank):
        with pytest.raises(ValueError, match=f"{name} must be more than 0, not"):
            call(start(), **{name: limit})


NO_NUMBERS: list[Any] = ["1", [1], {}, 1j]
NOT_WHOLE: list[Any] = [1.5, 2.0, np.float64(3)]


@searchers
@pytest.mark.parametrize(
    ("name", "limit"),
    [
        *[(name, limit) for name in ("movetime", "nodes", "depth") for limit in NO_NUMBERS],
        *[(name, limit) for name in ("nodes", "depth") for limit in NOT_WHOLE],
    ],
)
def test_limits_that_are_no_numbers(kind: Any, name: str, limit: Any) -> None:
    searcher = kind(NETWORK)
    for call in (searcher.think, searcher.rank):
        with pytest.raises(TypeError):
            call(start(), **{name: limit})


@searchers
def test_limits_beyond_everything(kind: Any) -> None:
    state = start()
    searcher = kind(NETWORK)
    for limits in (
        {"movetime": float("inf"), "nodes": 10},
        {"movetime": 1e300, "nodes": np.int64(10)},
        {"nodes": 10**30, "depth": 1},
        {"nodes": 10, "depth": 10**30},
        {"nodes": True},
    ):
        assert state.is_legal(searcher.think(state, **limits).action)


@searchers
@pytest.mark.parametrize("report", [1, "x", [], object()])
def test_a_report_that_can_not_be_called(kind: Any, report: Any) -> None:
    with pytest.raises(TypeError):
        kind(NETWORK).think(start(), nodes=3000, report=report)


@searchers
@pytest.mark.parametrize("network", [None, 0, "std", object(), State(), search.Network])
def test_no_network(kind: Any, network: Any) -> None:
    with pytest.raises(TypeError):
        kind(network)


def test_alpha_beta_is_for_two() -> None:
    with pytest.raises(ValueError, match="two players"):
        search.AlphaBeta(network_of_chance("std", 3))


@pytest.mark.parametrize("seat", [-1, 2, 4, 100])
def test_no_seat(seat: int) -> None:
    for call in (NETWORK.value, NETWORK.evaluate, features_of):
        with pytest.raises(ValueError, match="there is no seat"):
            call(start(), seat)


@pytest.mark.parametrize("seat", ["0", None, 0.5, 10**30])
def test_no_number_of_a_seat(seat: Any) -> None:
    for call in (NETWORK.value, NETWORK.evaluate, features_of):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call(start(), seat)


ROWS, HEADS = np.zeros((ALL_ROWS, UNITS)), np.zeros((3, UNITS))


@pytest.mark.parametrize(
    ("rows", "heads"),
    [
        (ROWS[1:], HEADS),
        (ROWS, HEADS[1:]),
        (ROWS.T, HEADS),
        (None, None),
        ([], []),
        (ROWS, HEADS + float("nan")),
        (ROWS + float("inf"), HEADS),
        (ROWS, HEADS + 10_000),
    ],
)
def test_wrong_weights(rows: Any, heads: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        search.Network("std", 2, rows, heads)


def test_a_network_is_set_up_once() -> None:
    network = search.Network("std", 2, ROWS, HEADS)
    with pytest.raises(RuntimeError):
        network.__init__("std", 2, ROWS, HEADS)


@pytest.mark.parametrize("kind", [*BOTH, search.Network])
def test_what_was_never_set_up(kind: Any) -> None:
    """Python allows it; nothing works, and nothing crashes."""
    thing = kind.__new__(kind)
    for name in (
        "think",
        "rank",
        "decide",
        "evaluate",
        "value",
        "evaluate_actions",
        "forget",
        "stop",
    ):
        if hasattr(kind, name):
            for arguments in ((), (start(),), (start(), 0), (start(), 10)):
                with suppress(Exception):
                    getattr(thing, name)(*arguments)


@compiled_only
@searchers
def test_no_copies(kind: Any) -> None:
    """C's memory can't be shared by two who would both give it back."""
    parts = (
        NETWORK,
        TranspositionTable(),
        NodePool(),
        Minimax(NETWORK, SearchClock(), TranspositionTable()),
        SearchTree(NETWORK, SearchClock(), NodePool()),
    )
    for thing in (kind(NETWORK), *parts):
        for way in (copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError):
                way(thing)
    for thing in parts:
        with pytest.raises(TypeError):
            copy.copy(thing)


@searchers
def test_two_threads_take_turns(kind: Any) -> None:
    """One searcher for all: everybody gets the answer to the own question."""
    searcher = kind(NETWORK)
    states = [start(seed=seed) for seed in range(4)]
    alone = [kind(NETWORK).think(state, depth=1, nodes=2000) for state in states]
    wrong: list[object] = []

    def ask(number: int) -> None:
        for _ in range(5):
            found = searcher.think(states[number], depth=1, nodes=2000)
            if found.action != alone[number].action:
                wrong.append((found, alone[number]))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@searchers
def test_a_state_that_changes_meanwhile(kind: Any) -> None:
    searcher = kind(NETWORK)
    state: Any = start()
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            state.play_out(Generator(1))
            state.__init__()
            state.deal(Generator(2))
            time.sleep(0)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(30):
            try:
                found = searcher.think(state, nodes=3000)
            except UsageError:
                continue  # it was over, or before the deal
            assert found.line[0] == found.action
    finally:
        done.set()
        changing.join()


@searchers
def test_stops_and_forgetting_from_all_sides(kind: Any) -> None:
    searcher = kind(NETWORK)
    done = threading.Event()

    def disturb() -> None:
        while not done.is_set():
            searcher.stop()
            searcher.forget()
            time.sleep(0)

    threads = [threading.Thread(target=disturb) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            assert start().is_legal(searcher.think(start(), nodes=3000).action)
            assert len(searcher.rank(start(), nodes=3000)) > 20
    finally:
        done.set()
        for thread in threads:
            thread.join()
