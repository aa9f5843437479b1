"""The process in which reviews are worked out: is told what to review, and then each step.

A process of its own keeps nobody from the server's interpreter. It ends when its input ends, so
that it never outlives the server.
"""

from __future__ import annotations

import gzip
import os
import pickle
import signal
from contextlib import suppress
from traceback import format_exc
from typing import Any, NoReturn

from ...notation import parse_record
from ...tables.advice.reviews import ReviewWork
from ...tables.messages.reviews import done_status
from ...workers.child_process import private_streams
from ..encoding import encode
from .process import Answer, Begin, Failed, Finished, Stepped

MODESTY = 19  # steps of niceness: as many as there are


def main() -> NoReturn:
    """Works until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(MODESTY)
    source, sink = private_streams()
    work = Worker()
    with suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(work.answer(pickle.load(source)), sink)
            sink.flush()
    raise SystemExit(0)


class Worker:
    """One review at a time."""

    def __init__(self) -> None:
        self._work: ReviewWork | None = None
        self._steps: Any = None

    def answer(self, question: Begin | None) -> Answer:
        try:
            if question is not None:
                self._work = ReviewWork(parse_record(question.record), nodes=question.nodes)
                self._steps = self._work.steps()
                return Stepped(None)
            return self._step()
        except Exception:
            return Failed(format_exc())

    def _step(self) -> Stepped | Finished:
        assert self._work is not None
        progress = next(self._steps, None)
        document = self._work.document
        if document is None:
            return Stepped(progress)
        return Finished(gzip.compress(encode(done_status(document)), 5, mtime=0), document["play"])
