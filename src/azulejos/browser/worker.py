"""The door for JavaScript: a worker that hosts tables, and one that thinks.

Whatever crosses it is a text or a number; JavaScript's promises can be awaited here, and what is
`async` here is a promise there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from .host import Host, Talk
from .live_table import Services
from .thinking import BotBench

Tell = Callable[[int, str], None]
End = Callable[[int], None]


class _NumberedLine:
    """A line that JavaScript knows by a number."""

    def __init__(self, number: int, tell: Tell, end: End) -> None:
        self._number = number
        self._tell = tell
        self._end = end

    def tell(self, message: str) -> None:
        self._tell(self._number, message)

    def end(self) -> None:
        self._end(self._number)


class HostWorker:
    """Requests and lines, by numbers."""

    def __init__(self, services: Services, tell: Tell, end: End) -> None:
        self._host = Host(services)
        self._tell = tell
        self._end = end
        self._talks: dict[int, Talk] = {}
        self._running: set[asyncio.Future[Any]] = set()

    async def request(self, method: str, path: str, body: str) -> list[Any]:
        answer = await self._host.request(method, path, body)
        return [answer.status, answer.body, answer.file]

    def open(self, number: int, table: str) -> None:
        self._talks[number] = Talk(self._host, table, _NumberedLine(number, self._tell, self._end))

    def hear(self, number: int, text: str) -> None:
        """Moves do not wait for hints: each message is answered by itself."""
        talk = self._talks.get(number)
        if talk is not None:
            self._run(talk.hear(text))

    def close(self, number: int) -> None:
        talk = self._talks.pop(number, None)
        if talk is not None:
            talk.end()

    def written(self, table: str) -> None:
        """By another tab."""
        self._run(self._host.hear(table))

    def _run(self, work: Any) -> None:
        future = asyncio.ensure_future(work)
        self._running.add(future)
        future.add_done_callback(self._running.discard)


def host_worker(storage: Any, thinker: Any, tabs: Any, tell: Tell, end: End) -> HostWorker:
    return HostWorker(Services(storage, thinker, tabs), tell, end)


def bot_bench() -> BotBench:
    return BotBench()
