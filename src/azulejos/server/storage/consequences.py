"""What is written besides entries when a game goes from one state to another.

Told from the two states alone, so that whatever leads from one to the other writes the same:
invitations, keys, the rows of seats, results.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Executable

from ...tables.results import sources_of, winners_of
from ...tables.roster import OVER
from ...tables.state import Game
from .invites import invite, revoke
from .rows import inserted, keys_revoked, seats_changed
from .schema import results


def consequences(table: str, before: Game, after: Game, now: int) -> Iterator[Executable]:
    """Statements for the transaction that writes the entries between the two."""
    if before.company is after.company:
        return
    old, new = before.company, after.company
    yield from seats_changed(table, old.seats, new.seats)
    for seat in sorted(old.doors - new.doors):
        yield revoke(table, seat)
    for seat in sorted(new.doors - old.doors):
        yield invite(table, seat)
    for seat in sorted(set(old.persons) - set(new.persons)):
        yield keys_revoked(table, seat)
    if new.stage == OVER and old.stage != OVER:
        yield from _results(table, after, now)


def _results(table: str, game: Game, now: int) -> Iterator[Executable]:
    won = winners_of(game.line, game.company)
    if won is None:
        return
    winners = won[0]
    rows = [
        {
            "table_id": table,
            "seat": number,
            "score": game.position.board(number).score,
            "won": number in winners,
            "shared": number in winners and len(winners) > 1,
            "resigned": seat.resigned,
            "finished": now,
        }
        | sources_of(game.line, number).model_dump()
        for number, seat in enumerate(game.company.seats, start=1)
    ]
    yield from inserted(results, rows)
