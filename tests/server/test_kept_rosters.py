"""Whatever is done at a table is kept: a fresh reader of the store finds it as it is in memory."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from local_services import EVERYBODY, OPEN, OPTIONS, PERSON, first_move, run, table_of

from azulejos.rules import AzulejosError, Phase
from azulejos.server.clock import milliseconds
from azulejos.server.live.live_table import LiveTable
from azulejos.server.services import Services
from azulejos.server.storage.invitations import invites_of
from azulejos.tables.history import history_of
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.requests import Act
from azulejos.tables.values import Seat

ACT = reader_of(Act)


async def check_kept(services: Services, table: LiveTable) -> None:
    """A fresh reader of the store finds the table as it is in memory."""
    snapshot = await services.store.fetch(table.id)
    latest = history_of(snapshot, milliseconds()).latest
    assert latest.state == table.state
    assert snapshot.keys == table.keys
    assert snapshot.header.seats == table.roster.seats
    assert snapshot.header.summary.stage == table.roster.stage
    assert snapshot.header.summary.options == table.roster.options
    invited = {invite.seat for invite in await invites_of(services.store, table.id)}
    assert invited == table.roster.invitable
    assert set(table.keys) <= {0, *table.roster.persons}


def random_act(generator: Random, table: LiveTable) -> dict[str, Any]:
    seat = generator.randint(1, len(table.roster.seats))
    proposal = table.roster.proposal
    number = proposal.number if proposal is not None else 0
    yes = generator.random() < 0.7
    choices: list[dict[str, Any]] = [
        {"do": "start", "fill": None},
        {"do": "seat_bot", "seat": seat, "level": "novice"},
        {"do": "seat_open", "seat": seat},
        {"do": "options", "options": OPTIONS | {"name": str(generator.random())}},
        {"do": "leave", "seat": seat},
        {"do": "resign", "seat": seat},
        {"do": "abandon", "seat": seat},
        {"do": "answer", "seat": seat, "asked": number, "yes": yes},
        {"do": "withdraw", "seat": seat, "asked": number},
        {"do": "rematch", "seat": seat},
        {"do": "stand_in", "seat": seat},
    ]
    weights = [1, 2, 3, 1, 1, 0.3, 1, 4, 0.5, 2, 2]
    return generator.choices(choices, weights)[0]


async def random_wish(generator: Random, services: Services, table: LiveTable) -> None:
    """Somebody wishes for something, whether it makes sense or not."""
    visitor = generator.choice(EVERYBODY)
    match generator.choice(["move", "undo", "act", "act", "join"]):
        case "move" if table.line.position.phase is not Phase.PREPARATION:
            await table.move(visitor, table.number, first_move(table))
        case "undo":
            await table.undo(visitor, table.number, generator.choice(["move", "round"]))
        case "join":
            for invite in (await invites_of(services.store, table.id))[:1]:
                await table.join(visitor, invite.seat, "x", None, invite.token)
        case "act":
            await table.act(visitor, ACT(random_act(generator, table)))


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_done_is_kept(tmp_path: Path, seed: int) -> None:
    generator = Random(seed)
    stages: set[str] = set()

    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, OPEN, OPEN)
        for _ in range(100):
            with suppress(AzulejosError, IndexError):  # refused, or there is no move
                await random_wish(generator, services, table)
            async with table._lock:
                await check_kept(services, table)
            stages.add(table.roster.stage)
            if table.roster.rematch is not None:
                table = await services.tables.get(table.roster.rematch)

    run(tmp_path, use, away_after=0.0)
    assert len(stages) > 1


def test_keys_and_seats_of_tables_made_at_once(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        made = await asyncio.gather(*(table_of(services, PERSON, OPEN) for _ in range(20)))
        for table in made:
            await check_kept(services, table)
        assert made[0].roster.seats[1] == Seat("open", "", None)

    run(tmp_path, use)
