"""Compiled or interpreted, the core does the same, number for number."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos.core import WHY_SLOW
from examples import either

GAMES = either(1, 20)  # of every kind
SCRIPT = Path(__file__).parent / "traces.py"


def trace(way: str, switch: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), way, str(GAMES)],
        env={**os.environ, "AZULEJOS_INTERPRETED": switch},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.heavy
@pytest.mark.skipif(bool(WHY_SLOW), reason=f"nothing to compare: {WHY_SLOW}")
def test_compiled_and_interpreted_traces_are_the_same() -> None:
    interpreted, compiled = trace("slow", "1"), trace("fast", "0")
    assert len(interpreted) > 12 * 50 * GAMES
    for number, (slow, fast) in enumerate(zip(interpreted, compiled, strict=True)):
        assert slow == fast, f"line {number}"
