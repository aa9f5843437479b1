"""Hints: what a strong player would do here. Why is in `hint_reasons.py`."""

from __future__ import annotations

from threading import Event

from ..bots import make_bot
from ..notation import format_move
from ..protocol import Bot, Limit
from ..rules import Deal, Move, Place, Position, Take, UsageError, legal_moves
from .errors import TableError
from .hint_reasons import reasons_for
from .messages.types import Hint

ADVISER = "master"
PATIENCE = Limit(movetime=350)


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
        if self._unwanted.is_set():
            raise TableError("stale", number=0)  # Nobody is told.
        self._bot = make_bot(ADVISER)
        return hint_of(self._position, self._bot.choose(self._position, PATIENCE).move)

    def stop(self) -> None:
        """Nobody waits for it any more."""
        self._unwanted.set()
        if self._bot is not None:
            self._bot.stop()


def hint_of(position: Position, move: Move) -> Hint:
    """A move that was found to be good, with its reasons."""
    if isinstance(move, Deal):
        raise UsageError("no_move_due")  # Chance needs no advice.
    return Hint(
        move=format_move(move),
        source=move.source if isinstance(move, Take) else None,
        take="".join(move.kinds) if isinstance(move, Take) else None,
        line=move.line,
        column=move.column if isinstance(move, Place) else None,
        reasons=reasons_for(position, move),
    )
