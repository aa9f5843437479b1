"""Work in several processes, which end with the one that started them, however it ends.

Each holds one end of a pipe and ends itself when the other is closed: after Ctrl-C, which reaches
only the starting process, and after its death as well.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from .place import Item, Lost, PlaceError, Report, Result

AHEAD = 4  # how many items a process may be ahead of the slowest, to bound what is kept
MOST = 61 if sys.platform == "win32" else 4096  # processes that Windows can wait for at once
TRIES = 3  # deaths while the oldest item stays undone

Futures = Iterable[Future[Any]]
Choose = Callable[[Futures], Future[Any]]  # whose result is next, of those that are waited for


class Processes:
    """This machine. A single job is done in this very process."""

    def __init__(self, jobs: int = 1, report: Report = lambda line: None) -> None:
        self._jobs = jobs
        self._report = report

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        """Processes last as long as a `map`."""

    def map(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
        lost: Lost[Item, Result] | None = None,
    ) -> Iterator[Result]:
        """See `Place`. Which item killed a process is not known, so `lost` is never asked."""
        return (result for _, result in self._pairs(work, items, name, _oldest))

    def as_done(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
    ) -> Iterator[tuple[Item, Result]]:
        """See `Place`."""
        return self._pairs(work, items, name, _first_done)

    def _pairs(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str],
        choose: Choose,
    ) -> Iterator[tuple[Item, Result]]:
        jobs = min(self._jobs, MOST)
        if isinstance(items, Sized):
            jobs = min(jobs, len(items))
        if jobs <= 1:
            return ((item, work(item)) for item in items)
        return self._in_processes(work, iter(items), name, jobs, choose)

    def _in_processes(
        self,
        work: Callable[[Item], Result],
        items: Iterator[Item],
        name: Callable[[Item], str],
        jobs: int,
        choose: Choose,
    ) -> Iterator[tuple[Item, Result]]:
        waiting: dict[Future[Result], Item] = {}  # in the order of the items
        deaths = 0
        pool = _Pool(jobs)
        try:
            while True:
                while len(waiting) < AHEAD * jobs and (item := next(items, None)) is not None:
                    waiting[pool.submit(work, item)] = item
                if not waiting:
                    return pool.finish()
                chosen = choose(waiting)
                oldest = next(iter(waiting))
                try:
                    result = chosen.result()
                except BrokenProcessPool:
                    deaths += 1
                    if deaths == TRIES:
                        raise PlaceError(_DYING.format(name=name(waiting[oldest]))) from None
                    self._report(_DIED)
                    pool.close()
                    pool = _Pool(jobs)
                    waiting = {
                        found if _finished(found) else pool.submit(work, item): item
                        for found, item in waiting.items()
                    }
                    continue
                if chosen is oldest:  # Else what kills may still be at work.
                    deaths = 0
                yield waiting.pop(chosen), result
        finally:
            pool.close()


_DIED = "A process has died; what was under way is done again."
_DYING = "the processes that should do the work die, perhaps for lack of memory (at {name})"


def _oldest(waiting: Futures) -> Future[Any]:
    return next(iter(waiting))


def _first_done(waiting: Futures) -> Future[Any]:
    """Results before failures: those end everything."""
    done = wait(waiting, return_when=FIRST_COMPLETED).done
    return min(done, key=lambda found: found.exception() is not None)


def _finished(found: Future[Result]) -> bool:
    """Is it known what came of it?"""
    return (
        found.done()
        and not found.cancelled()
        and not isinstance(found.exception(), BrokenProcessPool)
    )


class _Pool:
    """A pool of processes, and the pipe that they live by."""

    def __init__(self, jobs: int) -> None:
        context = get_context("spawn")
        self._listening, self._lifeline = context.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(jobs, context, _begin, (self._listening,))

    def submit(self, work: Callable[[Item], Result], item: Item) -> Future[Result]:
        with _interrupts_held():
            try:
                return self._pool.submit(work, item)
            except BrokenProcessPool as error:
                broken: Future[Result] = Future()
                broken.set_exception(error)
                return broken

    def finish(self) -> None:
        """All is done: the processes may end by themselves."""
        self._pool.shutdown()

    def close(self) -> None:
        self._lifeline.close()
        self._pool.shutdown(cancel_futures=True)
        self._listening.close()


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
