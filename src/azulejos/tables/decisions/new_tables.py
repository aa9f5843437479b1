"""New tables, with their first deal: those that somebody wishes for, and rematches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import SystemRandom

from ...rules import UsageError
from ..errors import TableError
from ..messages import requests
from ..messages.summaries import series_of, summary_of_state
from ..names import check_level, checked_name, new_id
from ..roster import Roster
from ..state import TableState, due_after, initial_state
from ..values import HOST, USUAL, Keys, Seat, TableHeader, TableSummary
from .acts import options_of
from .moves import deal_text


@dataclass(frozen=True, slots=True)
class CreatedTable:
    """A new table: as it is kept, its first entries, who has keys, and how it stands then."""

    header: TableHeader
    texts: list[str]
    state: TableState
    keys: Keys = field(default_factory=dict)


def _created(
    name: str,
    rules: str,
    starter: int,
    roster: Roster,
    now: int,
    series: str | None = None,
    game_number: int = 1,
) -> CreatedTable:
    """Dealt at once where all seats are taken."""
    summary = TableSummary(1, 0, (), None, options=roster.options, series=series)
    header = TableHeader(
        name, rules, starter, roster.seats, now, now, summary, game_number=game_number
    )
    before = after = initial_state(header)
    texts: list[str] = []
    if not roster.of_kind("open"):
        texts.append(deal_text(before.position))
        after = before.after(texts[0], now)
    due = due_after(before, after, None, now)
    header = replace(header, summary=summary_of_state(header, after, due))
    return CreatedTable(header, texts, after)


def new_table(order: requests.NewTable, now: int, key_hash: str | None = None) -> CreatedTable:
    """The table that somebody wishes for; raises AzulejosError.

    Their key, if they have one, is the host's and opens all persons' seats.
    """
    seats = _seats_of(order)
    starter = order.starter or SystemRandom().randint(1, len(seats))
    options = USUAL if order.options is None else options_of(order.options)
    created = _created(new_id(), order.rules, starter, Roster(seats, options), now)
    if key_hash is None:
        return created
    keys = dict.fromkeys([HOST, *created.state.roster.persons], frozenset((key_hash,)))
    return replace(created, keys=keys)


def rematch(
    header: TableHeader, state: TableState, keys: Keys, name: str, now: int
) -> CreatedTable:
    """The same people at a new table, where the next seat starts.

    Persons who resigned or were away sit there themselves.
    """
    seats = tuple(
        Seat(seat.kind, seat.name, seat.level, seat.colour) for seat in state.roster.seats
    )
    series = series_of(header, state.roster) or header.id
    starter = header.starter % len(seats) + 1
    roster = Roster(seats, state.roster.options)
    created = _created(name, header.rules, starter, roster, now, series, header.game_number + 1)
    return replace(created, keys=keys)


def _seats_of(order: requests.NewTable) -> tuple[Seat, ...]:
    seats = tuple(_seat_of(number, seat) for number, seat in enumerate(order.seats, start=1))
    if all(seat.kind != "person" for seat in seats):
        raise TableError("no_person")
    if order.starter is not None and order.starter > len(seats):
        raise UsageError("unknown_starter", starter=order.starter, players=len(seats))
    return seats


def _seat_of(number: int, seat: requests.NewSeat) -> Seat:
    name = checked_name(seat.name)
    if seat.kind == "bot":
        if seat.level is None:
            raise TableError("level_missing", seat=number)
        check_level(seat.level)
        return Seat("bot", name, seat.level)
    if seat.level is not None:
        raise TableError("level_of_person", seat=number)
    return Seat("person", name, None, seat.colour) if seat.kind == "person" else EMPTY


EMPTY = Seat("open", "", None)
