"""Games from elsewhere as tables: of a server's or a browser's export, or a record alone.

A record knows no undos, and of what happened besides moves only how the game ended: the table that
is made of it has played exactly its moves. A game keeps its name, so that it is known again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ..bots import FRIENDLY, table_bots
from ..notation import Record, format_move, parse_record
from ..rules import AzulejosError, Phase
from .decisions.moves import deal_text
from .decisions.new_tables import CreatedTable
from .effects import SeatResult, results_of
from .messages.requests import LONGEST_TABLE_NAME, ImportedGame, ImportedSeat
from .messages.summaries import summary_of_state
from .names import BOT_SIGN, ID_PATTERN, LENGTH, LETTERS, checked_name
from .roster import OVER, Roster, TableEvent
from .state import TableState, initial_state
from .values import HOST, Seat, TableHeader, TableOptions, TableSummary


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A table for the store; `yours`: the seats of whoever brings it along."""

    created: CreatedTable
    results: tuple[SeatResult, ...]
    yours: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return self.created.state.roster.stage == OVER


def name_of_game(game: ImportedGame) -> str:
    """Its table's, or one that the same record gets again."""
    if re.fullmatch(ID_PATTERN, game.table):
        return game.table
    return _name_from(" ".join(game.record.split()))


def name_of_copy(name: str, owner: str) -> str:
    """Of a game whose name is somebody else's table: the same for the same owner."""
    return _name_from(f"{owner} {name}")


def _name_from(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LENGTH])


def imported_table(
    game: ImportedGame, name: str, now: int, key_hash: str | None = None
) -> ImportedTable | None:
    """The game as a table of that name; None where it can't be read, or breaks the rules.

    The key, where there is one, is the host's and opens the seats of whoever brings it along.
    """
    try:
        table = _table(game, name, now)
    except (AzulejosError, ValueError):
        return None
    keys = {} if key_hash is None else dict.fromkeys((HOST, *table.yours), frozenset((key_hash,)))
    created = table.created
    with_keys = CreatedTable(created.header, created.texts, created.state, keys)
    return ImportedTable(with_keys, table.results, table.yours)


def _table(game: ImportedGame, name: str, now: int) -> ImportedTable:
    record = parse_record(game.record)
    if "Position" in record.tags or not record.moves:
        raise ValueError("a table begins at the beginning, with a deal")
    created = min(now, game.created or _date(record) or now)
    changed = max(created, min(now, game.changed or created))
    seats = tuple(_seats(record, game.seats or []))
    options = TableOptions(name=checked_name(game.name, LONGEST_TABLE_NAME))
    starter = record.start().turn
    summary = TableSummary(1, 0, (), None, options=options)
    header = TableHeader(name, record.rules.value, starter, seats, created, created, summary)
    texts, state = _followed(header, record)
    kept = TableHeader(
        name,
        header.rules,
        starter,
        state.roster.seats,
        created,
        changed,
        summary_of_state(header, state, None),
        first=seats,
    )
    results = results_of(state) if state.roster.stage == OVER else ()
    return ImportedTable(CreatedTable(kept, texts, state), results, _yours(state.roster, game))


def _yours(roster: Roster, game: ImportedGame) -> tuple[int, ...]:
    """As the export says; whoever has a record alone acts for all persons."""
    persons = roster.persons
    if not persons and roster.stage != OVER:
        raise ValueError("nobody is there to go on")
    return tuple(seat for seat in persons if seat in (game.yours or persons)) or tuple(persons)


def _followed(header: TableHeader, record: Record) -> tuple[list[str], TableState]:
    """All entries, and how things stand after them; a deal that is due is dealt."""
    texts: list[str] = []
    state = initial_state(header)
    for text in _entries(record):
        if state.roster.stage == OVER:
            raise ValueError("the game was over before that")
        state = state.after(text, header.created)
        texts.append(text)
    if state.roster.stage != OVER and state.position.phase is Phase.PREPARATION:
        texts.append(deal_text(state.position))
        state = state.after(texts[-1], header.created)
    return texts, state


def _entries(record: Record) -> Iterator[str]:
    """Who has resigned did so before the game was over."""
    *moves, last = map(format_move, record.moves)
    yield from moves
    gave_up = record.tags.get("Resigned", "").split()
    resigned = [TableEvent("resigned", int(seat), level=FRIENDLY).text for seat in gave_up]
    if record.tags.get("Ended") == "resigned":
        yield from (last, *resigned, TableEvent("ended").text)
    elif record.tags.get("Ended") == "abandoned":
        yield from (last, *resigned, TableEvent("abandoned").text)
    else:
        yield from (*resigned, last)


def _seats(record: Record, listed: Sequence[ImportedSeat]) -> Iterator[Seat]:
    """By the record; colours, and the names of bots, are in exports only."""
    unknown = ImportedSeat(name="")
    for place, name in enumerate(record.names):
        told = listed[place] if place < len(listed) else unknown
        if name.startswith(BOT_SIGN):
            level = name.removeprefix(BOT_SIGN)
            known_level = level if level in table_bots() else FRIENDLY
            yield Seat("bot", checked_name(told.name), known_level)
        else:
            yield Seat("person", checked_name(name), None, told.colour)


def _date(record: Record) -> int | None:
    try:
        day = datetime.strptime(record.tags.get("Date", ""), "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return None
    return max(0, int(day.timestamp() * 1000))
