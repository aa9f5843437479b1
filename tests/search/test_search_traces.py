"""Nodes given, a search finds the same everywhere: compiled or not, and in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from search_cases import network_of_chance, round_ends, start
from search_traces import trace

from azulejos.core import WHY_SLOW
from azulejos.search import AlphaBeta, TreeSearch
from corners import corner_rows

HERE = Path(__file__).parent


def lines_of(script: str, *words: str, switch: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(HERE / script), *words],
        env={**os.environ, "AZULEJOS_INTERPRETED": switch},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("which", "nodes"),
    [
        ("few", 6),
        *corner_rows(("some", 20)),
        pytest.param("all", 120, marks=pytest.mark.long),
    ],
)
@pytest.mark.skipif(bool(WHY_SLOW), reason=f"nothing to compare: {WHY_SLOW}")
def test_compiled_and_interpreted_find_the_same(which: str, nodes: int) -> None:
    here = list(trace(which, nodes))
    assert len(here) > 50
    for way, switch in (("fast", "0"), ("slow", "1")):
        there = lines_of("search_traces.py", way, which, str(nodes), switch=switch)
        for number, (mine, other) in enumerate(zip(here, there, strict=True)):
            assert mine == other, f"{way}, line {number}"


@pytest.mark.heavy
@pytest.mark.corner
def test_the_order_of_moves_changes_no_value() -> None:
    """It changes only how long the search takes."""
    lines = lines_of("any_order.py", switch="1")
    assert len(lines) > 15
    assert all(line.startswith("True") for line in lines)
    assert sum(line.endswith("False") for line in lines) > len(lines) // 2


@pytest.mark.parametrize("kind", [AlphaBeta, TreeSearch])
@pytest.mark.parametrize("rules", ["std", "grey+joker"])
def test_after_forgetting_all_is_as_before(kind: type[AlphaBeta | TreeSearch], rules: str) -> None:
    state = start(rules, seed=2)
    searcher = kind(network_of_chance(rules, 2))
    first = searcher.think(state, nodes=3000)
    for other in round_ends(rules, seed=1):
        searcher.think(other, nodes=2000)
    searcher.forget()
    assert searcher.think(state, nodes=3000) == first
    assert kind(network_of_chance(rules, 2)).think(state, nodes=3000) == first


def test_memory_is_used_until_then() -> None:
    state = start()
    searcher = AlphaBeta(network_of_chance("std", 2))
    first = searcher.think(state, depth=3)
    assert searcher.think(state, depth=3).nodes < first.nodes / 2
