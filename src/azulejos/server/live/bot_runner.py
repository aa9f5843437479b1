"""Lets bots think about a table's questions: one at a time, and about nothing that has passed.

It keeps no table: whoever has one passes it along.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Protocol

from ...rules import AzulejosError, Move
from ...tables.advice.hints import HintSearch
from ...tables.errors import TableError
from ...tables.messages.types import Hint
from ...tables.state import TableState
from ...tables.table import Question
from ..cluster.bus import Bus
from .thinking import BotPlayer, BotThreads

LOG = logging.getLogger(__name__)
RETRY = 5.0
"""Seconds until a bot's move that could not be written is tried again."""
LEASE = 10.0
"""Seconds in which no other process lets a bot think about the same move."""
PAUSE = 1.0
"""Seconds until we look again whether the other process has moved."""


class AsksBots(Protocol):
    """A table at which bots play."""

    id: str
    share: str
    """On whose account bots think: who was here last."""

    def question(self) -> Question | None:
        """What a bot should be asked now."""

    async def play(self, question: Question, move: Move, unwanted: Event) -> bool:
        """False if the move can't be written now."""

    async def refresh(self) -> None:
        """Takes what another process has written."""


class BotRunner:
    """Lets the bots of one table think whenever it is their turn."""

    def __init__(self, bot_threads: BotThreads, bus: Bus) -> None:
        self._bot_threads = bot_threads
        self._bus = bus
        self._bots: dict[tuple[int, str], BotPlayer] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._thoughts: set[asyncio.Task[None]] = set()  # with those that are unwanted by now
        self._unwanted = Event()
        self._asked: Question | None = None
        self._writes = False

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def look(self, table: AsksBots) -> None:
        """Lets the bot think whose turn it is, and no other."""
        wanted = table.question()
        if self._asked is not None and self._asked != wanted and not self._writes:
            self.stop()
        if self._thinking is None and wanted is not None:
            self._unwanted = Event()
            self._thinking = asyncio.create_task(self._run(table, self._unwanted))
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

    async def _run(self, table: AsksBots, unwanted: Event) -> None:
        try:
            while not unwanted.is_set() and (question := table.question()) is not None:
                self._asked = question
                await self._try(table, question, unwanted)
        finally:
            if self._unwanted is unwanted:
                self._thinking = self._asked = None

    async def _try(self, table: AsksBots, question: Question, unwanted: Event) -> None:
        """Whatever goes wrong, a bot is waited for: it tries again after a while."""
        try:
            await self._turn(table, question, unwanted)
        except Exception as error:
            if not unwanted.is_set():
                known = isinstance(error, AzulejosError)
                LOG.warning("a bot at table %s: %s", table.id, error, exc_info=not known)
                await asyncio.sleep(RETRY)

    async def _turn(self, table: AsksBots, question: Question, unwanted: Event) -> None:
        """One move; whatever another process does about it meanwhile."""
        if self._bus.shared:
            name = f"{table.id}:{question.number}:{question.late}"
            if not await self._bus.lease(name, LEASE):
                await asyncio.sleep(PAUSE)
                await table.refresh()
                return
        player = BotPlayer(question.level, self._bot_threads.threads_each)
        bot = self._bots.setdefault((question.seat, question.level), player)
        choose = partial(bot.choose, question.position, unwanted)
        move = await self._bot_threads.ask(choose, table.share)
        if move is None or unwanted.is_set():
            return
        self._writes = True
        try:
            written = await table.play(question, move, unwanted)
        finally:
            if self._unwanted is unwanted:
                self._writes = False
        await asyncio.sleep(0 if written else RETRY)


@dataclass(eq=False)
class _Asked:
    """A hint that is looked for: at which position, and how many wait for it."""

    moved: int
    search: HintSearch
    task: asyncio.Task[Hint]
    waiting: int = 0


class HintRunner:
    """One hint for all who ask at one position, however often."""

    def __init__(self, bot_threads: BotThreads) -> None:
        self._bot_threads = bot_threads
        self._asked: _Asked | None = None

    async def find(self, state: TableState, share: str) -> Hint:
        """Raises TableError `stale` if the position changes meanwhile."""
        asked = self._question(state, share)
        asked.waiting += 1
        try:
            await asyncio.wait({asked.task})
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                self._drop(asked)
        if asked.task.cancelled():
            raise TableError("stale", number=state.number)
        return asked.task.result()

    def look(self, state: TableState) -> None:
        """What is looked for at another position is given up."""
        if self._asked is not None and self._asked.moved != state.moved:
            self._drop(self._asked)

    def _question(self, state: TableState, share: str) -> _Asked:
        if self._asked is None or self._asked.moved != state.moved:
            search = HintSearch(state.position)
            asking = self._bot_threads.hint(search.find, share)
            self._asked = _Asked(state.moved, search, asyncio.create_task(asking))
        return self._asked

    def _drop(self, asked: _Asked) -> None:
        """Nobody thinks about what nobody waits for; what has failed is asked anew next time."""
        answered = asked.task.done() and not asked.task.cancelled()
        if self._asked is asked and not (answered and asked.task.exception() is None):
            self._asked = None
        if not asked.task.done():
            asked.search.stop()
            asked.task.cancel()
