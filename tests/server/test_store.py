"""The store: what was appended is there, once, whatever else happens; with every database."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from azulejos.server.errors import StoreError, problem_of
from azulejos.server.storage.store import Store
from azulejos.tables.effects import Effects
from azulejos.tables.errors import TableError
from azulejos.tables.values import Seat, Snapshot, TableSummary
from kept_stores import SEATS, SUMMARY, change, in_store, new, texts_of
from tables import refuses

TESTS = Path(__file__).parents[1]


def test_what_is_kept_is_found_again(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(new())
        played, over = TableSummary(2, 2, (7, 0), None), TableSummary(9, 0, (70, 70), (1, 2))
        await store.append("a", change(2, "3B2", "=deal 2", summary=played))
        await store.append("a", change(4, "undo 1", summary=over))

    async def read(store: Store) -> Snapshot:
        return await store.fetch("a")

    in_store(database, write)
    snapshot = in_store(database, read)
    assert [e.text for e in snapshot.entries] == ["=deal", "3B2", "=deal 2", "undo 1"]
    found = snapshot.header
    assert (found.id, found.rules, found.starter, found.created) == ("a", "std", 1, 5)
    assert found.seats == SEATS
    assert found.summary == TableSummary(9, 0, (70, 70), (1, 2))
    assert found.changed > 5


def test_the_latest_change_comes_first(database: str) -> None:
    async def use(store: Store) -> list[str]:
        for name in "abc":
            await store.create(new(name))
        await store.append("a", change(2, "3B2"))
        return [found.id for found in await store.listing()]

    assert in_store(database, use) == ["a", "b", "c"]


def test_a_key_s_tables_are_listed_the_latest_so_many(database: str) -> None:
    async def use(store: Store) -> list[tuple[str, list[int]]]:
        for changed, name in enumerate("abcd"):
            key = frozenset({"mine" if name != "d" else "another's"})
            await store.create(new(name, changed=changed, keys={0: key, 1: key}))
        return [(found.id, opened) for found, opened in await store.listing_of("mine", 2)]

    assert in_store(database, use) == [("c", [0, 1]), ("b", [0, 1])]


def test_a_number_is_given_once(database: str) -> None:
    async def use(store: Store) -> list[str]:
        await store.create(new())
        await store.append("a", change(2, "3B2"))
        with refuses(TableError, "stale"):
            await store.append("a", change(2, "1R1", summary=TableSummary(5, 5, (5, 5), None)))
        with refuses(TableError, "stale"):  # all or none of them
            await store.append("a", change(1, "1R1"))
        assert (await store.fetch("a")).header.summary == SUMMARY
        return await texts_of(store)

    assert in_store(database, use) == ["=deal", "3B2"]


def test_what_follows_is_written_with_the_entries_or_not_at_all(database: str) -> None:
    ben, key = Seat("person", "Ben", None), frozenset({"k"})

    async def use(store: Store) -> None:
        await store.create(new(keys={1: key}))
        await store.create(new("taken"))
        follows = Effects(seats={2: ben}, revoked=(1,), given={2: "l"}, rematch=new("taken"))
        with refuses(TableError, "stale"):
            await store.append("a", change(2, "3B2", effects=follows))
        found = await store.fetch("a")
        assert (len(found.entries), found.header.seats, found.keys) == (1, SEATS, {1: key})
        await store.append("a", change(2, "3B2", effects=replace(follows, rematch=new("b"))))
        found = await store.fetch("a")
        assert (len(found.entries), found.header.seats[1]) == (2, ben)
        assert found.keys == {2: frozenset({"l"})}
        assert found.header.first == SEATS
        assert await texts_of(store, "b") == ["=deal"]

    in_store(database, use)


def test_two_writers_at_once(database: str) -> None:
    """Each number is won by one of two stores; nothing is lost or written over."""

    async def race() -> None:
        stores = [await Store.open(database), await Store.open(database)]
        await stores[0].create(new())
        won: dict[int, str] = {}

        async def write(store: Store, name: str) -> int:
            codes = []
            for number in range(2, 42):
                try:
                    await store.append("a", change(number, f"{name}{number}"))
                    assert number not in won
                    won[number] = f"{name}{number}"
                except TableError as error:
                    codes.append(error.code)
            assert set(codes) <= {"stale"}
            return len(codes)

        lost = await asyncio.gather(write(stores[0], "x"), write(stores[1], "y"))
        assert sum(lost) == 40
        assert await texts_of(stores[1]) == ["=deal", *(won[number] for number in range(2, 42))]
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_what_is_deleted_is_gone(database: str) -> None:
    async def use(store: Store) -> None:
        await store.create(new())
        await store.delete("a")
        for asked in (store.fetch("a"), store.delete("a"), store.append("a", change(2, "3B2"))):
            with refuses(TableError, "no_such_table"):
                await asked
        await store.create(new("a", "=new"))  # nothing was left behind
        assert await texts_of(store) == ["=new"]

    in_store(database, use)


WRITER = """
import asyncio, sys
from azulejos.server.storage.store import Store
from kept_stores import change, new
async def write():
    store = await Store.open(sys.argv[1])
    await store.create(new())
    for number in range(2, 100000, 2):
        await store.append("a", change(number, f"m{number}", f"m{number + 1}"))
        print(number + 1, flush=True)
asyncio.run(write())
"""


def test_what_was_acknowledged_survives_kill_9(database: str) -> None:
    """And of a transaction that was not, nothing or all is there."""
    command = [sys.executable, "-c", WRITER, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TESTS) as writer:
        assert writer.stdout
        acknowledged = 0
        for line in writer.stdout:
            acknowledged = int(line)
            if acknowledged >= 60:
                break
        writer.kill()
        acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])

    entries = in_store(database, texts_of)
    assert entries == ["=deal", *(f"m{number}" for number in range(2, len(entries) + 1))]
    assert len(entries) in (acknowledged, acknowledged + 2)


def test_clients_do_not_learn_where_games_are_kept() -> None:
    error = StoreError("store_read_only", store="/home/ana/games/azulejos.db", why="/home/ana")
    problem = problem_of(error)
    assert problem["data"]["store"] == "azulejos.db"
    assert "ana" not in json.dumps(problem)
