"""A live table: the one owner of a table in memory.

All changes go through its lock, one after the other: decided (`tables.table`), written to the
store, then told to everybody, as messages whose numbers are those of the entries. What could not be
written has not happened. If another process was first, what it wrote is the truth: we catch up,
tell it, and decide anew.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any, TypeVar

from ...rules import AzulejosError, Move
from ...tables import table as wishes
from ...tables.decisions import acts, moves
from ...tables.errors import TableError
from ...tables.history import History, history_of
from ...tables.line import Back, Line
from ...tables.messages import requests
from ...tables.messages import types as messages
from ...tables.messages.answers import Standing
from ...tables.messages.builder import Moment
from ...tables.rights import Rights, Visitor
from ...tables.roster import Roster, is_event
from ...tables.state import TableState, states_after
from ...tables.table import Change, Decide, Question, Table
from ...tables.values import Keys, Snapshot, StoredEntry
from ..clock import milliseconds
from ..cluster.bus import GONE, Bus
from ..encoding import packed
from ..errors import problem_of
from ..storage.invitations import check_invitation, use_link
from ..storage.store import Store
from .bot_runner import BotRunner, HintRunner
from .broadcast import Broadcast
from .phrases import PhraseLimit
from .subscribers import Subscriber
from .thinking import BotThreads
from .timer import Timer

LOG = logging.getLogger(__name__)
TRIES = 5
"""How often something is decided anew because another process was first."""
AGAIN = 1.0
"""Seconds until it is looked again what became of a move that is overdue."""
A_BIT = 0.005
"""Seconds that an alarm rings late, so that it is never too early."""
Done = TypeVar("Done")
Decision = Callable[[int], Change | None]
"""What is to be changed, at some time; raises AzulejosError."""
Check = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class TableServices:
    """What all live tables of a server share."""

    store: Store
    bot_threads: BotThreads
    bus: Bus
    away_after: float


async def nothing() -> None:
    """There is nothing to check."""


class LiveTable:
    """A table in memory. Whatever it is asked is done, or refused with an AzulejosError."""

    def __init__(self, services: TableServices, snapshot: Snapshot, history: History) -> None:
        self._services = services
        self._table = Table(snapshot, history, packed)
        self._broadcast = Broadcast(self._table, services.bus, services.away_after)
        self._bots = BotRunner(services.bot_threads, services.bus)
        self._hints = HintRunner(services.bot_threads)
        self._phrases = PhraseLimit()
        self._lock = asyncio.Lock()
        self._clock = Timer()
        self._changes: set[asyncio.Task[Any]] = set()
        self._returning: set[Visitor] = set()
        self._stopped = self._gone = False
        self.id = snapshot.header.id
        self.share = ""
        self.used = time.monotonic()
        services.bus.follow(self.id, self._hear)
        self._set_clock()

    # What is there

    @property
    def state(self) -> TableState:
        return self._table.state

    @property
    def number(self) -> int:
        """Of the last message."""
        return self._table.number

    @property
    def line(self) -> Line:
        return self.state.line

    @property
    def roster(self) -> Roster:
        return self._table.roster

    @property
    def keys(self) -> Keys:
        return self._table.keys

    @property
    def gone(self) -> bool:
        """Deleted, or let go of."""
        return self._gone

    @property
    def is_idle(self) -> bool:
        return not (self._bots.is_thinking or self._changes) and self._broadcast.is_empty

    @property
    def is_deserted(self) -> bool:
        """Nobody who sits here is connected."""
        return self._broadcast.is_deserted

    def rights(self, visitor: Visitor) -> Rights:
        return self._table.rights(visitor)

    def admit(self, visitor: Visitor) -> Rights:
        """Raises TableError where watchers are not wanted."""
        return self._table.admit(visitor)

    def seen_by(self, visitor: Visitor) -> TableState:
        """The game as somebody may see it."""
        return self._broadcast.shown_to(self.admit(visitor))[0].state

    def table(self, visitor: Visitor | None = None) -> messages.Table:
        """As somebody may see it; None: as it is."""
        if visitor is None:
            return self._table.table(self._table.latest, self.state.at)
        moment, now = self._broadcast.shown_to(self.admit(visitor))
        return self._table.table(moment, now)

    def now(self, visitor: Visitor) -> messages.Now:
        rights = self.admit(visitor)
        moment, now = self._broadcast.shown_to(rights)
        return self._table.now(moment, rights, now)

    def standing(self, visitor: Visitor) -> Standing:
        rights = self.admit(visitor)
        moment, now = self._broadcast.shown_to(rights)
        return self._table.standing(moment, rights, now)

    # Those who look

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there, who has not said hello yet."""
        self._broadcast.enter(subscriber)

    def subscribe(self, subscriber: Subscriber, after: int | None) -> None:
        """Tells what the visitor has missed, and from then on everything."""
        self._check_there()
        rights = self._broadcast.subscribe(subscriber, after)
        if rights.seats:
            self.share = subscriber.visitor.address
        self.wake()

    def leave(self, subscriber: Subscriber) -> None:
        self._broadcast.leave(subscriber)
        self.used = time.monotonic()

    def say(self, visitor: Visitor, seat: int, phrase: messages.Phrase) -> int:
        """Says a ready-made phrase to everybody; gives the number, which stays the same."""
        self._check_there()
        if seat not in self.rights(visitor).seats:
            raise TableError("not_your_seat", player=seat)
        self._phrases.check(visitor)
        said = messages.Said(type="said", seat=seat, phrase=phrase)
        self._broadcast.tell_in_time(said)
        self._services.bus.tell(self.id, json.dumps({"said": said}))
        return self.number

    # What is done

    async def move(self, visitor: Visitor, number: int, text: str) -> int:
        """Plays a person's move and the deal that it leads to; gives the new number."""
        return await self._granted(visitor, wishes.move(number, text))

    async def undo(self, visitor: Visitor, number: int, back: Back) -> int:
        """Takes back what a person did, or asks the others; gives the new number."""
        return await self._granted(visitor, wishes.undo(number, back))

    async def act(self, visitor: Visitor, act: requests.Act) -> int:
        """Whatever else is done at a table; gives the new number."""
        return await self._granted(visitor, wishes.act(act))

    async def join(
        self, visitor: Visitor, seat: int, name: str, colour: int | None, token: str
    ) -> int:
        """Somebody with an invitation sits down; raises AzulejosError if it is of no use now."""
        given = {} if visitor.key_hash is None else {seat: visitor.key_hash}
        return await self._granted(
            visitor,
            wishes.join(seat, name, colour),
            given,
            lambda: check_invitation(self._services.store, token),
        )

    async def sit_down(self, visitor: Visitor, name: str, colour: int | None) -> None:
        """Somebody without an invitation takes a free seat, if the host lets them."""
        await self._whole(self._sit_down(visitor, name, colour))

    async def _sit_down(self, visitor: Visitor, name: str, colour: int | None) -> None:
        def decision(now: int) -> Change | None:
            self._check_there()
            return self._table.sit_down(visitor, name, colour, now)

        async with self._lock:
            await self._write(decision)

    async def hint(self, visitor: Visitor, number: int) -> messages.Hint:
        """What a strong player would do; the table is free while it is looked for."""
        self._check_there()
        self._table.check_hint(visitor, number)
        hint = await self._hints.find(self.state, visitor.address)
        self._check_there()
        moves.check_number(self.state, number)
        return hint

    async def add_device(self, token: str, new_key: str) -> list[int]:
        """A personal link is used up, and another device gets all that its key opens here.

        Gives the seats; raises ServerError if the link is of no use.
        """
        return await self._whole(self._add_device(token, new_key))

    async def _add_device(self, token: str, new_key: str) -> list[int]:
        async with self._lock:
            self._check_there()
            await self._catch_up()
            seats = await use_link(self._services.store, self.id, self.keys, token, new_key)
            before = self.keys
            more = {seat: before.get(seat, frozenset()) | {new_key} for seat in seats}
            self._table.keys = before | more
            self._tell_keys()
            self._services.bus.tell(self.id, json.dumps({"keys": True}))
            return seats

    async def _granted(
        self,
        visitor: Visitor,
        decide: Decide,
        given: Mapping[int, str] | None = None,
        check: Check = nothing,
    ) -> int:
        """Decided and written, with keys that are `given` seats; all that `check` says is so."""
        return await self._whole(self._grant(visitor, decide, given, check))

    async def _grant(
        self,
        visitor: Visitor,
        decide: Decide,
        given: Mapping[int, str] | None = None,
        check: Check = nothing,
    ) -> int:
        def decision(now: int) -> Change | None:
            self._check_there()
            return self._table.decide(visitor, decide, now, self._broadcast.long_away(), given)

        async with self._lock:
            self.share = visitor.address or self.share
            await self._write(decision, check)
            return self.number

    def _check_there(self) -> None:
        self.used = time.monotonic()
        if self._gone:
            raise TableError("no_such_table", table=self.id)

    async def _whole(self, change: Coroutine[Any, Any, Done]) -> Done:
        """A change is finished even if whoever asked for it has gone."""
        return await asyncio.shield(self._start(change))

    def _start(self, change: Coroutine[Any, Any, Done]) -> asyncio.Task[Done]:
        task = asyncio.create_task(change)
        self._changes.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._changes.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, AzulejosError):  # Nobody may wait for it.
            LOG.error("something failed at table %s", self.id, exc_info=error)

    # Writing: all of this with the lock held

    async def _write(self, decision: Decision, check: Check = nothing) -> None:
        for _ in range(TRIES):
            await check()
            change = await self._decided(decision)
            if change is None or await self._append(change):
                return
            await self._catch_up()
        raise TableError("stale", number=self.number)

    async def _decided(self, decision: Decision) -> Change | None:
        """Nothing is refused, or taken as done, because of what another process has changed."""
        shared = self._services.bus.shared
        try:
            change = decision(milliseconds())
            if change is not None or not shared:
                return change
        except AzulejosError:
            if not shared:
                raise
        await self._catch_up()
        return decision(milliseconds())

    async def _append(self, change: Change) -> bool:
        """False if another process was first."""
        try:
            await self._services.store.append(self.id, change)
        except TableError as error:
            if error.code == "stale":
                return False
            self._notice_gone(error)
            raise
        await self._look_back(change.states[-1])
        before, keys = self.state, self.keys
        self._tell(self._table.apply(change, milliseconds()), before, keys)
        self._tell_elsewhere(change)
        return True

    async def _catch_up(self) -> None:
        """Takes what other processes have written."""
        try:
            snapshot = await self._services.store.fetch(self.id, self.number)
        except TableError as error:
            self._notice_gone(error)
            raise
        states = await asyncio.to_thread(lambda: list(states_after(self.state, snapshot.entries)))
        texts = [entry.text for entry in snapshot.entries]
        await self._take(texts, states, snapshot.header.summary.due, snapshot.keys)

    async def _take(
        self, texts: Sequence[str], states: Sequence[TableState], due: int | None, keys: Keys
    ) -> None:
        """What another process has written is so from now on."""
        if states:
            await self._look_back(states[-1])
        before, known = self.state, self.keys
        entries = zip(texts, states, strict=True)
        self._tell(self._table.take(entries, due, keys, milliseconds()), before, known)

    async def _look_back(self, after: TableState) -> None:
        """Watchers who will be further behind see what we may have forgotten."""
        if after.roster.options.delay > self.roster.options.delay:
            whole = await self._services.store.fetch(self.id)
            history = await asyncio.to_thread(history_of, whole, milliseconds())
            self._table.history.replace(history, self.number)

    def _tell(self, moments: list[Moment], before: TableState, keys: Keys) -> None:
        """To everybody here who may still see it, and to the bots."""
        others = self.keys != keys or self.roster is not before.roster
        if others:
            self._broadcast.dismiss()
        self._broadcast.moments_came(moments)
        if others:
            self._tell_keys()
        self._changed()

    def _tell_keys(self) -> None:
        self._broadcast.rights_changed()
        self._broadcast.look_round()

    def _tell_elsewhere(self, change: Change) -> None:
        """Moves as they are, so that nobody need look for them; what else happens only that."""
        if not self._services.bus.shared:
            return
        news: dict[str, object] = {"number": self.number}
        if not any(map(is_event, change.texts)):
            news |= {"texts": list(change.texts), "at": change.at, "due": change.due}
        self._services.bus.tell(self.id, json.dumps(news))

    def _notice_gone(self, error: TableError) -> None:
        if error.code == "no_such_table":
            self._say_farewell()

    # Bots and clocks

    def wake(self) -> None:
        """Lets the bot think whose turn it is, if it does not already."""
        self.used = time.monotonic()
        self._changed()

    def _changed(self) -> None:
        """After each change, and when the time for a move is up."""
        self._hints.look(self.state)
        if not self._stopped:
            self._let_return()
            self._bots.look(self)
            self._set_clock()

    def _set_clock(self) -> None:
        """Alarms do not ring twice for one move: the bot that was asked tries again itself."""
        due = self._table.due
        wait = None if due is None else (due - milliseconds()) / 1000
        if wait is None:
            self._clock.clear()
        elif wait > 0 or not self._bots.is_thinking:
            self._clock.set(wait + A_BIT if wait > 0 else AGAIN, self._changed)

    def question(self) -> Question | None:
        """What a bot should be asked now."""
        return None if self._stopped else self._table.question(milliseconds())

    async def play(self, question: Question, move: Move, unwanted: Event) -> bool:
        """A bot's move; False if it can't be written now, which is told."""
        return await self._whole(self._play(question, move, unwanted))

    async def _play(self, question: Question, move: Move, unwanted: Event) -> bool:
        def decision(now: int) -> Change | None:
            if unwanted.is_set() or self._stopped:
                return None
            return self._table.answer(question, move, now)

        async with self._lock:
            try:
                await self._write(decision)
            except AzulejosError as error:
                LOG.warning("a bot's move at table %s was not written: %s", self.id, error)
                if not self._stopped:
                    problem = problem_of(error)
                    refused = messages.Refused(type="error", request=None, error=problem)
                    self._broadcast.tell_all(refused)
                    return False
            return True

    def _let_return(self) -> None:
        """Who is here plays, also if they came while it was written that a bot does."""
        for visitor in self._broadcast.replaced() - self._returning:
            self._returning.add(visitor)
            self._start(self._return(visitor))

    async def _return(self, visitor: Visitor) -> None:
        try:
            await self._grant(visitor, acts.back_texts)
        finally:
            self._returning.discard(visitor)

    # Other processes

    def _hear(self, text: str) -> None:
        """What another process tells about this table."""
        news: dict[str, Any] = json.loads(text)
        if self._gone:
            return
        if news.get("number", 0) > self.number:
            self._start(self.refresh(news))
        if "keys" in news or "gone" in news:
            self._start(self.refresh())
        if "again" in news:
            self._start(self._let_go())
        if "present" in news:
            self._broadcast.look_round()
        if "said" in news:
            self._broadcast.tell_in_time(news["said"])

    async def refresh(self, news: Mapping[str, Any] | None = None) -> None:
        """Takes what another process has written: from its news if that is all, or the store."""
        async with self._lock:
            known = news is not None and news["number"] <= self.number
            if self._gone or known or (news and await self._take_told(news)):
                return
            await self._catch_up()

    async def _take_told(self, news: Mapping[str, Any]) -> bool:
        """Moves that another process has written; False if they are not all that we miss."""
        texts: list[str] = news.get("texts", [])
        if not texts or news["number"] - len(texts) != self.number:
            return False
        states = list(states_after(self.state, [StoredEntry(text, news["at"]) for text in texts]))
        await self._take(texts, states, news["due"], self.keys)
        return True

    async def look_elsewhere(self) -> None:
        """Before somebody is greeted: a process may have died before it could tell its news."""
        if self._services.bus.shared:
            await self.refresh()

    # The end

    async def _let_go(self) -> None:
        """Whoever is here comes back, and finds what the store says now."""
        async with self._lock:
            self.close()

    async def delete(self) -> None:
        await self._whole(self._delete())

    async def _delete(self) -> None:
        async with self._lock:
            await self._services.store.delete(self.id)
            self._services.bus.tell(self.id, GONE)
            self._say_farewell()

    def _say_farewell(self) -> None:
        self._broadcast.tell_all(messages.Deleted(type="deleted"))
        self.close()

    def close(self) -> None:
        """Nobody is told anything any more."""
        self._gone = True
        self._stop()
        self._services.bus.forget(self.id)
        self._broadcast.close()

    def _stop(self) -> None:
        self._stopped = True
        self._bots.stop()
        self._clock.clear()

    async def finish(self) -> None:
        """Closes when all changes under way are written."""
        self._stop()
        await asyncio.gather(*self._changes, return_exceptions=True)
        await self._bots.finish()
        self.close()
