"""All tables: new ones, those in memory, those in the store."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ...rules import AzulejosError
from ...tables.decisions.new_tables import new_table
from ...tables.errors import TableError
from ...tables.history import History, history_of
from ...tables.messages import requests
from ...tables.messages.answers import Tables as TableList
from ...tables.messages.summaries import summary_of, summary_of_state
from ...tables.messages.types import Summary
from ...tables.names import ID_PATTERN, LENGTH
from ...tables.rights import Visitor
from ...tables.roster import OVER
from ...tables.table import snapshot_of_new
from ...tables.values import HOST, Snapshot, TableHeader
from ..clock import milliseconds
from ..cluster.bus import Bus
from ..errors import StoreError
from ..settings import Settings
from ..storage.store import Store
from .fair_scheduler import FairScheduler
from .live_table import LiveTable, TableServices
from .thinking import BotThreads

LOG = logging.getLogger(__name__)
SWEEP = 10.0
"""Seconds between two looks for moves that are due at tables which nobody looks at."""
IDLE_OVER = 60.0
"""Seconds that a finished game stays in the memory when nobody looks at it."""
LOADERS = 1
"""Tables that are loaded at the same time: two would hold up all moves twice as long."""
MOST_OVERDUE = 50
MOST_PUBLIC = 50
PUBLIC_AGE = 1.0
"""Seconds for which the list of public tables serves all who ask for it."""
MOST_LISTED = 200  # of one visitor; whoever has more takes them along by the export


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, bot_threads: BotThreads, bus: Bus, settings: Settings) -> None:
        self._store = store
        self._services = TableServices(store, bot_threads, bus, settings.away_after)
        self._idle = settings.idle
        self._live: dict[str, LiveTable] = {}
        self._coming: dict[str, asyncio.Task[LiveTable]] = {}
        self._loading = FairScheduler(LOADERS)
        self._public: tuple[float, asyncio.Task[TableList]] | None = None
        self._unreadable: set[str] = set()

    async def create(self, order: requests.NewTable, visitor: Visitor) -> LiveTable:
        """A new table, dealt if nobody is waited for; raises AzulejosError."""
        created = new_table(order, milliseconds(), visitor.key_hash)
        await self._store.create(created)
        snapshot, header = snapshot_of_new(created), created.header
        self._live[header.id] = LiveTable(
            self._services, snapshot, history_of(snapshot, header.created)
        )
        self._public = None  # It may be one of them.
        return self._live[header.id]

    async def get(self, name: str, share: str = "") -> LiveTable:
        """A table, from memory or from the store; raises TableError where there is none.

        Loading takes time, which is shared out fairly among those who ask (`share`).
        """
        table = self._live.get(name)
        if table is None or table.gone:
            if name not in self._coming:
                self._coming[name] = asyncio.create_task(self._load(name, share))
            table = await asyncio.shield(self._coming[name])
        table.used = time.monotonic()
        return table

    async def _load(self, name: str, share: str) -> LiveTable:
        """Once, however many ask at the same time."""
        try:
            if not re.fullmatch(ID_PATTERN, name):
                raise TableError("no_such_table", table=name[:LENGTH])
            async with self._loading.turn(share):
                snapshot = await self._store.fetch(name)
                history = await self._read(snapshot)
            self._live[name] = LiveTable(self._services, snapshot, history)
            return self._live[name]
        finally:
            del self._coming[name]

    async def _read(self, snapshot: Snapshot) -> History:
        try:
            return await asyncio.to_thread(history_of, snapshot, milliseconds())
        except ValueError as error:
            why = f"{snapshot.header.id}: {error}"
            broken = StoreError("store_broken", store=self._store.name, why=why)
            LOG.warning("%s", broken)
            raise broken from error

    async def listing(self, visitor: Visitor) -> TableList:
        """The visitor's tables, the latest change first; where it is local, all are."""
        if visitor.is_local:
            found = [(header, [HOST, *_persons(header)]) for header in await self._store.listing()]
        elif visitor.key_hash is None:
            found = []
        else:
            found = await self._store.listing_of(visitor.key_hash, MOST_LISTED)
        now = milliseconds()
        shown = [
            await self._listed(header, opened, visitor)
            for header, opened in found
            if not (list(opened) == [HOST] and _is_ahead(header, now))
        ]
        return TableList(tables=_latest_first(shown))

    async def _listed(
        self, header: TableHeader, opened: Sequence[int], visitor: Visitor
    ) -> Summary:
        """A host without a seat looks on like everybody else."""
        if list(opened) == [HOST]:
            with suppress(AzulejosError):  # It can't be read; but who hosts it may delete it.
                return await self._seen(header, opened, visitor)
        return summary_of(header, opened)

    async def public(self) -> TableList:
        """Tables that strangers may find, as old as watchers see them; the same for everybody."""
        if self._public is None or time.monotonic() > self._public[0] + PUBLIC_AGE:
            self._public = time.monotonic(), asyncio.create_task(self._find_public())
        return await asyncio.shield(self._public[1])

    async def _find_public(self) -> TableList:
        shown = []
        now = milliseconds()
        for header in await self._store.listing_public(now, MOST_PUBLIC):
            if _is_ahead(header, now):
                continue
            with suppress(AzulejosError):  # It is gone by now, or can't be read.
                seen = await self._seen(header, [], Visitor())
                seen["deserted"] = self._is_deserted(header)
                shown.append(seen)
        found = _latest_first([each for each in shown if each["stage"] != OVER])
        return TableList(tables=sorted(found, key=lambda table: table["deserted"]))

    def _is_deserted(self, header: TableHeader) -> bool:
        """Presence is not told of tables with a delay, nor known of those of other processes."""
        if header.summary.options.delay or self._services.bus.shared:
            return False
        table = self._live.get(header.id)
        return table is None or table.is_deserted

    async def _seen(self, header: TableHeader, opened: Sequence[int], visitor: Visitor) -> Summary:
        """With a delay, only what is old enough; the table's own memory knows what that is."""
        delay = header.summary.options.delay * 1000
        if delay == 0 or header.changed <= milliseconds() - delay:
            return summary_of(header, opened)
        state = (await self.get(header.id, visitor.address)).seen_by(visitor)
        summary = summary_of_state(header, state, None)
        seen = replace(header, seats=state.roster.seats, summary=summary, changed=state.at)
        return summary_of(seen, opened)

    async def delete(self, name: str, visitor: Visitor) -> None:
        """Raises TableError where there is none; needs no game that can be read."""
        if not (visitor.is_local or await self._store.is_host(name, visitor.key_hash)):
            raise TableError("not_host")
        table = self._live.get(name)
        if table is None or table.gone:
            await self._store.delete(name)
        else:
            await table.delete()
        self._live.pop(name, None)

    async def sweep(self) -> None:
        """For ever: lets go of tables that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(max(0.01, min(60.0, self._idle)))
            self.drop_idle()
            if not self._live:
                gc.collect()  # Nobody waits for it.

    async def watch_clocks(self) -> None:
        """For ever: loads tables where a move is overdue; their clocks do the rest."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                late = await self._store.overdue(milliseconds(), MOST_OVERDUE)
            except AzulejosError as error:
                LOG.warning("the clocks can't be looked at now: %s", error)
                continue
            for name in late:
                await self._wake(name)

    async def _wake(self, name: str) -> None:
        """A table that can't be read stops no clock but its own, and is told once."""
        try:
            (await self.get(name)).wake()
        except Exception as error:
            if name not in self._unreadable:
                self._unreadable.add(name)
                LOG.warning("the clock of table %s can't be looked at: %s", name, error)

    def drop_idle(self) -> None:
        """A game that is over is looked at for a while, and then hardly ever again."""
        now = time.monotonic()
        for name, table in list(self._live.items()):
            patience = min(self._idle, IDLE_OVER) if table.roster.stage == OVER else self._idle
            if table.gone or (table.is_idle and table.used <= now - patience):
                table.close()
                del self._live[name]

    async def let_go(self, name: str) -> None:
        """Its rows were changed: whoever is there comes back to what they say now."""
        table = self._live.pop(name, None)
        if table is not None:
            await table.finish()

    async def close(self) -> None:
        await asyncio.gather(*(table.finish() for table in self._live.values()))
        self._live.clear()


def _is_ahead(header: TableHeader, now: int) -> bool:
    """A rematch: that it is there would tell those who are behind that a game has ended."""
    return header.game_number > 1 and header.created > now - 1000 * header.summary.options.delay


def _latest_first(tables: list[Summary]) -> list[Summary]:
    """By what is shown of them, which may be older than what is so."""
    return sorted(tables, key=lambda table: (-table["changed"], table["id"]))


def _persons(header: TableHeader) -> list[int]:
    return [n for n, seat in enumerate(header.seats, start=1) if seat.kind == "person"]
