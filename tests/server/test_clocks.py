"""Clocks: until when a move is due, and that it is made then, whoever looks on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from company_scenes import ANA as SEAT_ANA
from company_scenes import BEN as SEAT_BEN
from company_scenes import BOT, after, dealt, moved
from local_services import ANA, BEN, PATIENCE, Onlooker, duel, opened, play_one, run, until
from set_clock import Watch
from sqlalchemy import select, update

from azulejos.server.clock import SteadyClock
from azulejos.server.live import registry as tables_module
from azulejos.server.live.timer import Timer
from azulejos.server.services import Services
from azulejos.server.storage.schema import entries, results, tables
from azulejos.tables.messages.requests import Resign
from azulejos.tables.roster import TableEvent
from azulejos.tables.state import TableState, due_after
from azulejos.tables.values import TableOptions


def clocked(game: TableState, seconds: int | None) -> TableState:
    return after(game, TableEvent("options", options=TableOptions(clock=seconds)).text)


FRESH = clocked(dealt(SEAT_ANA, SEAT_BEN, BOT), 10)


@pytest.mark.parametrize(
    ("change", "due"),
    [
        (lambda game: moved(game, 1), 11_000),  # Ben is to move
        (lambda game: moved(game, 2), None),  # the bot
        (lambda game: after(game, TableEvent("bot", 3, level="casual").text), 77),
        (lambda game: after(game, TableEvent("asked", 1, what="abandon", waits=(2,)).text), 77),
        (lambda game: after(game, TableEvent("stand_in", 2, level="casual").text), 77),
        (lambda game: after(game, TableEvent("stand_in", 1, level="casual").text), None),
        (lambda game: after(game, TableEvent("resigned", 1, level="casual").text), None),
        (lambda game: after(game, TableEvent("abandoned", 1).text), None),
        (lambda game: clocked(game, 20), 21_000),
        (lambda game: clocked(game, None), None),
        (lambda game: after(moved(game, 1), "undo 1"), 11_000),
    ],
)
def test_when_a_move_is_due(change: Any, due: int | None) -> None:
    assert due_after(FRESH, change(FRESH), 77, 1000) == due


def test_back_counts_from_then_on() -> None:
    away = after(FRESH, TableEvent("stand_in", 1, level="casual").text)
    back = after(away, TableEvent("back", 1).text)
    assert due_after(away, back, None, 1000) == 11_000


def test_without_a_limit_nothing_is_due() -> None:
    game = dealt(SEAT_ANA, SEAT_BEN)
    assert due_after(game, moved(game, 1), None, 1000) is None


def test_a_timer_rings_once_and_only_if_it_is_not_cleared() -> None:
    async def use() -> None:
        rung: list[str] = []
        timer, later = Timer(), Timer()
        timer.set(PATIENCE, lambda: rung.append("replaced"))
        timer.set(0.01, lambda: rung.append("set"))
        assert timer.is_set
        await until(lambda: rung)
        assert not timer.is_set
        timer.set(0.01, lambda: rung.append("cleared"))
        timer.clear()
        later.set(0.01, lambda: rung.append("later"))
        await until(lambda: len(rung) > 1)
        assert rung == ["set", "later"]

    asyncio.run(asyncio.wait_for(use(), PATIENCE))


def test_a_move_that_is_overdue_is_made_though_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server was down when the time ran out."""
    monkeypatch.setattr(tables_module, "SWEEP", 0.05)

    async def use() -> None:
        async with opened(tmp_path) as services:
            name = (await duel(services, clock=600)).id
            await services.store.carry_out([update(tables).values(due=1)])
        async with opened(tmp_path) as services:
            await until(lambda: name in services.tables._live)
            table = await services.tables.get(name)
            await until(lambda: len(table.line.plies) == 2)
            assert (table.line.plies[-1].player, table.number) == (1, 4)
            found = await services.store.fetch(name)
            assert found.entries[2].text == '{"event":"late","seat":1}'
            assert found.header.summary.due is not None
            assert found.header.summary.due > table.state.at + 590_000  # Ben's time runs

    asyncio.run(asyncio.wait_for(use(), 30))


def test_a_table_that_can_not_be_read_stops_no_other_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It has been due for longest, so that it always comes first."""
    monkeypatch.setattr(tables_module, "SWEEP", 0.05)

    async def use() -> None:
        async with opened(tmp_path) as services:
            bad, good = [(await duel(services, clock=600)).id for _ in range(2)]
            first = update(tables).where(tables.c.id == bad)
            broken = update(entries).where(entries.c.table_id == bad)
            await services.store.carry_out(
                [
                    update(tables).values(due=2),
                    first.values(due=1),
                    broken.values(text="nonsense"),
                ]
            )
        async with opened(tmp_path) as services:
            await until(lambda: good in services.tables._live)
            await until(lambda: len(services.tables._live[good].line.plies) == 2)
            await asyncio.sleep(0.2)

    asyncio.run(asyncio.wait_for(use(), 30))
    assert len([r for r in caplog.records if "can't be looked at" in r.message]) == 1


def test_who_moves_in_time_is_not_late(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, clock=600)
        ana = Onlooker(table, ANA)
        await play_one(table)
        await play_one(table)
        told = [m for m in ana.waiting() if "left" in m]
        assert all(590_000 < m["left"] <= 600_000 for m in told)
        assert [m["type"] for m in told] == ["welcome", "played", "played"]

    run(tmp_path, use)


def test_the_results_are_written_with_the_end(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        for _ in range(6):
            await play_one(table)
        rows = select(results).order_by(results.c.seat)
        assert await services.store.read(lambda connection: connection.execute(rows).all()) == []
        await table.act(BEN, Resign(do="resign", seat=2))
        found = await services.store.read(lambda c: c.execute(rows).mappings().all())
        assert [(r["seat"], r["won"], r["resigned"]) for r in found] == [
            (1, True, False),
            (2, False, True),
        ]
        assert {r["finished"] for r in found} == {table.state.at}

    run(tmp_path, use)


def test_time_does_not_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    clock = SteadyClock()
    assert clock() == watch.wall
    watch.go_on(100)
    then = clock()
    watch.wall -= 7_200_000
    watch.go_on(50)
    assert clock() == then + 50
    watch.wall += 9_000_000
    assert clock() == watch.wall


def test_a_clock_that_was_set_back_while_the_server_was_down_gives_nobody_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "SWEEP", 0.05)

    async def use() -> None:
        async with opened(tmp_path) as services:
            name = (await duel(services, clock=60)).id
            ahead = {"due": tables.c.due + 7_200_000, "changed": tables.c.changed + 7_200_000}
            later = update(entries).values(at=entries.c.at + 7_200_000)
            await services.store.carry_out([update(tables).values(ahead), later])
        async with opened(tmp_path) as services:
            await until(lambda: name in services.tables._live)  # Its clock is looked after.
            table = await services.tables.get(name)
            left = table.now(ANA)["left"]
            assert left is not None
            assert 50_000 < left <= 60_000
            await play_one(table)
            left = table.now(BEN)["left"]
            assert left is not None
            assert 50_000 < left <= 60_000

    asyncio.run(asyncio.wait_for(use(), 30))
