"""Which tests come first where several processes share them: the slow ones.

xdist gives each process a stretch of the list; who is done takes half of the longest rest, from its
end. So each stretch begins with slow files and ends with quick ones: at the end of a run no process
is left alone with something long.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
PROCESSES = "PYTEST_XDIST_WORKER_COUNT"
# What takes seconds to start or to drive; `--quick` does without.
SLOW_SERVERS = {"chromium", "postgres", "ray", "redis_server", "own_redis"}
SLOW_MARKERS = ("clock", "heavy")
LIVE_FOLDERS = {Path(__file__).parent / name for name in ("browser", "cluster", "launch", "server")}


def is_slow(item: pytest.Item) -> bool:
    if item.get_closest_marker("long"):  # If it runs at all, all wait for minutes.
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool((SLOW_SERVERS | {"serve"}) & fixtures) or any(
        item.get_closest_marker(marker) for marker in SLOW_MARKERS
    )


def is_live(item: pytest.Item) -> bool:
    """Browsers, servers or clocks are asked, which share the machine with all else that it does."""
    return is_slow(item) or item.path.parent in LIVE_FOLDERS


def spread(files: list[list[T]], slow: Callable[[T], bool], processes: int) -> list[T]:
    """All tests of these files, with slow files at the beginning of each process's stretch."""
    slow_files = [tests for tests in files if any(map(slow, tests))]
    quick = [test for tests in files if not any(map(slow, tests)) for test in tests]
    piles = [[t for tests in slow_files[n::processes] for t in tests] for n in range(processes)]
    left = sum(map(len, files))
    ordered: list[T] = []
    for number, pile in enumerate(piles):
        share = left // (processes - number)
        room = max(0, share - len(pile))
        pile += quick[:room]
        del quick[:room]
        ordered += pile
        left -= len(pile)
    return ordered + quick


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """As they are collected, unless several processes share them."""
    processes = int(os.environ.get(PROCESSES, "1"))
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.location[0], []).append(item)
    return spread(list(files.values()), is_slow, processes) if processes > 1 else items
