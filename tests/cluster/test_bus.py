"""News between processes: heard by the others, missed by nobody for long, waited for by none."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from azulejos.server.cluster import redis_bus
from azulejos.server.cluster.bus import GONE, PRESENT, SingleProcess
from azulejos.server.cluster.redis_bus import RedisBus
from azulejos.server.cluster.remote_presence import EXPIRY, RemotePresence
from azulejos.server.errors import StoreError
from azulejos.server.services import open_bus
from azulejos.server.storage.store import Store
from real_servers import RedisServer, free_port

PATIENCE = 20.0
EXPIRES = 1.5  # seconds, instead of ten


class Process:
    """One process' news, and what its tables hear."""

    def __init__(self, bus: RedisBus) -> None:
        self.bus = bus
        self.heard: dict[str, list[str]] = defaultdict(list)

    def follow(self, *tables: str) -> None:
        for table in tables:
            self.bus.follow(table, self.heard[table].append)

    async def until(self, table: str, text: str) -> None:
        await until(lambda: text in self.heard[table])


async def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


class Numbers:
    """Stands for the store."""

    def __init__(self) -> None:
        self.numbers = {"a": 1, "b": 1}

    async def of(self, tables: Collection[str]) -> Mapping[str, int]:
        return {table: self.numbers[table] for table in tables if table in self.numbers}


@asynccontextmanager
async def processes(server: RedisServer, numbers: Numbers) -> AsyncIterator[list[Process]]:
    two = [Process(await RedisBus.open(server.address, numbers.of)) for _ in range(2)]
    try:
        yield two
    finally:
        for process in two:
            await process.bus.close()


def with_two(
    server: RedisServer, use: Callable[[Process, Process, Numbers], Coroutine[Any, Any, None]]
) -> None:
    async def run() -> None:
        numbers = Numbers()
        async with processes(server, numbers) as (one, other):
            await use(one, other, numbers)

    asyncio.run(run())


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "BEAT", 0.1)
    monkeypatch.setattr(redis_bus, "POLL", 0.1)
    monkeypatch.setattr("azulejos.server.cluster.remote_presence.EXPIRY", EXPIRES)


@pytest.fixture
def _no_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "POLL", 1000.0)


async def acquainted(one: Process, other: Process) -> None:
    """Both follow table a, and know that they hear each other."""
    for process, peer in ((one, other), (other, one)):
        process.follow("a")
        peer.follow("a")
        end = time.monotonic() + PATIENCE
        while '{"said": "hello"}' not in peer.heard["a"]:
            assert time.monotonic() < end
            process.bus.tell("a", '{"said": "hello"}')
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("_no_polls")
def test_the_others_hear_it_in_order_and_not_oneself(redis_server: RedisServer) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        one.heard["a"].clear()
        told = [json.dumps({"number": number}) for number in range(2, 300)]
        for text in told:
            one.bus.tell("a", text)
        one.bus.tell("b", '{"number": 9}')  # Nobody follows that.
        await other.until("a", told[-1])
        assert [text for text in other.heard["a"] if text in told] == told
        assert not [text for text in one.heard["a"] if text in told]
        assert "b" not in other.heard

    with_two(redis_server, use)


@pytest.mark.usefixtures("_no_polls")
def test_who_begins_to_follow_learns_at_once_what_was_before(redis_server: RedisServer) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        numbers.numbers["a"] = 7
        one.follow("a")
        one.bus.show("a", "two seats")
        other.follow("a", "deleted")
        await other.until("a", '{"number": 7}')
        await other.until("deleted", GONE)
        await until(lambda: other.bus.elsewhere("a") == ("two seats",))
        assert PRESENT in other.heard["a"]

    with_two(redis_server, use)


@pytest.mark.usefixtures("_quick")
def test_what_nobody_told_is_found_in_the_store(redis_server: RedisServer) -> None:
    """As when a process dies between writing and telling."""

    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        one.follow("a", "b")
        await one.until("a", '{"number": 1}')
        numbers.numbers["a"] = 2
        del numbers.numbers["b"]
        await one.until("a", '{"number": 2}')
        await one.until("b", GONE)

    with_two(redis_server, use)


