"""All tables: new ones, those in memory, those in the store."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ...rules import AzulejosError
from ...tables.decisions.new_tables import new_table
from ...tables.errors import TableError
from ...tables.history import Past, past_of
from ...tables.messages import requests
from ...tables.messages.answers import Tables as TableList
from ...tables.messages.summaries import brief_of_game, summary_of
from ...tables.messages.types import Summary
from ...tables.names import ID_PATTERN, LENGTH
from ...tables.rights import Visitor
from ...tables.roster import OVER
from ...tables.table import opened_table
from ...tables.values import HOST, Fetched, Kept
from ..clock import milliseconds
from ..cluster.news import News
from ..errors import StoreError
from ..settings import Settings
from ..storage.store import Store
from .fairness import FairTurns
from .live_table import LiveTable, TableServices
from .thinking import Thinkers

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

    def __init__(self, store: Store, thinkers: Thinkers, news: News, settings: Settings) -> None:
        self._store = store
        self._services = TableServices(store, thinkers, news, settings.away_after)
        self._idle = settings.idle
        self._live: dict[str, LiveTable] = {}
        self._coming: dict[str, asyncio.Task[LiveTable]] = {}
        self._loading = FairTurns(LOADERS)
        self._public: tuple[float, asyncio.Task[TableList]] | None = None
        self._unreadable: set[str] = set()

    async def create(self, order: requests.NewTable, visitor: Visitor) -> LiveTable:
        """A new table, dealt if nobody is waited for; raises AzulejosError."""
        opening = new_table(order, milliseconds(), visitor.key_hash)
        await self._store.create(opening)
        fetched, kept = opened_table(opening), opening.kept
        self._live[kept.id] = LiveTable(self._services, fetched, past_of(fetched, kept.created))
        self._public = None  # It may be one of them.
        return self._live[kept.id]

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
                fetched = await self._store.fetch(name)
                past = await self._read(fetched)
            self._live[name] = LiveTable(self._services, fetched, past)
            return self._live[name]
        finally:
            del self._coming[name]

    async def _read(self, fetched: Fetched) -> Past:
        try:
            return await asyncio.to_thread(past_of, fetched, milliseconds())
        except ValueError as error:
            why = f"{fetched.kept.id}: {error}"
            broken = StoreError("store_broken", store=self._store.name, why=why)
            LOG.warning("%s", broken)
            raise broken from error

    async def listing(self, visitor: Visitor) -> TableList:
        """The visitor's tables, the latest change first; at home all are."""
        if visitor.at_home:
            found = [(kept, [HOST, *_persons(kept)]) for kept in await self._store.listing()]
        elif visitor.key_hash is None:
            found = []
        else:
            found = await self._store.listing_of(visitor.key_hash, MOST_LISTED)
        now = milliseconds()
        shown = [
            await self._listed(kept, opened, visitor)
            for kept, opened in found
            if not (list(opened) == [HOST] and _is_ahead(kept, now))
        ]
        return TableList(tables=_latest_first(shown))

    async def _listed(self, kept: Kept, opened: Sequence[int], visitor: Visitor) -> Summary:
        """A host without a seat looks on like everybody else."""
        if list(opened) == [HOST]:
            with suppress(AzulejosError):  # It can't be read; but who hosts it may delete it.
                return await self._seen(kept, opened, visitor)
        return summary_of(kept, opened)

    async def public(self) -> TableList:
        """Tables that strangers may find, as old as watchers see them; the same for everybody."""
        if self._public is None or time.monotonic() > self._public[0] + PUBLIC_AGE:
            self._public = time.monotonic(), asyncio.create_task(self._find_public())
        return await asyncio.shield(self._public[1])

    async def _find_public(self) -> TableList:
        shown = []
        now = milliseconds()
        for kept in await self._store.listing_public(now, MOST_PUBLIC):
            if _is_ahead(kept, now):
                continue
            with suppress(AzulejosError):  # It is gone by now, or can't be read.
                shown.append(await self._seen(kept, [], Visitor()))
        return TableList(tables=_latest_first([each for each in shown if each["stage"] != OVER]))

    async def _seen(self, kept: Kept, opened: Sequence[int], visitor: Visitor) -> Summary:
        """With a delay, only what is old enough; the table's own memory knows what that is."""
        delay = kept.brief.manners.delay * 1000
        if delay == 0 or kept.changed <= milliseconds() - delay:
            return summary_of(kept, opened)
        game = (await self.get(kept.id, visitor.address)).seen_by(visitor)
        brief = brief_of_game(kept, game, None)
        seen = replace(kept, seats=game.company.seats, brief=brief, changed=game.at)
        return summary_of(seen, opened)

    async def delete(self, name: str, visitor: Visitor) -> None:
        """Raises TableError where there is none; needs no game that can be read."""
        if not (visitor.at_home or await self._store.is_host(name, visitor.key_hash)):
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
            patience = min(self._idle, IDLE_OVER) if table.company.stage == OVER else self._idle
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


def _is_ahead(kept: Kept, now: int) -> bool:
    """A rematch: that it is there would tell those who are behind that a game has ended."""
    return kept.game > 1 and kept.created > now - 1000 * kept.brief.manners.delay


def _latest_first(tables: list[Summary]) -> list[Summary]:
    """By what is shown of them, which may be older than what is so."""
    return sorted(tables, key=lambda table: (-table["changed"], table["id"]))


def _persons(kept: Kept) -> list[int]:
    return [n for n, seat in enumerate(kept.seats, start=1) if seat.kind == "person"]
