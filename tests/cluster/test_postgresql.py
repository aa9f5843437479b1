"""What is PostgreSQL's own: addresses, durability, locks, and what can go wrong with it."""

from __future__ import annotations

import asyncio
import json
import sys
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.util import await_only

from azulejos.extras import MissingExtraError
from azulejos.server.errors import StoreError, problem_of
from azulejos.server.storage import databases, postgresql
from azulejos.server.storage.schema import entries
from azulejos.server.storage.store import MANY, Store
from azulejos.tables.errors import TableError
from kept_stores import change, fails, in_store, new, nothing, texts_of
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
        ("sqlite+aiosqlite:///games.db", "sqlite:///games.db"),
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
    with pytest.raises(MissingExtraError, match=r"\(asyncpg\): .*azulejos\[cluster\]") as refused:
        databases.open_database(databases.address_of("postgresql://ana:secret@db/games"))
    assert "secret" not in str(refused.value)


def test_what_was_told_is_on_disk_whatever_the_databases_habits(
    postgres: Postgres, postgres_database: str
) -> None:
    name = name_in(postgres_database)
    postgres.sql("postgres", f"ALTER DATABASE {name} SET synchronous_commit = off")

    async def ask(store: Store) -> str:
        asked = "SHOW synchronous_commit"
        return await store.change(lambda c: str(c.exec_driver_sql(asked).scalar_one()))

    assert postgres.sql(name, "SHOW synchronous_commit") == "off"
    assert in_store(postgres_database, ask) == "on"


def test_who_reads_sees_one_state_throughout(postgres_database: str) -> None:
    async def use(store: Store) -> None:
        await store.create(new())
        texts = select(entries.c.text)

        def look(connection: Connection) -> None:
            before = connection.execute(texts).scalars().all()
            await_only(store.append("a", change(2, "3B2")))
            assert connection.execute(texts).scalars().all() == before == ["=deal"]

        await store.read(look)
        assert await texts_of(store) == ["=deal", "3B2"]

    in_store(postgres_database, use)


def test_the_numbers_of_many_tables(database: str) -> None:
    async def use(store: Store) -> None:
        assert await store.latest_numbers([]) == {}
        for name in "abc":
            await store.create(new(name))
        await store.append("b", change(2, "3B2", "1R1"))
        wanted = ["a", "b", "gone", *(f"no{number}" for number in range(2 * MANY))]
        assert await store.latest_numbers(wanted) == {"a": 1, "b": 3}

    in_store(database, use)


# What can go wrong


def test_a_database_that_was_restarted_costs_no_request(
    postgres: Postgres, postgres_database: str
) -> None:
    async def use(store: Store) -> None:
        await store.create(new())
        await asyncio.gather(*(store.fetch("a") for _ in range(5)))
        end = "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname ="
        killed = await asyncio.to_thread(
            postgres.sql, "postgres", f"{end} '{name_in(postgres_database)}'"
        )
        assert set(killed.split()) == {"t"}  # They have gone.
        for number in range(2, 8):
            await store.append("a", change(number, "3B2"))
            await store.fetch("a")

    in_store(postgres_database, use)


@pytest.mark.corner
def test_a_line_that_breaks_in_the_middle(postgres: Postgres, postgres_database: str) -> None:
    """Whether it was written is not known; whoever tries again finds out."""

    async def use(store: Store) -> None:
        await store.create(new())

        def broken(connection: Connection) -> None:
            connection.execute(select(entries))
            pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            end = f"SELECT pg_terminate_backend({pid})"
            await_only(asyncio.to_thread(postgres.sql, "postgres", end))
            connection.execute(select(entries))

        with refuses(StoreError, "store_lost"):
            await store.change(broken)
        await store.append("a", change(2, "3B2"))
        with refuses(TableError, "stale"):
            await store.append("a", change(2, "3B2"))

    in_store(postgres_database, use)


def test_nobody_listens_there() -> None:
    address = f"postgresql://ana:secret@127.0.0.1:{free_port()}/games"
    error = fails(address, "store_lost")
    assert "secret" not in str(error)
    assert "127.0.0.1" not in json.dumps(problem_of(error))


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
            await store.create(new())
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
        await store.create(new())
        await asyncio.to_thread(
            postgres.sql,
            name_in(postgres_database),
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$",
            "CREATE TRIGGER refuses BEFORE INSERT ON entries EXECUTE FUNCTION refuse()",
        )
        with refuses(StoreError, code):
            await store.append("a", change(2, "3B2"))
        assert await texts_of(store) == ["=deal"]

    in_store(postgres_database, use)


@pytest.mark.corner
def test_a_table_that_somebody_else_has_locked(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 50)

    async def use(store: Store) -> None:
        await store.create(new())

        def hold(connection: Connection) -> None:
            connection.exec_driver_sql("SELECT * FROM tables FOR UPDATE")
            with refuses(StoreError, "store_busy"):
                await_only(store.append("a", change(2, "3B2")))

        await store.change(hold)
        await store.append("a", change(2, "3B2"))

    in_store(postgres_database, use)


def test_two_tables_do_not_wait_for_each_other(postgres_database: str) -> None:
    async def use(store: Store) -> None:
        for name in "ab":
            await store.create(new(name))

        def hold(connection: Connection) -> None:
            connection.exec_driver_sql("SELECT * FROM tables WHERE id = 'a' FOR UPDATE")
            await_only(asyncio.wait_for(store.append("b", change(2, "3B2")), 20))

        await store.change(hold)

    in_store(postgres_database, use)
