"""Bots and hints think in worker threads, a few at a time, and can be stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import SystemRandom
from threading import Event, Lock
from typing import ClassVar, TypeVar

from ...bots import GreedyBot, make_bot
from ...protocol import Bot
from ...rules import Move, Position, refusal
from ...tables.errors import TableError
from ..errors import ServerError
from .fair_scheduler import FairScheduler

LOG = logging.getLogger(__name__)
MODESTY = 10  # steps of niceness by which those who think stand back
MOST_HINTS = 4  # that are looked for under one name at the same time
Answer = TypeVar("Answer")


class BotThreads:
    """A few threads for whoever has to think, shared out fairly among those who ask.

    The strongest bots may take `threads_each` for a thought, with threads of their own.
    """

    def __init__(self, number: int, threads_each: int = 1) -> None:
        self.threads_each = threads_each
        self._threads = ThreadPoolExecutor(
            number, thread_name_prefix="thinker", initializer=stand_back
        )
        self._turns = FairScheduler(number)
        self._hints: Counter[str] = Counter()
        self._asked = 0
        self._at_rest = asyncio.Event()
        self._at_rest.set()
        self._closed = False

    async def ask(self, question: Callable[[], Answer], share: str = "") -> Answer:
        """The answer, found in a thread. Whoever asked may give up while they wait for a turn;

        a thought under way is finished, unless it is stopped by other means.
        """
        if self._closed:
            raise ServerError("stopping")
        self._asked += 1
        self._at_rest.clear()
        try:
            return await self._answer(question, share)
        finally:
            self._asked -= 1
            if not self._asked:
                self._at_rest.set()

    async def rest(self, seconds: float) -> None:
        """Waits until nobody thinks, and nobody waits for that; so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._at_rest.wait()

    async def _answer(self, question: Callable[[], Answer], share: str) -> Answer:
        await self._turns.take(share)
        begun = time.monotonic()
        loop = asyncio.get_running_loop()

        def found(_: object) -> None:
            with suppress(RuntimeError):  # The loop has ended, and with it all who would ask.
                seconds = time.monotonic() - begun
                loop.call_soon_threadsafe(self._turns.give_back, share, seconds)

        try:
            future = self._threads.submit(question)
        except RuntimeError as error:  # closed
            self._turns.give_back(share, 0.0)
            raise ServerError("stopping") from error
        future.add_done_callback(found)
        return await asyncio.wrap_future(future)

    async def hint(self, question: Callable[[], Answer], share: str) -> Answer:
        """The same, for what is asked besides the game: only some may wait under one name.

        Raises TableError `too_fast`.
        """
        if self._hints[share] >= MOST_HINTS:
            raise TableError("too_fast", seconds=1)
        self._hints[share] += 1
        try:
            return await self.ask(question, share)
        finally:
            self._hints[share] -= 1
            if not self._hints[share]:
                del self._hints[share]

    def close(self) -> None:
        """Waits for those who think: stop them before."""
        self._closed = True
        self._threads.shutdown(wait=True, cancel_futures=True)


def stand_back() -> None:
    """The thread yields to the server and to the browser beside it, which are soon done.

    Only Linux counts niceness by thread; elsewhere it would slow down the whole server.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            niceness = os.getpriority(os.PRIO_PROCESS, thread) + MODESTY
            os.setpriority(os.PRIO_PROCESS, thread, niceness)


class BotPlayer:
    """The bot of one seat at one table: it answers always, and with a legal move."""

    def __init__(self, level: str, threads: int = 1) -> None:
        self._level = level
        self._threads = threads
        self._bot: Bot | None = None
        self._one_at_a_time = Lock()

    def choose(self, position: Position, unwanted: Event) -> Move | None:
        """To be asked in a thread; None if nobody wants to know any more.

        A bot that fails is replaced for this move.
        """
        with self._one_at_a_time:
            if unwanted.is_set():
                return None
            try:
                return self._chosen(position)
            except Exception:
                LOG.exception("the bot %r failed; the bot greedy steps in", self._level)
                self._bot = None
                return GreedyBot(SystemRandom()).choose(position).move
            finally:
                BOT_CACHE.has_thought(self)

    def _chosen(self, position: Position) -> Move:
        self._bot = self._bot or make_bot(self._level, threads=self._threads)
        move = self._bot.choose(position).move
        if error := refusal(position, move):
            raise error
        return move

    def stop(self) -> None:
        """From any thread: what it thinks about is wanted no more."""
        bot = self._bot
        if bot is not None:
            bot.stop()

    def sleep(self) -> None:
        """Gives its memory back, unless it thinks just now; it is made anew when it is asked."""
        if self._one_at_a_time.acquire(blocking=False):
            if self._bot is not None:
                self._bot.close()
                self._bot = None
            self._one_at_a_time.release()


class BotCache:
    """The bots that thought last: they alone keep what they have found, up to 30 MB each."""

    MOST: ClassVar = 8

    def __init__(self) -> None:
        self._seats: dict[BotPlayer, None] = {}
        self._lock = Lock()

    def has_thought(self, seat: BotPlayer) -> None:
        with self._lock:
            self._seats.pop(seat, None)
            self._seats[seat] = None
            tired = list(self._seats)[: -self.MOST]
            for other in tired:
                del self._seats[other]
        for other in tired:
            other.sleep()


BOT_CACHE = BotCache()
