"""The two ways to show a game: drawn for those who look, told for those who listen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rich.console import Console
from rich.text import Text

from ..drawing.text import show_board, show_table
from ..notation import format_move
from ..rules import Move, Phase, Position
from .words import Teller


class View(Protocol):
    """What a session shows, whichever way."""

    def say(self, *sentences: str) -> None: ...
    def move(self, move: Move, sentences: Iterable[str]) -> None: ...
    def turn(self, position: Position) -> None: ...
    def table(self, position: Position) -> None: ...
    def board(self, position: Position, player: int) -> None: ...
    def ending(self, position: Position) -> None: ...


class DrawnView:
    """The table as a drawing, the log as sentences above it."""

    def __init__(self, console: Console, teller: Teller) -> None:
        self._console = console
        self._teller = teller

    def say(self, *sentences: str) -> None:
        """Text, never markup: a name may hold anything."""
        for sentence in sentences:
            self._console.print(Text(sentence))

    def move(self, move: Move, sentences: Iterable[str]) -> None:
        self.say(f"[{format_move(move)}]", *sentences, "")

    def turn(self, position: Position) -> None:
        """The table, or what fits the window of it; in wall tiling the own board."""
        if position.phase is Phase.TILING:
            self.board(position, position.turn)
        else:
            self._table(position, fit=True)

    def table(self, position: Position) -> None:
        self._table(position, fit=False)

    def _table(self, position: Position, fit: bool) -> None:
        show_table(self._console, position, self._teller.names, self._teller.words, fit)

    def board(self, position: Position, player: int) -> None:
        show_board(self._console, position, player, self._teller.names, self._teller.words)

    def ending(self, position: Position) -> None:
        self.table(position)


class PlainView:
    """Everything in sentences, one a line, and nothing twice that has not changed."""

    def __init__(self, console: Console, teller: Teller) -> None:
        self._console = console
        self._teller = teller
        self._greeted: set[tuple[int, int]] = set()  # who was told of which round

    def say(self, *sentences: str) -> None:
        """One line a sentence, however narrow the window: a screen reader reads lines."""
        for sentence in sentences:
            self._console.print(Text(sentence), soft_wrap=True)

    def move(self, move: Move, sentences: Iterable[str]) -> None:
        self.say(*sentences, "")

    def turn(self, position: Position) -> None:
        """Displays and own lines; scores and the own wall at a player's first turn of a round."""
        key = (position.turn, position.round)
        if key not in self._greeted:
            self._greeted.add(key)
            self.say(*self._teller.round(position))
        if position.phase is Phase.OFFER:
            self.say(*self._teller.displays(position))
        self.say(*self._teller.lines_and_floor(position.board(position.turn)))

    def table(self, position: Position) -> None:
        self.say(*self._teller.table(position))

    def board(self, position: Position, player: int) -> None:
        self.say(*self._teller.board(position, player))

    def ending(self, position: Position) -> None:
        """The scores say it all; the table is told on request."""
