"""Many tables in few transactions: each append is still all or nothing, and on disk when told."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from azulejos.server.errors import StoreError
from azulejos.server.settings import Settings
from azulejos.server.storage.rows import keys_given
from azulejos.server.storage.store import Store
from azulejos.tables.effects import Effects
from azulejos.tables.errors import TableError
from azulejos.tables.values import TableSummary
from kept_stores import change, new, texts_of

TESTS = Path(__file__).parents[1]
MANY = [f"t{number:02}" for number in range(20)]
IN_MEMORY = "sqlite:///:memory:"


@pytest.fixture(params=["file", "memory"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return Settings.in_folder(tmp_path).database if request.param == "file" else IN_MEMORY


async def opened(address: str) -> Store:
    store = await Store.open(address)
    for name in MANY:
        await store.create(new(name))
    return store


def counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one with each transaction of the writer."""
    found: list[str] = []
    write = store._writer._write

    async def noting(work: Callable[[Connection], None]) -> None:
        found.append("transaction")
        await write(work)

    monkeypatch.setattr(store._writer, "_write", noting)
    return found


async def outcomes(*appends: Awaitable[None]) -> list[str]:
    """What became of each: its error's code, or nothing."""
    found = await asyncio.gather(*appends, return_exceptions=True)
    for error in found:
        assert error is None or isinstance(error, TableError | StoreError), error
    return [getattr(error, "code", "") for error in found]


