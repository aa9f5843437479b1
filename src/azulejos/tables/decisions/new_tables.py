"""Orders for tables: judged, and made into a table with its first deal."""

from __future__ import annotations

from random import SystemRandom

from ...notation import format_move
from ...rules import Position, UsageError, draw_deal
from ...server.live.clocks import due_after
from ...server.live.thinkers import check_level
from ..errors import ServerError
from ..messages import requests
from ..messages.summaries import brief_of_game
from ..names import checked_name
from ..roster import Company
from ..state import Game, begun
from ..tablenames import new_id
from ..values import USUAL, Brief, Kept, KeptSeat
from .acts import manners_of


def deal_text(position: Position) -> str:
    """A deal from the system's secure source."""
    return format_move(draw_deal(position, SystemRandom()))


def first_of(
    name: str,
    rules: str,
    starter: int,
    company: Company,
    now: int,
    series: str | None = None,
    game: int = 1,
) -> tuple[Kept, list[str], Game]:
    """A new table, dealt at once where all seats are taken; with its entries and the game."""
    brief = Brief(1, 0, (), None, manners=company.manners, series=series)
    kept = Kept(name, rules, starter, company.seats, now, now, brief, game=game)
    before = after = begun(kept)
    texts: list[str] = []
    if not company.of_kind("open"):
        texts.append(deal_text(before.position))
        after = before.after(texts[0], now)
    due = due_after(before, after, None, now)
    brief = brief_of_game(kept, after, due)
    return Kept(name, rules, starter, company.seats, now, now, brief, game=game), texts, after


def ordered(order: requests.NewTable, now: int) -> tuple[Kept, list[str], Game]:
    """The table that somebody wishes for; raises UsageError or ServerError."""
    seats = _seats_of(order)
    starter = order.starter or SystemRandom().randint(1, len(seats))
    manners = USUAL if order.manners is None else manners_of(order.manners)
    return first_of(new_id(), order.rules, starter, Company(seats, manners), now)


def _seats_of(order: requests.NewTable) -> tuple[KeptSeat, ...]:
    seats = tuple(_seat_of(number, seat) for number, seat in enumerate(order.seats, start=1))
    if all(seat.kind != "person" for seat in seats):
        raise ServerError("no_person")
    if order.starter is not None and order.starter > len(seats):
        raise UsageError("unknown_starter", starter=order.starter, players=len(seats))
    return seats


def _seat_of(number: int, seat: requests.NewSeat) -> KeptSeat:
    name = checked_name(seat.name)
    if seat.kind == "bot":
        if seat.level is None:
            raise ServerError("level_missing", seat=number)
        check_level(seat.level)
        return KeptSeat("bot", name, seat.level)
    if seat.level is not None:
        raise ServerError("level_of_person", seat=number)
    return KeptSeat("person", name, None, seat.colour) if seat.kind == "person" else EMPTY


EMPTY = KeptSeat("open", "", None)
