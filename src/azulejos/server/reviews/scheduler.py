"""Reviews are worked out in the background: one at a time in a process, and never in a bot's way.

A process of its own does it (`worker.py`), step by step, and rests between two steps while a
bot thinks. Whose review is next is shared out fairly, by address. What is done is kept in the
store; whoever asks again is told what is there.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from ...notation import Record, parse_record
from ...rules import AzulejosError
from ...tables.errors import TableError
from ...tables.messages.answers import ReviewStatus
from ...tables.messages.review_types import ProgressDocument
from ...tables.messages.reviews import failed_status, waiting_status
from ..clock import milliseconds
from ..encoding import encode
from ..errors import ServerError, StoreError
from ..live.fair_scheduler import FairScheduler
from ..live.thinking import BotThreads
from ..storage.reviews import ReviewStore
from ..storage.store import Store
from .process import Begin, Failed, Finished, ProcessDiedError, ReviewProcess

LOG = logging.getLogger(__name__)
LEASE = 10_000
"""Milliseconds for which a review is claimed at a time."""
RENEWAL = 2.0
"""Seconds after which it is claimed again, and the others are told how far it is."""
PATIENCE = 1.0
"""Seconds that a step waits for bots at most: where bots always think, reviews come slowly."""
SWEEP = 5.0
"""Seconds between two looks for reviews that nobody works on."""
MOST_WAITING = 5
"""Reviews that wait under one name."""
MOST_RESUMED = 20
MOST_DEATHS = 3
"""Processes that may die of one review."""


@dataclass(eq=False)
class _Job:
    """A review that this process works on, or will."""

    record: Record
    share: str
    progress: ProgressDocument | None = None
    task: asyncio.Task[None] | None = None


class ReviewScheduler:
    """All reviews of a server process. `nodes`: how many a decision; None: as many as usual."""

    start_process: ClassVar[Callable[[], ReviewProcess]] = ReviewProcess

    def __init__(self, store: Store, bot_threads: BotThreads, nodes: int | None = None) -> None:
        self._kept = ReviewStore(store, secrets.token_hex(8))
        self._bot_threads = bot_threads
        self._nodes = nodes
        self._turns = FairScheduler(1)
        self._jobs: dict[str, _Job] = {}
        self._process: ReviewProcess | None = None
        self._deaths: Counter[str] = Counter()
        self._closed = False

    @property
    def kept(self) -> ReviewStore:
        return self._kept

    async def status(self, name: str) -> bytes | None:
        """`answers.ReviewStatus` as JSON, by gzip; None where nobody has asked for a review."""
        found = await self._kept.find(name)
        if found is None:
            return None
        job = self._jobs.get(name)
        if job is not None and not found.finished:  # Another process may be done before us.
            return _packed(waiting_status(job.progress))
        return found.status or _packed(waiting_status(None))

    async def is_needed(self, name: str) -> bool:
        """Would asking for it make work? What has failed is tried again."""
        if name in self._jobs:
            return False
        found = await self._kept.find(name)
        return found is None or found.failed

    async def ask(self, name: str, record: Record, table: str | None, share: str) -> None:
        """From now on it is worked on, unless it is there; raises TableError `too_fast`."""
        if not await self.is_needed(name):
            return
        if Counter(job.share for job in self._jobs.values())[share] >= MOST_WAITING:
            raise TableError("too_fast", seconds=10)
        await self._kept.ask(name, table, str(record), milliseconds())
        self._begin(name, record, share)

    def _begin(self, name: str, record: Record, share: str) -> None:
        if name in self._jobs:
            return
        if self._closed:
            raise ServerError("stopping")
        job = self._jobs[name] = _Job(record, share)
        job.task = asyncio.create_task(self._work(name, job))

    async def resume(self) -> None:
        """For ever: goes on with what nobody works on, after a crash here or elsewhere."""
        while True:
            try:
                found = await self._kept.unfinished(milliseconds(), MOST_RESUMED)
            except AzulejosError as error:
                LOG.warning("unfinished reviews can't be looked for now: %s", error)
                found = []
            for review in found:
                with suppress(AzulejosError):  # It was written by another version.
                    self._begin(review.id, parse_record(review.record), "")
            await asyncio.sleep(SWEEP)

    async def close(self) -> None:
        """What is not done is left to others."""
        self._closed = True
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._end_process()
        with suppress(AzulejosError):
            await self._kept.release()

    async def _work(self, name: str, job: _Job) -> None:
        try:
            # The first curve costs next to nothing: nobody waits for others' reviews for it.
            job.progress = await asyncio.to_thread(_first_look, job.record)
            async with self._turns.turn(job.share):
                if await self._claim(name):
                    await self._work_safely(name, job)
                if len(self._jobs) == 1:
                    await self._end_process()  # It would hold its memory for nothing.
        except StoreError as error:
            LOG.warning("the review of %s will be tried again: %s", name, error)
        except AzulejosError as error:
            await self._fail(name, error)
        except ProcessDiedError:
            await self._bury(name)
        except Exception:
            LOG.exception("the review of %s has failed", name)
            await self._fail(name, ServerError("unexpected"))
        finally:
            del self._jobs[name]

    async def _work_safely(self, name: str, job: _Job) -> None:
        """Whatever goes wrong, the next one begins with a process that is as new."""
        try:
            await self._work_out(name, job)
        except Exception:
            await self._end_process()
            raise

    async def _work_out(self, name: str, job: _Job) -> None:
        """Step by step; given up where the review is not ours any more: its table was deleted."""
        self._process = self._process or type(self).start_process()
        await self._process.ask(Begin(str(job.record), self._nodes))
        told = 0.0
        while True:
            await self._bot_threads.rest(PATIENCE)
            answer = await self._process.ask(None)
            if isinstance(answer, Finished):
                await self._kept.finish(name, answer.status, answer.play)
                return
            if isinstance(answer, Failed):
                raise RuntimeError(answer.why)
            job.progress = answer.progress or job.progress
            if time.monotonic() - told > RENEWAL:
                status = _packed(waiting_status(job.progress))
                if not await self._kept.tell(name, status, milliseconds() + LEASE):
                    return
                told = time.monotonic()

    async def _bury(self, name: str) -> None:
        """It is tried again when its claim is over; not so what kills one process after another."""
        self._deaths[name] += 1
        if self._deaths[name] < MOST_DEATHS:
            LOG.warning("the process that worked on the review of %s has died", name)
        else:
            LOG.error("the review of %s has killed %d processes", name, MOST_DEATHS)
            await self._fail(name, ServerError("unexpected"))

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await asyncio.to_thread(process.close)

    async def _claim(self, name: str) -> bool:
        now = milliseconds()
        return await self._kept.claim(name, now, now + LEASE)

    async def _fail(self, name: str, error: AzulejosError) -> None:
        """It would fail again: that is what is told, until somebody asks for it anew."""
        with suppress(AzulejosError):
            if await self._claim(name):
                await self._kept.finish(name, _packed(failed_status(error)), None)


def _first_look(record: Record) -> ProgressDocument | None:
    """The curve as the network alone sees it; raises AzulejosError where there is none."""
    from ...tables.advice.reviews import ReviewWork  # A server starts sooner without the search.

    return next(ReviewWork(record).steps())


def _packed(status: ReviewStatus) -> bytes:
    return gzip.compress(encode(status), 5, mtime=0)
