"""Where there is no memory a search can't be made, and that is all that happens."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from azulejos.core import WHY_SLOW

PROGRAM = """
import resource
from azulejos.search import AlphaBeta, TreeSearch
from azulejos.search.start import starting_network

network = starting_network("std", 2)
kept = [AlphaBeta(network), TreeSearch(network)]
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 3_000_000, resource.RLIM_INFINITY))
for kind in (AlphaBeta, TreeSearch):
    made = []
    try:
        while len(made) < 100:
            made.append(kind(network))
    except MemoryError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
from azulejos.core import Generator, State
state = State()
state.deal(Generator(1))
for searcher in kept + [AlphaBeta(network), TreeSearch(network)]:
    searcher.think(state, nodes=100)
"""


@pytest.mark.skipif(WHY_SLOW != "", reason="Python's own memory is Python's business")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="sanitizers fill it up")
def test_no_memory() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["no memory for a search"] * 2
