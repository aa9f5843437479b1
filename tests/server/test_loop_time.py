"""What keeps the event loop free for everybody else."""

from __future__ import annotations

import asyncio
import inspect
import threading
from pathlib import Path

import pytest
from server_games import order
from sqlalchemy import Connection
from starlette.routing import Route

from azulejos.server.settings import Settings
from azulejos.server.storage import store
from azulejos.server.storage.rows import consequences, creation
from azulejos.server.storage.store import Store
from azulejos.server.web.app import ROUTES
from azulejos.tables.decisions.new_tables import new_table
from azulejos.tables.effects import Effects
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.requests import Act, NewTable, Rematch, Resign
from azulejos.tables.rights import Visitor
from azulejos.tables.table import Table, act
from azulejos.tables.values import StoredEntry
from kept_stores import change, new, texts_of

HOME = Visitor(is_local=True)


@pytest.mark.parametrize("route", [r for r in ROUTES if isinstance(r, Route)], ids=str)
def test_no_request_goes_through_a_thread_for_nothing(route: Route) -> None:
    """Starlette calls in a thread what is no coroutine, and each is a wait where many are asked."""
    assert inspect.iscoroutinefunction(route.endpoint), route.endpoint


def test_statements_are_known_from_the_last_time() -> None:
    """Those for several rows are put together as text anew each time."""
    created = new_table(reader_of(NewTable)(order()), 5, "k")
    table = Table.opened(created)
    followed = [
        done(table, Resign(do="resign", seat=1)),
        done(table, Rematch(do="rematch", seat=2)),
    ]
    assert followed[0].results
    assert followed[1].rematch
    followed.append(Effects(given={1: "l"}, invited=(2,), uninvited=(1,), revoked=(1,)))
    statements = [s for effects in followed for s in consequences(created.header.id, effects, 6)]
    for statement in (*creation(created), *statements):
        assert statement._generate_cache_key() is not None, statement  # type: ignore[attr-defined]


def done(table: Table, wish: Act) -> Effects:
    """What followed from it."""
    decided = table.decide(HOME, act(wish), 6)
    assert decided is not None
    table.apply(decided, 6)
    return decided.effects


def test_a_file_is_read_and_written_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a transaction in one step, so that long histories keep nobody waiting."""
    threads: list[str] = []
    read = store._entries

    def reading(connection: Connection, table: str, after: int) -> list[StoredEntry]:
        threads.append(threading.current_thread().name)
        return read(connection, table, after)

    async def use() -> None:
        opened = await Store.open(Settings.in_folder(tmp_path).database)
        await opened.create(new())
        await opened.append("a", change(2, "3B2"))
        assert await texts_of(opened) == ["=deal", "3B2"]
        assert [each.id for each in await opened.listing()] == ["a"]
        await opened.close()

    monkeypatch.setattr(store, "_entries", reading)
    asyncio.run(use())
    assert [name.startswith("reader") for name in threads] == [True]
