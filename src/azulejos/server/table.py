"""A live table: one game, those who look at it, and the bots that sit there.

All changes go through one lock: judged by the law, written to the store, then told to everybody,
as messages whose numbers are those of the entries.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import TypedDict

from ..notation import parse_move
from ..rules import Move, Phase, draw_deal, start
from ..rules.material import RuleSet
from . import messages
from .errors import ServerError
from .hints import hint_for
from .line import Back, Line, kept_by, replayed, undo_entry
from .results import result_of
from .steps import entry_of
from .store import Brief, Kept, Store
from .thinkers import BotSeat, Thinkers
from .views import PENALTIES, choices_of, pattern_of, state_of
from .visitors import Subscriber, Visitor, may_act

LOG = logging.getLogger(__name__)
MOST_MISSED = 20
"""A client that missed more gets the whole game again."""


class Facts(TypedDict):
    """What every message about a position says."""

    number: int
    state: messages.State
    choices: messages.Choices | None
    undo: messages.Undo
    result: messages.Result | None


class LiveTable:
    """A table in memory. Whatever it is asked is refused with an AzulejosError or done."""

    def __init__(self, store: Store, thinkers: Thinkers, kept: Kept, entries: list[str]) -> None:
        self._store = store
        self._thinkers = thinkers
        self._kept = kept
        self._entries = entries
        self._line = _line_of(kept, entries)
        self._lock = asyncio.Lock()
        self._subscribers: set[Subscriber] = set()
        self._bots = {
            number: BotSeat(seat.level)
            for number, seat in enumerate(kept.seats, start=1)
            if seat.level is not None
        }
        self._thinking: asyncio.Task[None] | None = None
        self._gone = False
        self._history: list[messages.Entry] = []
        self.used = time.monotonic()

    # What is there

    @property
    def number(self) -> int:
        """Of the last message."""
        return len(self._entries)

    @property
    def line(self) -> Line:
        return self._line

    @property
    def is_idle(self) -> bool:
        return not self._subscribers and self._thinking is None and not self._lock.locked()

    @property
    def persons(self) -> list[int]:
        return [n for n, seat in enumerate(self._kept.seats, start=1) if seat.kind == "person"]

    def table(self) -> messages.Table:
        return table_of(self._kept)

    def now(self, visitor: Visitor) -> messages.Now:
        return messages.Now(**self._now(self.number, self._line, visitor))

    def standing(self, visitor: Visitor) -> messages.Standing:
        return messages.Standing(table=self.table(), **self._now(self.number, self._line, visitor))

    def history(self) -> list[messages.Entry]:
        """Every ply that counts, told once and then remembered."""
        plies = self._line.plies
        del self._history[len(plies) :]
        self._history += [entry_of(ply) for ply in plies[len(self._history) :]]
        return list(self._history)

    def _now(self, number: int, line: Line, visitor: Visitor) -> Facts:
        position = line.position
        mine = position.turn in self.persons and may_act(position.turn, visitor)
        return {
            "number": number,
            "state": state_of(position),
            "choices": choices_of(position) if mine else None,
            "undo": messages.Undo(move=self._may_undo(line), round=self._may_undo(line)),
            "result": result_of(line),
        }

    def _may_undo(self, line: Line) -> bool:
        return line.can_undo(self.persons)

    # Those who look

    def subscribe(self, subscriber: Subscriber, after: int | None) -> None:
        """What the visitor has missed, and from then on everything."""
        for message in self._missed(after, subscriber.visitor):
            subscriber.tell(message)
        self._subscribers.add(subscriber)
        self.wake()

    def leave(self, subscriber: Subscriber) -> None:
        self._subscribers.discard(subscriber)
        self.used = time.monotonic()

    def _missed(self, after: int | None, visitor: Visitor) -> list[messages.ServerMessage]:
        if after is None or not 0 < self.number - after + 1 <= MOST_MISSED + 1:
            return [self._welcome(visitor)]
        missed = self._entries[after:]
        if any(kept_by(text) is not None for text in missed):
            return [self._welcome(visitor)]
        plies = self._line.plies[len(self._line.plies) - len(missed) :]
        return [
            self._played(after + place, self._line.back_to(ply.number), visitor)
            for place, ply in enumerate(plies, start=1)
        ]

    def _welcome(self, visitor: Visitor) -> messages.Welcome:
        now = self._now(self.number, self._line, visitor)
        return messages.Welcome(table=self.table(), history=self.history(), **now)

    def _played(self, number: int, line: Line, visitor: Visitor) -> messages.Played:
        return messages.Played(entry=entry_of(line.plies[-1]), **self._now(number, line, visitor))

    def _tell_all(self, message: messages.ServerMessage) -> None:
        """Everybody may act for all persons here, so all are told the same, made once."""
        text = message.model_dump_json()
        for subscriber in list(self._subscribers):
            if not subscriber.tell_text(text):
                self._subscribers.discard(subscriber)

    # What is done

    async def move(self, visitor: Visitor, number: int, text: str) -> int:
        """Plays a person's move and the deal that it leads to; gives the new number."""
        async with self._lock:
            self._check(number)
            move = parse_move(text)
            self._check_seat(visitor)
            await self._play(move)
        self.wake()
        return self.number

    async def undo(self, visitor: Visitor, number: int, back: Back) -> int:
        async with self._lock:
            self._check(number)
            keep = self._line.keep_for(back, self.persons)
            line = self._line.back_to(keep)
            player = line.position.turn
            if not may_act(player, visitor):
                raise ServerError("not_your_seat", player=player)
            await self._append([undo_entry(keep)], line)
            self._stop_thinking()
            now = self._now(self.number, line, visitor)
            self._tell_all(messages.Undone(keep=keep, player=player, **now))
        self.wake()
        return self.number

    async def hint(self, visitor: Visitor, number: int) -> messages.Hint:
        """What a strong player would do; the table is free while it is looked for."""
        self._check(number)
        self._check_seat(visitor)
        position = self._line.position
        hint = await self._thinkers.ask(partial(hint_for, position))
        self._check(number)
        return hint

    def _check(self, number: int) -> None:
        self.used = time.monotonic()
        if self._gone:
            raise ServerError("no_such_table", table=self._kept.id)
        if number != self.number:
            raise ServerError("stale", number=self.number)

    def _check_seat(self, visitor: Visitor) -> None:
        position = self._line.position
        if position.phase is Phase.OVER:
            return  # The law says so.
        if position.turn not in self.persons or not may_act(position.turn, visitor):
            raise ServerError("not_your_seat", player=position.turn)

    async def _play(self, move: Move) -> None:
        """With the lock held: a move and, if one is due, the deal, in one go to the store."""
        lines = [self._line.played(move)]
        if lines[-1].position.phase is Phase.PREPARATION:
            lines.append(lines[-1].played(draw_deal(lines[-1].position, SystemRandom())))
        first = self.number + 1
        await self._append([line.plies[-1].text for line in lines], lines[-1])
        for number, line in enumerate(lines, start=first):
            self._tell_all(self._played(number, line, Visitor()))

    async def _append(self, texts: Sequence[str], line: Line) -> None:
        try:
            await self._store.append(self._kept.id, self.number + 1, texts, brief_of(line))
        except ServerError as error:
            if error.code == "stale":
                await self._reload()
                raise ServerError("stale", number=self.number) from error
            raise
        self._entries += texts
        self._line = line

    async def _reload(self) -> None:
        """Another process was here: what it did is the truth."""
        self._kept, self._entries = await self._store.load(self._kept.id)
        self._line = await asyncio.to_thread(_line_of, self._kept, self._entries)
        self._history = []
        self._stop_thinking()
        self._tell_all(self._welcome(Visitor()))

    # Bots

    def wake(self) -> None:
        """Lets the bot think whose turn it is, if it does not already."""
        self.used = time.monotonic()
        if self._thinking is None and not self._gone and self._bot_to_move() is not None:
            self._thinking = asyncio.create_task(self._let_bots_play())

    def _bot_to_move(self) -> BotSeat | None:
        position = self._line.position
        due = position.phase in (Phase.OFFER, Phase.TILING)
        return self._bots.get(position.turn) if due else None

    async def _let_bots_play(self) -> None:
        task = asyncio.current_task()
        try:
            while (bot := self._bot_to_move()) is not None and self._thinking is task:
                number, position = self.number, self._line.position
                move = await self._thinkers.ask(partial(bot.choose, position))
                async with self._lock:
                    if number == self.number and not self._gone and self._thinking is task:
                        await self._play(move)
        except Exception:
            LOG.exception("a bot's move could not be played at table %s", self._kept.id)
        finally:
            if self._thinking is task:
                self._thinking = None

    def _stop_thinking(self) -> None:
        """What the bot finds now is discarded."""
        self._thinking = None
        for bot in self._bots.values():
            bot.stop()

    # The end

    async def delete(self) -> None:
        async with self._lock:
            await self._store.delete(self._kept.id)
            self._gone = True
            self._tell_all(messages.Deleted())
        self.close()

    def close(self) -> None:
        """Nobody is told anything any more."""
        self._gone = True
        self._stop_thinking()
        for subscriber in self._subscribers:
            subscriber.finish()
        self._subscribers.clear()


