"""Processes that play: the same results from any number of them, and none is left behind."""

import os
import signal
import subprocess
import sys
import textwrap
from functools import partial
from operator import neg
from pathlib import Path

import pytest
from tiny_training import tiny_plan

from azulejos.places import PlaceError
from azulejos.places.processes import Processes
from azulejos.training.files import Chunk, Step
from azulejos.training.run import play_one, player_of

pytestmark = pytest.mark.heavy


def test_results_come_in_order() -> None:
    numbers = list(range(20))
    assert list(Processes(2).map(neg, numbers)) == [-number for number in numbers]


def test_processes_that_always_die_are_noticed() -> None:
    told: list[str] = []
    with pytest.raises(PlaceError, match=r"processes that should do the work die.*\(at 3\)"):
        list(Processes(2, told.append).map(os._exit, [3, 3]))
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


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups")
@pytest.mark.parametrize("ending", ["SIGINT", "SIGKILL"])
def test_processes_end_with_the_one_that_started_them(ending: str, tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group, a kill the starting process alone."""
    script = tmp_path / "sleepers.py"
    script.write_text(
        textwrap.dedent("""
        import sys, time
        from azulejos.places.processes import Processes

        def sleep(number):
            print(number, flush=True)
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
