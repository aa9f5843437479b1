"""Stores for tests: what is put into them, and how they are opened and closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from azulejos.server.clock import milliseconds
from azulejos.server.errors import StoreError
from azulejos.server.storage.store import Store
from azulejos.tables.decisions.new_tables import CreatedTable
from azulejos.tables.effects import Effects
from azulejos.tables.state import initial_state
from azulejos.tables.table import Change
from azulejos.tables.values import Keys, Seat, TableHeader, TableSummary

SUMMARY = TableSummary(1, 1, (0, 0), None)
SEATS = (Seat("person", "Ana", None), Seat("bot", "", "casual"))
Answer = TypeVar("Answer")


def header(name: str = "a", changed: int = 5) -> TableHeader:
    return TableHeader(name, "std", 1, SEATS, 5, changed, SUMMARY)


def new(
    name: str = "a", text: str = "=deal", changed: int = 5, keys: Keys | None = None
) -> CreatedTable:
    """A new table with one entry, which need not be one that can be played."""
    return created(header(name, changed), [text], keys)


def created(header: TableHeader, texts: list[str], keys: Keys | None = None) -> CreatedTable:
    return CreatedTable(header, texts, initial_state(header), keys or {})


def change(
    number: int,
    *texts: str,
    summary: TableSummary = SUMMARY,
    effects: Effects | None = None,
) -> Change:
    """Entries from this number on, likewise; a store does not look at states."""
    return Change(number, texts, (), milliseconds(), summary.due, summary, effects or Effects())


async def texts_of(store: Store, table: str = "a") -> list[str]:
    """Of all its entries."""
    return [entry.text for entry in (await store.fetch(table)).entries]


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
