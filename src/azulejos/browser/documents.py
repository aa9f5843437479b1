"""Tables as documents, for a store that keeps JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ..tables.effects import SeatResult
from ..tables.imports import ImportedTable
from ..tables.messages.summaries import summary_of
from ..tables.results.progress import SOURCES, Other, Played
from ..tables.values import (
    HOST,
    Seat,
    Snapshot,
    StoredEntry,
    TableHeader,
    TableOptions,
    TableSummary,
    Win,
)

Document = dict[str, Any]


def table_document(
    header: TableHeader,
    results: Iterable[SeatResult] = (),
    yours: Sequence[int] | None = None,
) -> Document:
    """A table without its entries.

    `listed` is what lists show of it, `ended` what it has brought when it ended, `yours` the seats
    of whoever brought it along from elsewhere; a store keeps these two when later changes say
    nothing of them.
    """
    seats = [asdict(result) for result in results]
    return {
        "id": header.id,
        "changed": header.changed,
        "header": asdict(header),
        "listed": summary_of(header, [HOST, *_persons(header)]),
        "ended": {"at": header.changed, "seats": seats} if seats else None,
        "yours": None if yours is None else list(yours),
    }


def header_of(document: Mapping[str, Any]) -> TableHeader:
    kept = dict(document["header"])
    summary = dict(kept["summary"])
    winners = summary["winners"]
    summary |= {
        "scores": tuple(summary["scores"]),
        "winners": None if winners is None else tuple(winners),
        "options": TableOptions(**summary["options"]),
    }
    kept |= {
        "seats": tuple(Seat(**seat) for seat in kept["seats"]),
        "first": tuple(Seat(**seat) for seat in kept["first"]),
        "summary": TableSummary(**summary),
    }
    return TableHeader(**kept)


def entry_documents(table: str, number: int, texts: Iterable[str], at: int) -> list[Document]:
    return [
        {"table": table, "number": number + place, "text": text, "at": at}
        for place, text in enumerate(texts)
    ]


def snapshot_of(document: Mapping[str, Any]) -> Snapshot:
    """What the store gives: a table, its entries, and the tables of its series."""
    header = header_of(document["table"])
    entries = [StoredEntry(entry["text"], entry["at"]) for entry in document["entries"]]
    wins = tuple(win for other in document["series"] for win in _wins(header, other))
    return Snapshot(header, entries, wins=wins)


def _wins(header: TableHeader, other: Mapping[str, Any]) -> Iterable[Win]:
    """Of an earlier game of the series."""
    ended = other["ended"]
    if ended and other["header"]["game_number"] < header.game_number:
        for result in ended["seats"]:
            if result["won"] and result["seat"] <= len(header.seats):
                yield Win(result["seat"], ended["at"])


def played(document: Mapping[str, Any]) -> Played | None:
    """A finished game, as the first person at it saw it; None if it is none.

    Those who share a device are opponents like others.
    """
    header = header_of(document)
    yours = seats_of_device(document)
    if not document["ended"] or not yours:
        return None
    results = {result["seat"]: result for result in document["ended"]["seats"]}
    result = results[yours[0]]
    return Played(
        table=header.id,
        rules=header.rules,
        series=header.summary.series,
        name=header.summary.options.name,
        seat=yours[0],
        score=result["score"],
        sources=tuple(result["sources"][source] for source in SOURCES),
        won=result["won"],
        shared=result["shared"],
        resigned=result["resigned"],
        others=tuple(
            Other(seat.name, seat.level if seat.kind == "bot" else None, results[number]["score"])
            for number, seat in enumerate(header.seats, start=1)
            if number != yours[0]
        ),
        finished=document["ended"]["at"],
    )


def seats_of_device(document: Mapping[str, Any]) -> list[int]:
    """Those of whoever is at this device: all persons', but where others played elsewhere."""
    yours: list[int] | None = document.get("yours")
    return _persons(header_of(document)) if yours is None else yours


def imported_document(imported: ImportedTable) -> Document:
    """A game from elsewhere, with its entries, for `Storage.create`."""
    header = imported.created.header
    return {
        "table": table_document(header, imported.results, imported.yours),
        "entries": entry_documents(header.id, 1, imported.created.texts, header.created),
    }


def _persons(header: TableHeader) -> list[int]:
    return [n for n, seat in enumerate(header.seats, start=1) if seat.kind == "person"]
