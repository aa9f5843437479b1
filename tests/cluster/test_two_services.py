"""Two processes' insides side by side: what goes from one to the other, and by which way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from azulejos.notation import format_move
from azulejos.rules import legal_moves
from azulejos.server.cluster import redis_bus
from azulejos.server.live.live_table import LiveTable
from azulejos.server.services import Services, open_services
from azulejos.server.settings import Settings
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.requests import NewTable, Resign
from azulejos.tables.rights import Visitor
from real_servers import RedisServer

ANY = Visitor(is_local=True)
PATIENCE = 20.0
PERSON = {"kind": "person", "name": "", "level": None}
ORDER = {"rules": "std", "seats": [PERSON, PERSON], "starter": 1}
Use = Callable[[LiveTable, LiveTable, Services], Awaitable[None]]


async def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def with_both(database: str, redis: RedisServer, use: Use) -> None:
    """The same table in two servers that hear each other; the second's services are given, too."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            settings = Settings(database, redis=redis.address)
            one, other = [
                await stack.enter_async_context(open_services(settings)) for _ in range(2)
            ]
            here = await one.tables.create(reader_of(NewTable)(ORDER), ANY)
            there = await other.tables.get(here.id)
            end = time.monotonic() + PATIENCE
            while there.number != here.number or here.number < 4:
                assert time.monotonic() < end
                if there.number == here.number:
                    await play(here)
                await asyncio.sleep(0.05)
            await use(here, there, other)

    asyncio.run(run())


async def play(table: LiveTable) -> None:
    move = format_move(legal_moves(table.line.position)[0])
    await table.move(ANY, table.number, move)


@pytest.fixture(autouse=True)
def _no_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "POLL", 1000.0)


def never(*args: Any, **more: Any) -> Any:
    raise AssertionError("nobody need ask the database")


def test_moves_and_deals_cross_without_a_look_at_the_database(
    postgres_database: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(here: LiveTable, there: LiveTable, other: Services) -> None:
        monkeypatch.setattr(other.store, "fetch", never)
        for _ in range(40):  # past the end of a round
            await play(here)
        await until(lambda: there.number == here.number)
        assert there.line.position == here.line.position
        assert there.line.position.round > 1

    with_both(postgres_database, redis_server, use)


def test_what_is_missing_before_them_is_looked_for(
    database: str, redis_server: RedisServer
) -> None:
    async def use(here: LiveTable, there: LiveTable, other: Services) -> None:
        tell = here._services.bus.tell
        here._services.bus.tell = lambda table, text: None  # type: ignore[method-assign]
        await play(here)
        here._services.bus.tell = tell  # type: ignore[method-assign]
        await play(here)
        await until(lambda: there.number == here.number)
        assert there.line.position == here.line.position

    with_both(database, redis_server, use)


def test_what_else_happens_crosses_too(database: str, redis_server: RedisServer) -> None:
    async def use(here: LiveTable, there: LiveTable, other: Services) -> None:
        await here.act(ANY, Resign(do="resign", seat=1))
        await until(lambda: there.number == here.number)
        assert there.roster == here.roster
        assert there.roster.stage == "over"

    with_both(database, redis_server, use)


def test_moves_back_and_forth(database: str, redis_server: RedisServer) -> None:
    """Each process writes on what the other wrote."""

    async def use(here: LiveTable, there: LiveTable, other: Services) -> None:
        for number in range(30):
            writer, reader = (here, there) if number % 2 else (there, here)
            await play(writer)
            await until(lambda w=writer, r=reader: w.number == r.number)  # type: ignore[misc]
            assert writer.line.position == reader.line.position

    with_both(database, redis_server, use)
