"""The law's door for people who write: a move may be its text.

No rule is decided here; programs that have moves as values ask `azulejos.rules`.
"""

from __future__ import annotations

from .. import rules
from ..rules import AzulejosError, Move, Played, Position, Preview
from .errors import NotationError
from .moves import parse_move


def as_move(move: Move | str) -> Move:
    """The move itself, or the one that a text names; raises NotationError."""
    return parse_move(move) if isinstance(move, str) else move


def play(position: Position, move: Move | str) -> Played:
    """The next position and what happened; raises IllegalMoveError or NotationError.

    All that follows without a decision is carried out: the end of the offer, wall tiling up to
    the next choice, floors, the end of the game. A deal is a move of its own. The position must
    be one without flaws, as all are that come from `start`, `play` or `parse_position`.

    >>> position, events = play(rules.start(2), "=BYKW/RRKK/BBRW/BRKK/BYWW")
    >>> str(play(position, "3B2").position.board(1))
    '0:-/BB/-/-/-:5/5/5/5/5:-'
    """
    return rules.play(position, as_move(move))


def preview(position: Position, move: Move | str) -> Preview:
    """What a move would do to its player's board; raises IllegalMoveError or NotationError.

    >>> position, events = play(rules.start(2), "=BYKW/RRKK/BBRW/BRKK/BYWW")
    >>> preview(position, "3B1")
    Preview(laid=1, falling=1, marker=False, completes=True, penalty=1, points=1, score=0)
    """
    return rules.preview(position, as_move(move))


def refusal(position: Position, move: Move | str) -> AzulejosError | None:
    """Why a move can't be played here, as an error that can be shown or raised; None if it can.

    >>> print(refusal(rules.start(2), "3B2"))
    a deal is due now, no other move (R31)
    >>> refusal(rules.start(2), "=BYKW/RRKK/BBRW/BRKK/BYWW")
    """
    try:
        return rules.refusal(position, as_move(move))
    except NotationError as error:
        return error
