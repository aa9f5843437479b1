"""What a visitor's finished games have brought, told from the rows of their results.

Of several seats that one key opens at a table only the first counts: a game is one game, and those
who share a device are opponents like others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, select

from ...rules.material import RuleSet
from ...tables.messages.answers import Averages, Kind, Opponent, SeriesPlayed, Statistics
from .schema import results, seat_keys, seats, tables
from .store import Store

MOST_LISTED = 50
Name = TypeVar("Name")
SOURCES = ("tiles", "floor", "rows", "columns", "colours")


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else at the table."""

    name: str
    level: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game, as one of its seats saw it."""

    table: str
    rules: str
    series: str | None
    name: str
    seat: int
    score: int
    sources: tuple[int, ...]
    won: bool
    shared: bool
    resigned: bool
    others: tuple[Other, ...]


async def statistics(store: Store, key_hash: str | None) -> Statistics:
    """Of a key's games; of nobody's there are none."""
    return summed_up([] if key_hash is None else await games_of(store, key_hash))


async def games_of(store: Store, key_hash: str) -> list[Played]:
    """All finished games of a key, the latest first."""
    return await store.read(lambda connection: _games_of(connection, key_hash))


def _games_of(connection: Connection, key_hash: str) -> list[Played]:
    mine = connection.execute(_results_of(key_hash)).mappings().all()
    others: dict[str, list[tuple[int, Other]]] = {}
    for row in connection.execute(_seats_beside(key_hash)).mappings():
        level = row["level"] if row["kind"] == "bot" else None
        others.setdefault(row["table_id"], []).append((row["seat"], Other(row["name"], level)))
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
    chosen = select(seats).where(seats.c.table_id.in_(opened))
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
    )


# Summing up


def summed_up(games: Sequence[Played]) -> Statistics:
    """The latest game comes first."""
    tiles, floor, rows, columns, colours = (
        _mean(game.sources[place] for game in games) for place in range(len(SOURCES))
    )
    return Statistics(
        games=len(games),
        won=_won(games),
        shared=sum(game.won and game.shared for game in games),
        resigned=sum(game.resigned for game in games),
        score=_mean(game.score for game in games),
        best=max((game.score for game in games), default=0),
        sources=Averages(tiles=tiles, floor=floor, rows=rows, columns=columns, colours=colours),
        opponents=_opponents(games),
        by_rules=_kinds(games),
        series=_series(games),
    )


def _opponents(games: Iterable[Played]) -> list[Opponent]:
    met: dict[Other, list[Played]] = {}
    for game in games:
        for other in dict.fromkeys(game.others):
            met.setdefault(other, []).append(game)
    return [
        Opponent(name=other.name, level=other.level, games=len(found), won=_won(found))
        for other, found in list(met.items())[:MOST_LISTED]
    ]


def _kinds(games: Iterable[Played]) -> list[Kind]:
    """In the order of the rule sets, and of the number of players."""
    order = [rules.value for rules in RuleSet]
    found = _grouped(games, lambda game: (order.index(game.rules), len(game.others) + 1))
    return [
        Kind(
            rules=RuleSet(order[rules]).value,
            players=players,
            games=len(group),
            won=_won(group),
            score=_mean(game.score for game in group),
        )
        for (rules, players), group in sorted(found.items())
    ]


def _series(games: Iterable[Played]) -> list[SeriesPlayed]:
    """Named as they were last."""
    found = _grouped((game for game in games if game.series), lambda game: game.series or "")
    return [
        SeriesPlayed(id=series, name=group[0].name, games=len(group), won=_won(group))
        for series, group in list(found.items())[:MOST_LISTED]
    ]


def _grouped(
    games: Iterable[Played], name_of: Callable[[Played], Name]
) -> dict[Name, list[Played]]:
    found: dict[Name, list[Played]] = {}
    for game in games:
        found.setdefault(name_of(game), []).append(game)
    return found


def _won(games: Iterable[Played]) -> int:
    return sum(game.won for game in games)


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return round(sum(found) / len(found), 1) if found else 0.0
