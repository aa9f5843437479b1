"""A live table: one game, those who look at it, and the bots that sit there.

All changes go through one lock: judged by the law, written to the store, then told to everybody,
as messages whose numbers are those of the entries.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from functools import partial
from random import SystemRandom
from threading import Event
from typing import Any, TypedDict, TypeVar

from ..notation import parse_move
from ..rules import AzulejosError, Move, Phase, draw_deal, start
from . import messages
from .answers import Standing
from .errors import ServerError, problem_of
from .hints import hint_for
from .kept import Kept
from .line import Back, Line, kept_by, replayed, undo_entry
from .listing import brief_of, table_of
from .results import result_of
from .seating import Table as TableMessage
from .seating import You
from .steps import entry_of
from .store import Store
from .thinkers import BotSeat, Thinkers
from .views import choices_of, state_of
from .visitors import Subscriber, Visitor, may_act

LOG = logging.getLogger(__name__)
MOST_MISSED = 20
"""A client that missed more messages gets the whole game again."""
RETRY = 5.0
"""Seconds until a bot's move that could not be written is tried again."""
Done = TypeVar("Done")


class Facts(TypedDict):
    """What every message about a position says."""

    number: int
    state: messages.State
    choices: messages.Choices | None
    undo: messages.Undo
    proposal: None
    left: None
    result: messages.Result | None


def line_of(kept: Kept, entries: Sequence[str]) -> Line:
    """Takes a while for a long game: to be called in a thread."""
    return replayed(start(len(kept.seats), kept.rules, kept.starter), entries)


class LiveTable:
    """A table in memory. Whatever it is asked is done, or refused with an AzulejosError."""

    def __init__(
        self, store: Store, thinkers: Thinkers, kept: Kept, entries: list[str], line: Line
    ) -> None:
        self._store = store
        self._thinkers = thinkers
        self._kept = kept
        self._entries = entries
        self._line = line
        self._history: list[messages.Entry] = []
        self._lock = asyncio.Lock()
        self._changes: set[asyncio.Task[Any]] = set()
        self._present: set[Subscriber] = set()
        self._subscribers: set[Subscriber] = set()  # those who have said hello
        self._bots = {
            number: BotSeat(seat.level)
            for number, seat in enumerate(kept.seats, start=1)
            if seat.level is not None
        }
        self._thinking: asyncio.Task[None] | None = None
        self._thoughts: set[asyncio.Task[None]] = set()  # with those that are unwanted by now
        self._unwanted = Event()
        self._hint: tuple[int, asyncio.Task[messages.Hint]] | None = None
        self._gone = False
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
    def gone(self) -> bool:
        """Deleted, or let go of."""
        return self._gone

    @property
    def is_idle(self) -> bool:
        return not (self._present or self._subscribers or self._thinking or self._changes)

    @property
    def persons(self) -> list[int]:
        return [n for n, seat in enumerate(self._kept.seats, start=1) if seat.kind == "person"]

    def table(self) -> TableMessage:
        return table_of(self._kept)

    def now(self, visitor: Visitor) -> messages.Now:
        return messages.Now(**self._facts(self.number, self._line, visitor))

    def standing(self, visitor: Visitor) -> Standing:
        facts = self._facts(self.number, self._line, visitor)
        return Standing(table=self.table(), **facts)

    def history(self) -> list[messages.Entry]:
        """Every ply that counts, told once and then remembered."""
        plies = self._line.plies
        self._history += [entry_of(ply) for ply in plies[len(self._history) :]]
        return list(self._history)

    def _facts(self, number: int, line: Line, visitor: Visitor) -> Facts:
        """Only of the last message are there choices: the others are past."""
        position = line.position
        mine = position.turn in self.persons and may_act(position.turn, visitor)
        undo = number == self.number and line.can_undo(self.persons)
        return {
            "number": number,
            "state": state_of(position),
            "choices": choices_of(position) if mine and number == self.number else None,
            "undo": messages.Undo(move=undo, round=undo, ask=False),
            "proposal": None,
            "left": None,
            "result": result_of(line),
        }

    # Those who look

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there, who has not said hello yet."""
        self._present.add(subscriber)

    def subscribe(self, subscriber: Subscriber, after: int | None) -> None:
        """Tells what the visitor has missed, and from then on everything."""
        if self._gone:
            raise ServerError("no_such_table", table=self._kept.id)
        for message in self._missed(after, subscriber.visitor):
            subscriber.tell(message)
        self._subscribers.add(subscriber)
        self.wake()

    def leave(self, subscriber: Subscriber) -> None:
        self._present.discard(subscriber)
        self._subscribers.discard(subscriber)
        self.used = time.monotonic()

    def _missed(self, after: int | None, visitor: Visitor) -> list[messages.ServerMessage]:
        if after is None or not 0 <= self.number - after <= MOST_MISSED:
            return [self._welcome(visitor)]
        missed = self._entries[after:]
        if any(kept_by(text) is not None for text in missed):
            return [self._welcome(visitor)]
        plies = self._line.plies[len(self._line.plies) - len(missed) :]
        return [
            self._played(number, self._line.back_to(ply.number), visitor)
            for number, ply in enumerate(plies, start=after + 1)
        ]

    def _welcome(self, visitor: Visitor) -> messages.Welcome:
        facts = self._facts(self.number, self._line, visitor)
        return messages.Welcome(
            table=self.table(),
            you=You(seats=self.persons, host=True, alone=True),
            history=self.history(),
            **facts,
        )

    def _played(self, number: int, line: Line, visitor: Visitor) -> messages.Played:
        facts = self._facts(number, line, visitor)
        return messages.Played(entry=entry_of(line.plies[-1]), **facts)

    def _tell_all(self, message: messages.ServerMessage) -> None:
        """Everybody may act for all persons here, so all are told the same, made once."""
        text = message.model_dump_json()
        for subscriber in list(self._subscribers):
            if not subscriber.tell_text(text):
                self._subscribers.discard(subscriber)

    # What is done

    async def move(self, visitor: Visitor, number: int, text: str) -> int:
        """Plays a person's move and the deal that it leads to; gives the new number."""
        return await self._whole(self._move(visitor, number, text))

    async def undo(self, visitor: Visitor, number: int, back: Back) -> int:
        """Takes back what a person did, with what bots answered; gives the new number."""
        return await self._whole(self._undo(visitor, number, back))

    async def hint(self, visitor: Visitor, number: int) -> messages.Hint:
        """What a strong player would do; the table is free while it is looked for."""
        self._check(number)
        self._check_seat(visitor)
        if self._hint is None or self._hint[0] != number:
            question = partial(hint_for, self._line.position)
            self._hint = number, asyncio.create_task(self._thinkers.ask(question))
        hint = await asyncio.shield(self._hint[1])  # one for all who ask, however often
        self._check(number)
        return hint

    async def _whole(self, change: Coroutine[Any, Any, Done]) -> Done:
        """A change is finished even if whoever asked for it has gone."""
        task = asyncio.create_task(change)
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return await asyncio.shield(task)

    async def _move(self, visitor: Visitor, number: int, text: str) -> int:
        async with self._lock:
            self._check(number)
            move = parse_move(text)
            self._check_seat(visitor)
            await self._play(move)
            self.wake()
            return self.number

    async def _undo(self, visitor: Visitor, number: int, back: Back) -> int:
        async with self._lock:
            self._check(number)
            keep = self._line.keep_for(back, self.persons)
            line = self._line.back_to(keep)
            player = line.position.turn
            if not may_act(player, visitor):
                raise ServerError("not_your_seat", player=player)
            await self._append([undo_entry(keep)], line)
            del self._history[keep:]
            self._stop_thinking()
            facts = self._facts(self.number, line, visitor)
            self._tell_all(messages.Undone(keep=keep, player=player, **facts))
            self.wake()
            return self.number

    def _check(self, number: int) -> None:
        self.used = time.monotonic()
        if self._gone:
            raise ServerError("no_such_table", table=self._kept.id)
        if number != self.number:
            raise ServerError("stale", number=self.number)

    def _check_seat(self, visitor: Visitor) -> None:
        position = self._line.position
        if position.phase is Phase.OVER:
            return  # The law has a better reason.
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
        """To the store first: what could not be written has not happened."""
        try:
            await self._store.append(self._kept.id, self.number + 1, texts, brief_of(line))
        except ServerError as error:
            if error.code == "no_such_table":
                self._say_farewell()
            elif error.code == "stale":
                await self._reload()
                raise ServerError("stale", number=self.number) from error
            raise
        self._entries += texts
        self._line = line

    async def _reload(self) -> None:
        """Another process was here: what it wrote is the truth."""
        self._kept, self._entries = await self._store.load(self._kept.id)
        self._line = await asyncio.to_thread(line_of, self._kept, self._entries)
        self._history = []
        self._stop_thinking()
        self._tell_all(self._welcome(Visitor()))
        self.wake()

    # Bots

    def wake(self) -> None:
        """Lets the bot think whose turn it is, if it does not already."""
        self.used = time.monotonic()
        if self._thinking is None and not self._gone and self._bot_to_move() is not None:
            self._unwanted = Event()
            self._thinking = asyncio.create_task(self._let_bots_play(self._unwanted))
            self._thoughts.add(self._thinking)
            self._thinking.add_done_callback(self._thoughts.discard)

    def _bot_to_move(self) -> BotSeat | None:
        position = self._line.position
        due = position.phase in (Phase.OFFER, Phase.TILING)
        return self._bots.get(position.turn) if due else None

    async def _let_bots_play(self, unwanted: Event) -> None:
        try:
            while not unwanted.is_set() and (bot := self._bot_to_move()) is not None:
                question = partial(bot.choose, self._line.position, unwanted)
                move = await self._thinkers.ask(question)
                if move is not None:
                    written = await self._whole(self._play_for_bot(move, unwanted))
                    await asyncio.sleep(0 if written else RETRY)
        except Exception:
            LOG.exception("the bots at table %s can't go on", self._kept.id)
        finally:
            if self._unwanted is unwanted:
                self._thinking = None

    async def _play_for_bot(self, move: Move, unwanted: Event) -> bool:
        """False if it can't be written now, which is told; it is tried again after a while."""
        async with self._lock:
            if unwanted.is_set():
                return True
            try:
                await self._play(move)
            except AzulejosError as error:
                LOG.warning("a bot's move at table %s was not written: %s", self._kept.id, error)
                if not unwanted.is_set():  # or another process has moved for it
                    self._tell_all(messages.Refused(request=None, error=problem_of(error)))
                    return False
            return True

    def _stop_thinking(self) -> None:
        """What the bot finds now is discarded."""
        self._unwanted.set()
        self._thinking = None
        for bot in self._bots.values():
            bot.stop()

    # The end

    async def delete(self) -> None:
        await self._whole(self._delete())

    async def _delete(self) -> None:
        async with self._lock:
            await self._store.delete(self._kept.id)
            self._say_farewell()

    def _say_farewell(self) -> None:
        self._tell_all(messages.Deleted())
        self.close()

    def close(self) -> None:
        """Nobody is told anything any more."""
        self._gone = True
        self._stop_thinking()
        for subscriber in self._subscribers:
            subscriber.finish()
        self._subscribers.clear()

    async def finish(self) -> None:
        """Closes when all changes under way are written."""
        self._stop_thinking()
        for thought in self._thoughts:
            thought.cancel()
        await asyncio.gather(*self._changes, *self._thoughts, return_exceptions=True)
        self.close()
