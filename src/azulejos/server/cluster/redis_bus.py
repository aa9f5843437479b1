"""News between processes over Redis: a channel a table, and one for signs of life.

Redis keeps nothing but leases, and those for seconds. While it is away, and between two news, the
store is asked for the numbers of all tables that are followed: it alone decides what has happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ...rules import AzulejosError
from ..addresses import shown_address
from .bus import GONE, PRESENT, Hear
from .remote_presence import RemotePresence

LOG = logging.getLogger(__name__)
BEAT = 3.0
"""Seconds between two signs of life."""
SILENCE = 3 * BEAT
"""Seconds without hearing one's own after which a line counts as broken."""
POLL = 2.0
"""Seconds between two looks at the store."""
TIMEOUT = 2.0
"""Seconds after which an answer of Redis is not waited for any more."""
SOONEST, LATEST = 0.1, 2.0
"""Seconds between two attempts to connect: the first, and at most."""
MOST_WAITING = 10_000
"""News that wait for Redis; what is more is dropped, and found in the store."""
EVERYBODY = "azulejos:processes"
TABLE = "azulejos:table:"
LEASE = "azulejos:lease:"
FAILURES = (RedisError, OSError)

Numbers = Callable[[Collection[str]], Awaitable[Mapping[str, int]]]
"""The last entries' numbers of tables, from the store; without those that are gone."""