@pytest.mark.usefixtures("_no_polls")
def test_who_is_shown_elsewhere(redis_server: RedisServer) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        one.bus.show("a", "Ana")
        await until(lambda: other.bus.elsewhere("a") == ("Ana",))
        one.bus.show("a", "Ana and Ben")
        await until(lambda: other.bus.elsewhere("a") == ("Ana and Ben",))
        assert one.bus.elsewhere("a") == ()
        other.heard["a"].clear()
        one.bus.forget("a")
        await until(lambda: other.bus.elsewhere("a") == ())
        assert other.heard["a"] == [PRESENT]

    with_two(redis_server, use)


@pytest.mark.usefixtures("_no_polls")
def test_who_leaves_is_missed_at_once(redis_server: RedisServer) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        one.bus.show("a", "Ana")
        await until(lambda: other.bus.elsewhere("a"))
        await one.bus.close()
        await until(lambda: not other.bus.elsewhere("a"))

    with_two(redis_server, use)


@pytest.mark.usefixtures("_quick")
def test_who_dies_is_missed_after_a_while(redis_server: RedisServer) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        one.bus.show("a", "Ana")
        await until(lambda: other.bus.elsewhere("a"))
        begun, seen = time.monotonic(), other.bus._elsewhere._seen
        await until(lambda: max(seen.values()) > begun + EXPIRES)
        assert other.bus.elsewhere("a")  # It lives.
        for task in one.bus._tasks:
            task.cancel()
        other.heard["a"].clear()
        await until(lambda: not other.bus.elsewhere("a"))
        assert PRESENT in other.heard["a"]

    with_two(redis_server, use)


@pytest.mark.usefixtures("_quick")
def test_who_was_only_held_up_is_seen_again(redis_server: RedisServer) -> None:
    """Taken for dead, because one of the two stood still for longer than that takes."""

    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        one.bus.show("a", "Ana")
        await until(lambda: other.bus.elsewhere("a"))
        other.bus._elsewhere.expire(time.monotonic() + 2 * EXPIRES)
        assert not other.bus.elsewhere("a")
        await until(lambda: other.bus.elsewhere("a") == ("Ana",))

    with_two(redis_server, use)


def test_a_lease_is_one_processes(redis_server: RedisServer) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        asked = [process.bus.lease("a:7", 30) for process in (one, other) * 10]
        won = await asyncio.gather(*asked)
        assert won == [True, False] * 10 or won == [False, True] * 10
        assert await one.bus.lease("a:8", 3)
        assert not await other.bus.lease("a:8", 3)
        while not await other.bus.lease("a:8", 30):
            await asyncio.sleep(0.05)

    with_two(redis_server, use)


