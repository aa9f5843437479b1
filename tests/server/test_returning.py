"""Whoever returns has their seat again, whatever is being written at that moment."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from local_services import ANA, BEN, Onlooker, bot, duel, run, until

from azulejos.server.cluster.bus import AGAIN
from azulejos.server.services import Services
from azulejos.tables.messages.requests import Resign, StandIn


def test_who_returns_while_it_is_written_that_a_bot_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When Ben says hello, no bot plays for him yet; when one does, he has said hello."""

    async def use(services: Services) -> None:
        table = await duel(services)
        ana = Onlooker(table, ANA)
        append, written = services.store.append, asyncio.Event()

        async def slow(*args: Any, **more: Any) -> None:
            await written.wait()
            await append(*args, **more)

        monkeypatch.setattr(services.store, "append", slow)
        standing_in = asyncio.create_task(table.act(ANA, StandIn(do="stand_in", seat=2)))
        await until(lambda: table._lock.locked())
        Onlooker(table, BEN)
        written.set()
        await standing_in
        await until(lambda: table.roster.seats[1].stand_in is None)
        events = [m["event"]["name"] for m in ana.waiting() if m["type"] == "table"]
        assert events == ["stand_in", "back"]

    run(tmp_path, use, away_after=0.0)


def test_another_process_has_changed_what_was_written(tmp_path: Path) -> None:
    """It took a name out: nobody goes on with what is in memory."""

    async def use(services: Services) -> None:
        table = await duel(services)
        ana = Onlooker(table, ANA)
        table._hear(AGAIN)
        while await ana.subscriber.next() is not None:
            pass
        assert table.gone
        assert await services.tables.get(table.id) is not table

    run(tmp_path, use)


def test_who_has_resigned_does_not_return(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, bot())
        await table.act(BEN, Resign(do="resign", seat=2))
        ben = Onlooker(table, BEN)
        await asyncio.sleep(0.1)
        assert [m for m in ben.waiting() if m["type"] == "table"] == []
        assert table.roster.seats[1].stand_in is not None

    run(tmp_path, use)
