"""Processes that play: the same results from any number of them, and none is left behind."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from functools import partial
from operator import neg
from pathlib import Path
from typing import Any

import pytest
from tiny_training import tiny_plan

from azulejos.places import PlaceError
from azulejos.places.processes import Processes
from azulejos.training import files
from azulejos.training.files import Chunk, Step
from azulejos.training.run import play, play_one, player_of

pytestmark = pytest.mark.heavy


def test_results_come_in_order() -> None:
    numbers = list(range(20))
    assert list(Processes(2).map(neg, numbers)) == [-number for number in numbers]


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
    for (_, number), result in Processes(2).as_done(patient, orders):
        assert result == -number
        (tmp_path / f"kept {number}").touch()
        kept.append(number)
    assert sorted(kept) == list(range(10))
    assert kept[-1] == 0


@pytest.mark.parametrize("way", [Processes.map, Processes.as_done])
def test_processes_that_always_die_are_noticed(way: Callable[..., Iterator[object]]) -> None:
    told: list[str] = []
    with pytest.raises(PlaceError, match=r"processes that should do the work die.*\(at 3\)"):
        list(way(Processes(2, told.append), os._exit, [3, 3]))
    assert told == ["A process has died; what was under way is done again."] * 2


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
    assert list(Processes(2, told.append).map(die_once, orders)) == list(range(12))
    assert len(told) == 1
    flag.touch()
    found = dict(Processes(2, told.append).as_done(die_once, orders))
    assert found == {order: order[1] for order in orders}
    assert len(told) == 2


def test_what_work_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(Processes(2).map((1).__truediv__, [1, 0]))


def test_the_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    player = player_of(Step(tmp_path, tiny_plan(), 0))
    chunks = [Chunk(tmp_path / f"{number}.npz", number, 2) for number in range(4)]
    work = partial(play_one, player)
    alone, together = (list(Processes(jobs).map(work, chunks)) for jobs in (1, 2))
    assert alone == together
    assert len({tuple(played.actions) for played in alone}) == 4


class Backwards(Processes):
    """A place whose last piece of work is done first; then it is stopped."""

    def as_done(self, work: Any, items: Any, name: Any = str) -> Any:
        yield items[-1], work(items[-1])
        raise KeyboardInterrupt


def test_a_file_of_games_is_kept_whatever_is_not_done_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "CHUNK", 1)
    step = Step(tmp_path, tiny_plan(), 0)
    shown: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        play(step, Backwards(), lambda what, done, total: shown.append(done))
    assert [chunk.path.exists() for chunk in step.chunks] == [False, False, True]
    assert shown == [0, 1]


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups")
@pytest.mark.parametrize("ending", ["SIGINT", "SIGKILL"])
def test_processes_end_with_the_one_that_started_them(ending: str, tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group, a kill the starting process alone."""
    script = tmp_path / "sleepers.py"
    script.write_text(
        textwrap.dedent("""
        import os, sys, time
        from azulejos.places.processes import Processes

        def sleep(number):
            os.write(1, f"{number}\\n".encode())  # at once: print may write the end apart
            time.sleep(60)

        if __name__ == "__main__":
            try:
                for _ in Processes(2).map(sleep, [1, 2, 3]):
                    pass
            except KeyboardInterrupt:
                sys.exit(130)
        """)
    )
    running = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert {running.stdout.readline(), running.stdout.readline()} == {"1\n", "2\n"}
    if ending == "SIGINT":
        os.killpg(running.pid, signal.SIGINT)
    else:
        running.kill()
    # The pipes end only when the last process that could write into them has ended.
    said, errors = running.communicate(timeout=20)
    assert said == ""
    if ending == "SIGINT":
        assert (running.returncode, errors) == (130, "")
