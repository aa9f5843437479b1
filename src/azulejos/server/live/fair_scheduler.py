"""Turns at something scarce, shared out fairly: who has used least time comes first."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

MOST_REMEMBERED = 1000  # shares that do not wait


class FairQueue:
    """Who waits for a turn, by share: the share that has used least time comes first.

    A share that comes anew begins where the most modest of those who wait is: nobody saves up
    time by asking nothing, and nobody is charged for ever for what they once used.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._used: dict[str, float] = {}

    def put(self, share: str, turn: asyncio.Future[None]) -> None:
        if share not in self._waiting:
            least = min((self._used[other] for other in self._waiting), default=0.0)
            self._used[share] = max(self._used.get(share, 0.0), least)
            self._waiting[share] = deque()
        self._waiting[share].append(turn)

    def take(self) -> asyncio.Future[None] | None:
        """The next who still wants its turn; None if there is nobody."""
        while self._waiting:
            share = min(self._waiting, key=lambda name: self._used[name])
            turns = self._waiting[share]
            turn = turns.popleft()
            if not turns:
                del self._waiting[share]
            if not turn.done():
                return turn
        self._used.clear()  # Nobody waits: nobody has had too much.
        return None

    def charge(self, share: str, seconds: float) -> None:
        self._used[share] = self._used.get(share, 0.0) + seconds
        if len(self._used) > len(self._waiting) + MOST_REMEMBERED:
            self._used = {name: self._used[name] for name in self._waiting}


class ConcurrencyLimit:
    """So many at a time for each name; others of that name wait, in the order in which they came.

    Nobody waits for those with another name.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._lanes: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._lanes)

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        lane = self._lanes.setdefault(name, asyncio.Semaphore(self._number))
        self._users[name] += 1
        try:
            async with lane:
                yield
        finally:
            self._users[name] -= 1
            if not self._users[name]:
                del self._users[name], self._lanes[name]


class FairScheduler:
    """So many at a time; those who ask under the same name share one share of the time."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._queue = FairQueue()

    async def take(self, share: str) -> None:
        """Waits for a turn, which must be given back."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put(share, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # It was our turn: somebody else takes it.
            raise

    def give_back(self, share: str, seconds: float) -> None:
        """After it was used for so long."""
        self._queue.charge(share, seconds)
        self._next()

    def _next(self) -> None:
        turn = self._queue.take()
        if turn is None:
            self._free += 1
        else:
            turn.set_result(None)

    @asynccontextmanager
    async def turn(self, share: str) -> AsyncIterator[None]:
        await self.take(share)
        begun = time.monotonic()
        try:
            yield
        finally:
            self.give_back(share, time.monotonic() - begun)
