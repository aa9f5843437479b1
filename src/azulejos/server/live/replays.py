"""Replays: whole games with all their states.

They take long to tell, so they are made in a thread, one at a time; those of finished games, which
change no more, are kept.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict

from ...tables.messages.builder import entry_for
from ...tables.messages.records import replay_of
from ...tables.rights import Visitor
from ...tables.roster import OVER
from ..encoding import encode
from .fair_scheduler import FairScheduler
from .live_table import LiveTable

MOST_BYTES = 32_000_000  # of all that are kept, compressed


class ReplayCache:
    """Of all tables of a server."""

    def __init__(self) -> None:
        self._turns = FairScheduler(1)
        self._cached: OrderedDict[tuple[str, int, bytes], bytes] = OrderedDict()
        self._bytes = 0

    async def compressed(self, live: LiveTable, visitor: Visitor) -> bytes:
        """The JSON of `answers.Replay` by gzip, as somebody may see it."""
        state, table = live.seen_by(visitor), live.table(visitor)
        name = live.id, state.number, encode(table)
        if name in self._cached:
            self._cached.move_to_end(name)
            return self._cached[name]

        def make() -> bytes:
            history = [entry_for(ply, state.roster) for ply in state.line.plies]
            return gzip.compress(encode(replay_of(table, state, history)), 5)

        async with self._turns.turn(visitor.address):
            found = await asyncio.to_thread(make)
        if state.roster.stage == OVER:
            self._keep(name, found)
        return found

    def _keep(self, name: tuple[str, int, bytes], content: bytes) -> None:
        if name not in self._cached:
            self._cached[name] = content
            self._bytes += len(content)
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._cached.popitem(last=False)[1])
