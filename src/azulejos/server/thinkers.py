"""Bots and hints think in worker threads, a few at a time, and can be stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from typing import TypeVar

from ..bots import GreedyBot, make_bot
from ..protocol import Bot, Limit
from ..rules import Move, Position, UsageError, refusal

LOG = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Thinkers:
    """A few threads for whoever has to think."""

    def __init__(self, number: int) -> None:
        self._threads = ThreadPoolExecutor(number, thread_name_prefix="thinker")

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer, found in a thread; whoever waits for it may give up, it is found anyway."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, question)

    def close(self) -> None:
        """Waits for those who think: stop them before."""
        self._threads.shutdown(wait=True, cancel_futures=True)


class BotSeat:
    """The bot of one seat at one table: answers always, and with a legal move."""

    def __init__(self, level: str) -> None:
        self._level = level
        self._bot: Bot | None = None

    def choose(self, position: Position) -> Move:
        """In a thread. A bot that fails is replaced for this move."""
        try:
            self._bot = self._bot or make_bot(self._level)
            move = self._bot.choose(position, Limit()).move
            if error := refusal(position, move):
                raise error
        except Exception:
            LOG.exception("the bot %r failed; for this move the bot greedy steps in", self._level)
            self._bot = None
            return GreedyBot(SystemRandom()).choose(position).move
        return move

    def stop(self) -> None:
        """From any thread."""
        if self._bot is not None:
            self._bot.stop()

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()


def check_level(level: str, levels: tuple[str, ...]) -> None:
    """Only levels by name: a spec could start a program on this machine. Raises UsageError."""
    if level not in levels:
        raise UsageError("unknown_bot", bot=level, bots=", ".join(levels))
