"""All tables: new ones, those in memory, those in the store."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
import unicodedata
from random import SystemRandom

from ..rules import UsageError, draw_deal, start
from . import requests
from .answers import Tables as TableList
from .errors import ServerError, StoreError
from .kept import Kept, KeptSeat
from .line import Line
from .listing import brief_of, summary_of
from .records import BOT_SIGN
from .store import Store, milliseconds
from .table import LiveTable, line_of
from .thinkers import Thinkers, check_level

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
_ID_LENGTH = 12
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ID_PATTERN = f"^[{_LETTERS}]{{{_ID_LENGTH}}}$"


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, thinkers: Thinkers, idle: float) -> None:
        self._store = store
        self._thinkers = thinkers
        self._idle = idle
        self._live: dict[str, LiveTable] = {}
        self._coming: dict[str, asyncio.Task[LiveTable]] = {}

    async def create(self, order: requests.NewTable) -> LiveTable:
        """A new table with its first deal; raises UsageError or ServerError."""
        seats = _seats_of(order)
        starter = order.starter or SystemRandom().randint(1, len(seats))
        line = Line(start(len(seats), order.rules, starter))
        line = line.played(draw_deal(line.position, SystemRandom()))
        now = milliseconds()
        kept = Kept(new_id(), order.rules, starter, seats, now, now, brief_of(line))
        entries = [ply.text for ply in line.plies]
        await self._store.create(kept, entries)
        self._live[kept.id] = LiveTable(self._store, self._thinkers, kept, entries, line)
        return self._live[kept.id]

    async def get(self, name: str) -> LiveTable:
        """A table, from memory or from the store; raises ServerError where there is none."""
        table = self._live.get(name)
        if table is None or table.gone:
            if name not in self._coming:
                self._coming[name] = asyncio.create_task(self._load(name))
            table = await asyncio.shield(self._coming[name])
        table.used = time.monotonic()
        return table

    async def _load(self, name: str) -> LiveTable:
        """Once, however many ask at the same time."""
        try:
            if not re.fullmatch(ID_PATTERN, name):
                raise ServerError("no_such_table", table=name[:_ID_LENGTH])
            kept, entries = await self._store.load(name)
            try:
                line = await asyncio.to_thread(line_of, kept, entries)
            except ValueError as error:
                raise StoreError(
                    "store_broken", store=self._store.name, why=f"{name}: {error}"
                ) from error
            self._live[name] = LiveTable(self._store, self._thinkers, kept, entries, line)
            return self._live[name]
        finally:
            del self._coming[name]

    async def listing(self) -> TableList:
        return TableList(tables=[summary_of(kept) for kept in await self._store.listing()])

    async def delete(self, name: str) -> None:
        """Raises ServerError where there is none; needs no game that can be read."""
        table = self._live.get(name)
        if table is None or table.gone:
            await self._store.delete(name)
        else:
            await table.delete()
        self._live.pop(name, None)

    async def sweep(self) -> None:
        """For ever: lets go of tables that nobody has looked at for a while."""
        while True:
            await asyncio.sleep(max(0.01, min(60.0, self._idle)))
            self.drop_idle()

    def drop_idle(self) -> None:
        limit = time.monotonic() - self._idle
        for name, table in list(self._live.items()):
            if table.gone or (table.is_idle and table.used <= limit):
                table.close()
                del self._live[name]

    async def close(self) -> None:
        await asyncio.gather(*(table.finish() for table in self._live.values()))
        self._live.clear()


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def _seats_of(order: requests.NewTable) -> tuple[KeptSeat, ...]:
    seats = tuple(_seat_of(number, seat) for number, seat in enumerate(order.seats, start=1))
    if all(seat.kind == "bot" for seat in seats):
        raise ServerError("no_person")
    if order.starter is not None and order.starter > len(seats):
        raise UsageError("unknown_starter", starter=order.starter, players=len(seats))
    return seats


def _seat_of(number: int, seat: requests.NewSeat) -> KeptSeat:
    name = _checked_name(seat.name)
    if seat.kind == "bot":
        if seat.level is None:
            raise ServerError("level_missing", seat=number)
        check_level(seat.level)
    elif seat.level is not None:
        raise ServerError("level_of_person", seat=number)
    return KeptSeat(seat.kind, name, seat.level, seat.colour)


def _checked_name(name: str) -> str:
    """A name as it can stand on one line of a page and of a record."""
    name = " ".join(name.split())
    if all(unicodedata.category(sign) == "Cf" for sign in name):
        return ""  # Signs that nobody sees are no name.
    if len(name) > requests.LONGEST_NAME or any(map(_unprintable, name)):
        raise ServerError("bad_name", most=requests.LONGEST_NAME)
    if name.lower().startswith(BOT_SIGN):
        raise UsageError("name_of_bot", name=name)
    return name


def _unprintable(sign: str) -> bool:
    """Control characters, halves of signs, and signs that turn the direction of text."""
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURNING
