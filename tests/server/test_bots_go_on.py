"""A bot is waited for: whatever goes wrong when it is asked, it is asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from local_services import ANA, PERSON, Onlooker, bot, first_move, run, table_of, until

from azulejos.server.errors import StoreError
from azulejos.server.live import bot_runner
from azulejos.server.services import Services


@pytest.mark.parametrize("trouble", [StoreError("store_lost", store="x", why="y"), KeyError("z")])
def test_a_bot_that_could_not_be_asked_is_asked_again(
    trouble: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_runner, "RETRY", 0.05)

    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, bot())
        Onlooker(table, ANA)
        ask, troubles = services.bot_threads.ask, [trouble] * 3

        async def fails(*args: Any) -> Any:
            if troubles:
                raise troubles.pop()
            return await ask(*args)

        monkeypatch.setattr(services.bot_threads, "ask", fails)
        await table.move(ANA, table.number, first_move(table))
        await until(lambda: len(table.line.plies) == 3)
        assert troubles == []

    run(tmp_path, use)
