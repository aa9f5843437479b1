"""What a running server holds: its store, threads for bots, tables, a bus to other processes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from ..extras import importing
from ..tables.rights import Visitor
from .addresses import shown_address
from .cluster.bus import Bus, SingleProcess
from .errors import StoreError
from .forget_visitor import forget
from .import_games import ImportDesk
from .live.registry import Tables
from .live.replays import ReplayCache
from .live.thinking import BotThreads
from .reviews.scheduler import ReviewScheduler
from .settings import Settings
from .storage.store import Store


class Services:
    """Open between `open_services` and its end."""

    def __init__(self, store: Store, bus: Bus, settings: Settings) -> None:
        self.store = store
        self.bus = bus
        self.settings = settings
        self.bot_threads = BotThreads(settings.bot_threads, settings.threads_per_bot)
        self.tables = Tables(store, self.bot_threads, bus, settings)
        self.replays = ReplayCache()
        self.imports = ImportDesk(store)
        self.reviews = ReviewScheduler(store, self.bot_threads, settings.review_nodes)

    async def forget(self, visitor: Visitor) -> None:
        """All that is kept about somebody's key, and the names that they played under."""
        await forget(self.store, self.tables, self.bus, visitor)


@contextlib.asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Raises StoreError if the database can't be used, or Redis' address makes no sense."""
    store = await Store.open(settings.database)
    try:
        bus = await open_bus(settings.redis, store)
    except BaseException:
        await store.close()
        raise
    services = Services(store, bus, settings)
    sweeps = [
        asyncio.create_task(services.tables.sweep()),
        asyncio.create_task(services.tables.watch_clocks()),
        asyncio.create_task(services.reviews.resume()),
    ]
    try:
        yield services
    finally:
        for sweeping in sweeps:
            sweeping.cancel()
        await services.tables.close()
        await services.reviews.close()
        await asyncio.to_thread(services.bot_threads.close)
        await services.bus.close()
        await services.store.close()


async def open_bus(address: str | None, store: Store) -> Bus:
    """Redis itself need not be there yet, nor stay there."""
    if address is None:
        return SingleProcess()
    with importing("cluster"):
        from .cluster.redis_bus import RedisBus
    try:
        return await RedisBus.open(address, store.latest_numbers)
    except ValueError as error:
        raise StoreError("bad_address", store=shown_address(address)) from error
