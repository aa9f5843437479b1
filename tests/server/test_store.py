"""The store: what was appended is there, once, whatever else happens."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from azulejos.server.errors import ServerError, StoreError, problem_of
from azulejos.server.kept import Brief, Kept, KeptSeat
from azulejos.server.migrations import upgrade
from azulejos.server.schema import REVISIONS, metadata
from azulejos.server.settings import Settings
from azulejos.server.store import Store
from tables import refuses

BRIEF = Brief(1, 1, (0, 0), None)
SEATS = (KeptSeat("person", "Ana", None), KeptSeat("bot", "", "casual"))
Answer = TypeVar("Answer")


def kept(name: str = "a", changed: int = 5) -> Kept:
    return Kept(name, "std", 1, SEATS, 5, changed, BRIEF)


def in_store(folder: Path, use: Callable[[Store], Awaitable[Answer]]) -> Answer:
    """Opens the folder's store, uses it, closes it."""

    async def run() -> Answer:
        store = await Store.open(Settings.in_folder(folder).database)
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.create(kept(), ["=deal"])
        await store.append("a", 2, ["3B2", "=deal 2"], Brief(2, 2, (7, 0), None))
        await store.append("a", 4, ["undo 1"], Brief(9, 0, (70, 70), (1, 2)))

    async def read(store: Store) -> tuple[Kept, list[str]]:
        return await store.load("a")

    in_store(tmp_path, write)
    found, entries = in_store(tmp_path, read)
    assert entries == ["=deal", "3B2", "=deal 2", "undo 1"]
    assert (found.id, found.rules, found.starter, found.created) == ("a", "std", 1, 5)
    assert found.seats == SEATS
    assert found.brief == Brief(9, 0, (70, 70), (1, 2))
    assert found.changed > 5


def test_the_latest_change_comes_first(tmp_path: Path) -> None:
    async def use(store: Store) -> list[str]:
        for name in "abc":
            await store.create(kept(name), ["=deal"])
        await store.append("a", 2, ["3B2"], BRIEF)
        return [found.id for found in await store.listing()]

    assert in_store(tmp_path, use) == ["a", "b", "c"]


def test_a_number_is_given_once(tmp_path: Path) -> None:
    async def use(store: Store) -> list[str]:
        await store.create(kept(), ["=deal"])
        await store.append("a", 2, ["3B2"], BRIEF)
        with refuses(ServerError, "stale"):
            await store.append("a", 2, ["1R1"], Brief(5, 5, (5, 5), None))
        with refuses(ServerError, "stale"):  # all or none of them
            await store.append("a", 1, ["1R1"], BRIEF)
        found, entries = await store.load("a")
        assert found.brief == BRIEF
        return entries

    assert in_store(tmp_path, use) == ["=deal", "3B2"]


def test_two_writers_at_once(tmp_path: Path) -> None:
    """Each number is won by one of two stores; nothing is lost or written over."""

    async def race() -> None:
        url = Settings.in_folder(tmp_path).database
        stores = [await Store.open(url), await Store.open(url)]
        await stores[0].create(kept(), ["=deal"])
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


