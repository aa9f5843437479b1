"""Replays are made once for a finished game, and not on the event loop."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from local_services import ANA, BEN, EVE, duel, play_one, run

from azulejos.server.live import replays as replays_module
from azulejos.server.services import Services
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.records import replay_of


def test_a_finished_game_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    def counted(*args: Any) -> Any:
        made.append(args)
        return replay_of(*args)

    monkeypatch.setattr(replays_module, "replay_of", counted)

    async def use(services: Services) -> None:
        table = await duel(services)
        await play_one(table)
        running = await services.replays.compressed(table, ANA)
        assert len(json.loads(gzip.decompress(running))["plies"]) == 2
        await services.replays.compressed(table, ANA)
        assert len(made) == 2  # It is not over yet, and may grow.
        await table.act(BEN, reader_of(requests.Act)({"do": "resign", "seat": 2}))
        found = [await services.replays.compressed(table, who) for who in (ANA, BEN, EVE)]
        assert len(made) == 3
        assert json.loads(gzip.decompress(found[0]))["result"]["won_by"] == "resigned"
        assert found == [found[0]] * 3

    run(tmp_path, use)


def test_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(services: Services) -> None:
        tables = [await duel(services) for _ in range(3)]
        for table in tables:
            await table.act(ANA, reader_of(requests.Act)({"do": "resign", "seat": 1}))
        size = len(await services.replays.compressed(tables[0], ANA))
        monkeypatch.setattr(replays_module, "MOST_BYTES", 2 * size + size // 2)
        for table in tables[1:]:
            await services.replays.compressed(table, ANA)
        assert [name for name, _, _ in services.replays._cached] == [t.id for t in tables[1:]]

    run(tmp_path, use)
