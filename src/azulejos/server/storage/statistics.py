"""A visitor's finished games, told from the rows of their results.

Of several seats that one key opens at a table only the first counts: a game is one game, and those
who share a device are opponents like others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, select

from ...tables.messages.answers import Statistics
from ...tables.results.progress import SOURCES, Other, Played
from ...tables.results.statistics import summed_up
from .schema import results, seat_keys, seats, tables
from .store import Store


async def statistics(store: Store, key_hash: str | None) -> Statistics:
    """Of a key's games; of nobody's there are none."""
    games = [] if key_hash is None else await games_of(store, key_hash)
    return await asyncio.to_thread(summed_up, games)  # There may be thousands.


async def games_of(store: Store, key_hash: str) -> list[Played]:
    """All finished games of a key, the latest first."""
    return await store.read(lambda connection: _games_of(connection, key_hash))


def _games_of(connection: Connection, key_hash: str) -> list[Played]:
    mine = connection.execute(_results_of(key_hash)).mappings().all()
    others: dict[str, list[tuple[int, Other]]] = {}
    for row in connection.execute(_seats_beside(key_hash)).mappings():
        level = row["level"] if row["kind"] == "bot" else None
        other = Other(row["name"], level, row["score"] or 0)
        others.setdefault(row["table_id"], []).append((row["seat"], other))
    first: dict[str, Any] = {}
    for row in mine:
        first.setdefault(row["table_id"], row)
    return [_played(row, others[table]) for table, row in first.items()]


def _results_of(key_hash: str) -> Select[Any]:
    opened = (seat_keys.c.table_id == results.c.table_id) & (seat_keys.c.seat == results.c.seat)
    about = (tables.c.rules, tables.c.series, tables.c.name)
    chosen = select(results, *about).join(seat_keys, opened)
    chosen = chosen.join(tables, tables.c.id == results.c.table_id)
    order = (results.c.finished.desc(), results.c.table_id, results.c.seat)
    return chosen.where(seat_keys.c.key_hash == key_hash).order_by(*order)


def _seats_beside(key_hash: str) -> Select[Any]:
    opened = select(seat_keys.c.table_id).where(seat_keys.c.key_hash == key_hash)
    same = (results.c.table_id == seats.c.table_id) & (results.c.seat == seats.c.seat)
    chosen = select(seats, results.c.score).outerjoin(results, same)
    chosen = chosen.where(seats.c.table_id.in_(opened))
    return chosen.order_by(seats.c.table_id, seats.c.seat)


def _played(row: Any, seated: Sequence[tuple[int, Other]]) -> Played:
    return Played(
        table=row["table_id"],
        rules=row["rules"],
        series=row["series"],
        name=row["name"],
        seat=row["seat"],
        score=row["score"],
        sources=tuple(row[source] for source in SOURCES),
        won=bool(row["won"]),
        shared=bool(row["shared"]),
        resigned=bool(row["resigned"]),
        others=tuple(other for seat, other in seated if seat != row["seat"]),
        finished=row["finished"],
    )
