"""A table as lists and pages show it: who sits there, and briefly how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.material import RuleSet
from ..results.game_result import winners_of
from ..roster import OPEN, PLAYING, Roster
from ..state import TableState
from ..values import HOST, Seat, TableHeader, TableOptions, TableSummary, Win
from . import types as messages
from .views import PENALTIES, pattern_of


def summary_of_state(header: TableHeader, state: TableState, due: int | None) -> TableSummary:
    """How things stand, in the few words that the store keeps for lists."""
    position, roster = state.position, state.roster
    won = winners_of(state.line, roster)
    # After the last possible round (E20) a position counts one more.
    at = state.line.plies[-1].before if position.outcome is not None else position
    return TableSummary(
        round=at.round,
        turn=position.turn if roster.stage == PLAYING else 0,
        scores=tuple(board.score for board in position.boards),
        winners=None if won is None else won[0],
        stage=roster.stage,
        ended=roster.ended,
        options=roster.options,
        series=series_of(header, roster),
        rematch=roster.rematch,
        due=due,
    )


def series_of(header: TableHeader, roster: Roster) -> str | None:
    """A name or a rematch makes a series of games that begins here, if none began before."""
    if header.summary.series is not None:
        return header.summary.series
    return header.id if roster.options.name or roster.rematch else None


def seats_of(seats: Sequence[Seat]) -> list[messages.Seat]:
    return [
        messages.Seat(
            seat=number,
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            colour=seat.colour,
            stand_in=seat.stand_in,
            resigned=seat.resigned,
        )
        for number, seat in enumerate(seats, start=1)
    ]


def options_of(options: TableOptions) -> messages.TableOptions:
    return messages.TableOptions(
        name=options.name,
        public=options.public,
        watching=options.watching,
        delay=options.delay,
        clock=options.clock,
        joining=options.joining,
    )


def table_of(
    header: TableHeader, state: TableState, wins: Sequence[Win], now: int
) -> messages.Table:
    """The table as it is after some entry; `wins` are those of earlier games of the series.

    For who sees it at some time: watchers may be behind, and see no win of a later time.
    """
    roster = state.roster
    rules = RuleSet(header.rules)
    return messages.Table(
        id=header.id,
        rules=rules.value,
        stage=roster.stage,
        ended=roster.ended,
        options=options_of(roster.options),
        series=_series(header, state, [win.seat for win in wins if win.at <= now]),
        rematch=roster.rematch,
        seats=seats_of(roster.seats),
        free=sorted(roster.invitable) if roster.options.joining else [],
        starter=header.starter,
        created=header.created,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def _series(
    header: TableHeader, state: TableState, winners: Sequence[int]
) -> messages.Series | None:
    name = series_of(header, state.roster)
    if name is None:
        return None
    won = winners_of(state.line, state.roster)
    now = won[0] if won is not None else ()
    counted = [
        winners.count(seat) + (seat in now) for seat in range(1, len(state.roster.seats) + 1)
    ]
    return messages.Series(id=name, game=header.game_number, wins=counted)


def summary_of(header: TableHeader, opened: Sequence[int]) -> messages.Summary:
    """For somebody whose key opens these seats; HOST among them: the host."""
    summary = header.summary
    return messages.Summary(
        id=header.id,
        rules=RuleSet(header.rules).value,
        name=summary.options.name,
        stage=summary.stage,
        ended=summary.ended,
        yours=[seat for seat in opened if seat != HOST],
        host=HOST in opened,
        seats=seats_of(header.seats),
        created=header.created,
        changed=header.changed,
        round=summary.round,
        turn=summary.turn,
        scores=list(summary.scores),
        winners=None if summary.winners is None else list(summary.winners),
        free=_free_seats(header),
        deserted=False,
    )


def _free_seats(header: TableHeader) -> int:
    """How many wait for anybody who has the table's address."""
    if not header.summary.options.joining or header.summary.stage != OPEN:
        return 0
    return sum(seat.kind == "open" for seat in header.seats)
