"""Hints: what a strong player would do here, and why, in codes that the page puts into words."""

from __future__ import annotations

from ..bots import make_bot
from ..notation import format_move
from ..protocol import Limit
from ..rules import Move, Place, Position, Take, UsageError, legal_moves
from .messages import Hint, Reason

ADVISER = "master"
PATIENCE = Limit(movetime=400)


def hint_for(position: Position) -> Hint:
    """In a thread; raises UsageError where nobody is to move."""
    if not legal_moves(position):
        raise UsageError("no_move_due")
    move = make_bot(ADVISER).choose(position, PATIENCE).move
    return _hint(move, reasons_for(position, move))


def _hint(move: Move, reasons: list[Reason]) -> Hint:
    match move:
        case Take():
            return Hint(
                move=format_move(move),
                source=move.source,
                take="".join(move.kinds),
                line=move.line,
                column=None,
                reasons=reasons,
            )
        case Place():
            return Hint(
                move=format_move(move),
                source=None,
                take=None,
                line=move.line,
                column=move.column,
                reasons=reasons,
            )
    raise AssertionError(move)


def reasons_for(position: Position, move: Move) -> list[Reason]:
    return []
