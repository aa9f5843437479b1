"""New tables, with their first deal: those that somebody wishes for, and rematches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import SystemRandom

from ...rules import UsageError
from ..errors import TableError
from ..messages import requests
from ..messages.summaries import brief_of_game, series_of
from ..names import check_level, checked_name, new_id
from ..roster import Company
from ..state import Game, begun, due_after
from ..values import HOST, USUAL, Brief, Kept, KeptSeat, Keys
from .acts import manners_of
from .moves import deal_text


@dataclass(frozen=True, slots=True)
class Opening:
    """A new table: as it is kept, its first entries, who has keys, and how it stands then."""

    kept: Kept
    texts: list[str]
    game: Game
    keys: Keys = field(default_factory=dict)


def _opening(
    name: str,
    rules: str,
    starter: int,
    company: Company,
    now: int,
    series: str | None = None,
    game: int = 1,
) -> Opening:
    """Dealt at once where all seats are taken."""
    brief = Brief(1, 0, (), None, manners=company.manners, series=series)
    kept = Kept(name, rules, starter, company.seats, now, now, brief, game=game)
    before = after = begun(kept)
    texts: list[str] = []
    if not company.of_kind("open"):
        texts.append(deal_text(before.position))
        after = before.after(texts[0], now)
    due = due_after(before, after, None, now)
    brief = brief_of_game(kept, after, due)
    kept = Kept(name, rules, starter, company.seats, now, now, brief, game=game)
    return Opening(kept, texts, after)


def new_table(order: requests.NewTable, now: int, key_hash: str | None = None) -> Opening:
    """The table that somebody wishes for; raises AzulejosError.

    Their key, if they have one, is the host's and opens all persons' seats.
    """
    seats = _seats_of(order)
    starter = order.starter or SystemRandom().randint(1, len(seats))
    manners = USUAL if order.manners is None else manners_of(order.manners)
    opening = _opening(new_id(), order.rules, starter, Company(seats, manners), now)
    if key_hash is None:
        return opening
    keys = dict.fromkeys([HOST, *opening.game.company.persons], frozenset((key_hash,)))
    return replace(opening, keys=keys)


def rematch(kept: Kept, game: Game, keys: Keys, name: str, now: int) -> Opening:
    """The same people at a new table, where the next seat starts.

    Persons who resigned or were away sit there themselves.
    """
    seats = tuple(
        KeptSeat(seat.kind, seat.name, seat.level, seat.colour) for seat in game.company.seats
    )
    series = series_of(kept, game.company) or kept.id
    starter = kept.starter % len(seats) + 1
    company = Company(seats, game.company.manners)
    opening = _opening(name, kept.rules, starter, company, now, series, kept.game + 1)
    return replace(opening, keys=keys)


def _seats_of(order: requests.NewTable) -> tuple[KeptSeat, ...]:
    seats = tuple(_seat_of(number, seat) for number, seat in enumerate(order.seats, start=1))
    if all(seat.kind != "person" for seat in seats):
        raise TableError("no_person")
    if order.starter is not None and order.starter > len(seats):
        raise UsageError("unknown_starter", starter=order.starter, players=len(seats))
    return seats


def _seat_of(number: int, seat: requests.NewSeat) -> KeptSeat:
    name = checked_name(seat.name)
    if seat.kind == "bot":
        if seat.level is None:
            raise TableError("level_missing", seat=number)
        check_level(seat.level)
        return KeptSeat("bot", name, seat.level)
    if seat.level is not None:
        raise TableError("level_of_person", seat=number)
    return KeptSeat("person", name, None, seat.colour) if seat.kind == "person" else EMPTY


EMPTY = KeptSeat("open", "", None)