def test_what_is_deleted_is_gone(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        await store.create(kept(), ["=deal"])
        await store.delete("a")
        for asked in (store.load("a"), store.delete("a"), store.append("a", 2, ["3B2"], BRIEF)):
            with refuses(ServerError, "no_such_table"):
                await asked
        await store.create(kept(), ["=new"])  # nothing was left behind
        assert (await store.load("a"))[1] == ["=new"]

    in_store(tmp_path, use)


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


def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    """And of a transaction that was not, nothing or all is there."""
    url = Settings.in_folder(tmp_path).database
    command = [sys.executable, "-c", WRITER, url]
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

    entries = in_store(tmp_path, read)
    assert entries == ["=deal", *(f"m{number}" for number in range(2, len(entries) + 1))]
    assert len(entries) in (acknowledged, acknowledged + 2)


# The schema


def tables_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with sqlite3.connect(file) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        found = {
            name: connection.execute(f"PRAGMA table_info({name})").fetchall() for (name,) in names
        }
    connection.close()
    return found


def test_migrations_lead_to_the_schema_as_it_is(tmp_path: Path) -> None:
    from sqlalchemy import create_engine

    by_steps = create_engine(f"sqlite:///{tmp_path / 'steps.db'}")
    with by_steps.begin() as connection:
        upgrade(connection)
        upgrade(connection)  # again changes nothing
    at_once = create_engine(f"sqlite:///{tmp_path / 'once.db'}")
    metadata.create_all(at_once)
    by_steps.dispose()
    at_once.dispose()
    steps = tables_of(tmp_path / "steps.db")
    assert steps.pop("alembic_version")
    assert steps == tables_of(tmp_path / "once.db")
    with sqlite3.connect(tmp_path / "steps.db") as database:
        indexes = database.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()
        version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    database.close()
    assert ("tables_by_change",) in indexes
    assert version == (REVISIONS[-1],)


def test_all_revisions_are_known_in_their_order() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    import azulejos.server.migrations as migrations

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    scripts = ScriptDirectory.from_config(config)
    assert tuple(s.revision for s in scripts.walk_revisions())[::-1] == REVISIONS


FIRST_SCHEMA = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE tables (id VARCHAR(20) NOT NULL PRIMARY KEY, rules VARCHAR(20) NOT NULL,
    starter INTEGER NOT NULL, created BIGINT NOT NULL, changed BIGINT NOT NULL,
    round INTEGER NOT NULL, turn INTEGER NOT NULL, scores VARCHAR(100) NOT NULL,
    winners VARCHAR(20));
CREATE INDEX tables_by_change ON tables (changed);
CREATE TABLE seats (table_id VARCHAR(20) NOT NULL REFERENCES tables(id) ON DELETE CASCADE,
    seat INTEGER NOT NULL, kind VARCHAR(10) NOT NULL, name VARCHAR(100) NOT NULL, level VARCHAR(20),
    PRIMARY KEY (table_id, seat));
CREATE TABLE entries (table_id VARCHAR(20) NOT NULL REFERENCES tables(id) ON DELETE CASCADE,
    number INTEGER NOT NULL, text TEXT NOT NULL, at BIGINT NOT NULL,
    PRIMARY KEY (table_id, number));
INSERT INTO tables VALUES ('old', 'grey', 2, 1, 2, 1, 2, '0 0', NULL);
INSERT INTO seats VALUES ('old', 1, 'person', 'Ana', NULL), ('old', 2, 'bot', '', 'casual');
INSERT INTO entries VALUES ('old', 1, '=deal', 1);
"""


def test_a_database_of_the_first_schema_is_read(tmp_path: Path) -> None:
    """Written by hand, so that it stays what the first release made."""
    with sqlite3.connect(tmp_path / Settings.FILE) as old:
        old.executescript(FIRST_SCHEMA)
    old.close()

    async def use(store: Store) -> None:
        found, entries = await store.load("old")
        assert (found.rules, found.starter, found.seats, entries) == ("grey", 2, SEATS, ["=deal"])
        await store.append("old", 2, ["3B2"], BRIEF)
        await store.delete("old")

    in_store(tmp_path, use)
    assert tables_of(tmp_path / Settings.FILE).keys() >= {"tables", "seats", "entries"}


def test_most_starts_do_without_alembic(tmp_path: Path) -> None:
    async def nothing(store: Store) -> None: ...

    in_store(tmp_path, nothing)
    program = (
        "import asyncio, sys\n"
        "from azulejos.server.store import Store\n"
        "async def use():\n"
        "    await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(use())\n"
        "assert 'alembic' not in sys.modules\n"
    )
    command = [sys.executable, "-c", program, Settings.in_folder(tmp_path).database]
    subprocess.run(command, check=True)


# What can be wrong with it


def fails(folder: Path, code: str) -> StoreError:
    async def nothing(store: Store) -> None: ...

    with pytest.raises(StoreError) as refused:
        in_store(folder, nothing)
    assert refused.value.code == code
    return refused.value


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / Settings.FILE) as newer:
        newer.executescript(FIRST_SCHEMA.replace("'0001'", "'9999'"))
    newer.close()
    error = fails(tmp_path, "store_newer")
    assert str(tmp_path) in str(error)
    with sqlite3.connect(tmp_path / Settings.FILE) as newer:
        assert newer.execute("SELECT text FROM entries").fetchall() == [("=deal",)]
    newer.close()


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 9000]
)
def test_a_broken_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / Settings.FILE
    file.write_bytes(content)
    fails(tmp_path, "store_broken")
    assert file.read_bytes() == content


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / Settings.FILE) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    other.close()
    fails(tmp_path, "store_broken")


def test_a_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    fails(tmp_path / "file" / "games", "store_read_only")


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / Settings.FILE).mkdir()
    fails(tmp_path, "store_read_only")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        fails(tmp_path, "store_read_only")
    finally:
        tmp_path.chmod(0o700)


def test_a_full_disk(tmp_path: Path) -> None:
    """The same error as a full disk gives: the file may not grow."""

    async def use(store: Store) -> None:
        await store.create(kept(), ["=deal"])
        async with store._engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA max_page_count = 1")
        with refuses(StoreError, "store_full"):
            await store.append("a", 2, ["x" * 100_000], BRIEF)
        assert (await store.load("a"))[1] == ["=deal"]

    in_store(tmp_path, use)


def test_a_file_that_another_program_has_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.server.databases.PATIENCE", 50)

    async def use(store: Store) -> None:
        await store.create(kept(), ["=deal"])
        other = sqlite3.connect(tmp_path / Settings.FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with refuses(StoreError, "store_busy"):
            await store.append("a", 2, ["3B2"], BRIEF)
        other.execute("ROLLBACK")
        other.close()
        await store.append("a", 2, ["3B2"], BRIEF)

    in_store(tmp_path, use)


def test_clients_do_not_learn_where_games_are_kept() -> None:
    error = StoreError("store_read_only", store="/home/ana/games/azulejos.db", why="/home/ana")
    problem = problem_of(error)
    assert problem.data["store"] == "azulejos.db"
    assert "ana" not in problem.model_dump_json()


def test_a_database_in_memory_serves_many_at_once() -> None:
    async def use() -> None:
        store = await Store.open("sqlite+aiosqlite:///:memory:")
        await asyncio.gather(*(store.create(kept(name), ["=deal"]) for name in "abcdefgh"))
        assert len(await store.listing()) == 8
        await store.close()

    asyncio.run(use())
