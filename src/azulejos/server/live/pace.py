"""What makes a table go on by itself: bots whose turn it is, and clocks that run out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from threading import Event
from typing import Any

from ...bots import FRIENDLY
from ...rules import AzulejosError, Move, Phase
from ...tables.decisions import moves as plays
from ...tables.errors import problem_of
from ...tables.messages import types as messages
from ...tables.roster import PLAYING
from ..storage.store import milliseconds
from .clocks import Alarm
from .ledger import Ledger, Means
from .turns import Question, Turns
from .visitors import Visitor
from .weakly import weakly

LOG = logging.getLogger(__name__)
AGAIN = 1.0
"""Seconds until it is looked again what became of a move that is overdue."""
A_BIT = 0.005
"""Seconds that an alarm rings late, so that it is never too early."""
Start = Callable[[Coroutine[Any, Any, bool]], asyncio.Task[bool]]


class Pace:
    """Asks bots, and writes what they play."""

    def __init__(
        self,
        means: Means,
        ledger: Ledger,
        start: Start,
        catch_up: Callable[[], Awaitable[None]],
    ) -> None:
        """`start` begins what is finished whoever leaves."""
        self._ledger = ledger
        self._start = start
        self._table = ledger.kept.id
        self._turns = Turns(
            self._table,
            means.thinkers,
            means.news,
            weakly(self._question),
            weakly(self._play),
            catch_up,
        )
        self._clock = Alarm(weakly(self.look))
        self._stopped = False
        self.share = ""
        """On whose account bots think: who was here last."""

    @property
    def is_thinking(self) -> bool:
        return self._turns.is_thinking

    def look(self) -> None:
        """After each change, and when the time for a move is up."""
        if not self._stopped:
            self._turns.look()
            self.set_clock()

    def set_clock(self) -> None:
        """Alarms do not ring twice for one move: the bot that was asked tries again itself."""
        due = self._ledger.due
        wait = None if due is None else (due - milliseconds()) / 1000
        if wait is None:
            self._clock.clear()
        elif wait > 0 or not self._turns.is_thinking:
            self._clock.set(wait + A_BIT if wait > 0 else AGAIN)

    def stop(self) -> None:
        """For good."""
        self._stopped = True
        self._turns.stop()
        self._clock.clear()

    async def finish(self) -> None:
        await self._turns.finish()

    def _question(self) -> Question | None:
        """What a bot is asked, if one is to move, or if the time for a person's move is up."""
        game = self._ledger.game
        if game.company.stage != PLAYING or game.position.phase not in (Phase.OFFER, Phase.TILING):
            return None
        seat = game.position.turn
        level, due = game.company.bot_of(seat), self._ledger.due
        late = level is None and due is not None and due <= milliseconds()
        if level is None and not late:
            return None
        return Question(game.moved, seat, level or FRIENDLY, late, game.position, self.share)

    async def _play(self, question: Question, move: Move, unwanted: Event) -> bool:
        """False if it can't be written now, which is told; it is tried again after a while."""
        return await asyncio.shield(self._start(self._write(question, move, unwanted)))

    async def _write(self, question: Question, move: Move, unwanted: Event) -> bool:
        def decide(scene: plays.Scene) -> plays.Texts:
            if unwanted.is_set() or self._stopped or self._question() != question:
                return []
            return (plays.late_texts if question.late else plays.played_texts)(scene, move)

        async with self._ledger.lock:
            try:
                await self._ledger.write(Visitor(), decide)
            except AzulejosError as error:
                LOG.warning("a bot's move at table %s was not written: %s", self._table, error)
                if not self._stopped:
                    refused = messages.Refused(request=None, error=problem_of(error))
                    self._ledger.gathering.tell_all(refused)
                    return False
            return True
