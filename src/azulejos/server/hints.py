"""Hints: what a strong player would do here. Why is in `reasons.py`."""

from __future__ import annotations

from ..bots import make_bot
from ..notation import format_move
from ..protocol import Limit
from ..rules import Deal, Move, Place, Position, Take, UsageError, legal_moves
from .messages import Hint
from .reasons import reasons_for

ADVISER = "master"
PATIENCE = Limit(movetime=350)


def hint_for(position: Position) -> Hint:
    """To be asked in a thread; raises UsageError where nobody is to move."""
    if not legal_moves(position):
        raise UsageError("no_move_due")
    return hint_of(position, make_bot(ADVISER).choose(position, PATIENCE).move)


def hint_of(position: Position, move: Move) -> Hint:
    """A move that was found to be good, with its reasons."""
    match move:
        case Take():
            place = {"source": move.source, "take": "".join(move.kinds), "column": None}
        case Place():
            place = {"source": None, "take": None, "column": move.column}
        case Deal():
            raise UsageError("no_move_due")  # Chance needs no advice.
    reasons = reasons_for(position, move)
    return Hint.model_validate(
        {"move": format_move(move), "line": move.line, "reasons": reasons, **place}
    )
