"""Thousands of games are small: what a batch takes beyond the arrays that it shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hostile_calls import compiled_only

MOST_MEGABYTES = 20  # what users are promised; some 2 are taken
BATCHES = 10  # so that pages which were free before count for little

# In a process of its own, because memory that was once used would be used again. What comes with
# the first batch, and is there but once, is not counted.
PROGRAM = f"""
import resource
from pathlib import Path
from azulejos.core import Batch, Generator

def bytes_in_use():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

def played():
    batch = Batch(4096, {{players}}, "{{rules}}", threads=2, opponent="{{opponent}}")
    for _ in range(2):
        batch.step(batch.sample(Generator(1)))
    return batch

first = played()
before = bytes_in_use()
batches = [played() for _ in range({BATCHES})]
arrays = sum(array.nbytes for array in first.latest)
print(((bytes_in_use() - before) / {BATCHES} - arrays) / 1e6, 4096 * len(batches))
"""


@compiled_only
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux tells what is in use")
@pytest.mark.parametrize(
    ("players", "rules", "opponent"), [(2, "std", ""), (4, "grey+joker", "random")]
)
def test_memory_of_4096_games(players: int, rules: str, opponent: str) -> None:
    program = PROGRAM.format(players=players, rules=rules, opponent=opponent)
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    megabytes = float(ran.stdout.split()[0])
    assert 1 < megabytes < MOST_MEGABYTES  # less than the tables alone would be a wrong measure
