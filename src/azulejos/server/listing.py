"""A table as lists and pages show it: what never changes, and briefly how it stands."""

from __future__ import annotations

from dataclasses import asdict

from ..rules.material import RuleSet
from . import seating
from .kept import Brief, Kept, Manners
from .line import Line
from .views import PENALTIES, pattern_of


def brief_of(line: Line) -> Brief:
    """How things stand, in the few words that the store keeps for lists."""
    position = line.position
    outcome = position.outcome
    scores = tuple(board.score for board in position.boards)
    if outcome is None:
        return Brief(position.round, position.turn, scores, None)
    # After the last possible round (E20) a position counts one more.
    return Brief(line.plies[-1].before.round, 0, scores, outcome.winners)


def seats_of(kept: Kept) -> list[seating.Seat]:
    return [
        seating.Seat.model_validate({"seat": number} | asdict(seat))
        for number, seat in enumerate(kept.seats, start=1)
    ]


def manners_of(manners: Manners) -> seating.Manners:
    return seating.Manners.model_validate(asdict(manners))


def table_of(kept: Kept) -> seating.Table:
    rules = RuleSet(kept.rules)
    return seating.Table(
        id=kept.id,
        rules=rules.value,
        stage="over" if kept.brief.winners else "playing",
        ended="played" if kept.brief.winners else None,
        manners=manners_of(kept.brief.manners),
        series=None,
        rematch=None,
        seats=seats_of(kept),
        starter=kept.starter,
        created=kept.created,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def summary_of(kept: Kept) -> seating.Summary:
    brief = kept.brief
    return seating.Summary(
        id=kept.id,
        rules=RuleSet(kept.rules).value,
        name=kept.brief.manners.name,
        stage="over" if kept.brief.winners else "playing",
        ended="played" if kept.brief.winners else None,
        yours=[],
        seats=seats_of(kept),
        created=kept.created,
        changed=kept.changed,
        round=brief.round,
        turn=brief.turn,
        scores=list(brief.scores),
        winners=None if brief.winners is None else list(brief.winners),
    )
