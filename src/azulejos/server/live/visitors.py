"""Those who look at a table: who they are, and what they are told."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ...tables.messages.types import ServerMessage

MOST_WAITING = 100
"""So many messages wait for a slow client; then it is dropped, and may come back."""
MOST_TEXT = 4_000_000
"""So many characters, too: a message may be a whole game."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever reaches the server, known by the hash of a key; at home one is like another."""

    key_hash: str | None = None
    at_home: bool = False
    """Acts for all persons."""
    address: str = ""
    """Where from, for fairness; may be empty."""


class Subscriber:
    """What one visitor is told, in order. Telling never waits."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.number = -1
        """Of the last message about the table."""
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._length = 0  # of all texts that wait
        self.dropped = asyncio.Event()
        """The client was too slow."""

    def tell(self, message: ServerMessage) -> bool:
        return self.tell_text(message.model_dump_json())

    def tell_text(self, text: str) -> bool:
        """False if the client is too slow and is told nothing more."""
        return self._put(text)

    def finish(self) -> None:
        """Nothing comes after this."""
        self._put(None)

    async def next(self) -> str | None:
        """The next text; None at the end."""
        text = await self._waiting.get()
        self._length -= len(text or "")
        return text

    def _put(self, text: str | None) -> bool:
        if self._waiting.full() or self._length > MOST_TEXT:
            self.dropped.set()
            return False
        self._length += len(text or "")
        self._waiting.put_nowait(text)
        return True
