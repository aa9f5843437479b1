"""Tables with a long past: what was taken back is not played again, and it can't grow for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from company_scenes import ANA as SEAT_ANA
from company_scenes import BEN as SEAT_BEN
from company_scenes import BOT, dealt
from local_services import ANA, EVE, OPTIONS, Onlooker, duel, opened, play_one, run, table_of
from server_games import PERSON, bot
from sqlalchemy import Connection, insert

from azulejos.notation import format_move, parse_move
from azulejos.rules import Move, Phase, draw_deal, legal_moves
from azulejos.server.services import Services
from azulejos.server.storage.schema import entries
from azulejos.tables import line as line_module
from azulejos.tables.decisions import moves as plays
from azulejos.tables.errors import TableError
from azulejos.tables.history import MOST_MISSED
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.requests import Act
from azulejos.tables.roster import TableEvent
from azulejos.tables.state import TableState, final_state, states_after
from azulejos.tables.values import StoredEntry, TableOptions
from corners import by_default

ACT = reader_of(Act)


def history(state: TableState, generator: Random, length: int) -> list[StoredEntry]:
    """Moves, deals, undos and events by chance, up to the end of the game."""
    found: list[StoredEntry] = []
    while len(found) < length and state.roster.stage != "over":
        entry = StoredEntry(_text(state, generator), 1000 + len(found))
        state = state.after(entry.text, entry.at)
        found.append(entry)
    return found


def _text(state: TableState, generator: Random) -> str:
    position = state.position
    if position.phase is Phase.PREPARATION:
        return format_move(draw_deal(position, generator))
    since_deal = [ply.number for ply in state.line._since_deal()]
    kind = generator.random()
    if kind < 0.2 and since_deal:
        return f"undo {generator.choice(since_deal) - 1}"
    if kind < 0.25:
        return TableEvent("options", options=TableOptions(clock=generator.randint(5, 99))).text
    if kind < 0.3 and state.roster.proposal is None:
        return TableEvent("asked", 1, what="abandon", waits=(2,)).text
    if kind < 0.33 and state.roster.proposal is not None:
        return TableEvent("declined", 2).text
    if kind < 0.35:
        return TableEvent("stand_in", 2, level="casual").text
    return format_move(generator.choice(legal_moves(position)))


@pytest.mark.parametrize("seed", by_default(range(12), 0, 1, 2))
def test_condensed_is_the_same_as_step_by_step(seed: int) -> None:
    """From any place in the history on."""
    generator = Random(seed)
    start = dealt(SEAT_ANA, SEAT_BEN, BOT)
    found = history(start, generator, 400)
    states = [start, *states_after(start, found)]
    for first in (0, generator.randrange(len(states)), len(states) - 1):
        for last in (first, generator.randrange(first, len(states)), len(states) - 1):
            assert final_state(states[first], found[first:last]) == states[last]


def test_what_was_taken_back_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    start = dealt(SEAT_ANA, SEAT_BEN)
    moves = [format_move(move) for move in legal_moves(start.position)[:2]]
    entries = [StoredEntry(text, 1) for _ in range(3000) for text in (moves[0], "undo 1")]
    played = counted(monkeypatch)
    state = final_state(start, [*entries, StoredEntry(moves[1], 2)])
    assert played == [start.line.plies[0].text, moves[1]]
    assert (state.number, state.undone, len(state.line.plies)) == (start.number + 6001, 3000, 2)


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by each move that is played."""
    played: list[str] = []

    def parsed(text: str) -> Move:
        played.append(text)
        return parse_move(text)

    monkeypatch.setattr(line_module, "parse_move", parsed)
    return played


