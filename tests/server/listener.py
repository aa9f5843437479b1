"""A subscriber for tests from inside: what it is told waits here until somebody reads it."""

from __future__ import annotations

import asyncio

from azulejos.server.encoding import Encoded
from azulejos.server.live.subscribers import Subscriber
from azulejos.tables.rights import Visitor

MOST_WAITING = 100
"""So many messages; then the client is too slow."""


class _Queue:
    def __init__(self) -> None:
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue()

    def tell(self, message: Encoded) -> bool:
        self.waiting.put_nowait(message.json.decode())
        return self.waiting.qsize() <= MOST_WAITING

    def end(self, code: int = 1000) -> None:
        self.waiting.put_nowait(None)


class Listener(Subscriber):
    """Reads one message after the other."""

    def __init__(self, visitor: Visitor) -> None:
        self._queue = _Queue()
        super().__init__(visitor, self._queue)

    async def next(self) -> str | None:
        """None at the end."""
        return await self._queue.waiting.get()

    def waiting(self) -> list[str]:
        """All that was told until now."""
        queue = self._queue.waiting
        texts = [queue.get_nowait() for _ in range(queue.qsize())]
        return [text for text in texts if text is not None]
