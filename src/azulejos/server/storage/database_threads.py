"""The way to an SQLite file: threads with a connection each.

From the event loop that is one step there and one back, however many statements there are. With an
asynchronous driver it would be two steps for each of them, and what SQLAlchemy does in between
would keep everybody waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import Engine

Found = TypeVar("Found")


class DatabaseThreads:
    """As many as the engine has connections."""

    def __init__(self, engine: Engine, number: int, name: str) -> None:
        self._engine = engine
        self._threads = ThreadPoolExecutor(number, thread_name_prefix=name)

    async def do(self, work: Callable[[Connection], Found]) -> Found:
        """In a transaction of its own; returns when that is over, also if it is cancelled."""
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads, self._do, work)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.wait([done])
            raise

    def _do(self, work: Callable[[Connection], Found]) -> Found:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()
