"""Work in a few processes of this machine.

A process does one item at a time, so that it is known what killed it; it is replaced then. It ends
the engines that it runs before itself: they live in sessions of their own too, so that each can be
ended with all that it has started, and killing a worker would miss them. The price is that one that
is killed from outside, or hangs for longer than GRACE, leaves its engines to themselves; they see
their input end. Engines in the worker's process group would end even then, but what an engine has
started could no longer be ended without ending the worker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sized
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from .child_process import ChildProcess
from .pool import Item, PendingItems, Report, Result, WorkerPool
from .task import Reply

TRIES = 3  # that an item has if its processes die
TRIES_IF_LOST = 2  # where the caller can say what comes of it
AHEAD = 8  # how many items a process may be ahead of the slowest, to bound what is kept
GRACE = 3.0  # seconds that workers have to end their engines and themselves
LOOK_EVERY = 1.0  # seconds; how soon a death is noticed that the pipe does not show


class _Worker:
    """One process, and the item that it works on."""

    def __init__(self, inbox: SimpleQueue[tuple[_Worker, Any]], function: bytes) -> None:
        self.key: int | None = None
        self.item = b""
        self.progress: Any = None
        self.is_dismissed = False
        self.process = ChildProcess(
            "azulejos.workers.local_worker", lambda message: inbox.put((self, message))
        )
        self.process.send(function)

    def give(self, key: int, item: bytes) -> None:
        self.key, self.item, self.progress = key, item, None
        self.process.send(item)

    def how_it_died(self) -> str:
        status = self.process.exit_status(LOOK_EVERY)
        return f"its process died ({', '.join(filter(None, status or ('no answer',)))})"

    def dismiss(self) -> None:
        """Nothing that it says counts any more; it ends its engines and itself."""
        self.is_dismissed = True
        self.process.close_input()


class LocalPool(WorkerPool):
    """Processes of this machine, which last as long as a round of work.

    A single job is done in this very process, unless it has to be `isolated` from it.
    """

    def __init__(
        self, jobs: int = 1, report: Report = lambda line: None, isolated: bool = False
    ) -> None:
        super().__init__(report)
        self._jobs = jobs
        self._isolated = isolated
        self._workers: list[_Worker] = []
        self._inbox: SimpleQueue[tuple[_Worker, Any]] = SimpleQueue()
        self._function = b""
        self._deaths: Counter[int] = Counter()

    def _run(
        self,
        pending: PendingItems[Item, Result],
        function: Callable[[Item], Result],
        items: Iterable[Item],
    ) -> Iterator[tuple[Item, Result]]:
        jobs = min(self._jobs, len(items)) if isinstance(items, Sized) else self._jobs
        if jobs <= 1 and not self._isolated:
            return ((item, function(item)) for item in items)
        return super()._run(pending, function, items)

    def _begin(self, function: bytes) -> None:
        self._finish()  # what a round that was left has started
        self._function = function
        self._deaths.clear()

    def _has_room(self, pending: PendingItems[Any, Any]) -> bool:
        return pending.under_way < self._jobs and len(pending) < AHEAD * self._jobs

    def _submit(self, key: int, item: bytes) -> None:
        for worker in self._workers:
            if worker.key is None:
                return worker.give(key, item)
        self._workers.append(_Worker(self._inbox, self._function))
        return self._workers[-1].give(key, item)

    def _wait(self, pending: PendingItems[Any, Any]) -> None:
        try:
            self._hear(pending, *self._inbox.get(timeout=LOOK_EVERY))
        except Empty:
            for worker in [each for each in self._workers if not each.process.is_running]:
                self._replace(worker, pending)

    def _hear(self, pending: PendingItems[Any, Any], worker: _Worker, message: Any) -> None:
        if worker.is_dismissed:
            return
        if message is None:
            self._replace(worker, pending)
        elif not isinstance(message, Reply):
            (worker.progress,) = message
        elif worker.key is not None:
            pending.settle_reply(worker.key, message)
            worker.key = None

    def _replace(self, worker: _Worker, pending: PendingItems[Any, Any]) -> None:
        """It has died: its item is done again, if that can be."""
        self._workers.remove(worker)
        how = worker.how_it_died()
        worker.dismiss()
        worker.process.end(monotonic() + GRACE)
        if (key := worker.key) is None:
            return
        self._deaths[key] += 1
        if self._deaths[key] < (TRIES if pending.lost is None else TRIES_IF_LOST):
            self._report(f"{pending.name(key)}: {how}; it is done again")
            self._submit(key, worker.item)
        else:
            pending.settle_lost(key, how, worker.progress)

    def _end_round(self) -> None:
        self._finish()

    def _finish(self) -> None:
        deadline = monotonic() + GRACE
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.process.end(deadline)
        self._workers.clear()
