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
from .decisions.moves import Scene, Texts
from .decisions.new_tables import Opening, rematch
from .effects import Effects, effects_of
from .errors import TableError
from .history import Past, past_of
from .line import Back
from .messages import requests
from .messages import types as messages
from .messages.answers import Standing
from .messages.builder import MessageBuilder, Moment, Pack, Update
from .messages.summaries import brief_of_game
from .rights import Rights, Visitor, rights_of
from .roster import PLAYING, Company
from .state import Game, due_after, not_too_late, told
from .values import HOST, Brief, Fetched, Kept, Keys, Written

Decide = Callable[[Scene], Texts]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written, all of it or nothing, and what the table is then."""

    number: int
    """Of the first entry."""
    texts: Sequence[str]
    games: Sequence[Game]
    """After each entry."""
    at: int
    due: int | None
    brief: Brief
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

    def __init__(self, fetched: Fetched, past: Past, pack: Pack = lambda part: part) -> None:
        self.kept: Kept = fetched.kept
        self.past = past
        self.keys: Keys = fetched.keys
        self._builder = MessageBuilder(fetched.kept, fetched.wins, pack)

    @classmethod
    def opened(cls, opening: Opening) -> Table:
        """A new one, before anybody has seen it."""
        fetched = opened_table(opening)
        return cls(fetched, past_of(fetched, opening.kept.created))

    # What is there

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def latest(self) -> Moment:
        return self.past.latest

    @property
    def game(self) -> Game:
        return self.past.latest.game

    @property
    def company(self) -> Company:
        return self.game.company

    @property
    def number(self) -> int:
        """Of the last entry, and of the message that tells it."""
        return self.game.number

    @property
    def due(self) -> int | None:
        """When the time for the move is up."""
        return self.past.latest.due

    def rights(self, visitor: Visitor) -> Rights:
        return rights_of(visitor, self.keys, self.company)

    def admit(self, visitor: Visitor) -> Rights:
        """Raises TableError where watchers are not wanted."""
        rights = self.rights(visitor)
        if rights.watches and not (rights.host or self.company.manners.watching):
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
        texts = decide(Scene(self.game, self.rights(visitor), away))
        return self._change(texts, now, given or {}) if texts else None

    def _change(self, texts: Texts, now: int, given: Mapping[int, str]) -> Change:
        before = self.game
        now = max(now, before.at)
        games = list(told(before, [Written(text, now) for text in texts]))
        after = games[-1]
        effects = replace(effects_of(before, after), given=dict(given))
        name = after.company.rematch
        if name is not None and before.company.rematch is None:
            effects = replace(effects, rematch=rematch(self.kept, after, self.keys, name, now))
        due = due_after(before, after, self.due, now)
        brief = brief_of_game(self.kept, after, due)
        return Change(before.number + 1, texts, games, now, due, brief, effects)

    def apply(self, change: Change, now: int) -> list[Moment]:
        """It is written: it has happened. Gives the new moments."""
        entries = zip(change.texts, change.games, strict=True)
        return self.take(entries, change.due, self._keys_after(change), now)

    def take(
        self, entries: Iterable[tuple[str, Game]], due: int | None, keys: Keys, now: int
    ) -> list[Moment]:
        """Entries that were written, here or by another process."""
        moments = [Moment(text, game) for text, game in entries]
        if moments:
            last = moments[-1]
            moments[-1] = Moment(last.text, last.game, not_too_late(due, last.game, now))
        after = moments[-1].game if moments else self.game
        self.past.add(moments, now - after.company.manners.delay * 1000)
        self.keys = keys
        return moments

    def _keys_after(self, change: Change) -> Keys:
        """The keys of seats that are no person's open nothing any more."""
        held = {HOST, *change.games[-1].company.persons}
        keys = {seat: hashes for seat, hashes in self.keys.items() if seat in held}
        for seat, key_hash in change.effects.given.items():
            keys[seat] = keys.get(seat, frozenset()) | {key_hash}
        return keys

    # Bots, clocks and hints: questions for whoever can think

    def question(self, now: int) -> Question | None:
        """What a bot is asked, if one is to move, or if the time for a person's move is up."""
        game = self.game
        if game.company.stage != PLAYING or game.position.phase not in (Phase.OFFER, Phase.TILING):
            return None
        seat = game.position.turn
        level = game.company.bot_of(seat)
        late = level is None and self.due is not None and self.due <= now
        if level is None and not late:
            return None
        return Question(game.moved, seat, level or FRIENDLY, late, game.position)

    def answer(self, question: Question, move: Move, now: int) -> Change | None:
        """What a bot's move changes; None if it is not wanted any more."""
        if self.question(now) != question:
            return None
        play = moves.late_texts if question.late else moves.played_texts
        return self.decide(Visitor(), lambda scene: play(scene, move), now)

    def check_hint(self, visitor: Visitor, number: int) -> None:
        """Raises AzulejosError where somebody may not be advised."""
        moves.check_hint(Scene(self.game, self.rights(visitor)), number)

    # What is told

    def table(self, moment: Moment, now: int) -> messages.Table:
        return self._builder.table(moment.game, now)

    def now(self, moment: Moment, rights: Rights, now: int) -> messages.Now:
        return self._builder.now(moment, rights, now)

    def standing(self, moment: Moment, rights: Rights, now: int) -> Standing:
        return self._builder.standing(moment, rights, now)

    def welcome(self, moment: Moment, rights: Rights, now: int) -> messages.Welcome:
        return self._builder.welcome(moment, rights, now)

    def update(self, moment: Moment, rights: Rights, now: int, latest: bool) -> Update:
        return self._builder.update(moment, rights, now, latest)


def opened_table(opening: Opening) -> Fetched:
    """A new table as a store would give it back."""
    entries = [Written(text, opening.kept.created) for text in opening.texts]
    return Fetched(opening.kept, entries, opening.keys)


# Wishes, as decisions


def move(number: int, text: str) -> Decide:
    """A person's move, at the position that they saw with this number."""
    return lambda scene: moves.move_texts(scene, number, text)


def undo(number: int, back: Back) -> Decide:
    return lambda scene: moves.undo_texts(scene, number, back)


def act(wish: requests.Act) -> Decide:
    return lambda scene: acts.act_texts(scene, wish)


def join(seat: int, name: str, colour: int | None) -> Decide:
    """Somebody with an invitation sits down."""
    return lambda scene: acts.join_texts(scene, seat, name, colour)
