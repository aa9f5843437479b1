"""Messages about a table's moments, each for those with equal rights: all that have a number.

What several of them share is made once, and packed as whoever sends it likes: as JSON, say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...rules import Position
from ..decisions.moves import is_undo_used_up
from ..line import Ply, undone_to
from ..results.game_result import judged, result_of
from ..rights import Rights
from ..roster import PLAYING, Roster, is_event, read_event
from ..state import TableState
from ..values import TableHeader, Win
from . import types as messages
from .answers import Standing
from .steps import entry_of
from .summaries import table_of
from .views import States, choices_of

Pack = Callable[[Any], Any]
Update = messages.Played | messages.Undone | messages.TableNews


@dataclass(frozen=True, slots=True)
class Moment:
    """A table after an entry; `due` is when the time for a move is up."""

    text: str
    state: TableState
    due: int | None = None

    @property
    def number(self) -> int:
        return self.state.number

    @property
    def at(self) -> int:
        return self.state.at

    def without_clock(self) -> Moment:
        """For who is behind: a clock runs only while nothing has happened since."""
        return self if self.due is None else Moment(self.text, self.state)


@dataclass(frozen=True, slots=True, eq=False)
class _Shared:
    """What messages about a moment say to everybody alike, and what they depend on besides."""

    moment: Moment
    state: messages.State
    proposal: messages.Proposal | None
    result: messages.Result | None
    mover: int
    """The seat of the person to move; 0 if there is none."""
    undoers: frozenset[int]
    """Whose last decision could be taken back."""
    deciders: frozenset[int]
    """Who must agree to that."""


class MessageBuilder:
    """Makes the messages of one table."""

    def __init__(
        self, header: TableHeader, wins: Sequence[Win], pack: Pack = lambda part: part
    ) -> None:
        """`pack` is done once to states, choices and entries, which are most of a message."""
        self._header = header
        self._pack = pack
        self._wins = wins
        self._entries: list[tuple[Ply, messages.Entry]] = []
        self._made: tuple[Ply, messages.Entry] | None = None
        """The last entry that was made, also where those before it are not known."""
        self._states = States()
        self._latest: _Shared | None = None
        self._choices: tuple[Position, messages.Choices | None] | None = None
        self._updates: dict[tuple[bool, bool, bool], Update] = {}
        """Who sees the same gets the same message."""
        self._updates_about: tuple[_Shared, int, bool] | None = None

    def table(self, state: TableState, now: int) -> messages.Table:
        return table_of(self._header, state, self._wins, now)

    def now(self, moment: Moment, rights: Rights, now: int, latest: bool = True) -> messages.Now:
        """Only at the latest moment are there choices: the others are past."""
        shared = self._shared(moment)
        return messages.Now(
            number=moment.number,
            state=shared.state,
            choices=self._offer(moment.state.position) if _moves(shared, rights, latest) else None,
            undo=_undo(shared, rights, latest),
            proposal=shared.proposal,
            left=None if moment.due is None else max(0, moment.due - now),
            result=shared.result,
        )

    def standing(self, moment: Moment, rights: Rights, now: int) -> Standing:
        return {**self.now(moment, rights, now), "table": self.table(moment.state, now)}

    def welcome(self, moment: Moment, rights: Rights, now: int) -> messages.Welcome:
        return {
            **self.now(moment, rights, now),
            "type": "welcome",
            "table": self.table(moment.state, now),
            "you": rights.you,
            "history": [self._entry(ply, moment.state.roster) for ply in moment.state.line.plies],
        }

    def update(self, moment: Moment, rights: Rights, now: int, latest: bool) -> Update:
        """What the moment's entry says, to those with such rights."""
        shared = self._shared(moment)
        if self._updates_about != (shared, now, latest):
            self._updates_about, self._updates = (shared, now, latest), {}
        undo = _undo(shared, rights, latest)
        case = _moves(shared, rights, latest), undo["move"], undo["ask"]
        if case not in self._updates:
            self._updates[case] = self._update(moment, self.now(moment, rights, now, latest))
        return self._updates[case]

    def _update(self, moment: Moment, facts: messages.Now) -> Update:
        state = moment.state
        if is_event(moment.text):
            said = read_event(moment.text)
            table_event = messages.TableEvent(name=said.event, seat=said.seat)
            if said.what is not None:
                table_event["what"] = said.what
            table = self.table(state, state.at)
            return {**facts, "type": "table", "event": table_event, "table": table}
        keep = undone_to(moment.text)
        if keep is not None:
            return {**facts, "type": "undone", "keep": keep, "player": state.position.turn}
        entry = self._entry(state.line.plies[-1], state.roster)
        return {**facts, "type": "played", "entry": entry}

    def _shared(self, moment: Moment) -> _Shared:
        if self._latest is None or self._latest.moment is not moment:
            state, roster = moment.state, moment.state.roster
            position = state.position
            plays = roster.stage == PLAYING
            undoes = plays and roster.proposal is None and not is_undo_used_up(state)
            self._latest = _Shared(
                moment,
                self._pack(self._states.of(position)),
                _proposal(roster),
                result_of(state.line, roster),
                position.turn if plays and roster.bot_of(position.turn) is None else 0,
                state.line.deciders & set(roster.standing) if undoes else frozenset(),
                frozenset(roster.deciders),
            )
        return self._latest

    def _offer(self, position: Position) -> messages.Choices | None:
        if self._choices is None or self._choices[0] is not position:
            self._choices = position, self._pack(choices_of(position))
        return self._choices[1]

    def _entry(self, ply: Ply, roster: Roster) -> messages.Entry:
        """Made once, and remembered as long as it counts."""
        place = ply.number - 1
        if place < len(self._entries) and self._entries[place][0] is ply:
            return self._entries[place][1]
        if self._made is None or self._made[0] is not ply:
            self._made = ply, self._pack(entry_for(ply, roster))
        if place <= len(self._entries):
            self._entries[place:] = [self._made]
        return self._made[1]


def entry_for(ply: Ply, roster: Roster) -> messages.Entry:
    """A ply with its steps; who resigned has not won, whatever the law says of the boards."""
    entry = entry_of(ply)
    won = judged(ply.after, roster)
    if won is not None:
        for step in entry["steps"]:
            if step["event"] == "won":
                step["winners"], step["won_by"] = list(won[0]), won[1]
    return entry


NO_UNDO = messages.Undo(move=False, round=False, ask=False)


def _moves(shared: _Shared, rights: Rights, latest: bool) -> bool:
    return latest and shared.mover in rights.seats


def _undo(shared: _Shared, rights: Rights, latest: bool) -> messages.Undo:
    if not latest or shared.undoers.isdisjoint(rights.seats):
        return NO_UNDO
    return messages.Undo(move=True, round=True, ask=not shared.deciders <= rights.seats)


def _proposal(roster: Roster) -> messages.Proposal | None:
    asking = roster.proposal
    if asking is None:
        return None
    return messages.Proposal(
        number=asking.number,
        seat=asking.seat,
        what=asking.what,
        keep=asking.keep,
        agreed=list(asking.agreed),
        waits=list(asking.waits),
    )