async def long_table(services: Services, number: int, **options: Any) -> str:
    """As somebody could make one before there was a limit."""
    table = await table_of(services, PERSON, PERSON, **options)
    move = format_move(legal_moves(table.line.position)[0])
    now, first = table.state.at, table.number + 1
    rows = [
        {"table_id": table.id, "number": first + place, "text": text, "at": now}
        for place, text in enumerate([move, "undo 1"] * (number // 2))
    ]

    def write(connection: Connection) -> None:
        for begin in range(0, len(rows), 500):
            connection.execute(insert(entries).values(rows[begin : begin + 500]))

    await services.store.change(write)
    return table.id


@pytest.mark.corner
def test_a_stranger_does_not_wait_for_long_tables(tmp_path: Path) -> None:
    """Eight of them, loaded together, from one address."""

    async def use(services: Services) -> None:
        short = await table_of(services, PERSON, PERSON)
        long = [await long_table(services, 5000) for _ in range(8)]
        for name in (short.id, *long):
            await services.tables.let_go(name)
        loads = [asyncio.create_task(services.tables.get(name, "192.0.2.1")) for name in long]
        await asyncio.sleep(0.01)
        await services.tables.get(short.id, "192.0.2.2")
        assert sum(load.done() for load in loads) <= 4  # those that were under way
        tables = await asyncio.gather(*loads)
        assert {table.number for table in tables} == {5001}
        assert {len(table.line.plies) for table in tables} == {1}

    run(tmp_path, use)


@pytest.mark.corner
def test_a_longer_delay_does_not_play_the_whole_table_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(services: Services) -> None:
        name = await long_table(services, 6000)
        await services.tables.let_go(name)
        table = await services.tables.get(name)
        played = counted(monkeypatch)
        later = table.state.at + 10_000
        monkeypatch.setattr("azulejos.server.live.live_table.milliseconds", lambda: later)
        options = OPTIONS | {"delay": 5}
        await table.act(ANA, ACT({"do": "options", "options": options}))
        assert table.number == 6002
        assert len(played) <= MOST_MISSED + 5

    run(tmp_path, use)


def test_undo_is_used_up_one_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "MOST_UNDONE", 3)

    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, PERSON)
        for _ in range(3):
            await play_one(table)
            assert table.now(ANA)["undo"]["move"]
            await table.undo(ANA, table.number, "move")
        await play_one(table)
        assert not table.now(ANA)["undo"]["move"]
        with pytest.raises(TableError) as refused:
            await table.undo(ANA, table.number, "move")
        assert refused.value.code == "undo_used_up"
        await play_one(table)  # The game goes on.

    run(tmp_path, use)


def test_a_table_is_full_one_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be done again and again is refused then; what ends something is not."""
    monkeypatch.setattr("azulejos.tables.decisions.acts.MOST_EVENTS", 4)

    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, bot("novice"))
        act: dict[str, Any] = {"do": "seat_bot", "seat": 2}
        for level in ("casual", "medium", "casual", "medium"):
            await table.act(ANA, ACT(act | {"level": level}))
        for more in (
            act | {"level": "casual"},
            {"do": "seat_open", "seat": 2},
            {"do": "options", "options": OPTIONS | {"clock": 77}},
            {"do": "abandon", "seat": 1},
        ):
            with pytest.raises(TableError) as refused:
                await table.act(ANA, ACT(more))
            assert refused.value.code == "table_full"
        await table.act(ANA, ACT({"do": "leave", "seat": 1}))
        assert table.roster.ended == "abandoned"

    run(tmp_path, use)


def test_after_a_start_those_who_were_away_get_what_they_missed(tmp_path: Path) -> None:
    """Also from a table whose past was condensed."""

    async def main() -> None:
        async with opened(tmp_path) as services:
            table = await duel(services)
            for _ in range(MOST_MISSED + 10):
                await play_one(table)
            name, number = table.id, table.number
        async with opened(tmp_path) as services:
            table = await services.tables.get(name)
            missed = Onlooker(table, EVE, number - MOST_MISSED)
            numbers = [m["number"] for m in missed.waiting() if m["type"] == "played"]
            assert numbers == list(range(number - MOST_MISSED + 1, number + 1))
            longer = Onlooker(table, EVE, number - MOST_MISSED - 1)
            assert longer.waiting()[0]["type"] == "welcome"

    asyncio.run(main())
