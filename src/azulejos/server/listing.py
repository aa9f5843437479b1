"""A table as lists and pages show it: what never changes, and briefly how it stands."""

from __future__ import annotations

from ..rules.material import RuleSet
from . import messages
from .line import Line
from .store import Brief, Kept
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


def seats_of(kept: Kept) -> list[messages.Seat]:
    return [
        messages.Seat.model_validate(
            {"seat": number, "kind": seat.kind, "name": seat.name, "level": seat.level}
        )
        for number, seat in enumerate(kept.seats, start=1)
    ]


def table_of(kept: Kept) -> messages.Table:
    rules = RuleSet(kept.rules)
    return messages.Table(
        id=kept.id,
        rules=rules.value,
        seats=seats_of(kept),
        starter=kept.starter,
        created=kept.created,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def summary_of(kept: Kept) -> messages.Summary:
    brief = kept.brief
    return messages.Summary(
        id=kept.id,
        rules=RuleSet(kept.rules).value,
        seats=seats_of(kept),
        created=kept.created,
        changed=kept.changed,
        round=brief.round,
        turn=brief.turn,
        scores=list(brief.scores),
        winners=None if brief.winners is None else list(brief.winners),
    )
