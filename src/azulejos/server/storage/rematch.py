"""A rematch: the same people at a new table, where the next seat starts."""

from __future__ import annotations

from sqlalchemy import Executable

from ...tables.decisions.new_tables import first_of
from ...tables.messages.summaries import series_of
from ...tables.roster import Company
from ...tables.state import Game
from ...tables.values import Kept, KeptSeat, Keys
from .invites import invite
from .rows import creation, keys_copied


def rematch_rows(kept: Kept, game: Game, keys: Keys, name: str, now: int) -> list[Executable]:
    """What makes the new table; persons who resigned or were away sit there themselves."""
    seats = tuple(
        KeptSeat(seat.kind, seat.name, seat.level, seat.colour) for seat in game.company.seats
    )
    series = series_of(kept, game.company) or kept.id
    starter = kept.starter % len(seats) + 1
    company = Company(seats, game.company.manners)
    new, texts, begun = first_of(name, kept.rules, starter, company, now, series, kept.game + 1)
    doors = [invite(name, seat) for seat in sorted(begun.company.doors)]
    return [*creation(new, texts), *keys_copied(name, keys), *doors]
