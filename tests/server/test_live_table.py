"""Live tables from inside: slow clients, failing bots, full disks, other processes, idle tables."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from listener import MOST_WAITING, Listener
from server_games import PERSON, bot, order
from sqlalchemy import insert

from azulejos.notation import format_move
from azulejos.protocol import Limit, Thought
from azulejos.rules import COLOURS, AzulejosError, Move, Position, legal_moves
from azulejos.rules.moves import Take
from azulejos.server.encoding import encode
from azulejos.server.errors import StoreError
from azulejos.server.live import bot_runner, thinking
from azulejos.server.live.live_table import LiveTable
from azulejos.server.services import Services, open_services
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.store import Store
from azulejos.tables.errors import TableError
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.requests import Abandon, NewTable
from azulejos.tables.rights import Visitor
from tables import refuses

ANY = Visitor(is_local=True)
PATIENCE = 20.0


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Services]:
    async with open_services(Settings(Settings.in_folder(folder).database, **settings)) as services:
        yield services


def run(folder: Path, use: Callable[[Services], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with opened(folder, **settings) as services:
            await asyncio.wait_for(use(services), PATIENCE)

    asyncio.run(main())


async def new_table(services: Services, *seats: dict[str, Any], starter: int = 1) -> LiveTable:
    return await services.tables.create(reader_of(NewTable)(order(*seats, starter=starter)), ANY)


def first_move(table: LiveTable) -> str:
    return format_move(legal_moves(table.line.position)[0])


async def play_one(table: LiveTable) -> None:
    await table.move(ANY, table.number, first_move(table))


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.005)


async def told(subscriber: Listener) -> dict[str, Any]:
    """The next message that is not about presence."""
    while True:
        text = await subscriber.next()
        assert text is not None
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "presence":
            return message


class FakeBot:
    """A bot that does as a test says."""

    name = "fake"

    def __init__(self, choose: Callable[[Position], Move]) -> None:
        self._choose = choose
        self.stopped = threading.Event()

    def choose(self, position: Position, limit: Limit = Limit(), report: Any = None) -> Thought:
        return Thought(self._choose(position))

    def new_game(self) -> None: ...

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None: ...


def put_bot(monkeypatch: pytest.MonkeyPatch, fake: FakeBot) -> None:
    monkeypatch.setattr(thinking, "make_bot", lambda level, threads: fake)


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await new_table(services)
        stuck, reader = Listener(ANY), Listener(ANY)
        table.subscribe(stuck, None)
        table.subscribe(reader, None)
        assert (await told(reader))["type"] == "welcome"
        for _ in range(MOST_WAITING + 2):
            if not legal_moves(table.line.position):
                break
            if not table.line.deciders.isdisjoint([1, 2]):
                await table.undo(ANY, table.number, "move")
            else:
                await play_one(table)
            assert (await told(reader))["number"] == table.number
        assert stuck.dropped
        assert not reader.dropped
        table.leave(reader)
        assert table.is_idle  # the stuck one has left by itself

    run(tmp_path, use)


@pytest.mark.parametrize(
    "choose",
    [
        lambda position: 1 / 0,
        lambda position: Take(1, legal_moves(position)[0].tile, 9),  # type: ignore[union-attr]
        lambda position: next(
            Take(source, tile, 1)
            for source in range(1, 6)
            for tile in COLOURS
            if not position.source(source)[tile]
        ),
        lambda position: None,
    ],
    ids=["raises", "no move", "not legal", "nothing"],
)
def test_for_a_bot_that_fails_another_moves(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    choose: Callable[[Position], Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    put_bot(monkeypatch, FakeBot(choose))

    async def use(services: Services) -> None:
        table = await new_table(services, PERSON, bot(), starter=2)
        table.wake()
        await until(lambda: table.number == 2)
        assert table.line.plies[-1].player == 2

    run(tmp_path, use)
    assert "greedy steps in" in caplog.text


def test_undo_stops_the_bot_and_discards_what_it_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    def slow(position: Position) -> Move:
        thinking.set()
        assert go_on.wait(PATIENCE)
        return legal_moves(position)[0]

    fake = FakeBot(slow)
    put_bot(monkeypatch, fake)

    async def use(services: Services) -> None:
        table = await new_table(services, PERSON, bot())
        await play_one(table)
        await asyncio.to_thread(thinking.wait, PATIENCE)
        await table.undo(ANY, 2, "move")
        assert fake.stopped.is_set()
        assert table.line.position.turn == 1
        go_on.set()
        await play_one(table)  # the bot thinks anew, about this
        await until(lambda: table.number == 5)
        assert [ply.player for ply in table.line.plies] == [0, 1, 2]
        await asyncio.sleep(0.05)
        assert table.number == 5

    run(tmp_path, use)


def test_a_bot_is_stopped_when_its_table_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = threading.Event()

    def until_stopped(position: Position) -> Move:
        thinking.set()
        assert fake.stopped.wait(PATIENCE)
        return legal_moves(position)[0]

    fake = FakeBot(until_stopped)
    put_bot(monkeypatch, fake)

    async def delete(services: Services) -> None:
        table = await new_table(services, PERSON, bot(), starter=2)
        table.wake()
        await asyncio.to_thread(thinking.wait, PATIENCE)
        name = table.id
        await services.tables.delete(name, ANY)
        assert fake.stopped.is_set()
        with refuses(TableError, "no_such_table"):
            await table.move(ANY, 1, "1B1")
        with refuses(TableError, "no_such_table"):
            await services.tables.get(name)

    run(tmp_path, delete)
    fake.stopped.clear()
    thinking.clear()

    async def shut_down(services: Services) -> None:
        table = await new_table(services, PERSON, bot(), starter=2)
        table.wake()
        await asyncio.to_thread(thinking.wait, PATIENCE)

    run(tmp_path, shut_down)  # ends although the bot would think for ever
    assert fake.stopped.is_set()


def test_people_play_while_a_bot_thinks_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(position: Position) -> Move:
        assert go_on.wait(PATIENCE)
        return legal_moves(position)[0]

    put_bot(monkeypatch, FakeBot(slow))

    async def use(services: Services) -> None:
        slow_table = await new_table(services, PERSON, bot(), starter=2)
        slow_table.wake()
        table = await new_table(services)
        for _ in range(4):
            await play_one(table)
        assert (table.number, slow_table.number) == (5, 1)
        go_on.set()

    run(tmp_path, use)


def failing_store(monkeypatch: pytest.MonkeyPatch, store: Store, times: int) -> None:
    original = store.append

    async def append(*arguments: Any) -> None:
        nonlocal times
        times -= 1
        if times >= 0:
            raise StoreError("store_full", store="azulejos.db")
        await original(*arguments)

    monkeypatch.setattr(store, "append", append)


def test_what_can_not_be_written_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(services: Services) -> None:
        table = await new_table(services)
        watcher = Listener(ANY)
        table.subscribe(watcher, None)
        await told(watcher)
        before = table.now(ANY)
        failing_store(monkeypatch, services.store, 2)
        for _ in range(2):
            with refuses(StoreError, "store_full"):
                await play_one(table)
        assert table.now(ANY) == before
        await play_one(table)
        assert (await told(watcher))["number"] == 2  # nothing was told in between

    run(tmp_path, use)


def test_a_bots_move_that_can_not_be_written_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "RETRY", 0.01)

    async def use(services: Services) -> None:
        table = await new_table(services, PERSON, bot(), starter=2)
        watcher = Listener(ANY)
        failing_store(monkeypatch, services.store, 2)
        table.subscribe(watcher, None)
        kinds = [await told(watcher) for _ in range(4)]
        assert [m["type"] for m in kinds] == ["welcome", "error", "error", "played"]
        assert kinds[1]["error"]["code"] == "store_full"

    run(tmp_path, use)


def test_another_process_was_first(tmp_path: Path) -> None:
    """Its move counts: ours is stale, and everybody here is told what really happened."""

    async def use(services: Services) -> None:
        table = await new_table(services)
        watcher = Listener(ANY)
        table.subscribe(watcher, None)
        await told(watcher)
        async with opened(tmp_path) as other:
            theirs = await other.tables.get(table.id)
            await play_one(theirs)
            with refuses(TableError, "stale"):
                await table.move(ANY, 1, format_move(legal_moves(table.line.position)[-1]))
            bus = await told(watcher)
            assert (bus["type"], bus["number"]) == ("played", 2)
            assert table.line == theirs.line
            await play_one(table)
            assert (await told(watcher))["number"] == 3
            # And the other way round, with a deletion.
            await table.delete()
            with refuses(TableError, "no_such_table"):
                await theirs.move(ANY, 2, first_move(theirs))
            with refuses(TableError, "no_such_table"):
                await other.tables.get(theirs.id)

    run(tmp_path, use)


def test_whoever_leaves_in_the_middle_leaves_nothing_half_done(tmp_path: Path) -> None:
    """A request that is cancelled while it is written is written, and memory knows it."""

    async def use(services: Services) -> None:
        table = await new_table(services)
        for place in range(25):
            number = table.number
            asked = asyncio.create_task(table.move(ANY, number, first_move(table)))
            for _ in range(place):
                await asyncio.sleep(0)
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)
            await until(lambda: table.is_idle)
            entries = [entry.text for entry in (await services.store.fetch(table.id)).entries]
            assert len(entries) == table.number
        assert table.number > 10

    run(tmp_path, use)


def test_idle_tables_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await new_table(services)
        await play_one(table)
        name = table.id
        watcher = Listener(ANY)
        table.enter(watcher)
        table.used -= 1000
        services.tables.drop_idle()
        assert await services.tables.get(name) is table  # somebody is there who says nothing
        table.subscribe(watcher, None)
        table.used -= 1000
        services.tables.drop_idle()
        assert await services.tables.get(name) is table  # somebody looks at it
        table.leave(watcher)
        services.tables.drop_idle()
        assert await services.tables.get(name) is table  # somebody has just left
        table.used -= 1000
        services.tables.drop_idle()
        again = await services.tables.get(name)
        assert again is not table
        assert encode(again.now(ANY)) == encode(table.now(ANY))

    run(tmp_path, use)


def test_finished_games_leave_the_memory_sooner(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        running, over = await new_table(services), await new_table(services)
        await over.act(ANY, Abandon(do="abandon", seat=1))
        for table in (running, over):
            table.used -= 61
        services.tables.drop_idle()
        assert (running.gone, over.gone) == (False, True)

    run(tmp_path, use)


def test_idle_tables_are_looked_for_now_and_then(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await new_table(services)
        await until(lambda: table.gone)

    run(tmp_path, use, idle=0.05)


def test_many_who_ask_at_once_get_the_same_table(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        name = (await new_table(services)).id
        services.tables._live.clear()
        found = await asyncio.gather(*(services.tables.get(name) for _ in range(10)))
        assert len({id(table) for table in found}) == 1

    run(tmp_path, use)


@pytest.mark.parametrize("entry", ["nonsense", "undo x"])
def test_a_game_that_can_not_be_read_says_so_and_can_be_deleted(tmp_path: Path, entry: str) -> None:
    async def use(services: Services) -> None:
        table = await new_table(services)
        name = table.id
        await play_one(table)
        row = {"table_id": name, "number": 3, "text": entry, "at": 5}
        await services.store.carry_out([insert(schema.entries).values(row)])
        services.tables._live.clear()
        with refuses(StoreError, "store_broken"):
            await services.tables.get(name)
        await services.tables.delete(name, ANY)
        assert (await services.tables.listing(ANY))["tables"] == []

    run(tmp_path, use)


def test_after_the_end_nobody_thinks(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as services:
            table = await new_table(services)
        with pytest.raises(AzulejosError):
            await services.bot_threads.ask(lambda: 1)
        assert table.gone

    asyncio.run(main())


def test_a_name_that_nobody_sees_is_no_name(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await new_table(services, PERSON | {"name": "\u200b\ufeff"}, PERSON)
        assert table.table()["seats"][0]["name"] == ""

    run(tmp_path, use)
