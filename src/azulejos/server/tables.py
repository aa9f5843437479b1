"""All tables: new ones, those in memory, those in the store."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
import unicodedata
from random import SystemRandom

from ..bots import level_names
from ..rules import RuleSet, UsageError
from . import messages
from .errors import ServerError
from .store import Kept, KeptSeat, Store, milliseconds
from .table import LiveTable, brief_of, first_line, summary_of
from .thinkers import Thinkers, check_level

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
_ID_LENGTH = 12
ID_PATTERN = f"^[{_LETTERS}]{{{_ID_LENGTH}}}$"
BOT_SIGN = "bot:"  # how a record names bots


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, thinkers: Thinkers, idle: float) -> None:
        self._store = store
        self._thinkers = thinkers
        self._idle = idle
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    async def create(self, order: messages.NewTable) -> LiveTable:
        """A new table with its first deal; raises UsageError or ServerError."""
        seats = _seats_of(order)
        starter = order.starter or SystemRandom().randint(1, len(seats))
        line = first_line(RuleSet(order.rules), len(seats), starter)
        now = milliseconds()
        kept = Kept(new_id(), order.rules, starter, seats, now, now, brief_of(line))
        texts = [ply.text for ply in line.plies]
        await self._store.create(kept, texts)
        table = LiveTable(self._store, self._thinkers, kept, texts)
        self._live[kept.id] = table
        return table

    async def get(self, name: str) -> LiveTable:
        """A table, from memory or from the store; raises ServerError where there is none."""
        if not re.match(ID_PATTERN, name):
            raise ServerError("no_such_table", table=name[:_ID_LENGTH])
        lock = self._loading.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                if name not in self._live:
                    kept, entries = await self._store.load(name)
                    self._live[name] = LiveTable(self._store, self._thinkers, kept, entries)
        finally:
            if not lock.locked():
                self._loading.pop(name, None)
        return self._live[name]

    async def listing(self) -> messages.Tables:
        return messages.Tables(tables=[summary_of(kept) for kept in await self._store.listing()])

    async def delete(self, name: str) -> None:
        table = await self.get(name)
        await table.delete()
        self._live.pop(name, None)

    async def sweep(self) -> None:
        """For ever: lets go of tables that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(min(60.0, self._idle))
            self.drop_idle()

    def drop_idle(self) -> None:
        limit = time.monotonic() - self._idle
        for name, table in list(self._live.items()):
            if table.is_idle and table.used < limit:
                table.close()
                del self._live[name]

    def close(self) -> None:
        for table in self._live.values():
            table.close()
        self._live.clear()


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def _seats_of(order: messages.NewTable) -> tuple[KeptSeat, ...]:
    seats = tuple(_seat_of(number, seat) for number, seat in enumerate(order.seats, start=1))
    if all(seat.kind == "bot" for seat in seats):
        raise ServerError("no_person")
    if order.starter is not None and order.starter > len(seats):
        raise UsageError("unknown_starter", starter=order.starter, players=len(seats))
    return seats


def _seat_of(number: int, seat: messages.NewSeat) -> KeptSeat:
    name = _checked_name(seat.name)
    if seat.kind == "bot":
        if seat.level is None:
            raise ServerError("level_missing", seat=number)
        check_level(seat.level, level_names())
    elif seat.level is not None:
        raise ServerError("level_of_person", seat=number)
    return KeptSeat(seat.kind, name, seat.level)


def _checked_name(name: str) -> str:
    """A name as it can stand on one line of a page and of a record."""
    name = " ".join(name.split())
    if len(name) > messages.LONGEST_NAME or any(map(_unprintable, name)):
        raise ServerError("bad_name", most=messages.LONGEST_NAME)
    if name.lower().startswith(BOT_SIGN):
        raise UsageError("name_of_bot", name=name)
    return name


def _unprintable(sign: str) -> bool:
    """Control characters, halves of signs, and those that turn the direction of text."""
    return (
        unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp")
        or sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    )