class RedisBus:
    """See `Bus`. Use `RedisBus.open`, which succeeds even if Redis is away."""

    shared = True

    def __init__(self, address: str, numbers: Numbers) -> None:
        self._name = shown_address(address)
        self._numbers = numbers
        self._process = secrets.token_hex(4)
        self._redis = Redis.from_url(
            address,
            decode_responses=True,
            protocol=2,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            retry=Retry(NoBackoff(), 0),  # Here one knows better when to try again.
        )
        self._hears: dict[str, Hear] = {}
        self._here: dict[str, str] = {}  # what this process shows
        self._elsewhere = RemotePresence()
        self._waiting: list[tuple[str, str]] = []
        self._wishes = asyncio.Event()  # tables to follow, or not to follow any more
        self._news = asyncio.Event()  # something to publish
        self._connected = asyncio.Event()
        self._looks: set[str] = set()  # tables to look at now
        self._look = asyncio.Event()
        self._missed = False  # Has it been said that Redis is away?
        self._heard_myself = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, address: str, numbers: Numbers) -> RedisBus:
        """Waits a moment for Redis, not for ever. Raises ValueError if the address is none."""
        bus = cls(address, numbers)
        works = (bus._listen, bus._publish, bus._beat, bus._poll)
        bus._tasks = [asyncio.create_task(bus._ever(work)) for work in works]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TIMEOUT):
                await bus._connected.wait()
        return bus

    async def close(self) -> None:
        for task in self._tasks:
            await _end(task)
        with contextlib.suppress(*FAILURES, TimeoutError):
            if self._connected.is_set():
                await self._send([(EVERYBODY, self._worded("gone"))])
        await self._redis.aclose()

    # What tables ask for

    def tell(self, table: str, text: str) -> None:
        self._say(TABLE + table, "tell", text)

    def follow(self, table: str, hear: Hear) -> None:
        self._hears[table] = hear
        self._wishes.set()

    def forget(self, table: str) -> None:
        self._hears.pop(table, None)
        self._elsewhere.forget(table)
        if self._here.pop(table, None):
            self._say(TABLE + table, "show")
        self._wishes.set()

    def show(self, table: str, text: str) -> None:
        if self._here.get(table, "") != text:
            self._here[table] = text
            self._say(TABLE + table, "show", text)

    def elsewhere(self, table: str) -> Sequence[str]:
        return self._elsewhere.at(table)

    async def lease(self, name: str, seconds: float) -> bool:
        if not self._connected.is_set():
            return True
        key, least = LEASE + name, max(1, round(seconds * 1000))
        try:
            if await self._redis.set(key, self._process, nx=True, px=least):
                return True
            holder = await self._redis.get(key)
        except FAILURES:
            return True  # The store still takes only one of two moves.
        return holder == self._process

    # Publishing

    def _worded(self, kind: str, text: str = "") -> str:
        return f"{self._process} {kind} {text}"

    def _say(self, channel: str, kind: str, text: str = "") -> None:
        """Dropped while Redis is away: whoever missed it looks at the store."""
        if self._connected.is_set() and len(self._waiting) < MOST_WAITING:
            self._waiting.append((channel, self._worded(kind, text)))
            self._news.set()

    async def _publish(self) -> None:
        """All that waits goes in one piece: the more there is, the less each costs."""
        while True:
            await self._news.wait()
            self._news.clear()
            waiting, self._waiting = self._waiting, []
            with contextlib.suppress(*FAILURES):  # `_listen` will notice.
                await self._send(waiting)

    async def _send(self, waiting: Sequence[tuple[str, str]]) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            for channel, text in waiting:
                pipeline.publish(channel, text)
            await pipeline.execute()

    # Listening

    async def _listen(self) -> None:
        """Connects, and again whenever the line breaks."""
        pause = SOONEST
        while True:
            try:
                async with self._redis.pubsub() as line:
                    await line.subscribe(EVERYBODY)
                    pause = SOONEST
                    await self._use(line)
            except FAILURES as error:
                self._lost(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LATEST)

    async def _use(self, line: PubSub) -> None:
        """Until it breaks."""
        self._heard_myself = time.monotonic()
        self._wishes.set()
        subscribing = asyncio.create_task(self._subscribe(line))
        try:
            while True:
                message = await line.get_message(timeout=BEAT)
                if message is not None:
                    self._take(message["type"], message["channel"], message["data"])
                if subscribing.done():
                    await subscribing
                if time.monotonic() - self._heard_myself > SILENCE:
                    raise TimeoutError("nothing comes any more")
        finally:
            await _end(subscribing)

    async def _subscribe(self, line: PubSub) -> None:
        """Keeps what this line brings the same as what is followed."""
        channels: set[str] = set()
        while True:
            await self._wishes.wait()
            self._wishes.clear()
            wanted = {TABLE + table for table in self._hears}
            if more := wanted - channels:
                await line.subscribe(*more)
            if less := channels - wanted:
                await line.unsubscribe(*less)
            channels = wanted

    def _take(self, kind: str, channel: str, data: object) -> None:
        if kind == "subscribe":
            self._subscribed(channel)
        elif kind == "message":
            process, what, text = str(data).split(" ", 2)
            if process != self._process:
                if self._elsewhere.saw(process, time.monotonic()):
                    self._ask_all()  # One of the two had only been held up.
                self._heard(process, what, text, channel.removeprefix(TABLE))
            elif channel == EVERYBODY:
                self._heard_myself = time.monotonic()

    def _subscribed(self, channel: str) -> None:
        """From here on nothing is missed; what was before, the store and the others know."""
        if channel == EVERYBODY:
            self._found()
            return
        table = channel.removeprefix(TABLE)
        self._looks.add(table)
        self._look.set()
        self._say(channel, "who")
        if here := self._here.get(table):
            self._say(channel, "show", here)

    def _heard(self, process: str, what: str, text: str, table: str) -> None:
        if what == "gone":
            self._hear_all(self._elsewhere.leave(process), PRESENT)
        elif what == "tell":
            self._hear_all([table], text)
        elif what == "show" and self._elsewhere.show(table, process, text):
            self._hear_all([table], PRESENT)
        elif what == "who" and (here := self._here.get(table)):
            self._say(TABLE + table, "show", here)

    def _ask_all(self) -> None:
        for table in self._hears:
            self._say(TABLE + table, "who")

    def _hear_all(self, tables: Collection[str], text: str) -> None:
        """One table's trouble is not another's."""
        for table in tables:
            if hear := self._hears.get(table):
                try:
                    hear(text)
                except Exception:
                    LOG.exception("table %s can't take the news", table)

    # Redis, there and away

    def _found(self) -> None:
        self._elsewhere.saw_all(time.monotonic())
        self._connected.set()
        self._say(EVERYBODY, "alive")
        if self._missed:
            self._missed = False
            LOG.warning("%s is back", self._name)

    def _lost(self, error: Exception) -> None:
        self._connected.clear()
        self._waiting.clear()
        if not self._missed:
            self._missed = True
            LOG.warning("%s is away (%s); games go on, a little slower", self._name, error)

    # What is done ever again

    async def _ever(self, work: Callable[[], Awaitable[None]]) -> None:
        """A mistake of ours in one of the tasks must not silence a process for good."""
        while True:
            try:
                await work()
            except Exception:
                LOG.exception("the news stumbled")
                await asyncio.sleep(LATEST)

    async def _beat(self) -> None:
        """Signs of life; and leave is taken of those that give none, if they could be heard."""
        while True:
            await asyncio.sleep(BEAT)
            if self._connected.is_set():
                self._say(EVERYBODY, "alive")
                self._hear_all(self._elsewhere.expire(time.monotonic()), PRESENT)

    async def _poll(self) -> None:
        """What another process wrote and did not live to tell is found here.

        Tables that have just come are looked at at once, all of them every few seconds.
        """
        due = time.monotonic() + POLL
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, due - time.monotonic())):
                    await self._look.wait()
            self._look.clear()
            tables, self._looks = self._looks & self._hears.keys(), set()
            if time.monotonic() >= due:
                tables, due = set(self._hears), time.monotonic() + POLL
            with contextlib.suppress(AzulejosError):  # The store will be back.
                await self._look_at(tables)

    async def _look_at(self, tables: Collection[str]) -> None:
        numbers = await self._numbers(tables) if tables else {}
        for table in tables:
            known = table in numbers
            self._hear_all([table], json.dumps({"number": numbers[table]}) if known else GONE)


async def _end(task: asyncio.Task[None]) -> None:
    """Before Python 3.12 a library's `wait_for` may swallow that a task is cancelled."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.1)
    if not task.cancelled():
        task.exception()  # known by now