def test_what_comes_together_is_written_together(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = await opened(address)
        transactions = counted(store, monkeypatch)
        summary = TableSummary(3, 2, (7, 9), None, due=77)
        await asyncio.gather(
            *(store.append(t, change(2, f"{t} a", f"{t} b", summary=summary)) for t in MANY)
        )
        assert len(transactions) == 1
        for table in MANY:
            assert await texts_of(store, table) == ["=deal", f"{table} a", f"{table} b"]
            assert (await store.fetch(table)).header.summary == summary
        await store.close()

    asyncio.run(run())


def test_one_that_fails_harms_no_other(address: str) -> None:
    """Stale, gone, or with a statement that fails: it alone is refused, with its own reason."""

    async def run() -> None:
        store = await opened(address)
        await store.carry_out(keys_given("t05", {1: {"k"}}))
        await store.delete("t19")
        twice = Effects(given={1: "k"})
        found = await outcomes(
            store.append("t00", change(2, "good")),
            store.append("t01", change(1, "stale")),
            store.append("t02", change(2, "good")),
            store.append("t19", change(2, "gone")),
            store.append("t03", change(2, "good", "again")),
            store.append("t05", change(2, "with a key twice", effects=twice)),
            store.append("t04", change(2, "first")),
            store.append("t04", change(2, "second")),
        )
        assert found == ["", "stale", "", "no_such_table", "", "stale", "", "stale"]
        assert [await texts_of(store, f"t0{n}") for n in range(6)] == [
            ["=deal", "good"],
            ["=deal"],
            ["=deal", "good"],
            ["=deal", "good", "again"],
            ["=deal", "first"],
            ["=deal"],
        ]
        await store.close()

    asyncio.run(run())


def test_a_store_that_fails_refuses_all_and_goes_on(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = await opened(address)
        write = store._writer._write

        async def full(work: Callable[[Connection], None]) -> None:
            raise StoreError("store_full", store="x")

        monkeypatch.setattr(store._writer, "_write", full)
        appends = [store.append(table, change(2, "m")) for table in MANY[:3]]
        assert await outcomes(*appends) == ["store_full"] * 3
        monkeypatch.setattr(store._writer, "_write", write)
        assert await outcomes(*(store.append(t, change(2, "m")) for t in MANY[:3])) == [""] * 3
        await store.close()

    asyncio.run(run())


def test_who_is_answered_is_on_disk_and_in_order(tmp_path: Path) -> None:
    """Another program sees the entry in the moment in which it is acknowledged."""

    async def play(store: Store, table: str) -> None:
        with sqlite3.connect(tmp_path / Settings.FILE) as other:
            for number in range(2, 12):
                await store.append(table, change(number, f"m{number}"))
                query = "SELECT text FROM entries WHERE table_id = ? ORDER BY number"
                found = [text for (text,) in other.execute(query, (table,))]
                assert found == ["=deal", *(f"m{n}" for n in range(2, number + 1))]
        other.close()

    async def run() -> None:
        store = await opened(Settings.in_folder(tmp_path).database)
        await asyncio.gather(*(play(store, table) for table in MANY))
        await store.close()

    asyncio.run(run())


def test_who_asked_may_be_gone(address: str) -> None:
    """What was begun is written, and the others of the batch are answered."""

    async def run() -> None:
        store = await opened(address)
        gone = asyncio.ensure_future(store.append("t00", change(2, "m")))
        other = asyncio.ensure_future(store.append("t01", change(2, "m")))
        await asyncio.sleep(0)
        gone.cancel()
        await other
        assert await texts_of(store, "t00") == ["=deal", "m"]
        await store.close()

    asyncio.run(run())


def test_closing_waits_for_what_is_being_written(address: str) -> None:
    async def run() -> None:
        store = await opened(address)
        append = asyncio.ensure_future(store.append("t00", change(2, "m")))
        await asyncio.sleep(0)
        await store.close()
        await append

    asyncio.run(run())


def test_other_changes_wait_their_turn_and_not_for_ever(tmp_path: Path) -> None:
    """Tables are made while others move all the time: nobody is told that the store is busy."""

    async def run() -> None:
        store = await opened(Settings.in_folder(tmp_path).database)
        over = False

        async def move(table: str) -> None:
            number = 2
            while not over:
                await store.append(table, change(number, "m"))
                number += 1

        movers = [asyncio.ensure_future(move(table)) for table in MANY]
        for number in range(20):
            await store.create(new(f"new{number}"))
        over = True
        await asyncio.gather(*movers)
        await store.close()

    asyncio.run(run())


WRITERS = """
import asyncio, sys
from azulejos.server.storage.store import Store
from kept_stores import change, new
async def play(store, name):
    for number in range(2, 10_000, 2):
        await store.append(name, change(number, f"m{number}", f"m{number + 1}"))
        print(name, number + 1, flush=True)
async def main():
    store = await Store.open(sys.argv[1])
    names = [f"t{n}" for n in range(12)]
    for name in names:
        await store.create(new(name))
    await asyncio.gather(*(play(store, name) for name in names))
asyncio.run(main())
"""


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Nor is half of an append there, at any of the tables of a batch."""
    address = Settings.in_folder(tmp_path).database
    command = [sys.executable, "-c", WRITERS, address]
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TESTS) as writer:
        assert writer.stdout
        for told, line in enumerate(writer.stdout):
            name, number = line.split()
            acknowledged[name] = int(number)
            if told == 500:
                break
        writer.kill()
        for line in writer.stdout.read().splitlines():
            if len(words := line.split()) == 2:
                acknowledged[words[0]] = int(words[1])

    async def run() -> None:
        store = await Store.open(address)
        assert len(acknowledged) == 12
        for name, number in acknowledged.items():
            found = await texts_of(store, name)
            assert found == ["=deal", *(f"m{n}" for n in range(2, len(found) + 1))]
            assert len(found) in (number, number + 2)
        await store.close()

    asyncio.run(run())


def test_moves_wait_for_one_other_change_at_most(address: str) -> None:
    """And other changes do not wait for ever."""
    order: list[str] = []

    async def other(store: Store, name: str) -> None:
        await store.change(lambda connection: order.append(name))

    async def main() -> None:
        store = await opened(address)
        others = [asyncio.create_task(other(store, f"other {n}")) for n in range(10)]
        while not order:
            await asyncio.sleep(0)

        async def moves() -> None:
            for number in range(3):
                await store.append(MANY[0], change(2 + number, "3B2"))
                order.append("move")

        await asyncio.gather(moves(), *others)
        await store.close()

    asyncio.run(main())
    assert [name for name in order[:7] if name == "move"] == ["move"] * 3
    assert order.count("move") == 3
    assert len(order) == 13
