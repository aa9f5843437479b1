"""What the tests of both ends share: a position, engines, and a look for what was left behind."""

from __future__ import annotations

import gc
import os
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from azulejos.notation import parse_position

HERE = Path(__file__).parent
OPEN = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- "
    "1 1 1 B15Y18R16K15W16 -"
)
DEAL_DUE = "std -/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 1 B20Y20R20K20W20 -"
POSITION = parse_position(OPEN)


def script(name: str, *words: str) -> str:
    """The command line of an engine of this folder that needs the standard library only."""
    return shlex.join([sys.executable, "-I", "-S", str(HERE / name), *words])


def served(level: str) -> str:
    return shlex.join([sys.executable, str(HERE / "served_engine.py"), level])


def children() -> set[int]:
    """The child processes of this one, zombies too; none where the system does not say."""
    found: set[int] = set()
    for file in Path(f"/proc/{os.getpid()}/task").glob("*/children"):
        with suppress(OSError):  # A thread that an earlier test began may just have ended.
            found.update(map(int, file.read_text().split()))
    return found


def is_running(pid: int) -> bool:
    """Zombies that wait for init do not count."""
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def wait_until(true: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def nothing_left() -> Iterator[None]:
    """No thread, no process and no open pipe outlives what is done here."""
    threads, processes = set(threading.enumerate()), children()
    gc.freeze()  # only what is made here needs to be looked through at the end
    yield
    wait_until(lambda: not set(threading.enumerate()) - threads)
    assert not children() - processes
    gc.collect()  # an unclosed pipe warns now, and warnings are errors
    gc.unfreeze()
