"""What follows when a game goes from one state to another, besides its entries.

Told from the two states alone, so that whatever leads from one to the other has the same effects:
invitations, keys, who sits there, results, the table of a rematch. Whoever keeps tables writes them
together with the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .decisions.new_tables import CreatedTable
from .messages.types import Sources
from .results.game_result import sources_of, winners_of
from .roster import OVER
from .state import TableState
from .values import Seat


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a game that was played or resigned to its end has brought a seat."""

    seat: int
    score: int
    won: bool
    shared: bool
    resigned: bool
    sources: Sources


@dataclass(frozen=True, slots=True)
class Effects:
    """Numbers are those of seats."""

    seats: Mapping[int, Seat] = field(default_factory=dict)
    """Who sits there now, where that has changed."""
    uninvited: tuple[int, ...] = ()
    """Their invitations are of no use any more."""
    invited: tuple[int, ...] = ()
    """For these a new invitation is due."""
    revoked: tuple[int, ...] = ()
    """No key opens them any more."""
    given: Mapping[int, str] = field(default_factory=dict)
    """The hashes of new keys."""
    results: tuple[SeatResult, ...] = ()
    rematch: CreatedTable | None = None


def effects_of(before: TableState, after: TableState) -> Effects:
    """Without new keys and a rematch, which do not follow from the states."""
    old, new = before.roster, after.roster
    if old is new:
        return Effects()
    pairs = zip(old.seats, new.seats, strict=True)
    ended = new.stage == OVER and old.stage != OVER
    return Effects(
        seats={n: now for n, (then, now) in enumerate(pairs, start=1) if then != now},
        uninvited=tuple(sorted(old.invitable - new.invitable)),
        invited=tuple(sorted(new.invitable - old.invitable)),
        revoked=tuple(sorted(set(old.persons) - set(new.persons))),
        results=results_of(after) if ended else (),
    )


def results_of(state: TableState) -> tuple[SeatResult, ...]:
    """Of a game that is over; none if it was abandoned."""
    won = winners_of(state.line, state.roster)
    if won is None:
        return ()
    winners = won[0]
    return tuple(
        SeatResult(
            seat=number,
            score=state.position.board(number).score,
            won=number in winners,
            shared=number in winners and len(winners) > 1,
            resigned=seat.resigned,
            sources=sources_of(state.line, number),
        )
        for number, seat in enumerate(state.roster.seats, start=1)
    )
