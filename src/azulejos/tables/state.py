"""All that a table's entries say: the line that is played and the company, as one value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..rules import Phase, Position, start
from .line import Line, followed, replayed, undone_to
from .roster import PLAYING, Roster, is_event, read_event
from .values import StoredEntry, TableHeader


@dataclass(frozen=True, slots=True)
class TableState:
    """After the entry with this number, written at this time."""

    line: Line
    roster: Roster
    number: int = 0
    at: int = 0
    moved: int = 0
    """The number of the last entry that changed the position."""
    undone: int = 0
    """Plies that were taken back so far."""
    event_count: int = 0
    """Entries so far that are no plies and take none back."""

    @property
    def position(self) -> Position:
        return self.line.position

    def after(self, text: str, at: int) -> TableState:
        """One entry further; raises NotationError or another ValueError where it does not fit."""
        number = self.number + 1
        if is_event(text):
            roster = self.roster.after(read_event(text), number)
            return replace(
                self, roster=roster, number=number, at=at, event_count=self.event_count + 1
            )
        line = followed(self.line, text)
        if undone_to(text) is None:
            roster, undone = self.roster.played(line.position.phase is Phase.OVER), self.undone
        else:
            roster = self.roster.undone()
            undone = self.undone + len(self.line.plies) - len(line.plies)
        return TableState(line, roster, number, at, number, undone, self.event_count)


def initial_state(header: TableHeader) -> TableState:
    """Before all entries."""
    roster = Roster(header.first or header.seats, header.summary.options)
    return TableState(
        Line(start(len(roster.seats), header.rules, header.starter)), roster, 0, header.created
    )


def states_after(state: TableState, entries: Iterable[StoredEntry]) -> Iterator[TableState]:
    """The game after each of the entries; takes a while for many."""
    for entry in entries:
        state = state.after(entry.text, entry.at)
        yield state


def final_state(state: TableState, entries: Iterable[StoredEntry]) -> TableState:
    """The game after all of the entries, without playing what was taken back.

    So a long history costs no more than the game that it led to. Raises as `TableState.after` does,
    but for what was taken back.
    """
    texts = [ply.text for ply in state.line.plies]
    roster, undone, event_count = state.roster, state.undone, state.event_count
    number, at, moved = state.number, state.at, state.moved
    for number, entry in enumerate(entries, start=state.number + 1):
        at = entry.at
        if is_event(entry.text):
            roster = roster.after(read_event(entry.text), number)
            event_count += 1
            continue
        moved = number
        if (keep := undone_to(entry.text)) is None:
            texts.append(entry.text)
            roster = roster.played(over=False)
        else:
            undone += len(texts[keep:])
            del texts[keep:]
            roster = roster.undone()
    line = replayed(state.line.start, texts)
    if line.position.phase is Phase.OVER:
        roster = roster.played(over=True)
    return TableState(line, roster, number, at, moved, undone, event_count)


# Clocks: times are milliseconds since 1970.


def due_after(before: TableState, after: TableState, due: int | None, now: int) -> int | None:
    """When the time for the move is up; None where nobody is timed.

    What happens besides moves stops no clock, but a new limit counts from now on.
    """
    roster = after.roster
    clock = roster.options.clock
    bot = roster.bot_of(after.position.turn)
    if roster.stage != PLAYING or clock is None or bot is not None:
        return None
    same = before.moved == after.moved and before.roster.options.clock == clock
    return due if same and due is not None else now + clock * 1000


def not_too_late(due: int | None, state: TableState, now: int) -> int | None:
    """When a move is due, by a clock that may have been ahead of ours."""
    clock = state.roster.options.clock
    return due if due is None or clock is None else min(due, now + 1000 * clock)
