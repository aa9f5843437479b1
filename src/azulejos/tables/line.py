"""A game's line: the plies that count, told from a table's entries, with what was taken back.

Positions are kept, so that nothing is replayed while a table is played at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal

from ..game import UndoError
from ..notation import NotationError, format_move, parse_move
from ..rules import Deal, Move, Phase, Position, play
from ..rules.errors import IllegalMoveError
from ..rules.events import Event

UNDO = "undo "
Back = Literal["move", "round"]


@dataclass(frozen=True, slots=True)
class Ply:
    """A move or a deal: what it led from and to, and what happened."""

    number: int
    move: Move
    before: Position
    after: Position
    events: tuple[Event, ...]

    @property
    def is_deal(self) -> bool:
        return isinstance(self.move, Deal)

    @property
    def player(self) -> int:
        """Whose move it was; 0 for a deal, which is nobody's."""
        return 0 if self.is_deal else self.before.turn

    @property
    def text(self) -> str:
        return format_move(self.move)


@dataclass(frozen=True, slots=True)
class Line:
    """A game from its start, as a value."""

    start: Position
    plies: tuple[Ply, ...] = ()
    tried: dict[str, Line] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Lines one ply longer, by its text: a move is worked out when it is tried, and only then."""

    @property
    def position(self) -> Position:
        return self.plies[-1].after if self.plies else self.start

    def played(self, move: Move) -> Line:
        """One ply longer; raises IllegalMoveError."""
        text = format_move(move)
        if text not in self.tried:
            after, events = play(self.position, move)
            ply = Ply(len(self.plies) + 1, move, self.position, after, tuple(events))
            self.tried[text] = Line(self.start, (*self.plies, ply))
        return self.tried[text]

    def back_to(self, keep: int) -> Line:
        """The first plies only."""
        return Line(self.start, self.plies[:keep])

    def keep_for(self, back: Back, persons: Sequence[int]) -> int:
        """How many plies an undo keeps: what persons did since the last deal can be taken back.

        Raises IllegalMoveError when the game is over, UndoError where nothing can be taken back.
        """
        if self.position.phase is Phase.OVER:
            raise IllegalMoveError("game_over")
        found = self._decisions(persons)
        if not found:
            raise UndoError("nothing_to_undo")
        return (found[-1] if back == "move" else found[0]).number - 1

    @property
    def deciders(self) -> frozenset[int]:
        """Whose last decision could be taken back."""
        if self.position.phase is Phase.OVER:
            return frozenset()
        return frozenset([ply.player for ply in self._since_deal()])

    def _decisions(self, persons: Sequence[int]) -> list[Ply]:
        """What persons did since the last deal."""
        return [ply for ply in self._since_deal() if ply.player in persons]

    def _since_deal(self) -> list[Ply]:
        since = takewhile(lambda ply: not ply.is_deal, reversed(self.plies))
        return list(since)[::-1]


def replayed(start: Position, entries: Iterable[str]) -> Line:
    """The line that a table's entries lead to; raises NotationError where one does not fit."""
    line = Line(start)
    for text in entries:
        line = followed(line, text)
    return line


def followed(line: Line, text: str) -> Line:
    """After one more move, deal or undo; raises NotationError where it does not fit."""
    if text in line.tried:
        return line.tried[text]
    keep = undone_to(text)
    try:
        return line.played(parse_move(text)) if keep is None else line.back_to(keep)
    except IllegalMoveError as error:
        raise NotationError(
            "bad_round_move", round=line.position.round, text=text, why=str(error)
        ) from error


def undo_entry(keep: int) -> str:
    return f"{UNDO}{keep}"


def undone_to(entry: str) -> int | None:
    """The plies that an entry keeps, if it takes something back."""
    return int(entry.removeprefix(UNDO)) if entry.startswith(UNDO) else None
