"""Bots and hints think in worker threads, a few at a time, and can be stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from threading import Event, Lock
from typing import TypeVar

from ..bots import GreedyBot, level_names, make_bot
from ..protocol import Bot
from ..rules import Move, Position, UsageError, refusal
from .errors import ServerError

LOG = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Thinkers:
    """A few threads for whoever has to think."""

    def __init__(self, number: int) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="thinker")

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer, found in a thread; whoever asked may give up, it is found anyway."""
        try:
            future = self._threads.submit(question)
        except RuntimeError as error:  # closed
            raise ServerError("stopping") from error
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Waits for those who think: stop them before."""
        self._threads.shutdown(wait=True, cancel_futures=True)


class BotSeat:
    """The bot of one seat at one table: it answers always, and with a legal move."""

    def __init__(self, level: str) -> None:
        self._level = level
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

    def _chosen(self, position: Position) -> Move:
        self._bot = self._bot or make_bot(self._level)
        move = self._bot.choose(position).move
        if error := refusal(position, move):
            raise error
        return move

    def stop(self) -> None:
        """From any thread: what it thinks about is wanted no more."""
        bot = self._bot
        if bot is not None:
            bot.stop()


def check_level(level: str) -> None:
    """Only levels by name: a bot's spec could start a program on this machine. UsageError."""
    if level not in level_names():
        raise UsageError("unknown_bot", bot=level, bots=", ".join(level_names()))
