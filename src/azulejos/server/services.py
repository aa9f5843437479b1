"""What a running server holds: its store, its thinkers, its tables, its news from elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial

from ..tables.errors import StoreError
from .cluster.news import Alone, News
from .live.registry import Tables
from .live.replays import Replays
from .live.thinkers import Thinkers
from .settings import Settings
from .storage.addresses import shown_address
from .storage.store import Store


class House:
    """Open between `open_house` and its end."""

    def __init__(self, store: Store, news: News, settings: Settings) -> None:
        self.store = store
        self.news = news
        self.settings = settings
        self.thinkers = Thinkers(settings.thinkers)
        self.tables = Tables(store, self.thinkers, news, settings)
        self.replays = Replays()


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """Raises StoreError if the database can't be used, or Redis' address makes no sense."""
    store = await Store.open(settings.database)
    try:
        news = await open_news(settings.redis, store)
    except BaseException:
        await store.close()
        raise
    house = House(store, news, settings)
    sweeps = [
        asyncio.create_task(house.tables.sweep()),
        asyncio.create_task(house.tables.watch_clocks()),
    ]
    try:
        yield house
    finally:
        for sweeping in sweeps:
            sweeping.cancel()
        await house.tables.close()
        await asyncio.to_thread(house.thinkers.close)
        await house.news.close()
        await house.store.close()


async def open_news(address: str | None, store: Store) -> News:
    """Redis itself need not be there yet, nor stay there."""
    if address is None:
        return Alone()
    try:
        from .cluster.news_redis import RedisNews
        from .storage.latest import latest_numbers

        return await RedisNews.open(address, partial(latest_numbers, store))
    except ImportError as error:
        raise StoreError("cluster_missing", store=shown_address(address)) from error
    except ValueError as error:
        raise StoreError("bad_address", store=shown_address(address)) from error
