"""Ctrl-C at a moment when it does no harm."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """Ctrl-C, which waits while something is done that must not be left half done."""

    def __init__(self) -> None:
        self._is_waiting = self._is_undisturbed = False

    def __enter__(self) -> Interrupts:
        self._before = signal.signal(signal.SIGINT, self._heard)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if not self._is_undisturbed:
            raise KeyboardInterrupt
        self._is_waiting = True

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        self._is_undisturbed = True
        yield
        self._is_undisturbed = False
        if self._is_waiting:
            raise KeyboardInterrupt
