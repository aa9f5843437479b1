"""A live table: one game, those who look at it, and the bots that sit there.

All changes go through one lock: decided by `plays.py` and `acts.py`, written to the store, then
told to everybody, as messages whose numbers are those of the entries.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ...rules import AzulejosError
from ...tables.decisions import acts
from ...tables.decisions import moves as plays
from ...tables.errors import ServerError
from ...tables.hints import HintSearch
from ...tables.history import Past
from ...tables.line import Back, Line
from ...tables.messages import requests, seating
from ...tables.messages import types as messages
from ...tables.messages.answers import Standing
from ...tables.rights import Rights
from ...tables.roster import Company
from ...tables.state import Game
from ...tables.values import Fetched, Keys
from ..cluster.news import GONE
from ..storage.invites import find_invite
from ..storage.links import use_link
from ..storage.rows import keys_given
from .ledger import Decide, Ledger, Means
from .pace import Pace
from .say import Talkative
from .visitors import Subscriber, Visitor
from .weakly import weakly

LOG = logging.getLogger(__name__)
Done = TypeVar("Done")


@dataclass(eq=False)
class _Asked:
    """A hint that is looked for: at which position, and how many wait for it."""

    moved: int
    search: HintSearch
    task: asyncio.Task[messages.Hint]
    waiting: int = 0


class LiveTable:
    """A table in memory. Whatever it is asked is done, or refused with an AzulejosError."""

    def __init__(self, means: Means, fetched: Fetched, past: Past) -> None:
        self._means = means
        self._ledger = Ledger(
            means, fetched, past, weakly(self._changed), weakly(self._say_farewell)
        )
        self._gathering = self._ledger.gathering
        self._teller = self._ledger.teller
        self.id = fetched.kept.id
        self._pace = Pace(means, self._ledger, weakly(self._start), weakly(self.refresh))
        self._changes: set[asyncio.Task[Any]] = set()
        self._returning: set[Visitor] = set()
        self._talkative = Talkative()
        self._hint: _Asked | None = None
        self._gone = False
        self.used = time.monotonic()
        means.news.follow(self.id, self._hear)
        self._pace.set_clock()

    # What is there

    @property
    def game(self) -> Game:
        return self._ledger.game

    @property
    def number(self) -> int:
        """Of the last message."""
        return self.game.number

    @property
    def line(self) -> Line:
        return self.game.line

    @property
    def company(self) -> Company:
        return self.game.company

    @property
    def keys(self) -> Keys:
        return self._ledger.keys

    @property
    def gone(self) -> bool:
        """Deleted, or let go of."""
        return self._gone

    @property
    def is_idle(self) -> bool:
        return not (self._pace.is_thinking or self._changes) and self._gathering.is_empty

    def rights(self, visitor: Visitor) -> Rights:
        return self._gathering.rights(visitor)

    def admit(self, visitor: Visitor) -> Rights:
        """Raises ServerError where watchers are not wanted."""
        return self._gathering.admit(visitor)

    def seen_by(self, visitor: Visitor) -> Game:
        """The game as somebody may see it."""
        return self._gathering.shown_to(self.admit(visitor))[0].game

    def table(self, visitor: Visitor | None = None) -> seating.Table:
        """As somebody may see it; None: as it is."""
        if visitor is None:
            return self._teller.table(self.game, self.game.at)
        moment, now = self._gathering.shown_to(self.admit(visitor))
        return self._teller.table(moment.game, now)

    def now(self, visitor: Visitor) -> messages.Now:
        rights = self.admit(visitor)
        moment, now = self._gathering.shown_to(rights)
        return self._teller.now(moment, rights, now)

    def standing(self, visitor: Visitor) -> Standing:
        rights = self.admit(visitor)
        moment, now = self._gathering.shown_to(rights)
        return self._teller.standing(moment, rights, now)

    # Those who look

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there, who has not said hello yet."""
        self._gathering.enter(subscriber)

    def subscribe(self, subscriber: Subscriber, after: int | None) -> None:
        """Tells what the visitor has missed, and from then on everything."""
        self._check_there()
        rights = self._gathering.subscribe(subscriber, after)
        if rights.seats:
            self._pace.share = subscriber.visitor.address
        self.wake()

    def leave(self, subscriber: Subscriber) -> None:
        self._gathering.leave(subscriber)
        self.used = time.monotonic()

    # What is done

    async def move(self, visitor: Visitor, number: int, text: str) -> int:
        """Plays a person's move and the deal that it leads to; gives the new number."""
        return await self._whole(visitor, lambda scene: plays.move_texts(scene, number, text))

    async def undo(self, visitor: Visitor, number: int, back: Back) -> int:
        """Takes back what a person did, or asks the others; gives the new number."""
        return await self._whole(visitor, lambda scene: plays.undo_texts(scene, number, back))

    async def act(self, visitor: Visitor, act: requests.Act) -> int:
        """Whatever else is done at a table; gives the new number."""
        return await self._whole(visitor, lambda scene: acts.act_texts(scene, act))

    async def hint(self, visitor: Visitor, number: int) -> messages.Hint:
        """What a strong player would do; the table is free while it is looked for."""
        self._check_there()
        plays.check_hint(self._ledger.scene(visitor), number)
        asked = self._asked(visitor)
        asked.waiting += 1
        try:
            # One for all who ask, however often; given up when the position changes.
            await asyncio.wait({asked.task})
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                self._drop_hint(asked)
        self._check_there()
        plays.check_number(self.game, number)
        if asked.task.cancelled():
            raise ServerError("stale", number=self.number)
        return asked.task.result()

    def _asked(self, visitor: Visitor) -> _Asked:
        """The question for a hint at this position, asked already or from now on."""
        if self._hint is None or self._hint.moved != self.game.moved:
            search = HintSearch(self.game.position)
            asking = self._means.thinkers.hint(search.find, visitor.address)
            self._hint = _Asked(self.game.moved, search, asyncio.create_task(asking))
        return self._hint

    def _drop_hint(self, asked: _Asked) -> None:
        """Nobody thinks about what nobody waits for; what has failed is asked anew next time."""
        answered = asked.task.done() and not asked.task.cancelled()
        if self._hint is asked and not (answered and asked.task.exception() is None):
            self._hint = None
        if not asked.task.done():
            asked.search.stop()
            asked.task.cancel()

    def say(self, visitor: Visitor, seat: int, phrase: seating.Phrase) -> int:
        """Says a ready-made phrase to everybody; gives the number, which stays the same."""
        self._check_there()
        if seat not in self.rights(visitor).seats:
            raise ServerError("not_your_seat", player=seat)
        self._talkative.check(visitor)
        self._gathering.tell_in_time(messages.Said(seat=seat, phrase=phrase))
        said = {"said": {"seat": seat, "phrase": phrase}}
        self._means.news.tell(self.id, json.dumps(said))
        return self.number

    async def refresh(self, news: Mapping[str, Any] | None = None) -> None:
        """Takes what another process has written: from its news if that is all, or the store."""
        async with self._ledger.lock:
            known = news is not None and news["number"] <= self.number
            if self._gone or known or (news and await self._ledger.take_told(news)):
                return
            await self._ledger.catch_up()

    async def look_elsewhere(self) -> None:
        """Before somebody is greeted: a process may have died before it could tell its news."""
        if self._means.news.shared:
            await self.refresh()

    def _check_there(self) -> None:
        self.used = time.monotonic()
        if self._gone:
            raise ServerError("no_such_table", table=self.id)

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

    async def _whole(self, visitor: Visitor, decide: Decide) -> int:
        """A change is finished even if whoever asked for it has gone."""
        return await asyncio.shield(self._start(self._do(visitor, decide)))

    async def _do(self, visitor: Visitor, decide: Decide) -> int:
        async with self._ledger.lock:
            self._pace.share = visitor.address or self._pace.share
            await self._ledger.write(visitor, self._while_there(decide))
            return self.number

    def _while_there(self, decide: Decide) -> Decide:
        def decided(scene: plays.Scene) -> plays.Texts:
            self._check_there()
            return decide(scene)

        return decided

    # Doors

    async def join(
        self, visitor: Visitor, seat: int, name: str, colour: int | None, token: str
    ) -> int:
        """Somebody with an invitation sits down; raises ServerError if it is of no use now."""
        return await asyncio.shield(self._start(self._join(visitor, seat, name, colour, token)))

    async def _join(
        self, visitor: Visitor, seat: int, name: str, colour: int | None, token: str
    ) -> int:
        async def invited() -> None:
            await find_invite(self._means.store, token)

        def decide(scene: plays.Scene) -> plays.Texts:
            return acts.join_texts(scene, seat, name, colour)

        given = {} if visitor.key_hash is None else {seat: visitor.key_hash}
        async with self._ledger.lock:
            await self._ledger.write(visitor, self._while_there(decide), given, invited)
            return self.number

    async def add_device(self, token: str, new_key: str) -> list[int]:
        """A personal link is used up, and another device gets all that its key opens here.

        Gives the seats; raises ServerError if the link is of no use.
        """
        return await asyncio.shield(self._start(self._add_device(token, new_key)))

    async def _add_device(self, token: str, new_key: str) -> list[int]:
        async with self._ledger.lock:
            self._check_there()
            await self._ledger.catch_up()
            async with self._means.store.change() as connection:  # all of it or nothing
                link = await use_link(connection, token)
                seats = [seat for seat, keys in self.keys.items() if link.key_hash in keys]
                new = [seat for seat in seats if new_key not in self.keys[seat]]
                for statement in keys_given(self.id, new, new_key):
                    await connection.execute(statement)
            more = {seat: self.keys[seat] | {new_key} for seat in seats}
            self._ledger.take_keys(self.keys | more)
            return sorted(seats)

    # Bots, other processes

    def wake(self) -> None:
        """Lets the bot think whose turn it is, if it does not already."""
        self.used = time.monotonic()
        self._changed()

    def _changed(self) -> None:
        if self._hint is not None and self._hint.moved != self.game.moved:
            self._drop_hint(self._hint)
        if not self._gone:
            self._let_return()
            self._pace.look()

    def _let_return(self) -> None:
        """Who is here plays, also if they came while it was written that a bot does."""
        for visitor in self._gathering.replaced() - self._returning:
            self._returning.add(visitor)
            self._start(self._return(visitor))

    async def _return(self, visitor: Visitor) -> None:
        try:
            await self._do(visitor, acts.back_texts)
        finally:
            self._returning.discard(visitor)

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
            self._gathering.look_round()
        if "said" in news:
            self._gathering.tell_in_time(messages.Said.model_validate(news["said"]))

    # The end

    async def _let_go(self) -> None:
        """Whoever is here comes back, and finds what the store says now."""
        async with self._ledger.lock:
            self.close()

    async def delete(self) -> None:
        await asyncio.shield(self._start(self._delete()))

    async def _delete(self) -> None:
        async with self._ledger.lock:
            await self._means.store.delete(self.id)
            self._means.news.tell(self.id, GONE)
            self._say_farewell()

    def _say_farewell(self) -> None:
        self._gathering.tell_all(messages.Deleted())
        self.close()

    def close(self) -> None:
        """Nobody is told anything any more."""
        self._gone = True
        self._pace.stop()
        self._means.news.forget(self.id)
        self._gathering.close()

    async def finish(self) -> None:
        """Closes when all changes under way are written."""
        self._pace.stop()
        await asyncio.gather(*self._changes, return_exceptions=True)
        await self._pace.finish()
        self.close()
