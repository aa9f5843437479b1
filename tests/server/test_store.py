"""The store: what was appended is there, once, whatever else happens; with every database."""

from __future__ import annotations

import asyncio
import subprocess
import sys

from azulejos.server.storage.rows import keys_given
from azulejos.server.storage.store import Store
from azulejos.tables.errors import ServerError, StoreError, problem_of
from azulejos.tables.values import TableHeader, TableSummary
from kept_stores import BRIEF, SEATS, header, in_store
from tables import refuses


def test_what_is_kept_is_found_again(database: str) -> None:
    async def write(store: Store) -> None:
        await store.create(header(), ["=deal"])
        await store.append("a", 2, ["3B2", "=deal 2"], TableSummary(2, 2, (7, 0), None))
        await store.append("a", 4, ["undo 1"], TableSummary(9, 0, (70, 70), (1, 2)))

    async def read(store: Store) -> tuple[TableHeader, list[str]]:
        return await store.load("a")

    in_store(database, write)
    found, entries = in_store(database, read)
    assert entries == ["=deal", "3B2", "=deal 2", "undo 1"]
    assert (found.id, found.rules, found.starter, found.created) == ("a", "std", 1, 5)
    assert found.seats == SEATS
    assert found.summary == TableSummary(9, 0, (70, 70), (1, 2))
    assert found.changed > 5


def test_the_latest_change_comes_first(database: str) -> None:
    async def use(store: Store) -> list[str]:
        for name in "abc":
            await store.create(header(name), ["=deal"])
        await store.append("a", 2, ["3B2"], BRIEF)
        return [found.id for found in await store.listing()]

    assert in_store(database, use) == ["a", "b", "c"]


def test_a_key_s_tables_are_listed_the_latest_so_many(database: str) -> None:
    async def use(store: Store) -> list[tuple[str, list[int]]]:
        for changed, name in enumerate("abcd"):
            given = keys_given(name, [0, 1], "mine" if name != "d" else "another's")
            await store.create(header(name, changed), ["=deal"], given)
        return [(found.id, opened) for found, opened in await store.listing_of("mine", 2)]

    assert in_store(database, use) == [("c", [0, 1]), ("b", [0, 1])]


def test_a_number_is_given_once(database: str) -> None:
    async def use(store: Store) -> list[str]:
        await store.create(header(), ["=deal"])
        await store.append("a", 2, ["3B2"], BRIEF)
        with refuses(ServerError, "stale"):
            await store.append("a", 2, ["1R1"], TableSummary(5, 5, (5, 5), None))
        with refuses(ServerError, "stale"):  # all or none of them
            await store.append("a", 1, ["1R1"], BRIEF)
        found, entries = await store.load("a")
        assert found.summary == BRIEF
        return entries

    assert in_store(database, use) == ["=deal", "3B2"]


def test_two_writers_at_once(database: str) -> None:
    """Each number is won by one of two stores; nothing is lost or written over."""

    async def race() -> None:
        stores = [await Store.open(database), await Store.open(database)]
        await stores[0].create(header(), ["=deal"])
        won: dict[int, str] = {}

        async def write(store: Store, name: str) -> int:
            codes = []
            for number in range(2, 42):
                try:
                    await store.append("a", number, [f"{name}{number}"], BRIEF)
                    assert number not in won
                    won[number] = f"{name}{number}"
                except ServerError as error:
                    codes.append(error.code)
            assert set(codes) <= {"stale"}
            return len(codes)

        lost = await asyncio.gather(write(stores[0], "x"), write(stores[1], "y"))
        assert sum(lost) == 40
        _, entries = await stores[1].load("a")
        assert entries == ["=deal", *(won[number] for number in range(2, 42))]
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_what_is_deleted_is_gone(database: str) -> None:
    async def use(store: Store) -> None:
        await store.create(header(), ["=deal"])
        await store.delete("a")
        for asked in (store.load("a"), store.delete("a"), store.append("a", 2, ["3B2"], BRIEF)):
            with refuses(ServerError, "no_such_table"):
                await asked
        await store.create(header(), ["=new"])  # nothing was left behind
        assert (await store.load("a"))[1] == ["=new"]

    in_store(database, use)


WRITER = """
import asyncio, sys
from azulejos.server.kept import Brief, Kept, KeptSeat
from azulejos.server.store import Store
async def write():
    store = await Store.open(sys.argv[1])
    seats = (KeptSeat("person", "", None),) * 2
    brief = Brief(1, 1, (0, 0), None)
    await store.create(Kept("a", "std", 1, seats, 5, 5, brief), ["=deal"])
    for number in range(2, 100000, 2):
        await store.append("a", number, [f"m{number}", f"m{number + 1}"], brief)
        print(number + 1, flush=True)
asyncio.run(write())
"""


def test_what_was_acknowledged_survives_kill_9(database: str) -> None:
    """And of a transaction that was not, nothing or all is there."""
    command = [sys.executable, "-c", WRITER, database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        acknowledged = 0
        for line in writer.stdout:
            acknowledged = int(line)
            if acknowledged >= 60:
                break
        writer.kill()
        acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])

    async def read(store: Store) -> list[str]:
        return (await store.load("a"))[1]

    entries = in_store(database, read)
    assert entries == ["=deal", *(f"m{number}" for number in range(2, len(entries) + 1))]
    assert len(entries) in (acknowledged, acknowledged + 2)


def test_clients_do_not_learn_where_games_are_kept() -> None:
    error = StoreError("store_read_only", store="/home/ana/games/azulejos.db", why="/home/ana")
    problem = problem_of(error)
    assert problem.data["store"] == "azulejos.db"
    assert "ana" not in problem.model_dump_json()
