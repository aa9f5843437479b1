"""Values of `kept.py` as rows of the database, and back; statements that change several rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Executable, Table, delete, insert, update

from ...tables.values import HOST, Brief, Kept, KeptSeat, Keys, Manners
from .schema import entries, seat_keys, seats, tables

Row = Mapping[Any, Any]


def inserted(table: Table, rows: Iterable[Mapping[str, object]]) -> list[Executable]:
    """New rows, a statement for each.

    Such a one is known from the last time; one for several rows would be put together as text
    each time, which takes longer than to carry it out.
    """
    return [insert(table).values(row) for row in rows]


def creation(kept: Kept, texts: Sequence[str]) -> list[Executable]:
    """A new table with its first entries."""
    row = {"id": kept.id, "rules": kept.rules, "starter": kept.starter, "game": kept.game}
    times = {"created": kept.created, "changed": kept.changed}
    places = [
        {"table_id": kept.id, "seat": number} | _now(seat) | _first(first)
        for number, (seat, first) in enumerate(
            zip(kept.seats, kept.first or kept.seats, strict=True), start=1
        )
    ]
    return [
        *inserted(tables, [row | times | columns_of(kept.brief)]),
        *inserted(seats, places),
        *inserted(entries, entry_rows(kept.id, 1, texts, kept.created)),
    ]


def entry_rows(table: str, number: int, texts: Sequence[str], now: int) -> list[dict[str, object]]:
    return [
        {"table_id": table, "number": number + place, "text": text, "at": now}
        for place, text in enumerate(texts)
    ]


def columns_of(brief: Brief) -> dict[str, object]:
    return {
        "round": brief.round,
        "turn": brief.turn,
        "scores": _joined(brief.scores),
        "winners": None if brief.winners is None else _joined(brief.winners),
        "stage": brief.stage,
        "ended": brief.ended,
        "series": brief.series,
        "rematch": brief.rematch,
        "due": brief.due,
    } | asdict(brief.manners)


def kept_of(row: Row, places: Sequence[Row]) -> Kept:
    winners = None if row["winners"] is None else _numbers(row["winners"])
    manners = Manners(
        row["name"], bool(row["public"]), bool(row["watching"]), row["delay"], row["clock"]
    )
    brief = Brief(
        row["round"],
        row["turn"],
        _numbers(row["scores"]),
        winners,
        row["stage"],
        row["ended"],
        manners,
        row["series"],
        row["rematch"],
        row["due"],
    )
    return Kept(
        id=row["id"],
        rules=row["rules"],
        starter=row["starter"],
        seats=tuple(_seat_of(place) for place in places),
        created=row["created"],
        changed=row["changed"],
        brief=brief,
        first=tuple(
            KeptSeat(p["first_kind"], p["first_name"], p["first_level"], p["first_colour"])
            for p in places
        ),
        game=row["game"],
    )


def keys_of(rows: Iterable[Row]) -> Keys:
    found: dict[int, set[str]] = {}
    for row in rows:
        found.setdefault(row["seat"], set()).add(row["key_hash"])
    return {seat: frozenset(keys) for seat, keys in found.items()}


def seats_changed(
    table: str, before: Sequence[KeptSeat], after: Sequence[KeptSeat]
) -> list[Executable]:
    """What makes the rows of seats say who sits there now."""
    return [
        update(seats).where(seats.c.table_id == table, seats.c.seat == number).values(_now(new))
        for number, (old, new) in enumerate(zip(before, after, strict=True), start=1)
        if old != new
    ]


def keys_given(table: str, seats_of_key: Iterable[int], key_hash: str) -> list[Executable]:
    rows = [{"table_id": table, "seat": seat, "key_hash": key_hash} for seat in seats_of_key]
    return inserted(seat_keys, rows)


def keys_copied(table: str, keys: Keys) -> list[Executable]:
    """The same persons, and the same host, at another table."""
    rows = [
        {"table_id": table, "seat": seat, "key_hash": key_hash}
        for seat, hashes in keys.items()
        for key_hash in sorted(hashes)
    ]
    return inserted(seat_keys, rows)


def keys_revoked(table: str, seat: int) -> Executable:
    assert seat != HOST
    at = seat_keys.c.table_id == table
    return delete(seat_keys).where(at, seat_keys.c.seat == seat)


def _now(seat: KeptSeat) -> dict[str, object]:
    return asdict(seat)


def _first(seat: KeptSeat) -> dict[str, object]:
    return {
        "first_kind": seat.kind,
        "first_name": seat.name,
        "first_level": seat.level,
        "first_colour": seat.colour,
    }


def _seat_of(place: Row) -> KeptSeat:
    return KeptSeat(
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
