"""Tables that the first release wrote: its own migration makes the rows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path

import pytest
from local_services import first_move, opened
from server_games import game_line
from sqlalchemy import create_engine, text

from azulejos.rules import RuleSet
from azulejos.server.services import Services
from azulejos.server.settings import Settings
from azulejos.tables.errors import TableError
from azulejos.tables.line import Line
from azulejos.tables.messages.types import Summary
from azulejos.tables.rights import Visitor
from tables import refuses

HOME = Visitor(is_local=True)
PLAYING, OVER = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a game under way, where something was taken back, and one that is over."""
    from alembic import command
    from alembic.config import Config

    engine = create_engine(f"sqlite:///{tmp_path / Settings.FILE}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(files("azulejos.server.storage.migrations")))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        line = game_line(RuleSet.STD, 2)
        for name, plies in ((PLAYING, 9), (OVER, len(line.plies))):
            texts = [ply.text for ply in line.plies[:plies]]
            winners = None if name == PLAYING else "1"
            connection.execute(
                text("INSERT INTO tables VALUES (:id,'std',1,1,2,1,1,'0 0',:winners)"),
                {"id": name, "winners": winners},
            )
            for seat, kind, level in ((1, "person", None), (2, "bot", "casual")):
                connection.execute(
                    text("INSERT INTO seats VALUES (:id,:seat,:kind,'Ana',:level)"),
                    {"id": name, "seat": seat, "kind": kind, "level": level},
                )
            for number, entry in enumerate(texts, start=1):
                connection.execute(
                    text("INSERT INTO entries VALUES (:id,:number,:text,3)"),
                    {"id": name, "number": number, "text": entry},
                )
        connection.execute(
            text(f"INSERT INTO entries VALUES ('{PLAYING}',10,'undo 3',3)"),
        )
    engine.dispose()
    return tmp_path


def with_services(
    folder: Path, use: Callable[[Services], Awaitable[None]], is_local: bool = True
) -> None:
    async def main() -> None:
        async with opened(folder, is_local=is_local) as services:
            await use(services)

    asyncio.run(main())


def test_they_go_on(folder: Path) -> None:
    async def use(services: Services) -> None:
        table = await services.tables.get(PLAYING)
        whole = game_line(RuleSet.STD, 2)
        assert table.line == Line(whole.start, whole.plies[:3])
        assert (table.roster.stage, table.number, table.state.moved) == ("playing", 10, 10)
        assert [(s.kind, s.name, s.level) for s in table.roster.seats] == [
            ("person", "Ana", None),
            ("bot", "Ana", "casual"),
        ]
        if table.line.position.turn == 1:
            await table.move(HOME, 10, first_move(table))
        shown = table.table()
        assert (shown["series"], shown["rematch"], shown["options"]["watching"]) == (
            None,
            None,
            True,
        )

    with_services(folder, use)


def test_they_are_over(folder: Path) -> None:
    async def use(services: Services) -> None:
        table = await services.tables.get(OVER)
        assert (table.roster.stage, table.roster.ended) == ("over", "played")
        assert table.now(HOME)["result"] is not None
        listed = {s["id"]: (s["stage"], s["ended"], s["yours"]) for s in await _list(services)}
        assert listed == {PLAYING: ("playing", None, [1]), OVER: ("over", "played", [1])}

    with_services(folder, use)


async def _list(services: Services) -> list[Summary]:
    return (await services.tables.listing(HOME))["tables"]


def test_without_keys_they_are_nobodys(folder: Path) -> None:
    async def use(services: Services) -> None:
        table = await services.tables.get(PLAYING)
        stranger = Visitor("e" * 64)
        assert table.rights(stranger).watches
        with refuses(TableError, "not_your_seat"):
            await table.move(stranger, table.number, "1B1")
        with refuses(TableError, "not_host"):
            await services.tables.delete(PLAYING, stranger)

    with_services(folder, use, is_local=False)
