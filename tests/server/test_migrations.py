"""How databases come to be as they are, from the first schema on, with every database."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, inspect

from azulejos.server.storage import databases
from azulejos.server.storage.migrations import upgrade
from azulejos.server.storage.schema import REVISIONS, metadata
from azulejos.server.storage.store import Store
from kept_stores import SEATS, change, fails, in_store, nothing, texts_of

Answer = TypeVar("Answer")
DATA_TABLES = sorted(metadata.tables)


def on(database: str, use: Callable[[Connection], Answer]) -> Answer:
    """Uses a database without any store."""

    async def run() -> Answer:
        opened = databases.open_database(databases.address_of(database))
        try:
            return await opened.write(use)
        finally:
            await opened.close()

    return asyncio.run(run())


def run_script(database: str, script: str) -> None:
    def run(connection: Connection) -> None:
        for statement in script.split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)

    on(database, run)


def shape(connection: Connection) -> dict[str, Any]:
    """All that a database says about its tables."""
    found: dict[str, Any] = {}
    seen = inspect(connection)
    for table in sorted(seen.get_table_names()):
        columns = [
            (c["name"], str(c["type"]), c["nullable"], c["default"], c.get("autoincrement"))
            for c in seen.get_columns(table)
        ]
        found[table] = {
            "columns": sorted(columns),
            "key": seen.get_pk_constraint(table)["constrained_columns"],
            "references": [
                (f["constrained_columns"], f["referred_table"], f["options"])
                for f in seen.get_foreign_keys(table)
            ],
            "indexes": sorted(
                (str(i["name"]), i["column_names"], bool(i["unique"]))
                for i in seen.get_indexes(table)
            ),
            "unique": sorted(u["column_names"] for u in seen.get_unique_constraints(table)),
        }
    return found


def version(connection: Connection) -> str:
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
    return str(found)


def test_migrations_lead_to_the_schema_as_it_is(database: str, another_database: str) -> None:
    on(database, upgrade)
    on(database, upgrade)  # again changes nothing
    on(another_database, metadata.create_all)
    steps = on(database, shape)
    assert steps.pop("alembic_version")
    assert steps == on(another_database, shape)
    assert sorted(steps) == DATA_TABLES
    assert on(database, version) == REVISIONS[-1]


def test_all_revisions_are_known_in_their_order() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    import azulejos.server.storage.migrations as migrations

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
INSERT INTO tables VALUES ('old', 'grey', 2, 1, 2, 1, 2, '0 0', NULL),
    ('over', 'std', 1, 1, 3, 6, 0, '60 48', '1');
INSERT INTO seats VALUES ('old', 1, 'person', 'Ana', NULL), ('old', 2, 'bot', '', 'casual'),
    ('over', 1, 'person', 'Ana', NULL), ('over', 2, 'bot', '', 'casual');
INSERT INTO entries VALUES ('old', 1, '=deal', 1), ('over', 1, '=deal', 1), ('over', 2, '3B2', 3);
"""


def test_a_database_of_the_first_schema_is_read(database: str) -> None:
    """Written by hand, so that it stays what the first release made."""
    run_script(database, FIRST_SCHEMA)

    async def use(store: Store) -> None:
        found = (await store.fetch("old")).header
        assert (found.rules, found.starter, found.seats) == ("grey", 2, SEATS)
        assert (found.first, found.game_number, found.summary.stage) == (SEATS, 1, "playing")
        assert await texts_of(store, "old") == ["=deal"]
        await store.append("old", change(2, "3B2"))
        assert await texts_of(store, "old") == ["=deal", "3B2"]
        over = (await store.fetch("over")).header.summary
        assert (over.stage, over.ended, over.winners) == ("over", "played", (1,))
        assert [header.id for header in await store.listing()] == ["old", "over"]
        await store.delete("old")

    in_store(database, use)
    assert on(database, version) == REVISIONS[-1]
    assert sorted(on(database, shape)) == sorted([*DATA_TABLES, "alembic_version"])


OPENER = """
import asyncio, sys
from azulejos.server.storage.store import Store
async def open():
    print("ready", flush=True)
    sys.stdin.readline()
    store = await Store.open(sys.argv[1])
    print(len(await store.listing()), flush=True)
    await store.close()
asyncio.run(open())
"""


@pytest.mark.covering(1)
@pytest.mark.parametrize("script", ["", "first"])
@pytest.mark.corner
def test_processes_that_start_at_the_same_moment(database: str, script: str) -> None:
    """One of them brings the database up to date, the others wait for it."""
    if script:
        run_script(database, FIRST_SCHEMA)
    command = [sys.executable, "-c", OPENER, database]
    pipe = subprocess.PIPE
    started = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(3)]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0] for process in started]
    assert said == ["2\n" if script else "0\n"] * 3
    assert on(database, version) == REVISIONS[-1]


@pytest.mark.corner
def test_most_starts_do_without_alembic(database: str) -> None:
    in_store(database, nothing)
    program = (
        "import asyncio, sys\n"
        "from azulejos.server.storage.store import Store\n"
        "async def use():\n"
        "    await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(use())\n"
        "assert 'alembic' not in sys.modules\n"
    )
    command = [sys.executable, "-c", program, database]
    subprocess.run(command, check=True)


def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    run_script(database, FIRST_SCHEMA.replace("'0001'", "'9999'"))
    error = fails(database, "store_newer")
    assert str(error.data["store"]) in str(error)

    def texts(connection: Connection) -> list[str]:
        return list(connection.exec_driver_sql("SELECT text FROM entries").scalars())

    assert sorted(on(database, texts)) == ["3B2", "=deal", "=deal"]


def test_a_database_of_another_program_is_refused(database: str) -> None:
    run_script(database, "CREATE TABLE songs (name TEXT)")
    fails(database, "store_broken")
    assert list(on(database, shape)) == ["songs"]


def test_a_broken_upgrade_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All revisions are one transaction."""
    run_script(database, FIRST_SCHEMA)
    before = on(database, shape)

    def stumble(connection: Connection) -> None:
        upgrade(connection)
        raise OSError("the cable was pulled")

    monkeypatch.setattr("azulejos.server.storage.migrations.upgrade", stumble)
    with pytest.raises(Exception, match="cable"):
        in_store(database, nothing)
    assert on(database, shape) == before
    assert on(database, version) == "0001"
