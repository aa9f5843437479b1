"""Watchers are as far behind as the host wishes: they never see anything younger."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from listener import Listener
from local_services import (
    ANA,
    BEN,
    EVE,
    OPTIONS,
    Onlooker,
    duel,
    opened,
    play_one,
    run,
    until,
)
from set_clock import Watch

from azulejos.server.clock import milliseconds
from azulejos.server.encoding import encode
from azulejos.server.live.live_table import LiveTable
from azulejos.server.services import Services
from azulejos.server.storage.invitations import make_link
from azulejos.tables.history import DelayQueue
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of

SECONDS = 1
LONGER = 5  # within which a busy machine says hello


async def set_delay(table: LiveTable, seconds: int) -> None:
    options = OPTIONS | {"delay": seconds, "public": True}
    await table.act(ANA, reader_of(requests.Act)({"do": "options", "options": options}))


class Times:
    """When each number was written, so that one can say what was too young."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.written = {table.number: table.state.at}

    async def play(self) -> None:
        await play_one(self._table)
        self.written[self._table.number] = self._table.state.at

    def newest_allowed(self) -> int:
        """A number that was written in several messages counts when it was written last."""
        limit = milliseconds() - SECONDS * 1000
        return max((n for n, at in self.written.items() if at <= limit), default=0)


async def check(subscriber: Listener, times: Times, seen: list[int]) -> None:
    """Whatever a watcher is told is old enough at the moment at which it is told."""
    while (text := await subscriber.next()) is not None:
        message: dict[str, Any] = json.loads(text)
        if "number" in message:
            assert message["number"] <= times.newest_allowed()
            assert message["choices"] is None
            seen.append(message["number"])


def test_nothing_younger_is_seen(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, delay=SECONDS, public=True)
        times = Times(table)
        seen: list[int] = []
        eve = Listener(EVE)
        table.enter(eve)
        table.subscribe(eve, None)
        checking = asyncio.create_task(check(eve, times, seen))
        for _ in range(12):
            await times.play()
            shown = table.seen_by(EVE)
            assert shown.number <= times.newest_allowed()
            assert table.now(EVE)["number"] <= times.newest_allowed()
            assert table.standing(EVE)["number"] <= times.newest_allowed()
            assert len(shown.line.plies) < len(table.line.plies)
            for public in (await services.tables._find_public())["tables"]:
                seen_then = (shown, table.seen_by(EVE))
                assert public["scores"] in [[b.score for b in g.position.boards] for g in seen_then]
            await asyncio.sleep(0.1)
        assert table.now(BEN)["number"] == table.number
        await until(lambda: checking.done() or (seen and seen[-1] == table.number))
        assert not checking.done() or checking.result() is None
        assert seen[1:] == list(range(seen[0] + 1, table.number + 1))  # all of it, in order
        checking.cancel()

    run(tmp_path, use)


def test_a_longer_delay_shows_nothing_that_is_too_young_for_it(tmp_path: Path) -> None:
    """Also to who comes anew, and where memory had forgotten what is old enough by now."""

    async def use(services: Services) -> None:
        table = await duel(services)
        for _ in range(30):
            await play_one(table)
        await set_delay(table, 3600)
        assert table.seen_by(EVE).number == 0
        assert json.loads(encode(table.now(EVE)))["state"]["displays"] == [""] * 5
        await set_delay(table, 0)
        assert table.seen_by(EVE).number == table.number

    run(tmp_path, use)


def test_who_looks_on_while_the_delay_grows_sees_nothing_twice(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        eve = Onlooker(table, EVE)
        await play_one(table)
        await set_delay(table, 3600)
        await play_one(table)
        numbers = [m["number"] for m in eve.waiting() if "number" in m]
        assert numbers == [2, 3, 4]
        await set_delay(table, 0)
        numbers = [m["number"] for m in eve.waiting() if "number" in m]
        assert numbers == [5, 6]

    run(tmp_path, use)


def test_who_comes_after_the_delay_grew_sees_all_in_its_time(tmp_path: Path) -> None:
    """Others were told those moments at once: nobody held them for watchers."""

    async def use(services: Services) -> None:
        table = await duel(services)
        for _ in range(3):
            await play_one(table)
        await set_delay(table, LONGER)
        eve = Onlooker(table, EVE)
        first = (await eve.hear("welcome"))["number"]
        assert first < table.number
        due = list(range(first + 1, table.number + 1))
        seen: list[int] = []
        while len(seen) < len(due):
            seen += [message["number"] for message in [await eve.hear()] if "number" in message]
        assert seen == due

    run(tmp_path, use)


def test_after_a_restart_watchers_see_what_they_were_about_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch)  # However long the restart takes, it is too soon for them.

    async def use() -> None:
        async with opened(tmp_path) as services:
            table = await duel(services, delay=SECONDS)
            await play_one(table)
            name, number = table.id, table.number
        async with opened(tmp_path) as services:
            table = await services.tables.get(name)
            eve = Onlooker(table, EVE)
            assert (await eve.hear("welcome"))["number"] < number
            watch.go_on(SECONDS * 1000)
            while (await eve.hear()).get("number") != number:
                pass

    asyncio.run(asyncio.wait_for(use(), 30))


def test_a_watcher_who_sits_down_is_up_to_date(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, delay=3600)
        eve = Onlooker(table, EVE)
        assert (await eve.hear("welcome"))["number"] == 0
        await play_one(table)
        token = await make_link(services.store, table.id, BEN.key_hash or "")
        await table.add_device(token, EVE.key_hash or "")
        welcome = await eve.hear("welcome")
        assert (welcome["number"], welcome["choices"]["player"]) == (table.number, 2)
        assert (await eve.hear("you"))["you"]["seats"] == [2]

    run(tmp_path, use)


def test_phrases_come_as_late_as_the_game(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, delay=3600)
        eve, ben = Onlooker(table, EVE), Onlooker(table, BEN)
        table.say(ANA, 1, "oops")
        assert await ben.hear("said")
        assert not [m for m in eve.waiting() if m["type"] == "said"]

    run(tmp_path, use)


def test_things_are_told_in_their_order() -> None:
    delay: DelayQueue[int] = DelayQueue(1)
    for number in (0, 2, 1, 3):
        delay.hold(1000 + number * 5, number)
    assert list(delay.release(1999)) == []
    assert delay.wait(1999) == 0.001
    assert list(delay.release(2010)) == [0, 1, 2]
    assert delay.is_on
    assert delay.change(3)  # It is longer: what waits, waits longer.
    assert list(delay.release(2020)) == []
    assert not delay.change(0)
    assert list(delay.release(2020)) == [3]
    assert (delay.wait(2020), delay.is_on) == (None, False)
