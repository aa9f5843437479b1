"""A table that somebody at this device looks at: decides, writes, then tells.

As at the server: what could not be written has not happened, and what another tab wrote first is
the truth. Here everybody acts for all persons, so that all are told the same.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from ..rules import AzulejosError
from ..server.errors import StoreError, problem_of
from ..tables.decisions import moves
from ..tables.errors import TableError
from ..tables.history import history_of
from ..tables.line import undone_to
from ..tables.messages import types as messages
from ..tables.messages.answers import Standing
from ..tables.messages.builder import Moment
from ..tables.rights import Rights, Visitor
from ..tables.state import TableState, states_after
from ..tables.table import Change, Decide, Question, Table, snapshot_of_new
from ..tables.values import Snapshot, TableHeader
from .documents import entry_documents, snapshot_of, table_document
from .errors import HostError
from .services import GONE, STALE, Line, Storage, Tabs, Thinker
from .thinking import find_hint, find_move

HERE = Visitor(is_local=True)
STORE = "IndexedDB"
"""What errors call the place where games are kept."""
TRIES = 5
RETRY = 5.0
"""Seconds until a bot's move that could not be written is tried again."""
AT_REST = 0.2
"""Seconds without news after which what is seen is kept."""
A_BIT = 0.005
"""Seconds that an alarm rings late, so that it is never too early."""
Decision = Callable[[int], Change | None]


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def encode(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Services:
    """What all tables of a host share."""

    storage: Storage
    thinker: Thinker
    tabs: Tabs


@contextmanager
def store_errors() -> Iterator[None]:
    """Whatever the browser says of its storage becomes the error that people are told."""
    try:
        yield
    except AzulejosError:
        raise
    except Exception as error:  # JavaScript's have no common kind.
        if "QuotaExceeded" in str(error):
            raise StoreError("store_full", store=STORE) from error
        raise StoreError("store_failed", store=STORE, why=str(error)[:200]) from error


async def fetch(storage: Storage, table: str, after: int = 0) -> Snapshot:
    """Raises AzulejosError where there is no such table, or it can't be read."""
    with store_errors():
        found = await storage.fetch(table, after)
    if found is None:
        raise TableError("no_such_table", table=table)
    return snapshot_of(json.loads(found))


class LiveTable:
    """A table in memory. Whatever it is asked is done, or refused with an AzulejosError."""

    def __init__(self, services: Services, snapshot: Snapshot) -> None:
        self._services = services
        self._table = Table(snapshot, history_of(snapshot, milliseconds()))
        self._lines: dict[Line, int] = {}
        self._lock = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._view_timer: asyncio.TimerHandle | None = None
        self._asked: Question | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._leads = False
        self._gone = False
        self._told_of_stand_in = False
        self._told_rights = self._rights
        self._end_lead: Callable[[], None] | None = None
        self.id = snapshot.header.id

    # What is there

    @property
    def state(self) -> TableState:
        return self._table.state

    @property
    def number(self) -> int:
        """Of the last message."""
        return self._table.number

    @property
    def is_idle(self) -> bool:
        return not (self._lines or self._asked or self._lock.locked())

    @property
    def _rights(self) -> Rights:
        return self._table.rights(HERE)

    def table(self) -> messages.Table:
        return self._table.table(self._table.latest, milliseconds())

    def now(self) -> messages.Now:
        return self._table.now(self._table.latest, self._rights, milliseconds())

    def standing(self) -> Standing:
        return self._table.standing(self._table.latest, self._rights, milliseconds())

    # Those who look

    def subscribe(self, line: Line, after: int | None) -> None:
        """Tells what was missed, and from then on everything."""
        self._check_there()
        latest = self._table.latest
        missed = None if after is None else self._table.history.between(after, latest)
        if missed is None or any(undone_to(moment.text) is not None for moment in missed):
            line.tell(encode(self._welcome()))
        else:
            for moment in missed:
                line.tell(encode(self._update(moment)))
        self._lines[line] = latest.number
        nobody_away = messages.Presence(type="presence", away=[], may_stand_in=[], watchers=0)
        line.tell(encode(nobody_away))
        if self._end_lead is None:
            self._end_lead = self._services.tabs.lead(self.id, self._lead)
        self._look()

    def leave(self, line: Line) -> None:
        self._lines.pop(line, None)
        if not self._lines:
            self._stop_leading()

    def _lead(self) -> None:
        """No other tab lets bots move here."""
        if self._end_lead is not None or self._lines:
            self._leads = True
            self._look()
            self._keep_view()

    def _stop_leading(self) -> None:
        self._leads = False
        self._clear_alarm()
        if self._end_lead is not None:
            self._end_lead()
            self._end_lead = None

    def _welcome(self) -> messages.Welcome:
        return self._table.welcome(self._table.latest, self._rights, milliseconds())

    def _update(self, moment: Moment) -> Mapping[str, Any]:
        latest = moment is self._table.latest
        return self._table.update(moment, self._rights, milliseconds(), latest)

    def say(self, seat: int, phrase: messages.Phrase) -> int:
        """Says a ready-made phrase; gives the number, which stays the same."""
        self._check_there()
        if seat not in self._rights.seats:
            raise TableError("not_your_seat", player=seat)
        self._tell_all(messages.Said(type="said", seat=seat, phrase=phrase))
        return self.number

    def _tell_all(self, message: Mapping[str, Any]) -> None:
        text = encode(message)
        for line in list(self._lines):
            line.tell(text)

    # What is done

    async def grant(self, decide: Decide) -> int:
        """Decided and written; gives the new number. Finished even if who asked has gone."""

        def decision(now: int) -> Change | None:
            self._check_there()
            return self._table.decide(HERE, decide, now)

        return await asyncio.shield(asyncio.ensure_future(self._granted(decision)))

    async def _granted(self, decision: Decision) -> int:
        async with self._lock:
            await self._write(decision)
            return self.number

    async def hint(self, number: int) -> messages.Hint:
        """What a strong player would do; the table is free while it is looked for."""
        self._check_there()
        self._table.check_hint(HERE, number)
        hint = await find_hint(self._services.thinker, self.state.position)
        self._check_there()
        moves.check_number(self.state, number)
        return hint

    async def refresh(self) -> None:
        """Takes what another tab has written."""
        async with self._lock:
            if not self._gone:
                await self._catch_up()

    def _check_there(self) -> None:
        if self._gone:
            raise TableError("no_such_table", table=self.id)

    # Writing: all of this with the lock held

    async def _write(self, decision: Decision) -> None:
        for _ in range(TRIES):
            try:
                change = decision(milliseconds())
            except AzulejosError:
                known = self.number
                await self._catch_up()
                if known == self.number:
                    raise
                continue  # Not refused for what another tab has changed.
            if change is None or await self._append(change):
                return
            await self._catch_up()
        raise TableError("stale", number=self.number)

    async def _append(self, change: Change) -> bool:
        """False if another tab was first."""
        created = change.effects.rematch
        header = self._header_after(change)
        document = {
            "table": table_document(header, change.effects.results),
            "entries": entry_documents(self.id, change.number, change.texts, change.at),
            "created": created and new_document(snapshot_of_new(created)),
        }
        with store_errors():
            became = await self._services.storage.append(encode(document))
        if became == GONE:
            self.end()
            raise TableError("no_such_table", table=self.id)
        if became == STALE:
            return False
        self._table.header = header
        self._tell(self._table.apply(change, milliseconds()))
        self._services.tabs.tell(self.id)
        return True

    def _header_after(self, change: Change) -> TableHeader:
        """As it is kept; who sat there at first is what it was made with."""
        header = self._table.header
        return replace(
            header,
            first=header.first or header.seats,
            seats=change.states[-1].roster.seats,
            summary=change.summary,
            changed=change.at,
        )

    async def _catch_up(self) -> None:
        try:
            snapshot = await fetch(self._services.storage, self.id, self.number)
        except TableError:
            self.end()
            raise
        if not snapshot.entries:
            return
        states = states_after(self.state, snapshot.entries)
        texts = [entry.text for entry in snapshot.entries]
        self._table.header = snapshot.header
        due = snapshot.header.summary.due
        entries = list(zip(texts, states, strict=True))
        self._tell(self._table.take(entries, due, self._table.keys, milliseconds()))

    def _tell(self, moments: list[Moment]) -> None:
        """To everybody here, and to the bots."""
        for moment in moments:
            text = encode(self._update(moment))
            for line, number in list(self._lines.items()):
                if number < moment.number:
                    self._lines[line] = moment.number
                    line.tell(text)
        self._tell_rights()
        self._look()
        self._keep_view()

    def _keep_view(self) -> None:
        """What is seen now, for a page that is opened before the host is there.

        When nothing more happens for a moment; where a clock runs it would soon be wrong.
        """
        if self._view_timer is not None:
            self._view_timer.cancel()
            self._view_timer = None
        if self._leads and self.state.roster.options.clock is None:
            loop = asyncio.get_running_loop()
            self._view_timer = loop.call_later(AT_REST, self._start, self._store_view)

    async def _store_view(self) -> None:
        if not self._gone:
            with suppress(Exception):  # Whoever opens the page waits for the host.
                view = encode(self._welcome())
                await self._services.storage.keep_view(self.id, self.number, view)

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.ensure_future(work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell_rights(self) -> None:
        old, new = self._told_rights, self._rights
        self._told_rights = new
        if new == old:
            return
        if new.seats - old.seats:  # There may be choices, and more to see.
            self._tell_all(self._welcome())
        self._tell_all(messages.YouAre(type="you", you=new.you))

    # Bots and clocks

    def _look(self) -> None:
        """After each change, and when the time for a move is up: lets the bot think who is due."""
        if not self._leads or self._gone:
            return
        self._set_alarm()
        question = self._table.question(milliseconds())
        if question is None or question == self._asked:
            return
        self._asked = question
        self._start(lambda: self._think(question))

    async def _think(self, question: Question) -> None:
        """What is found about a position that has passed is of no use to anybody."""
        move, was_found = await find_move(self._services.thinker, self.id, question)
        if not (was_found or self._told_of_stand_in):
            self._told_of_stand_in = True
            self._tell_all(_refused(HostError("bot_steps_in")))
        try:
            await self._granted(lambda now: self._table.answer(question, move, now))
        except AzulejosError as error:
            self._tell_all(_refused(error))
            await asyncio.sleep(RETRY)
        if self._asked == question:
            self._asked = None
        self._look()

    def _set_alarm(self) -> None:
        self._clear_alarm()
        due = self._table.due
        if due is not None and (wait := (due - milliseconds()) / 1000) > 0:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(wait + A_BIT, self._look)

    def _clear_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    # The end

    def end(self) -> None:
        """It was deleted, here or in another tab."""
        if not self._gone:
            self._gone = True
            self._tell_all(messages.Deleted(type="deleted"))
            for line in self._lines:
                line.end()
            self._lines.clear()
            self._stop_leading()


def _refused(error: AzulejosError) -> messages.Refused:
    """What concerns no request."""
    return messages.Refused(type="error", request=None, error=problem_of(error))


def new_document(snapshot: Snapshot) -> dict[str, Any]:
    """A new table, for the store."""
    header = snapshot.header
    header = replace(header, first=header.first or header.seats)
    texts = [entry.text for entry in snapshot.entries]
    return {
        "table": table_document(header),
        "entries": entry_documents(header.id, 1, texts, header.created),
    }
