"""Stores for tests: what is put into them, and how they are opened and closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from azulejos.server.storage.store import Store
from azulejos.tables.errors import StoreError
from azulejos.tables.values import Seat, TableHeader, TableSummary

BRIEF = TableSummary(1, 1, (0, 0), None)
SEATS = (Seat("person", "Ana", None), Seat("bot", "", "casual"))
Answer = TypeVar("Answer")


def header(name: str = "a", changed: int = 5) -> TableHeader:
    return TableHeader(name, "std", 1, SEATS, 5, changed, BRIEF)


def in_store(database: str, use: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Opens a store by its address, uses it, closes it."""

    async def run() -> Answer:
        store = await Store.open(database)
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def nothing(store: Store) -> None:
    """To open a store and close it again."""


def fails(database: str, code: str) -> StoreError:
    """It can't be opened, for this reason."""
    with pytest.raises(StoreError) as refused:
        in_store(database, nothing)
    assert refused.value.code == code
    return refused.value
