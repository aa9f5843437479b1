"""What keeps the event loop free for everybody else."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from azulejos.server.storage.consequences import consequences
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from sqlalchemy import Connection, event

from azulejos.server.settings import Settings
from azulejos.server.storage import store
from azulejos.server.storage.rows import creation, keys_copied, keys_given
from azulejos.server.storage.store import Store
from azulejos.server.web import (
    invitation_routes as joining,
)
from azulejos.server.web import (
    profile_routes as me,
)
from azulejos.server.web import (
    table_routes as api,
)
from azulejos.tables.decisions.new_tables import first_of
from azulejos.tables.roster import Roster, TableEvent
from azulejos.tables.values import USUAL, Seat, StoredEntry
from kept_stores import header

ROUTES = [
    route
    for router in (api.router, joining.router, me.router)
    for route in router.routes
    if isinstance(route, APIRoute)
]


def calls(dependant: Dependant) -> Iterator[object]:
    yield dependant.call
    for needed in dependant.dependencies:
        yield from calls(needed)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_no_request_goes_through_a_thread_for_nothing(route: APIRoute) -> None:
    """FastAPI calls in a thread what is no coroutine, and each is a wait where many are asked."""
    for call in calls(route.dependant):
        assert inspect.iscoroutinefunction(call), call


def test_statements_are_known_from_the_last_time() -> None:
    """Those for several rows are put together as text anew each time."""
    seats = (Seat("person", "Ana", None), Seat("person", "Ben", None))
    new, texts, game = first_of("t", "std", 1, Roster(seats, USUAL), 5)
    over = game.after(TableEvent("resigned", 1, level="casual").text, 6)
    over = over.after(TableEvent("ended").text, 6)
    for statement in (
        *creation(new, texts),
        *keys_given("t", [0, 1, 2], "k"),
        *keys_copied("t", {0: frozenset("k"), 1: frozenset("kl")}),
        *consequences("t", game, over, 6),
    ):
        assert statement._generate_cache_key() is not None, statement  # type: ignore[attr-defined]


def test_a_file_is_read_and_written_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a transaction in one step, so that long histories keep nobody waiting."""
    threads: list[str] = []
    steps: list[str] = []
    read = store._entries

    def reading(connection: Connection, table: str, after: int) -> list[StoredEntry]:
        threads.append(threading.current_thread().name)
        return read(connection, table, after)

    def noted(*about: object) -> None:
        steps.append(str(about[2]))

    async def use() -> None:
        opened = await Store.open(Settings.in_folder(tmp_path).database)
        event.listen(opened._engine.sync_engine, "before_cursor_execute", noted)
        await opened.create(header(), ["=deal"])
        assert (await opened.load("a"))[1] == ["=deal"]
        assert [each.id for each in await opened.listing()] == ["a"]
        await opened.close()

    monkeypatch.setattr(store, "_entries", reading)
    asyncio.run(use())
    assert [name.startswith("reader") for name in threads] == [True]
    assert steps == []  # of single statements
