"""Tables that nobody looks at leave the memory at once, without a look through all of it."""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

import pytest
from local_services import ANA, BEN, EVE, PATIENCE, Onlooker, duel, play_one, run, until
from server_games import bot

from azulejos.server.services import Services
from azulejos.tables.messages.builder import MessageBuilder


async def played_a_little(
    services: Services, options: dict[str, int]
) -> tuple[str, ref[MessageBuilder]]:
    """A table where three have looked on and a bot has thought; its name, and a part of it."""
    table = await duel(services, bot("novice"), **options)
    lookers = [Onlooker(table, visitor) for visitor in (ANA, BEN, EVE)]
    for _ in range(4):
        await play_one(table)
        await until(lambda: table.roster.bot_of(table.line.position.turn) is None)
    for looker in lookers:
        looker.leave()
    return table.id, ref(table._table._builder)


@pytest.mark.parametrize("options", [{}, {"delay": 60, "clock": 30}], ids=["usual", "late"])
def test_a_table_that_is_let_go_of(tmp_path: Path, options: dict[str, int]) -> None:
    async def use(services: Services) -> None:
        name, part = await played_a_little(services, options)
        await services.bot_threads.rest(PATIENCE)
        gc.collect()
        gc.disable()
        try:
            await services.tables.let_go(name)
            await until(lambda: part() is None)  # by then tasks that were cancelled have ended
        finally:
            gc.enable()

    run(tmp_path, use)
