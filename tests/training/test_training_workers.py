"""Processes that play: the same results from any number of them, and none is left behind."""

import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from operator import neg
from pathlib import Path

import pytest
from tiny_training import tiny_plan

from azulejos.training.files import Chunk, Step
from azulejos.training.run import _play_one
from azulejos.training.workers import in_processes

pytestmark = pytest.mark.heavy


def test_results_come_in_order() -> None:
    numbers = list(range(20))
    assert list(in_processes(neg, numbers, 2)) == [-number for number in numbers]


def test_a_process_that_dies_is_noticed() -> None:
    with pytest.raises(BrokenProcessPool):
        list(in_processes(os._exit, [3, 3], 2))


def test_the_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    step = Step(tmp_path, tiny_plan(), 0)
    found = []
    for jobs in (1, 2):
        chunks = [Chunk(tmp_path / f"{jobs}-{number}.npz", number, 2) for number in range(4)]
        assert list(in_processes(partial(_play_one, step), chunks, jobs)) == [2, 2, 2, 2]
        found.append([chunk.path.read_bytes() for chunk in chunks])
    assert found[0] == found[1]
    assert len(set(found[0])) == 4


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups")
@pytest.mark.parametrize("ending", ["SIGINT", "SIGKILL"])
def test_processes_end_with_the_one_that_started_them(ending: str, tmp_path: Path) -> None:
    """Ctrl-C reaches the whole group, a kill the starting process alone."""
    script = tmp_path / "sleepers.py"
    script.write_text(
        textwrap.dedent("""
        import sys, time
        from azulejos.training.workers import in_processes

        def sleep(number):
            print(number, flush=True)
            time.sleep(60)

        if __name__ == "__main__":
            try:
                for _ in in_processes(sleep, [1, 2, 3], 2):
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
