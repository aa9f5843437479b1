"""Reads tables from a database by itself, and plays their entries by the law alone.

What the server says must agree with this; so it shares nothing with the server but the schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from sqlalchemy import Connection, text

from azulejos.notation import format_position, parse_move
from azulejos.rules import Deal, Position, play, start
from azulejos.server.storage.databases import address_of, open_database

UNDO = "undo "


@dataclass(frozen=True, slots=True)
class Read:
    """An entry, by its number from 1, and how things stand after it."""

    text: str
    position: str
    player: int
    """Whose move it is; 0 for a deal, and for what is no ply."""
    base: int
    """The number of the entry that led to the position in which this one was made."""

    @property
    def is_ply(self) -> bool:
        return not self.text.startswith(("{", UNDO))


class FreshReader:
    """Sees the database as somebody does who comes now."""

    def __init__(self, database: str) -> None:
        self._database = database

    async def read(self, table: str) -> list[Read]:
        database = open_database(address_of(self._database))
        try:
            rules, starter, players, rows = await database.read(partial(_rows, table=table))
        finally:
            await database.close()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1)), "a gap"
        return folded(start(players, rules, starter), [entry for _, entry in rows])


def _rows(connection: Connection, table: str) -> tuple[str, int, int, list[tuple[int, str]]]:
    what = {"table": table}
    row = text("SELECT rules, starter FROM tables WHERE id = :table")
    rules, starter = connection.execute(row, what).one()
    count = text("SELECT count(*) FROM seats WHERE table_id = :table")
    players = connection.execute(count, what).scalar_one()
    order = text("SELECT number, text FROM entries WHERE table_id = :table ORDER BY number")
    return rules, starter, players, [(n, entry) for n, entry in connection.execute(order, what)]


def folded(begin: Position, entries: list[str]) -> list[Read]:
    """Raises what the law raises, if an entry does not fit."""
    line, base, found = [begin], 0, []
    for number, entry in enumerate(entries, start=1):
        player, before = 0, base
        if entry.startswith(UNDO):
            del line[int(entry.removeprefix(UNDO)) + 1 :]
            base = number
        elif not entry.startswith("{"):
            move = parse_move(entry)
            player = 0 if isinstance(move, Deal) else line[-1].turn
            line.append(play(line[-1], move)[0])
            base = number
        found.append(Read(entry, format_position(line[-1]), player, before))
    assert all(one.base <= two.base for one, two in pairwise(found))
    return found
