"""Clocks: until when a move is due, and alarms that ring then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from ...tables.roster import PLAYING
from ...tables.state import Game


def due_after(before: Game, after: Game, due: int | None, now: int) -> int | None:
    """When the time for the move is up (milliseconds since 1970); None where nobody is timed.

    What happens besides moves stops no clock, but a new limit counts from now on.
    """
    company = after.company
    clock = company.manners.clock
    bot = company.bot_of(after.position.turn)
    if company.stage != PLAYING or clock is None or bot is not None:
        return None
    same = before.moved == after.moved and before.company.manners.clock == clock
    return due if same and due is not None else now + clock * 1000


def not_too_late(due: int | None, game: Game, now: int) -> int | None:
    """When a move is due, by a clock that may have been ahead of ours."""
    clock = game.company.manners.clock
    return due if due is None or clock is None else min(due, now + 1000 * clock)


class Alarm:
    """Rings once, some time from now, unless it is set anew."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def set(self, seconds: float) -> None:
        self.clear()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, seconds), self._rings)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _rings(self) -> None:
        self._timer = None
        with suppress(ReferenceError):  # Nobody is left who would hear it.
            self._ring()
