"""Compiled or interpreted, the core does the same, number for number."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos.core import WHY_SLOW

SCRIPT = Path(__file__).parent / "traces.py"


def start_trace(way: str, switch: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), way],
        env={**os.environ, "AZULEJOS_INTERPRETED": switch},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines_of(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert err == ""
    return out.splitlines()


@pytest.mark.heavy
@pytest.mark.skipif(bool(WHY_SLOW), reason=f"nothing to compare: {WHY_SLOW}")
def test_compiled_and_interpreted_traces_are_the_same() -> None:
    running = start_trace("slow", "1"), start_trace("fast", "0")
    interpreted, compiled = map(lines_of, running)
    assert len(interpreted) > 5000
    for number, (slow, fast) in enumerate(zip(interpreted, compiled, strict=True)):
        assert slow == fast, f"line {number}"
