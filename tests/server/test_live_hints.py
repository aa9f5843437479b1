"""Hints at a live table: looked for once, as long as somebody waits, and anew if it failed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from local_services import ANA, PATIENCE, play_one, run, table_of, until
from server_games import PERSON, bot, initial_state

from azulejos.protocol import Thought
from azulejos.rules import AzulejosError, Position, legal_moves
from azulejos.server.live import bot_runner
from azulejos.server.live.thinking import MOST_HINTS
from azulejos.server.services import Services
from azulejos.tables.advice.hints import Advice, HintSearch, hint_of
from azulejos.tables.messages.types import Hint


class Search:
    """Thinks until it is stopped or let go; can fail."""

    begun: list[Search]
    fails: bool

    def __init__(self, position: Position) -> None:
        self.position = position
        self.end = Event()
        self.stopped = False
        type(self).begun.append(self)

    def find(self) -> Hint:
        assert self.end.wait(PATIENCE)
        if type(self).fails:
            raise RuntimeError("it stumbled")
        return hint_of(self.position, Advice(legal_moves(self.position)[0]))

    def stop(self) -> None:
        self.stopped = True
        self.end.set()


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Search]:
    Search.begun, Search.fails = [], False
    monkeypatch.setattr(bot_runner, "HintSearch", Search)
    return Search.begun


async def alone(services: Services) -> Any:
    return await table_of(services, PERSON, bot())


def test_one_is_looked_for_once(tmp_path: Path, searches: list[Search]) -> None:
    """Whoever asks again and again keeps no thread from the bots."""

    async def use(services: Services) -> None:
        table = await alone(services)
        asking = [asyncio.create_task(table.hint(ANA, table.number)) for _ in range(9)]
        await until(lambda: searches)
        searches[0].end.set()
        hints = await asyncio.gather(*asking)
        assert len(searches) == 1
        assert all(hint == hints[0] for hint in hints)
        assert await table.hint(ANA, table.number) == hints[0]  # It is known by now.
        assert len(searches) == 1

    run(tmp_path, use)


def test_it_is_given_up_when_the_position_changes(tmp_path: Path, searches: list[Search]) -> None:
    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, PERSON)
        asking = asyncio.create_task(table.hint(ANA, table.number))
        await until(lambda: searches)
        await play_one(table)
        with pytest.raises(AzulejosError) as refused:
            await asking
        assert refused.value.code == "stale"
        assert searches[0].stopped

    run(tmp_path, use)


def test_it_is_given_up_when_nobody_waits(tmp_path: Path, searches: list[Search]) -> None:
    async def use(services: Services) -> None:
        table = await alone(services)
        asking = [asyncio.create_task(table.hint(ANA, table.number)) for _ in range(2)]
        await until(lambda: searches)
        asking[0].cancel()
        await asyncio.sleep(0)
        assert not searches[0].stopped
        asking[1].cancel()
        await until(lambda: searches[0].stopped)
        again = asyncio.create_task(table.hint(ANA, table.number))
        await until(lambda: len(searches) == 2)
        searches[1].end.set()
        assert (await again)["move"]

    run(tmp_path, use)


def test_one_that_failed_is_looked_for_anew(tmp_path: Path, searches: list[Search]) -> None:
    async def use(services: Services) -> None:
        table = await alone(services)
        Search.fails = True
        asking = asyncio.create_task(table.hint(ANA, table.number))
        await until(lambda: searches)
        searches[0].end.set()
        with pytest.raises(RuntimeError):
            await asking
        Search.fails = False
        again = asyncio.create_task(table.hint(ANA, table.number))
        await until(lambda: len(searches) == 2)
        searches[1].end.set()
        assert (await again)["move"]

    run(tmp_path, use)


def test_few_are_looked_for_at_one_address(tmp_path: Path, searches: list[Search]) -> None:
    async def use(services: Services) -> None:
        tables = [await alone(services) for _ in range(MOST_HINTS + 2)]
        asking = [asyncio.create_task(table.hint(ANA, table.number)) for table in tables]
        await until(lambda: sum(task.done() for task in asking) == 2)
        errors = [task.exception() for task in asking if task.done()]
        assert [isinstance(e, AzulejosError) and e.code for e in errors] == ["too_fast"] * 2
        for task in asking:
            task.cancel()
        await until(lambda: sum(search.stopped for search in searches) == MOST_HINTS)

    run(tmp_path, use)


def test_a_search_that_is_stopped_compares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever thinks next does not wait for what nobody wants."""
    search = HintSearch(initial_state("std", 2).position)

    class StoppedBot:
        def choose(self, position: Position, _: object) -> Thought:
            search.stop()
            return Thought(legal_moves(position)[0])

        def stop(self) -> None: ...

    monkeypatch.setattr("azulejos.tables.advice.hints.make_bot", lambda level: StoppedBot())
    with pytest.raises(AzulejosError) as refused:
        search.find()
    assert refused.value.code == "stale"


def test_a_search_that_is_stopped_before_it_began_does_not_begin() -> None:
    search = HintSearch(initial_state("std", 2).position)
    search.stop()
    with pytest.raises(AzulejosError):
        search.find()
