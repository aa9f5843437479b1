"""Processes of this machine: the same results from any number of them, and none is left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from operator import neg
from pathlib import Path
from typing import Any

import pytest

from azulejos.workers import WorkerPoolError, report_progress
from azulejos.workers.local_pool import LocalPool

pytestmark = pytest.mark.heavy


def test_results_come_in_order() -> None:
    numbers = list(range(20))
    assert list(LocalPool(2).map(neg, numbers)) == [-number for number in numbers]


def patient(order: tuple[Path, int]) -> int:
    """The first waits until somebody has kept the last."""
    home, number = order
    deadline = time.monotonic() + 30
    while number == 0 and not (home / "kept 9").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return -number


def test_nothing_that_is_done_waits_for_what_is_slow(tmp_path: Path) -> None:
    orders = [(tmp_path, number) for number in range(10)]
    kept: list[int] = []
    for (_, number), result in LocalPool(2).as_done(patient, orders):
        assert result == -number
        (tmp_path / f"kept {number}").touch()
        kept.append(number)
    assert sorted(kept) == list(range(10))
    assert kept[-1] == 0


@pytest.mark.parametrize("way", [LocalPool.map, LocalPool.as_done])
def test_work_that_always_kills_its_process(way: Callable[..., Iterator[object]]) -> None:
    told: list[str] = []
    sentence = re.escape("3: its process died (exit code 3)")
    with pytest.raises(WorkerPoolError, match=f"{sentence}, each time that it was tried"):
        list(way(LocalPool(2, told.append), os._exit, [3, 3]))
    assert 2 <= len(told) <= 4
    assert set(told) == {"3: its process died (exit code 3); it is done again"}


def die_at_two(number: int) -> int:
    for step in range(3):
        report_progress(step)
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_the_caller_may_say_what_comes_of_it() -> None:
    told: list[str] = []

    def lost(number: int, how: str, progress: Any) -> int:
        assert (number, how, progress) == (2, "its process died (signal 9)", 2)
        return -1

    assert list(LocalPool(2, told.append).map(die_at_two, range(4), lost=lost)) == [0, 1, -1, 3]
    assert told == ["2: its process died (signal 9); it is done again"]


def test_a_single_job_is_done_here_unless_it_is_isolated() -> None:
    numbers = [1, 2]
    assert set(LocalPool().map(process_of, numbers)) == {os.getpid()}
    (other,) = set(LocalPool(isolated=True).map(process_of, numbers))
    assert other != os.getpid()


def process_of(_: int) -> int:
    return os.getpid()


def test_one_round_of_work_may_be_left_for_another() -> None:
    pool = LocalPool(2)
    left = pool.map(neg, range(1000))
    assert [next(left) for _ in range(3)] == [0, -1, -2]
    rest = pool.map(str, range(20))
    assert next(rest) == "0"
    del left
    assert list(rest) == [str(number) for number in range(1, 20)]


def endless(asked: list[int]) -> Iterator[int]:
    while True:
        asked.append(len(asked))
        yield asked[-1]


def test_items_are_asked_for_only_as_workers_need_them() -> None:
    asked: list[int] = []
    results = LocalPool(2).map(neg, endless(asked))
    for _ in range(20):
        next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(asked) <= 20 + 8 * 2


def die_once(order: tuple[Path, int]) -> int:
    flag, number = order
    if number == 5:
        try:
            flag.unlink()
        except FileNotFoundError:
            return number
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_dies_costs_no_result(tmp_path: Path) -> None:
    flag = tmp_path / "die"
    flag.touch()
    told: list[str] = []
    orders = [(flag, number) for number in range(12)]
    assert list(LocalPool(2, told.append).map(die_once, orders)) == list(range(12))
    assert len(told) == 1
    flag.touch()
    found = dict(LocalPool(2, told.append).as_done(die_once, orders))
    assert found == {order: order[1] for order in orders}
    assert len(told) == 2


def test_what_work_raises_is_raised_when_its_turn_comes() -> None:
    results = LocalPool(2).map((1).__truediv__, [1, 2, 0])
    assert [next(results), next(results)] == [1.0, 0.5]
    with pytest.raises(ZeroDivisionError):
        next(results)


SLEEPING = """
import os, time
from pathlib import Path

def sleep(number):
    mine = Path(__file__).with_name(f"{number}.part")
    mine.write_text(str(os.getpid()))
    mine.rename(mine.with_suffix(".pid"))
    time.sleep(60)
"""
SLEEPERS = """
import sys
from azulejos.workers.local_pool import LocalPool
from sleeping import sleep

try:
    for _ in LocalPool(2).map(sleep, [1, 2, 3]):
        pass
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups")
@pytest.mark.parametrize("ending", ["SIGINT", "SIGKILL"])
def test_processes_end_with_the_one_that_started_them(ending: str, tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group, a kill the starting process alone."""
    (tmp_path / "sleeping.py").write_text(SLEEPING)
    script = tmp_path / "sleepers.py"
    script.write_text(SLEEPERS)
    running = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    pids = [pid_in(tmp_path / f"{number}.pid") for number in (1, 2)]
    if ending == "SIGINT":
        os.killpg(running.pid, signal.SIGINT)
    else:
        running.kill()
    said, errors = running.communicate(timeout=60)
    if ending == "SIGINT":
        assert (running.returncode, said, errors) == (130, "", "")
    deadline = time.monotonic() + 60
    while any(map(is_running, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def pid_in(path: Path) -> int:
    deadline = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return int(path.read_text())


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
