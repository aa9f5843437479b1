"""Core and search need no NumPy: without it they import, and find the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import azulejos
from azulejos.core import WHY_SLOW

PROGRAM = """
import sys

class Forbidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numpy":
            raise ModuleNotFoundError("NumPy is not here", name="numpy")

if "forbidden" in sys.argv:
    sys.meta_path.insert(0, Forbidden())
from azulejos.core import WHY_SLOW, Batch, Generator, State, playouts
from azulejos.search import AlphaBeta, TreeSearch, load_network

print("interpreted" if WHY_SLOW else "compiled")
nodes = int(sys.argv[1])
for rules, players in (("std", 2), ("grey+joker", 2), ("joker", 3)):
    state = State(players, rules)
    state.deal(Generator(3))
    for kind in (AlphaBeta, TreeSearch) if players == 2 else (TreeSearch,):
        print(kind(load_network(rules, players)).think(state, nodes=nodes))
    print(playouts(state, 2, seed=1), state.greedy_action(Generator(1)))
print("numpy" in sys.modules)
for call in (state.observation, state.mask, lambda: Batch(2)):
    try:
        call()
    except ModuleNotFoundError as error:
        print(error)
"""


def run(nodes: int, *words: str, interpreted: bool) -> list[str]:
    source = str(Path(azulejos.__file__).parent.parent)
    environment = os.environ | {"PYTHONPATH": source, "AZULEJOS_INTERPRETED": str(int(interpreted))}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(nodes), *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("interpreted", "nodes"),
    [
        pytest.param(False, 20_000, marks=pytest.mark.skipif(WHY_SLOW != "", reason="interpreted")),
        pytest.param(True, 60, marks=pytest.mark.corner),
    ],
    ids=["compiled", "interpreted"],
)
def test_the_same_is_found_without_numpy(interpreted: bool, nodes: int) -> None:
    usual = run(nodes, interpreted=interpreted)
    assert usual[0] == ("interpreted" if interpreted else "compiled")
    assert usual[-1] == "False", "NumPy was imported before an array was wanted"
    without = run(nodes, "forbidden", interpreted=interpreted)
    told = 'this needs more than is installed (numpy): pip install "azulejos[numpy]"'
    assert without == usual + 3 * [told]
