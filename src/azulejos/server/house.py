"""What a running server holds: its store, its thinkers, its tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from .settings import Settings
from .store import Store
from .tables import Tables
from .thinkers import Thinkers


class House:
    """Open between `open_house` and its end."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.thinkers = Thinkers(settings.thinkers)
        self.tables = Tables(store, self.thinkers, settings.idle)


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """Raises StoreError if the database can't be used."""
    house = House(await Store.open(settings.database), settings)
    sweeping = asyncio.create_task(house.tables.sweep())
    try:
        yield house
    finally:
        sweeping.cancel()
        await house.tables.close()
        await asyncio.to_thread(house.thinkers.close)
        await house.store.close()
