"""The way to the process in which reviews are worked out: what is said there and back.

The process itself is `worker.py`, which needs the search; this does not.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import NamedTuple

from ...tables.messages.review_types import PlayDocument, ProgressDocument
from ...workers.child_process import ChildProcess


class Begin(NamedTuple):
    """From the server: this is to be reviewed; with None in its place, one step of it."""

    record: str
    nodes: int | None


class Stepped(NamedTuple):
    """How far it is, where that has changed."""

    progress: ProgressDocument | None


class Finished(NamedTuple):
    """`answers.ReviewStatus` as JSON by gzip, and how well everybody played."""

    status: bytes
    play: list[PlayDocument]


class Failed(NamedTuple):
    """A mistake of ours, for the log."""

    why: str


Answer = Stepped | Finished | Failed


class ReviewProcess:
    """The worker, as the server sees it: one question at a time."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[Answer] | None = None
        self._died = False
        self._child = ChildProcess("azulejos.server.reviews.worker", self._heard)

    async def ask(self, question: Begin | None) -> Answer:
        """Raises ProcessDiedError."""
        if self._died:
            raise ProcessDiedError
        self._answer = self._loop.create_future()
        self._child.send(question)
        return await self._answer

    def _heard(self, message: Answer | None) -> None:
        """In a thread of its own; None: it has ended."""
        with suppress(RuntimeError):  # The loop has ended, and with it all who would ask.
            self._loop.call_soon_threadsafe(self._settle, message)

    def _settle(self, message: Answer | None) -> None:
        self._died = message is None
        if self._answer is None or self._answer.done():
            return
        if message is None:
            self._answer.set_exception(ProcessDiedError())
        else:
            self._answer.set_result(message)

    def close(self) -> None:
        """Takes a moment."""
        self._child.end(time.monotonic())


class ProcessDiedError(Exception):
    """Somebody has killed the worker, or the machine has no memory left."""
