"""The numbers of many tables at once, for who wants to know whether anything was missed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from sqlalchemy import ARRAY, ColumnElement, String, any_, bindparam, func, select

from .schema import entries, tables
from .store import Store

PORTION = 1000
"""Tables a statement, so that nobody waits long for a connection."""


async def latest_numbers(store: Store, wanted: Collection[str]) -> Mapping[str, int]:
    """The last entry's number of each of these tables, without those that are gone."""
    found: dict[str, int] = {}
    for names in _portions(wanted):
        # One look into the index a table, however long its game.
        last = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id)
        question = select(tables.c.id, last.scalar_subquery())
        async with store.reading() as connection:
            chosen = question.where(_is_one_of(connection.dialect.name, names))
            for table, number in await connection.execute(chosen):
                found[table] = number or 0
    return found


def _is_one_of(dialect: str, names: list[str]) -> ColumnElement[bool]:
    """As one parameter where that is possible: the statement is then prepared once for all."""
    if dialect == "postgresql":
        return tables.c.id == any_(bindparam("names", names, ARRAY(String)))
    return tables.c.id.in_(names)


def _portions(names: Collection[str]) -> Iterator[list[str]]:
    rest = iter(sorted(names))
    while portion := list(islice(rest, PORTION)):
        yield portion
