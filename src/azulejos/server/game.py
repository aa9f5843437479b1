"""All that a table's entries say: the line that is played and the company, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..rules import Phase, Position, start
from .company import Company, is_happening, read_happening
from .kept import Kept, Written
from .line import Line, followed, kept_by


@dataclass(frozen=True, slots=True)
class Game:
    """After the entry with this number, written at this time."""

    line: Line
    company: Company
    number: int = 0
    at: int = 0
    moved: int = 0
    """The number of the last entry that changed the position."""

    @property
    def position(self) -> Position:
        return self.line.position

    def after(self, text: str, at: int) -> Game:
        """One entry further; raises NotationError or another ValueError where it does not fit."""
        number = self.number + 1
        if is_happening(text):
            company = self.company.after(read_happening(text), number)
            return Game(self.line, company, number, at, self.moved)
        line = followed(self.line, text)
        if kept_by(text) is not None:
            return Game(line, self.company.undone(), number, at, number)
        company = self.company.played(line.position.phase is Phase.OVER)
        return Game(line, company, number, at, number)


def begun(kept: Kept) -> Game:
    """Before all entries."""
    company = Company(kept.first or kept.seats, kept.brief.manners)
    return Game(Line(start(len(company.seats), kept.rules, kept.starter)), company, 0, kept.created)


def told(game: Game, entries: Iterable[Written]) -> Iterator[Game]:
    """The game after each of the entries; takes a while for many."""
    for entry in entries:
        game = game.after(entry.text, entry.at)
        yield game
