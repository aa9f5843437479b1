"""All that a table's entries say: the line that is played and the company, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..rules import Phase, Position, start
from .line import Line, followed, kept_by, replayed
from .roster import PLAYING, Company, is_happening, read_happening
from .values import Kept, Written


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
    company, undone, happenings = game.company, game.undone, game.happenings
    number, at, moved = game.number, game.at, game.moved
    for number, entry in enumerate(entries, start=game.number + 1):
        at = entry.at
        if is_happening(entry.text):
            company = company.after(read_happening(entry.text), number)
            happenings += 1
            continue
        moved = number
        if (keep := kept_by(entry.text)) is None:
            texts.append(entry.text)
            company = company.played(over=False)
        else:
            undone += len(texts[keep:])
            del texts[keep:]
            company = company.undone()
    line = replayed(game.line.start, texts)
    if line.position.phase is Phase.OVER:
        company = company.played(over=True)
    return Game(line, company, number, at, moved, undone, happenings)


# Clocks: times are milliseconds since 1970.


def due_after(before: Game, after: Game, due: int | None, now: int) -> int | None:
    """When the time for the move is up; None where nobody is timed.

    What happens besides moves stops no clock, but a new limit counts from now on.
    """
    company = after.company
    clock = company.manners.clock
    bot = company.bot_of(after.position.turn)
    if company.stage != PLAYING or clock is None or bot is not None:
        return None
    same = before.moved == after.moved and before.company.manners.clock == clock
    return due if same and due is not None else now + clock * 1000


def not_too_late(due: int | None, game: Game, now: int) -> int | None:
    """When a move is due, by a clock that may have been ahead of ours."""
    clock = game.company.manners.clock
    return due if due is None or clock is None else min(due, now + 1000 * clock)
