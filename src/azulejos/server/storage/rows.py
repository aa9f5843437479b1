"""Values of tables as rows of the database, and back; statements that change several rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import Connection, Executable, Table, delete, insert, update

from ...tables.decisions.new_tables import CreatedTable
from ...tables.effects import Effects, SeatResult
from ...tables.imports import ImportedTable
from ...tables.values import Keys, Seat, TableHeader, TableOptions, TableSummary
from ..tokens import new_code, new_token
from .schema import entries, invites, results, seat_keys, seats, tables

Row = Mapping[Any, Any]
_OPTIONS = [field.name for field in fields(TableOptions)]  # `asdict` would copy every value.


def inserted(table: Table, rows: Iterable[Mapping[str, object]]) -> list[Executable]:
    """New rows, a statement for each.

    Such a one is known from the last time; one for several rows would be put together as text
    each time, which takes longer than to carry it out.
    """
    return [insert(table).values(row) for row in rows]


def creation(created: CreatedTable) -> list[Executable]:
    """A new table with its first entries, its keys and its invitations."""
    header = created.header
    row = {
        "id": header.id,
        "rules": header.rules,
        "starter": header.starter,
        "game": header.game_number,
    }
    times = {"created": header.created, "changed": header.changed}
    places = [
        {"table_id": header.id, "seat": number} | asdict(seat) | _first(first)
        for number, (seat, first) in enumerate(
            zip(header.seats, header.first or header.seats, strict=True), start=1
        )
    ]
    return [
        *inserted(tables, [row | times | columns_of(header.summary)]),
        *inserted(seats, places),
        *inserted(entries, entry_rows(header.id, 1, created.texts, header.created)),
        *keys_given(header.id, created.keys),
        *(
            invitation(header.id, seat, header.created)
            for seat in sorted(created.state.roster.invitable)
        ),
    ]


def import_table(connection: Connection, imported: ImportedTable) -> None:
    """A table with a game from elsewhere, and what that has brought.

    All its entries at once: moves must not wait for a statement each.
    """
    created = imported.created
    header = created.header
    brought = [_result(header.id, result, header.changed) for result in imported.results]
    for statement in [*creation(replace(created, texts=[])), *inserted(results, brought)]:
        connection.execute(statement)
    connection.execute(insert(entries), entry_rows(header.id, 1, created.texts, header.created))


def invitation(table: str, seat: int, now: int) -> Executable:
    """A new one to an open seat."""
    row = {"token": new_token(), "code": new_code(), "table_id": table, "seat": seat}
    return insert(invites).values(row | {"created": now})


def entry_rows(table: str, number: int, texts: Sequence[str], now: int) -> list[dict[str, object]]:
    return [
        {"table_id": table, "number": number + place, "text": text, "at": now}
        for place, text in enumerate(texts)
    ]


def columns_of(summary: TableSummary) -> dict[str, object]:
    return {
        "round": summary.round,
        "turn": summary.turn,
        "scores": _joined(summary.scores),
        "winners": None if summary.winners is None else _joined(summary.winners),
        "stage": summary.stage,
        "ended": summary.ended,
        "series": summary.series,
        "rematch": summary.rematch,
        "due": summary.due,
    } | {name: getattr(summary.options, name) for name in _OPTIONS}


def header_of(row: Row, places: Sequence[Row]) -> TableHeader:
    winners = None if row["winners"] is None else _numbers(row["winners"])
    options = TableOptions(
        row["name"],
        bool(row["public"]),
        bool(row["watching"]),
        row["delay"],
        row["clock"],
        bool(row["joining"]),
    )
    summary = TableSummary(
        row["round"],
        row["turn"],
        _numbers(row["scores"]),
        winners,
        row["stage"],
        row["ended"],
        options,
        row["series"],
        row["rematch"],
        row["due"],
    )
    return TableHeader(
        id=row["id"],
        rules=row["rules"],
        starter=row["starter"],
        seats=tuple(_seat_of(place) for place in places),
        created=row["created"],
        changed=row["changed"],
        summary=summary,
        first=tuple(
            Seat(p["first_kind"], p["first_name"], p["first_level"], p["first_colour"])
            for p in places
        ),
        game_number=row["game"],
    )


def keys_of(rows: Iterable[Row]) -> Keys:
    found: dict[int, set[str]] = {}
    for row in rows:
        found.setdefault(row["seat"], set()).add(row["key_hash"])
    return {seat: frozenset(keys) for seat, keys in found.items()}


def consequences(table: str, effects: Effects, now: int) -> Iterator[Executable]:
    """What is written together with entries that have these effects."""
    for number, seat in effects.seats.items():
        here = (seats.c.table_id == table) & (seats.c.seat == number)
        yield update(seats).where(here).values(asdict(seat))
    for number in effects.uninvited:
        yield delete(invites).where(invites.c.table_id == table, invites.c.seat == number)
    for number in effects.invited:
        yield invitation(table, number, now)
    for number in effects.revoked:
        here = (seat_keys.c.table_id == table) & (seat_keys.c.seat == number)
        yield delete(seat_keys).where(here)
    yield from keys_given(table, {seat: {key} for seat, key in effects.given.items()})
    yield from inserted(results, [_result(table, result, now) for result in effects.results])
    if effects.rematch is not None:
        yield from creation(effects.rematch)


def _result(table: str, result: SeatResult, now: int) -> dict[str, object]:
    row = {"table_id": table, "finished": now, "seat": result.seat, "score": result.score}
    ended = {"won": result.won, "shared": result.shared, "resigned": result.resigned}
    return row | ended | result.sources


def keys_given(table: str, keys: Mapping[int, Iterable[str]]) -> list[Executable]:
    rows = [
        {"table_id": table, "seat": seat, "key_hash": key_hash}
        for seat, hashes in keys.items()
        for key_hash in sorted(hashes)
    ]
    return inserted(seat_keys, rows)


def _first(seat: Seat) -> dict[str, object]:
    return {
        "first_kind": seat.kind,
        "first_name": seat.name,
        "first_level": seat.level,
        "first_colour": seat.colour,
    }


def _seat_of(place: Row) -> Seat:
    return Seat(
        place["kind"],
        place["name"],
        place["level"],
        place["colour"],
        place["stand_in"],
        bool(place["resigned"]),
    )


def _joined(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))
