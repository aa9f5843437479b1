"""Work in several processes, which end with the one that started them, however it ends.

Each holds one end of a pipe and ends itself when the other is closed: after Ctrl-C, which reaches
only the starting process, and after its death as well.
"""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_processes(
    work: Callable[[Item], Result], items: Sequence[Item], jobs: int
) -> Iterator[Result]:
    """The results in the order of the items, whatever the number of processes."""
    jobs = min(jobs, len(items))
    if jobs <= 1:
        yield from map(work, items)
        return
    context = get_context("spawn")
    listening, lifeline = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, _begin, (listening,))
    try:
        with _interrupts_held():
            results = pool.map(work, items)
        yield from results
        pool.shutdown()
    finally:
        lifeline.close()
        pool.shutdown(cancel_futures=True)
        listening.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits so long, and processes that are started meanwhile never hear of it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(lifeline: Connection) -> None:
    """Runs first in every process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")  # What there is to say, the starting process has said.
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)
