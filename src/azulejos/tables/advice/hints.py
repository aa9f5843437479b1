"""Hints: what a strong player would do here, and why.

Facts about the move are in `hint_reasons.py`; why it is better than another move is told as a
review tells it (`reviews/advice.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from ...bots import make_bot
from ...notation import format_move
from ...protocol import Bot, Limit
from ...rules import Deal, Move, Place, Position, Take, UsageError, legal_moves
from ..errors import TableError
from ..messages.types import Comparison as ComparisonDocument
from ..messages.types import Hint, Reason
from .hint_reasons import LOOKED_AHEAD, reasons_for

if TYPE_CHECKING:
    from ...reviews.advice import Comparison

ADVISER = "master"
PATIENCE = Limit(movetime=230)
GLANCE = Limit(movetime=40)
"""For each of up to three looks at the moves that are compared."""
BESIDE_COMPARISON = 1  # reasons: phones have little room


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why it is better than another one, if there is a clear reason."""

    move: Move
    comparison: Comparison | None = None


class HintSearch:
    """What should be done at a position? To be asked in a thread, and stopped from any other."""

    def __init__(self, position: Position) -> None:
        """Raises UsageError where nobody is to move."""
        if not legal_moves(position):
            raise UsageError("no_move_due")
        self._position = position
        self._unwanted = Event()
        self._bot: Bot | None = None

    def find(self) -> Hint:
        """Whatever it is worth, if it was stopped."""
        return hint_of(self._position, self.advise())

    def advise(self) -> Advice:
        """The same, as values."""
        self._check_wanted()
        self._bot = make_bot(ADVISER)
        move = self._bot.choose(self._position, PATIENCE).move
        self._check_wanted()
        from ...reviews.advice import compare_advice  # Only who thinks has the search.

        return Advice(move, compare_advice(self._position, move, GLANCE))

    def stop(self) -> None:
        """Nobody waits for it any more."""
        self._unwanted.set()
        if self._bot is not None:
            self._bot.stop()

    def _check_wanted(self) -> None:
        if self._unwanted.is_set():
            raise TableError("stale", number=0)  # Nobody is told.


def hint_of(position: Position, advice: Advice) -> Hint:
    """A move that was found to be good, with its reasons."""
    move, compared = advice.move, advice.comparison
    if isinstance(move, Deal):
        raise UsageError("no_move_due")  # Chance needs no advice.
    return Hint(
        move=format_move(move),
        source=move.source if isinstance(move, Take) else None,
        take="".join(move.kinds) if isinstance(move, Take) else None,
        line=move.line,
        column=move.column if isinstance(move, Place) else None,
        reasons=_facts(position, move, compared is not None),
        comparison=None if compared is None else _comparison_document(compared),
    )


def _facts(position: Position, move: Take | Place, compared: bool) -> list[Reason]:
    """Beside a comparison the weightiest is enough, and it says what looking ahead has shown."""
    reasons = reasons_for(position, move)
    if not compared:
        return reasons
    return [reason for reason in reasons if reason["code"] != LOOKED_AHEAD][:BESIDE_COMPARISON]


def _comparison_document(found: Comparison) -> ComparisonDocument:
    from .reviews import why_document

    return ComparisonDocument(
        other=found.other.value, move=format_move(found.move), why=why_document(found.why)
    )
