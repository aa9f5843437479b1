"""A moment at which something is called, once, unless it is set anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timer:
    """Keeps what it calls only until then: an owner and its timer are no lasting circle."""

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._handle is not None

    def set(self, seconds: float, call: Callable[[], object]) -> None:
        self.clear()
        loop = asyncio.get_running_loop()
        self._handle = loop.call_later(max(0.0, seconds), self._rings, call)

    def clear(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _rings(self, call: Callable[[], object]) -> None:
        self._handle = None
        call()
