"""All that a table's entries say: the line that is played and the company, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..rules import Phase, Position, start
from .company import Company, is_happening, read_happening
from .kept import Kept, Written
from .line import Line, followed, kept_by, replayed


@dataclass(frozen=True, slots=True)
class Game:
    """After the entry with this number, written at this time."""

    line: Line
    company: Company
    number: int = 0
    at: int = 0
    moved: int = 0
    """The number of the last entry that changed the position."""
    undone: int = 0
    """Plies that were taken back so far."""
    happenings: int = 0
    """Entries so far that are no plies and take none back."""

    @property
    def position(self) -> Position:
        return self.line.position

    def after(self, text: str, at: int) -> Game:
        """One entry further; raises NotationError or another ValueError where it does not fit."""
        number = self.number + 1
        if is_happening(text):
            company = self.company.after(read_happening(text), number)
            return replace(
                self, company=company, number=number, at=at, happenings=self.happenings + 1
            )
        line = followed(self.line, text)
        if kept_by(text) is None:
            company, undone = self.company.played(line.position.phase is Phase.OVER), self.undone
        else:
            company = self.company.undone()
            undone = self.undone + len(self.line.plies) - len(line.plies)
        return Game(line, company, number, at, number, undone, self.happenings)


def begun(kept: Kept) -> Game:
    """Before all entries."""
    company = Company(kept.first or kept.seats, kept.brief.manners)
    return Game(Line(start(len(company.seats), kept.rules, kept.starter)), company, 0, kept.created)


def told(game: Game, entries: Iterable[Written]) -> Iterator[Game]:
    """The game after each of the entries; takes a while for many."""
    for entry in entries:
        game = game.after(entry.text, entry.at)
        yield game


def condensed(game: Game, entries: Iterable[Written]) -> Game:
    """The game after all of the entries, without playing what was taken back.

    So a long history costs no more than the game that it led to. Raises as `Game.after` does,
    but for what was taken back.
    """
    texts = [ply.text for ply in game.line.plies]
    for entry in entries:
        number = game.number + 1
        if is_happening(entry.text):
            company = game.company.after(read_happening(entry.text), number)
            game = replace(game, company=company, happenings=game.happenings + 1)
        elif (keep := kept_by(entry.text)) is not None:
            undone = game.undone + len(texts[keep:])
            del texts[keep:]
            game = replace(game, company=game.company.undone(), undone=undone, moved=number)
        else:
            texts.append(entry.text)
            game = replace(game, company=game.company.played(over=False), moved=number)
        game = replace(game, number=number, at=entry.at)
    line = replayed(game.line.start, texts)
    if line.position.phase is Phase.OVER:
        return replace(game, line=line, company=game.company.played(over=True))
    return replace(game, line=line)
