"""One table, wherever it lives: what may be done there, what follows, what each may see of it.

It never waits, and knows no clock: whoever keeps it says what time it is. A host asks it to decide
(`decide`), writes the change, and lets it happen (`apply`); what a bot should be asked is told by
`question`. So a change that could not be written has not happened.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..bots import FRIENDLY
from ..rules import Move, Phase, Position
from .decisions import acts, moves
from .decisions.moves import Context, Texts
from .decisions.new_tables import CreatedTable, rematch
from .effects import Effects, effects_of
from .errors import TableError
from .history import History, history_of
from .line import Back
from .messages import requests
from .messages import types as messages
from .messages.answers import Standing
from .messages.builder import MessageBuilder, Moment, Pack, Update
from .messages.summaries import summary_of_state
from .rights import Rights, Visitor, rights_of
from .roster import PLAYING, Roster
from .state import TableState, due_after, not_too_late, states_after
from .values import HOST, Keys, Snapshot, StoredEntry, TableHeader, TableSummary

Decide = Callable[[Context], Texts]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written, all of it or nothing, and what the table is then."""

    number: int
    """Of the first entry."""
    texts: Sequence[str]
    states: Sequence[TableState]
    """After each entry."""
    at: int
    due: int | None
    summary: TableSummary
    effects: Effects


@dataclass(frozen=True, slots=True)
class Question:
    """What should a bot of this level play for a seat, after the entry with this number?"""

    number: int
    seat: int
    level: str
    late: bool
    """It is a person's turn, whose time is up."""
    position: Position = field(compare=False)


