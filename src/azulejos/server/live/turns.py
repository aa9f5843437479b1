"""The bots of a table take their turns: one thinks at a time, and about nothing that has passed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from threading import Event

from ...rules import AzulejosError, Move, Position
from ..cluster.news import News
from .thinkers import BotSeat, Thinkers

LOG = logging.getLogger(__name__)
RETRY = 5.0
"""Seconds until a bot's move that could not be written is tried again."""
LEASE = 10.0
"""Seconds in which no other process lets a bot think about the same move."""
PAUSE = 1.0
"""Seconds until we look again whether the other process has moved."""


@dataclass(frozen=True, slots=True)
class Question:
    """What should a bot of this level play for a seat, after the entry with this number?"""

    number: int
    seat: int
    level: str
    late: bool
    position: Position = field(compare=False)
    share: str = field(compare=False)
    """On whose account the time goes."""


Wanted = Callable[[], Question | None]
Play = Callable[[Question, Move, Event], Awaitable[bool]]
CatchUp = Callable[[], Awaitable[None]]


class Turns:
    """Lets bots think whenever it is their turn."""

    def __init__(
        self,
        table: str,
        thinkers: Thinkers,
        news: News,
        wanted: Wanted,
        play: Play,
        catch_up: CatchUp,
    ) -> None:
        """`play` gives False if the move can't be written now."""
        self._table = table
        self._thinkers = thinkers
        self._news = news
        self._wanted = wanted
        self._play = play
        self._catch_up = catch_up
        self._bots: dict[tuple[int, str], BotSeat] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._thoughts: set[asyncio.Task[None]] = set()  # with those that are unwanted by now
        self._unwanted = Event()
        self._asked: Question | None = None
        self._writes = False

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def look(self) -> None:
        """Lets the bot think whose turn it is, and no other."""
        wanted = self._wanted()
        if self._asked is not None and self._asked != wanted and not self._writes:
            self.stop()
        if self._thinking is None and wanted is not None:
            self._unwanted = Event()
            self._thinking = asyncio.create_task(self._let_bots_play(self._unwanted))
            self._thoughts.add(self._thinking)
            self._thinking.add_done_callback(self._thoughts.discard)

    def stop(self) -> None:
        """What the bot finds now is discarded."""
        self._unwanted.set()
        self._thinking = self._asked = None
        self._writes = False
        for bot in self._bots.values():
            bot.stop()

    async def finish(self) -> None:
        self.stop()
        for thought in self._thoughts:
            thought.cancel()
        await asyncio.gather(*self._thoughts, return_exceptions=True)

    async def _let_bots_play(self, unwanted: Event) -> None:
        try:
            while not unwanted.is_set() and (question := self._wanted()) is not None:
                self._asked = question
                await self._tried(question, unwanted)
        finally:
            if self._unwanted is unwanted:
                self._thinking = self._asked = None

    async def _tried(self, question: Question, unwanted: Event) -> None:
        """Whatever goes wrong, a bot is waited for: it tries again after a while."""
        try:
            await self._turn(question, unwanted)
        except Exception as error:
            if not unwanted.is_set():
                known = isinstance(error, AzulejosError)
                LOG.warning("a bot at table %s: %s", self._table, error, exc_info=not known)
                await asyncio.sleep(RETRY)

    async def _turn(self, question: Question, unwanted: Event) -> None:
        """One move; whatever another process does about it meanwhile."""
        if self._news.shared:
            name = f"{self._table}:{question.number}:{question.late}"
            if not await self._news.lease(name, LEASE):
                await asyncio.sleep(PAUSE)
                await self._catch_up()
                return
        bot = self._bots.setdefault((question.seat, question.level), BotSeat(question.level))
        choose = partial(bot.choose, question.position, unwanted)
        move = await self._thinkers.ask(choose, question.share)
        if move is None or unwanted.is_set():
            return
        self._writes = True
        try:
            written = await self._play(question, move, unwanted)
        finally:
            if self._unwanted is unwanted:
                self._writes = False
        await asyncio.sleep(0 if written else RETRY)
