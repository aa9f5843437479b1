"""What a running server holds: its store, its thinkers, its tables, its news from elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from ..tables.rights import Visitor
from .cluster.news import Alone, News
from .errors import StoreError
from .forgetting import forget
from .live.registry import Tables
from .live.replays import Replays
from .live.thinking import Thinkers
from .settings import Settings
from .storage.addresses import shown_address
from .storage.store import Store


class Services:
    """Open between `open_services` and its end."""

    def __init__(self, store: Store, news: News, settings: Settings) -> None:
        self.store = store
        self.news = news
        self.settings = settings
        self.thinkers = Thinkers(settings.thinkers)
        self.tables = Tables(store, self.thinkers, news, settings)
        self.replays = Replays()

    async def forget(self, visitor: Visitor) -> None:
        """All that is kept about somebody's key, and the names that they played under."""
        await forget(self.store, self.tables, self.news, visitor)


@contextlib.asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Raises StoreError if the database can't be used, or Redis' address makes no sense."""
    store = await Store.open(settings.database)
    try:
        news = await open_news(settings.redis, store)
    except BaseException:
        await store.close()
        raise
    services = Services(store, news, settings)
    sweeps = [
        asyncio.create_task(services.tables.sweep()),
        asyncio.create_task(services.tables.watch_clocks()),
    ]
    try:
        yield services
    finally:
        for sweeping in sweeps:
            sweeping.cancel()
        await services.tables.close()
        await asyncio.to_thread(services.thinkers.close)
        await services.news.close()
        await services.store.close()


async def open_news(address: str | None, store: Store) -> News:
    """Redis itself need not be there yet, nor stay there."""
    if address is None:
        return Alone()
    try:
        from .cluster.news_redis import RedisNews

        return await RedisNews.open(address, store.latest_numbers)
    except ImportError as error:
        raise StoreError("cluster_missing", store=shown_address(address)) from error
    except ValueError as error:
        raise StoreError("bad_address", store=shown_address(address)) from error