class Table:
    """A table in memory, as its entries tell it."""

    def __init__(
        self, snapshot: Snapshot, history: History, pack: Pack = lambda part: part
    ) -> None:
        self.header: TableHeader = snapshot.header
        self.history = history
        self.keys: Keys = snapshot.keys
        self._builder = MessageBuilder(snapshot.header, snapshot.wins, pack)

    @classmethod
    def opened(cls, created: CreatedTable) -> Table:
        """A new one, before anybody has seen it."""
        snapshot = snapshot_of_new(created)
        return cls(snapshot, history_of(snapshot, created.header.created))

    # What is there

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def latest(self) -> Moment:
        return self.history.latest

    @property
    def state(self) -> TableState:
        return self.history.latest.state

    @property
    def roster(self) -> Roster:
        return self.state.roster

    @property
    def number(self) -> int:
        """Of the last entry, and of the message that tells it."""
        return self.state.number

    @property
    def due(self) -> int | None:
        """When the time for the move is up."""
        return self.history.latest.due

    def rights(self, visitor: Visitor) -> Rights:
        return rights_of(visitor, self.keys, self.roster)

    def admit(self, visitor: Visitor) -> Rights:
        """Raises TableError where watchers are not wanted; who may sit down sees who is there."""
        rights, roster = self.rights(visitor), self.roster
        if rights.watches and not (rights.host or roster.options.watching or roster.is_joinable):
            raise TableError("not_invited")
        return rights

    # What is done

    def decide(
        self,
        visitor: Visitor,
        decide: Decide,
        now: int,
        away: Collection[int] = (),
        given: Mapping[int, str] | None = None,
    ) -> Change | None:
        """What a wish would change, None if it is so already; raises AzulejosError.

        `away` are seats of persons who have been away for long enough, `given` new keys of seats.
        """
        texts = decide(Context(self.state, self.rights(visitor), away))
        return self._change(texts, now, given or {}) if texts else None

    def sit_down(self, visitor: Visitor, name: str, colour: int | None, now: int) -> Change | None:
        """Somebody who has the table's address takes a free seat; raises AzulejosError."""
        seat = acts.free_seat(Context(self.state, self.rights(visitor)))
        given = {} if visitor.key_hash is None else {seat: visitor.key_hash}
        return self.decide(visitor, join(seat, name, colour), now, given=given)

    def _change(self, texts: Texts, now: int, given: Mapping[int, str]) -> Change:
        before = self.state
        now = max(now, before.at)
        states = list(states_after(before, [StoredEntry(text, now) for text in texts]))
        after = states[-1]
        effects = effects_of(before, after)
        if given:
            effects = replace(effects, given=dict(given))
        name = after.roster.rematch
        if name is not None and before.roster.rematch is None:
            effects = replace(effects, rematch=rematch(self.header, after, self.keys, name, now))
        due = due_after(before, after, self.due, now)
        summary = summary_of_state(self.header, after, due)
        return Change(before.number + 1, texts, states, now, due, summary, effects)

    def apply(self, change: Change, now: int) -> list[Moment]:
        """It is written: it has happened. Gives the new moments."""
        entries = zip(change.texts, change.states, strict=True)
        return self.take(entries, change.due, self._keys_after(change), now)

    def take(
        self, entries: Iterable[tuple[str, TableState]], due: int | None, keys: Keys, now: int
    ) -> list[Moment]:
        """Entries that were written, here or by another process."""
        moments = [Moment(text, state) for text, state in entries]
        if moments:
            last = moments[-1]
            moments[-1] = Moment(last.text, last.state, not_too_late(due, last.state, now))
        after = moments[-1].state if moments else self.state
        self.history.add(moments, now - after.roster.options.delay * 1000)
        self.keys = keys
        return moments

    def _keys_after(self, change: Change) -> Keys:
        """The keys of seats that are no person's open nothing any more."""
        if change.states[-1].roster is self.roster and not change.effects.given:
            return self.keys
        held = {HOST, *change.states[-1].roster.persons}
        keys = {seat: hashes for seat, hashes in self.keys.items() if seat in held}
        for seat, key_hash in change.effects.given.items():
            keys[seat] = keys.get(seat, frozenset()) | {key_hash}
        return keys

    # Bots, clocks and hints: questions for whoever can think

    def question(self, now: int) -> Question | None:
        """What a bot is asked, if one is to move, or if the time for a person's move is up."""
        state = self.state
        if state.roster.stage != PLAYING or state.position.phase not in (Phase.OFFER, Phase.TILING):
            return None
        seat = state.position.turn
        level = state.roster.bot_of(seat)
        late = level is None and self.due is not None and self.due <= now
        if level is None and not late:
            return None
        return Question(state.moved, seat, level or FRIENDLY, late, state.position)

    def answer(self, question: Question, move: Move, now: int) -> Change | None:
        """What a bot's move changes; None if it is not wanted any more."""
        if self.question(now) != question:
            return None
        play = moves.late_texts if question.late else moves.played_texts
        return self.decide(Visitor(), lambda context: play(context, move), now)

    def check_hint(self, visitor: Visitor, number: int) -> None:
        """Raises AzulejosError where somebody may not be advised."""
        moves.check_hint(Context(self.state, self.rights(visitor)), number)

    # What is told

    def table(self, moment: Moment, now: int) -> messages.Table:
        return self._builder.table(moment.state, now)

    def now(self, moment: Moment, rights: Rights, now: int) -> messages.Now:
        return self._builder.now(moment, rights, now)

    def standing(self, moment: Moment, rights: Rights, now: int) -> Standing:
        return self._builder.standing(moment, rights, now)

    def welcome(self, moment: Moment, rights: Rights, now: int) -> messages.Welcome:
        return self._builder.welcome(moment, rights, now)

    def update(self, moment: Moment, rights: Rights, now: int, latest: bool) -> Update:
        return self._builder.update(moment, rights, now, latest)


def snapshot_of_new(created: CreatedTable) -> Snapshot:
    """A new table as a store would give it back."""
    entries = [StoredEntry(text, created.header.created) for text in created.texts]
    return Snapshot(created.header, entries, created.keys)


# Wishes, as decisions


def move(number: int, text: str) -> Decide:
    """A person's move, at the position that they saw with this number."""
    return lambda context: moves.move_texts(context, number, text)


def undo(number: int, back: Back) -> Decide:
    return lambda context: moves.undo_texts(context, number, back)


def act(wish: requests.Act) -> Decide:
    return lambda context: acts.act_texts(context, wish)


def join(seat: int, name: str, colour: int | None) -> Decide:
    """Somebody with an invitation sits down."""
    return lambda context: acts.join_texts(context, seat, name, colour)
