"""Games that a visitor brings along from elsewhere, as tables of their own.

Nothing that is here is ever changed by it. A game keeps its name, by which it is known again; where
that is a table of others, the visitor gets a copy under another name, always the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..tables.imports import ImportedTable, imported_table, name_of_copy, name_of_game
from ..tables.messages.answers import Imported
from ..tables.messages.requests import ImportedGame
from ..tables.rights import Visitor
from .clock import milliseconds
from .errors import ServerError
from .live.fair_scheduler import FairScheduler
from .storage.store import Store

Charge = Callable[[int], None]
REST = 0.03
"""Seconds after a game is read, and after it is written: those who play shall not notice."""


class ImportDesk:
    """Reads games one at a time, by address in turn: each is played anew by the rules."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns = FairScheduler(1)

    async def take_in(
        self, games: Sequence[ImportedGame], visitor: Visitor, charge: Charge, open_tables: int
    ) -> Imported:
        """All that can be read, each in a transaction of its own: moves wait for one at most.

        `charge` is told how many are new before they are read; `open_tables` is how many a visitor
        may have that are not over. What is raised by one of these is raised before anything is
        written.
        """
        new = await self._new(games, visitor)
        charge(len(new))
        read = [await self._read(game, name, visitor) for name, game in new.items()]
        tables = [table for table in read if table is not None]
        await self._check_room(tables, visitor, open_tables)
        added = [await self._add(table, visitor) for table in tables].count(True)
        flawed = read.count(None)
        return Imported(added=added, known=len(games) - flawed - added, flawed=flawed)

    async def _new(
        self, games: Sequence[ImportedGame], visitor: Visitor
    ) -> Mapping[str, ImportedGame]:
        """Those that the visitor has not got, by the names of their tables here."""
        names = {name_of_game(game): game for game in games}
        owner = visitor.key_hash or ""
        copies = {name: name_of_copy(name, owner) for name in names}
        asked = {*copies, *copies.values()}
        taken = await self._store.names_taken(asked, visitor.key_hash)

        def placed() -> Iterator[tuple[str, ImportedGame]]:
            for name, game in names.items():
                is_mine = taken.get(name, False) or (visitor.is_local and name in taken)
                if not is_mine and copies[name] not in taken:
                    yield copies[name] if name in taken else name, game

        return dict(placed())

    async def _read(self, game: ImportedGame, name: str, visitor: Visitor) -> ImportedTable | None:
        async with self._turns.turn(visitor.address):
            found = await asyncio.to_thread(
                imported_table, game, name, milliseconds(), visitor.key_hash
            )
            await _rest(visitor)
        return found

    async def _add(self, table: ImportedTable, visitor: Visitor) -> bool:
        async with self._turns.turn(visitor.address):
            is_new = await self._store.add(table)
            await _rest(visitor)
        return is_new

    async def _check_room(
        self, tables: Sequence[ImportedTable], visitor: Visitor, most: int
    ) -> None:
        """Raises ServerError `too_many_tables`."""
        running = sum(not table.is_over for table in tables)
        if running and running + await self._store.open_tables(visitor.key_hash) > most:
            raise ServerError("too_many_tables")


async def _rest(visitor: Visitor) -> None:
    """At home nobody else is kept waiting."""
    if not visitor.is_local:
        await asyncio.sleep(REST)
