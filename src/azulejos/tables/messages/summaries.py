"""A table as lists and pages show it: who sits there, and briefly how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from ...rules.material import RuleSet
from ..line import Line
from ..results import winners_of
from ..roster import OVER, PLAYING, Company
from ..state import Game
from ..values import HOST, USUAL, Brief, Kept, KeptSeat, Manners, Win
from . import types as messages
from .views import PENALTIES, pattern_of


def brief_of(line: Line) -> Brief:
    """How a line stands that was played by persons and bots who never left."""
    over = line.position.outcome is not None
    company = Company((), USUAL, OVER if over else PLAYING, "played" if over else None)
    return _brief(line, company, None, None)


def brief_of_game(kept: Kept, game: Game, due: int | None) -> Brief:
    """How things stand, in the few words that the store keeps for lists."""
    return _brief(game.line, game.company, series_of(kept, game.company), due)


def _brief(line: Line, company: Company, series: str | None, due: int | None) -> Brief:
    position = line.position
    won = winners_of(line, company)
    # After the last possible round (E20) a position counts one more.
    at = line.plies[-1].before if position.outcome is not None else position
    return Brief(
        round=at.round,
        turn=position.turn if company.stage == PLAYING else 0,
        scores=tuple(board.score for board in position.boards),
        winners=None if won is None else won[0],
        stage=company.stage,
        ended=company.ended,
        manners=company.manners,
        series=series,
        rematch=company.rematch,
        due=due,
    )


def series_of(kept: Kept, company: Company) -> str | None:
    """A name or a rematch makes a series of games that begins here, if none began before."""
    if kept.brief.series is not None:
        return kept.brief.series
    return kept.id if company.manners.name or company.rematch else None


def seats_of(seats: Sequence[KeptSeat]) -> list[messages.Seat]:
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


def manners_of(manners: Manners) -> messages.Manners:
    return messages.Manners(
        name=manners.name,
        public=manners.public,
        watching=manners.watching,
        delay=manners.delay,
        clock=manners.clock,
    )


def table_of(kept: Kept, game: Game, wins: Sequence[Win], now: int) -> messages.Table:
    """The table as it is after some entry; `wins` are those of earlier games of the series.

    For who sees it at some time: watchers may be behind, and see no win of a later time.
    """
    company = game.company
    rules = RuleSet(kept.rules)
    return messages.Table(
        id=kept.id,
        rules=rules.value,
        stage=company.stage,
        ended=company.ended,
        manners=manners_of(company.manners),
        series=_series(kept, game, [win.seat for win in wins if win.at <= now]),
        rematch=company.rematch,
        seats=seats_of(company.seats),
        starter=kept.starter,
        created=kept.created,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def _series(kept: Kept, game: Game, winners: Sequence[int]) -> messages.Series | None:
    name = series_of(kept, game.company)
    if name is None:
        return None
    won = winners_of(game.line, game.company)
    now = won[0] if won is not None else ()
    counted = [
        winners.count(seat) + (seat in now) for seat in range(1, len(game.company.seats) + 1)
    ]
    return messages.Series(id=name, game=kept.game, wins=counted)


def summary_of(kept: Kept, opened: Sequence[int]) -> messages.Summary:
    """For somebody whose key opens these seats; HOST among them: the host."""
    brief = kept.brief
    return messages.Summary(
        id=kept.id,
        rules=RuleSet(kept.rules).value,
        name=brief.manners.name,
        stage=brief.stage,
        ended=brief.ended,
        yours=[seat for seat in opened if seat != HOST],
        host=HOST in opened,
        seats=seats_of(kept.seats),
        created=kept.created,
        changed=kept.changed,
        round=brief.round,
        turn=brief.turn,
        scores=list(brief.scores),
        winners=None if brief.winners is None else list(brief.winners),
    )