@pytest.mark.usefixtures("_quick")
def test_redis_may_be_away_for_a_while(
    own_redis: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line in the log, nobody waits, the store is looked at; and all is well afterwards."""
    monkeypatch.setattr(redis_bus, "TIMEOUT", 20.0)  # A busy machine must not look stuck.
    caplog.set_level(logging.INFO, "azulejos.server.cluster.redis_bus")

    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        one.bus.show("a", "Ana")
        await until(lambda: other.bus.elsewhere("a"))
        await asyncio.to_thread(own_redis.kill)
        await until(lambda: len(caplog.records) == 2)
        began = time.monotonic()
        one.bus.tell("a", '{"said": "never heard"}')
        assert await one.bus.lease("a:1", 30)
        assert await other.bus.lease("a:1", 30)  # The store decides.
        assert time.monotonic() - began < redis_bus.TIMEOUT
        numbers.numbers["a"] = 2
        await other.until("a", '{"number": 2}')
        one.bus.show("a", "Ana and Ben")
        await asyncio.sleep(2.0)
        assert other.bus.elsewhere("a") == ("Ana",)  # No news are no bad news.
        await asyncio.to_thread(own_redis.start)
        await until(lambda: other.bus.elsewhere("a") == ("Ana and Ben",))
        other.heard["a"].clear()
        one.bus.tell("a", '{"said": "hello again"}')
        await other.until("a", '{"said": "hello again"}')

    with_two(own_redis, use)
    lines = [record.message for record in caplog.records]
    assert sum("is away" in line for line in lines) == 2  # one a process
    assert sum("is back" in line for line in lines) == 2
    assert len(lines) == 4
    assert own_redis.password not in caplog.text


@pytest.mark.usefixtures("_quick")
@pytest.mark.corner
def test_redis_may_be_stuck(own_redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines are open, but nothing comes: noticed by one's own signs of life."""
    monkeypatch.setattr(redis_bus, "TIMEOUT", 0.3)
    monkeypatch.setattr(redis_bus, "SILENCE", 0.3)

    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)
        own_redis.freeze()
        try:
            await until(lambda: not one.bus._connected.is_set())
            assert await one.bus.lease("a:1", 30)
        finally:
            own_redis.thaw()
        await until(lambda: one.bus._connected.is_set() and other.bus._connected.is_set())
        await acquainted(one, other)

    with_two(own_redis, use)


@pytest.mark.usefixtures("_quick")
@pytest.mark.corner
def test_redis_may_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "TIMEOUT", 0.3)
    server = RedisServer()

    async def run() -> None:
        async with processes(server, Numbers()) as (one, other):
            one.follow("a")
            await one.until("a", '{"number": 1}')
            await asyncio.to_thread(server.start)
            await acquainted(one, other)

    try:
        asyncio.run(run())
    finally:
        server.remove()


@pytest.mark.usefixtures("_no_polls")
def test_one_tables_trouble_is_not_anothers(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(one: Process, other: Process, numbers: Numbers) -> None:
        await acquainted(one, other)

        def stumble(text: str) -> None:
            raise RuntimeError(text)

        other.bus.follow("b", stumble)
        while "can't take the news" not in caplog.text:
            one.bus.tell("b", "boo")
            await asyncio.sleep(0.01)
        one.bus.tell("a", '{"said": "still here"}')
        await other.until("a", '{"said": "still here"}')

    with_two(redis_server, use)


def test_whom_one_has_not_heard_for_a_while_has_gone() -> None:
    others = RemotePresence()
    assert others.show("a", "p", "Ana")
    assert not others.show("a", "p", "Ana")
    others.saw("p", 100.0)
    others.saw("q", 100.0)
    others.show("a", "q", "Ben")
    assert sorted(others.at("a")) == ["Ana", "Ben"]
    others.saw("q", 105.0)
    assert not others.expire(100.0 + EXPIRY)
    assert others.expire(100.1 + EXPIRY) == {"a"}
    assert others.at("a") == ("Ben",)
    assert not others.saw("q", 110.0)
    assert others.saw("p", 111.0)  # It was only slow: what it shows has to be asked for.
    assert not others.saw("p", 112.0)
    others.saw_all(200.0)
    assert not others.expire(200.1)
    assert others.leave("q") == ["a"]
    assert others.at("a") == ()


# What is opened


def opened(address: str | None) -> object:
    async def run() -> object:
        store = await Store.open("sqlite://")
        try:
            bus = await open_bus(address, store)
            await bus.close()
            return bus
        finally:
            await store.close()

    return asyncio.run(run())


def test_one_process_needs_no_redis() -> None:
    assert isinstance(opened(None), SingleProcess)


def test_an_address_that_is_none() -> None:
    with pytest.raises(StoreError) as refused:
        opened("http://:secret@somewhere")
    assert refused.value.code == "bad_address"
    assert "secret" not in str(refused.value)


def test_a_server_starts_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "TIMEOUT", 0.2)
    assert isinstance(opened(f"redis://127.0.0.1:{free_port()}"), RedisBus)
