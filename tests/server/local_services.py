"""A services in the test's own event loop, with visitors known by keys, for tests from inside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from listener import Listener
from server_games import PERSON, bot, order

from azulejos.notation import format_move
from azulejos.rules import legal_moves
from azulejos.server.live.live_table import LiveTable
from azulejos.server.services import Services, open_services
from azulejos.server.settings import Settings
from azulejos.server.storage.invitations import invites_of
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.requests import NewTable
from azulejos.tables.rights import Visitor

PATIENCE = 30.0
OPEN = {"kind": "open", "name": "", "level": None}
ANA, BEN, CID, EVE = (Visitor(name * 64) for name in "abce")
EVERYBODY = (ANA, BEN, CID, EVE)
OPTIONS = {"name": "", "public": False, "watching": True, "delay": 0, "clock": None}


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Services]:
    chosen = {"is_local": False} | settings
    async with open_services(Settings(Settings.in_folder(folder).database, **chosen)) as services:
        yield services


def run(folder: Path, use: Callable[[Services], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        async with opened(folder, **settings) as services:
            await asyncio.wait_for(use(services), PATIENCE)

    asyncio.run(main())


async def table_of(
    services: Services, *seats: dict[str, Any], by: Visitor = ANA, **options: Any
) -> LiveTable:
    """Hosted by Ana, who starts; open seats are hers to give."""
    wish = order(*seats) | {"options": OPTIONS | options}
    return await services.tables.create(reader_of(NewTable)(wish), by)


async def join(
    services: Services, table: LiveTable, seat: int, visitor: Visitor, name: str = ""
) -> None:
    found = await invites_of(services.store, table.id)
    token = next(invite.token for invite in found if invite.seat == seat)
    await table.join(visitor, seat, name, None, token)


async def duel(services: Services, *more: dict[str, Any], **options: Any) -> LiveTable:
    """Ana and Ben, each with a key of their own, and whoever else is wished for."""
    table = await table_of(services, PERSON, OPEN, *more, **options)
    await join(services, table, 2, BEN, "Ben")
    return table


def first_move(table: LiveTable) -> str:
    return format_move(legal_moves(table.line.position)[0])


async def play_one(table: LiveTable) -> None:
    """Whoever is to move."""
    seat = table.line.position.turn
    visitor = next(v for v in EVERYBODY if seat in table.rights(v).seats)
    await table.move(visitor, table.number, first_move(table))


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.005)


class Onlooker:
    """A subscriber whose messages are read as they come."""

    def __init__(self, table: LiveTable, visitor: Visitor, after: int | None = None) -> None:
        self._table = table
        self.subscriber = Listener(visitor)
        table.enter(self.subscriber)
        table.subscribe(self.subscriber, after)

    async def hear(self, kind: str = "") -> dict[str, Any]:
        """The next message, of this kind if one is named."""
        while True:
            text = await asyncio.wait_for(self.subscriber.next(), PATIENCE)
            assert text is not None
            message: dict[str, Any] = json.loads(text)
            if kind in ("", message["type"]):
                return message

    def waiting(self) -> list[dict[str, Any]]:
        """All that was told until now."""
        return [json.loads(text) for text in self.subscriber.waiting()]

    def leave(self) -> None:
        self._table.leave(self.subscriber)


__all__ = ["PERSON", "bot"]
