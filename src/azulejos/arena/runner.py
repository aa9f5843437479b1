"""Many games at once, each in one of a few worker processes.

Results come back in the order of the games, whatever the number of workers. A worker that dies
is replaced and its game played again; if that game kills a second one, the bot that was thinking
loses it. Workers live in sessions of their own: Ctrl-C reaches this process alone, which ends
them by ending their input.

A worker ends its engines before itself: they live in sessions of their own too, so that each can
be ended with all that it has started, and killing a worker would miss them. The price is that one
that is killed from outside, or hangs for longer than GRACE, leaves its engines to themselves; they
see their input end. Engines in the worker's process group would end even then, but what an engine
has started could no longer be ended without ending the worker.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from typing import Any

from ..places import PlaceError
from ..places.child import ending_of, kill
from .referee import DIED, GameResult, failure, lost_game
from .schedule import Plan
from .worker import BOOT, MAKER

TRIES = 2
AHEAD = 8  # how many games a worker may be ahead of the slowest, to bound what is kept
GRACE = 3.0  # seconds that workers have to end their engines and themselves
LOOK_EVERY = 1.0  # seconds; how soon a death is noticed that the pipe does not show


class ArenaError(PlaceError):
    """Games can't be played here at all; the sentence says why."""


class _Worker:
    """One process, and the thread that reads what it says."""

    def __init__(self, maker: str, news: SimpleQueue[tuple[_Worker, dict[str, Any] | None]]):
        self.plan: Plan | None = None
        self.thinking: int | None = None
        self.dead = False
        self._errors = TemporaryFile()  # noqa: SIM115 (closed in `end`)
        self._news = news
        self._process = Popen(
            [sys.executable, "-c", BOOT, json.dumps(sys.path), maker],
            stdin=PIPE,
            stdout=PIPE,
            stderr=self._errors,
            encoding="utf-8",
            start_new_session=True,
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(ValueError):  # Half a line, cut off by its death.
            for line in self._process.stdout:
                self._news.put((self, json.loads(line)))
        self._news.put((self, None))

    def send(self, plan: Plan) -> None:
        assert self._process.stdin is not None
        self.plan, self.thinking = plan, None
        order = {"contest": plan.contest.to_json(), "number": plan.number}
        with suppress(BrokenPipeError):  # It is dead, which the listener will tell.
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def last_words(self) -> str:
        """How it ended: its exit code or signal, and the last line that it wrote."""
        ending = ending_of(self._process, self._errors, LOOK_EVERY)
        return ", ".join(filter(None, ending)) if ending else "it no longer answers"

    def dismiss(self) -> None:
        """Ends its input, at which it ends its engines and itself."""
        self.dead = True
        assert self._process.stdin is not None
        with suppress(OSError):  # It is dead already.
            self._process.stdin.close()

    def end(self, deadline: float) -> None:
        """Ends it by then, if need be by force, and gives back what it held."""
        self.dismiss()
        with suppress(TimeoutExpired):
            self._process.wait(max(0.0, deadline - monotonic()))
        kill(self._process)  # And what bots other than engines may have started.
        self._listener.join(LOOK_EVERY)
        if self._process.stdout is not None:
            with suppress(OSError, ValueError):
                self._process.stdout.close()
        self._errors.close()


class Workers:
    """A few worker processes; use it in a `with`, which ends them.

    `report` is told, in a sentence, of workers that died.
    """

    def __init__(
        self, jobs: int, report: Callable[[str], None] = lambda line: None, maker: str = MAKER
    ) -> None:
        self._jobs = jobs
        self._report = report
        self._maker = maker
        self._workers: list[_Worker] = []
        self._news: SimpleQueue[tuple[_Worker, dict[str, Any] | None]] = SimpleQueue()

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        deadline = monotonic() + GRACE
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.end(deadline)
        self._workers.clear()

    def play(self, plans: Iterable[Plan]) -> Iterator[GameResult]:
        """The results of all games, in their order."""
        games = _Games(plans, AHEAD * self._jobs)
        while not games.over:
            self._hand_out(games)
            if games.ready:
                yield games.next_result()
            elif not games.over:
                self._hear(games)

    def _hand_out(self, games: _Games) -> None:
        while self._has_room and (plan := games.next_plan()):
            self._free_worker().send(plan)

    @property
    def _has_room(self) -> bool:
        return len(self._workers) < self._jobs or any(not w.plan for w in self._workers)

    def _free_worker(self) -> _Worker:
        for worker in self._workers:
            if worker.plan is None:
                return worker
        self._workers.append(_Worker(self._maker, self._news))
        return self._workers[-1]

    def _hear(self, games: _Games) -> None:
        """Waits for news and deals with it."""
        try:
            worker, message = self._news.get(timeout=LOOK_EVERY)
        except Empty:
            for worker in [worker for worker in self._workers if not worker.running]:
                self._bury(worker, games)
            return
        if worker.dead:
            return
        if message is None:
            self._bury(worker, games)
        elif "thinking" in message:
            worker.thinking = message["thinking"]
        elif worker.plan is not None:
            games.done(GameResult.from_json(worker.plan.contest, message["result"]))
            worker.plan = None

    def _bury(self, worker: _Worker, games: _Games) -> None:
        self._workers.remove(worker)
        how = worker.last_words()
        worker.end(monotonic() + GRACE)
        if worker.plan is None:
            return
        if games.again(worker.plan):
            self._report(f"game {worker.plan.number}: its process died ({how}); it is played again")
        elif worker.thinking is None:
            raise ArenaError(f"the processes that should play die before a game begins ({how})")
        else:
            failed = failure(worker.thinking, DIED, f"its process died ({how})")
            games.done(lost_game(worker.plan, failed))


class _Games:
    """What is still to play, what is being played, and what waits for its turn to be told."""

    def __init__(self, plans: Iterable[Plan], ahead: int) -> None:
        self._plans = iter(plans)
        self._ahead = ahead
        self._open: deque[Plan] = deque()  # in their order; their results are not told yet
        self._again: list[Plan] = []
        self._tries: Counter[Plan] = Counter()
        self._results: dict[Plan, GameResult] = {}
        self._exhausted = False

    @property
    def over(self) -> bool:
        return self._exhausted and not self._open

    @property
    def ready(self) -> bool:
        return bool(self._open) and self._open[0] in self._results

    def next_plan(self) -> Plan | None:
        """The next game to play, if one is left and the slowest is not too far behind."""
        if self._again:
            return self._again.pop()
        if len(self._open) >= self._ahead:
            return None
        plan = next(self._plans, None)
        if plan is None:
            self._exhausted = True
        else:
            self._open.append(plan)
        return plan

    def again(self, plan: Plan) -> bool:
        """Puts back a game whose worker died, unless it has had its tries."""
        self._tries[plan] += 1
        if self._tries[plan] >= TRIES:
            return False
        self._again.append(plan)
        return True

    def done(self, result: GameResult) -> None:
        self._results[result.plan] = result

    def next_result(self) -> GameResult:
        return self._results.pop(self._open.popleft())