def _line_of(kept: Kept, entries: Sequence[str]) -> Line:
    return replayed(start(len(kept.seats), kept.rules, kept.starter), entries)


def first_line(rules: RuleSet, players: int, starter: int) -> Line:
    """A new game with its first deal, from the system's secure source."""
    line = Line(start(players, rules, starter))
    return line.played(draw_deal(line.position, SystemRandom()))


def brief_of(line: Line) -> Brief:
    position = line.position
    outcome = position.outcome
    scores = tuple(board.score for board in position.boards)
    if outcome is None:
        return Brief(position.round, position.turn, scores, None)
    last = next(ply.before.round for ply in reversed(line.plies))
    return Brief(last, 0, scores, outcome.winners)


def seats_of(kept: Kept) -> list[messages.Seat]:
    return [
        messages.Seat.model_validate(
            {"seat": number, "kind": seat.kind, "name": seat.name, "level": seat.level}
        )
        for number, seat in enumerate(kept.seats, start=1)
    ]


def table_of(kept: Kept) -> messages.Table:
    rules = RuleSet(kept.rules)
    return messages.Table(
        id=kept.id,
        rules=rules.value,
        seats=seats_of(kept),
        starter=kept.starter,
        created=kept.created,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def summary_of(kept: Kept) -> messages.Summary:
    brief = kept.brief
    return messages.Summary(
        id=kept.id,
        rules=RuleSet(kept.rules).value,
        seats=seats_of(kept),
        created=kept.created,
        changed=kept.changed,
        round=brief.round,
        turn=brief.turn,
        scores=list(brief.scores),
        winners=None if brief.winners is None else list(brief.winners),
    )
