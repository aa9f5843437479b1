"""Games from elsewhere: a server's export, another browser's, or records as text.

A record knows no undos, and of what happened besides moves only how the game ended: the table that
is made of it has played exactly its moves.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from ..bots import FRIENDLY, table_bots
from ..notation import Record, format_move, parse_records
from ..rules import AzulejosError, Phase
from ..tables.decisions.moves import deal_text
from ..tables.effects import effects_of
from ..tables.messages.requests import COLOURS
from ..tables.messages.summaries import summary_of_state
from ..tables.names import BOT_SIGN, ID_PATTERN, LENGTH, LETTERS, checked_name
from ..tables.roster import TableEvent
from ..tables.state import TableState, initial_state
from ..tables.values import Seat, TableHeader, TableOptions, TableSummary
from .documents import Document, entry_documents, table_document

MOST = 10_000
"""Games of one import."""


def imported_tables(text: str, now: int) -> tuple[list[Document], int]:
    """New tables for the store, and how many games could not be read."""
    read: list[Document] = []
    flawed = 0
    for game in _games(text):
        try:
            read.append(_table(game, now))
        except (AzulejosError, ValueError, TypeError, KeyError):
            flawed += 1
    return read, flawed


def _games(text: str) -> Iterator[Mapping[str, Any]]:
    """As in an export; of a record there is only that."""
    try:
        games = json.loads(text)["games"]
        yield from [game for game in games if isinstance(game, dict)][:MOST]
    except (ValueError, TypeError, KeyError):
        for part in re.split(r"\n(?=\[Rules )", text)[:MOST]:
            if part.strip():
                yield {"record": part}


def _table(game: Mapping[str, Any], now: int) -> Document:
    (record,) = parse_records(game["record"])
    start = record.start()
    if "Position" in record.tags:
        raise ValueError("a table begins at the beginning")
    created = int(game.get("created") or _date(record) or now)
    changed = int(game.get("changed") or created)
    options = TableOptions(name=checked_name(str(game.get("name") or ""), 40))
    seats = tuple(_seats(record, game))
    summary = TableSummary(1, 0, (), None, options=options)
    name = _name(game, record)
    header = TableHeader(name, record.rules.value, start.turn, seats, created, created, summary)
    texts, states = _followed(header, record)
    before, after = states[-2:] if len(states) > 1 else (states[0], states[0])
    kept = TableHeader(
        name,
        header.rules,
        header.starter,
        after.roster.seats,
        created,
        changed,
        summary_of_state(header, after, None),
        first=seats,
    )
    return {
        "table": table_document(kept, effects_of(before, after).results),
        "entries": entry_documents(name, 1, texts, created),
    }


def _followed(header: TableHeader, record: Record) -> tuple[list[str], list[TableState]]:
    texts: list[str] = []
    states = [initial_state(header)]
    for text in _entries(record):
        states.append(states[-1].after(text, header.created))
        texts.append(text)
    if states[-1].roster.stage != "over" and states[-1].position.phase is Phase.PREPARATION:
        texts.append(deal_text(states[-1].position))
        states.append(states[-1].after(texts[-1], header.created))
    return texts, states


def _entries(record: Record) -> Iterator[str]:
    for move in record.moves:
        yield format_move(move)
    for seat in record.tags.get("Resigned", "").split():
        yield TableEvent("resigned", int(seat), level=FRIENDLY).text
    if record.tags.get("Ended") == "resigned":
        yield TableEvent("ended").text
    elif record.tags.get("Ended") == "abandoned":
        yield TableEvent("abandoned").text


def _seats(record: Record, game: Mapping[str, Any]) -> Iterator[Seat]:
    """By the record; colours, and the names of bots, are in exports only."""
    listed = game.get("seats") or []
    for place, name in enumerate(record.names):
        told = listed[place] if place < len(listed) else {}
        if name.startswith(BOT_SIGN):
            level = name.removeprefix(BOT_SIGN)
            known_level = level if level in table_bots() else FRIENDLY
            yield Seat("bot", checked_name(str(told.get("name") or "")), known_level)
            continue
        colour = told.get("colour")
        known = type(colour) is int and 1 <= colour <= COLOURS
        yield Seat("person", checked_name(name), None, colour if known else None)


def _date(record: Record) -> int | None:
    try:
        day = datetime.strptime(record.tags.get("Date", ""), "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(day.timestamp() * 1000)


def _name(game: Mapping[str, Any], record: Record) -> str:
    """Its own, or one that the same record gets again."""
    named = game.get("table")
    if isinstance(named, str) and re.fullmatch(ID_PATTERN, named):
        return named
    digest = hashlib.sha256(str(record).encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LENGTH])
