"""What is PostgreSQL's own: addresses, durability, locks, and what can go wrong with it."""

from __future__ import annotations

import asyncio
import sys
from urllib.parse import urlsplit

import pytest
from azulejos.server.storage.latest import PORTION, latest_numbers
from sqlalchemy import select

from azulejos.server.storage import databases
from azulejos.server.storage.schema import entries
from azulejos.server.storage.store import Store
from azulejos.tables.errors import ServerError, StoreError, problem_of
from kept_stores import BRIEF, fails, header, in_store, nothing
from real_servers import Postgres, free_port
from tables import refuses


def name_in(address: str) -> str:
    return urlsplit(address).path.strip("/")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("postgresql://ana@db/games", "postgresql+asyncpg://ana@db/games"),
        ("postgres://ana@db/games", "postgresql+asyncpg://ana@db/games"),
        ("postgresql+asyncpg://db/games", "postgresql+asyncpg://db/games"),
        ("postgresql://db/games?sslmode=require", "postgresql+asyncpg://db/games?ssl=require"),
        ("postgresql:///games?host=/run", "postgresql+asyncpg:///games?host=/run"),
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
    ],
)
def test_addresses_as_people_write_them(written: str, meant: str) -> None:
    found = databases.address_of(written).render_as_string(hide_password=False)
    assert found.replace("%2F", "/") == meant


@pytest.mark.parametrize("address", ["games", "oracle://ana:secret@db/games", "ftp://a:secret@b"])
def test_addresses_that_are_none(address: str) -> None:
    assert "secret" not in str(fails(address, "bad_address"))


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    error = fails("postgresql://ana:secret@db/games", "cluster_missing")
    assert "azulejos[cluster]" in str(error)
    assert "secret" not in str(error)


def test_what_was_told_is_on_disk_whatever_the_databases_habits(
    postgres: Postgres, postgres_database: str
) -> None:
    name = name_in(postgres_database)
    postgres.sql("postgres", f"ALTER DATABASE {name} SET synchronous_commit = off")

    async def ask(store: Store) -> str:
        async with store.change() as connection:
            found = await connection.exec_driver_sql("SHOW synchronous_commit")
            return str(found.scalar_one())

    assert postgres.sql(name, "SHOW synchronous_commit") == "off"
    assert in_store(postgres_database, ask) == "on"


def test_who_reads_sees_one_state_throughout(postgres_database: str) -> None:
    async def use(store: Store) -> None:
        await store.create(header(), ["=deal"])
        texts = select(entries.c.text)
        async with store.reading() as connection:
            before = (await connection.execute(texts)).scalars().all()
            await store.append("a", 2, ["3B2"], BRIEF)
            assert (await connection.execute(texts)).scalars().all() == before == ["=deal"]
        assert (await store.load("a"))[1] == ["=deal", "3B2"]

    in_store(postgres_database, use)


def test_the_numbers_of_many_tables(database: str) -> None:
    async def use(store: Store) -> None:
        assert await latest_numbers(store, []) == {}
        for name in "abc":
            await store.create(header(name), ["=deal"])
        await store.append("b", 2, ["3B2", "1R1"], BRIEF)
        wanted = ["a", "b", "gone", *(f"no{number}" for number in range(2 * PORTION))]
        assert await latest_numbers(store, wanted) == {"a": 1, "b": 3}

    in_store(database, use)


# What can go wrong


def test_a_database_that_was_restarted_costs_no_request(
    postgres: Postgres, postgres_database: str
) -> None:
    async def use(store: Store) -> None:
        await store.create(header(), ["=deal"])
        await asyncio.gather(*(store.load("a") for _ in range(5)))
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
        killed = await asyncio.to_thread(
            postgres.sql, "postgres", f"{end} '{name_in(postgres_database)}'"
        )
        assert killed.count("t") >= 1
        await asyncio.sleep(0.1)
        for number in range(2, 8):
            await store.append("a", number, ["3B2"], BRIEF)
            await store.load("a")

    in_store(postgres_database, use)


def test_a_line_that_breaks_in_the_middle(postgres: Postgres, postgres_database: str) -> None:
    """Whether it was written is not known; whoever tries again finds out."""

    async def use(store: Store) -> None:
        await store.create(header(), ["=deal"])
        with refuses(StoreError, "store_lost"):
            async with store.change() as connection:
                await connection.execute(select(entries))
                pid = await connection.exec_driver_sql("SELECT pg_backend_pid()")
                end = f"SELECT pg_terminate_backend({pid.scalar_one()})"
                await asyncio.to_thread(postgres.sql, "postgres", end)
                await connection.execute(select(entries))
        await store.append("a", 2, ["3B2"], BRIEF)
        with refuses(ServerError, "stale"):
            await store.append("a", 2, ["3B2"], BRIEF)

    in_store(postgres_database, use)


def test_nobody_listens_there() -> None:
    address = f"postgresql://ana:secret@127.0.0.1:{free_port()}/games"
    error = fails(address, "store_lost")
    assert "secret" not in str(error)
    assert "127.0.0.1" not in problem_of(error).model_dump_json()


def test_a_wrong_password_and_no_such_database(postgres: Postgres) -> None:
    right = postgres.address("nowhere")
    assert postgres.password not in str(fails(right, "store_failed"))
    wrong = right.replace(postgres.password, "wrong-secret")
    assert "wrong-secret" not in str(fails(wrong, "store_failed"))


def test_a_database_that_may_only_be_read(postgres: Postgres, postgres_database: str) -> None:
    in_store(postgres_database, nothing)
    name = name_in(postgres_database)
    postgres.sql("postgres", f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    async def use(store: Store) -> None:
        with refuses(StoreError, "store_read_only"):
            await store.create(header(), ["=deal"])
        assert await store.listing() == []

    in_store(postgres_database, use)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ("53100", "store_full"),
        ("53200", "store_busy"),
        ("40P01", "store_busy"),
        ("57P01", "store_lost"),
        ("XX001", "store_broken"),
        ("22000", "store_failed"),
    ],
)
def test_what_postgresql_says(
    postgres: Postgres, postgres_database: str, state: str, code: str
) -> None:
    """Said by PostgreSQL itself, when something is to be written; then nothing was."""

    async def use(store: Store) -> None:
        await store.create(header(), ["=deal"])
        await asyncio.to_thread(
            postgres.sql,
            name_in(postgres_database),
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$",
            "CREATE TRIGGER refuses BEFORE INSERT ON entries EXECUTE FUNCTION refuse()",
        )
        with refuses(StoreError, code):
            await store.append("a", 2, ["3B2"], BRIEF)
        assert (await store.load("a"))[1] == ["=deal"]

    in_store(postgres_database, use)


def test_a_table_that_somebody_else_has_locked(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 50)

    async def use(store: Store) -> None:
        await store.create(header(), ["=deal"])
        async with store.change() as connection:
            await connection.exec_driver_sql("SELECT * FROM tables FOR UPDATE")
            with refuses(StoreError, "store_busy"):
                await store.append("a", 2, ["3B2"], BRIEF)
        await store.append("a", 2, ["3B2"], BRIEF)

    in_store(postgres_database, use)


def test_two_tables_do_not_wait_for_each_other(postgres_database: str) -> None:
    async def use(store: Store) -> None:
        for name in "ab":
            await store.create(header(name), ["=deal"])
        async with store.change() as connection:
            await connection.exec_driver_sql("SELECT * FROM tables WHERE id = 'a' FOR UPDATE")
            async with asyncio.timeout(2):
                await store.append("b", 2, ["3B2"], BRIEF)

    in_store(postgres_database, use)
