"""What can be wrong with the file of an SQLite database, and with the place where it is."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest
from live_server import Server
from sqlalchemy import Connection

from api_client import PERSON
from azulejos.server.errors import StoreError
from azulejos.server.settings import Settings
from azulejos.server.storage.sqlite import DatabaseThreads
from azulejos.server.storage.store import Store
from kept_stores import change, fails, in_store, new, texts_of
from tables import refuses


def in_folder(folder: Path) -> str:
    return Settings.in_folder(folder).database


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 9000]
)
def test_a_broken_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / Settings.FILE
    file.write_bytes(content)
    fails(in_folder(tmp_path), "store_broken")
    assert file.read_bytes() == content


def test_a_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    fails(in_folder(tmp_path / "file" / "games"), "store_read_only")


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / Settings.FILE).mkdir()
    fails(in_folder(tmp_path), "store_read_only")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        fails(in_folder(tmp_path), "store_read_only")
    finally:
        tmp_path.chmod(0o700)


def _may_not_grow(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA max_page_count = 1")


def test_a_full_disk(tmp_path: Path) -> None:
    """The same error as a full disk gives: the file may not grow."""

    async def use(store: Store) -> None:
        await store.create(new())
        await store._write(_may_not_grow)
        with refuses(StoreError, "store_full"):
            await store.append("a", change(2, "x" * 100_000))
        assert await texts_of(store) == ["=deal"]

    in_store(in_folder(tmp_path), use)


def test_a_file_that_another_program_has_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.server.storage.sqlite.PATIENCE", 50)

    async def use(store: Store) -> None:
        await store.create(new())
        other = sqlite3.connect(tmp_path / Settings.FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with refuses(StoreError, "store_busy"):
            await store.append("a", change(2, "3B2"))
        other.execute("ROLLBACK")
        other.close()
        await store.append("a", change(2, "3B2"))

    in_store(in_folder(tmp_path), use)


def test_a_database_in_memory_serves_many_at_once() -> None:
    async def use() -> None:
        store = await Store.open("sqlite:///:memory:")
        await asyncio.gather(*(store.create(new(name)) for name in "abcdefgh"))
        assert len(await store.listing()) == 8
        await store.close()

    asyncio.run(use())


def test_the_log_has_the_reason_that_clients_are_sent_to_it_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: DatabaseThreads, work: object) -> None:
        raise sqlite3.OperationalError("the needle is stuck")

    with Server(tmp_path) as server:
        table = server.new_table({"rules": "std", "seats": [PERSON, PERSON], "starter": 1})
        monkeypatch.setattr(DatabaseThreads, "_do", fails)
        with server.at(table) as client:
            client.hear("welcome")
            client.wish("move", move=client.moves()[0])
            refused = client.hear("error")
    assert refused["error"]["code"] == "store_failed"
    assert "the needle is stuck" not in str(refused)
    assert "the needle is stuck" in caplog.text
