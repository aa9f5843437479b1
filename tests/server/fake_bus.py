"""News between several `Tables` in one process, which stand for processes of their own.

News may be lost here, as they may in life: the store decides, whatever anybody heard.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from azulejos.rules import legal_moves
from azulejos.server.cluster.bus import PRESENT, Hear

Answer = TypeVar("Answer")


class FakeBus:
    """What all of them share."""

    def __init__(self) -> None:
        self.deaf = False
        """While this is so, all news are lost."""
        self.hearing: dict[tuple[int, str], Hear] = {}
        self.shown: dict[tuple[int, str], str] = {}
        self.leases: dict[str, int] = {}

    def tell(self, teller: int, table: str, text: str) -> None:
        loop = asyncio.get_running_loop()
        for (number, name), hear in list(self.hearing.items()):
            if number != teller and name == table and not self.deaf:
                loop.call_soon(hear, text)


class BusEnd:
    """As one of them knows it."""

    shared = True

    def __init__(self, bus: FakeBus, number: int) -> None:
        self._bus = bus
        self._number = number

    def tell(self, table: str, text: str) -> None:
        self._bus.tell(self._number, table, text)

    def follow(self, table: str, hear: Hear) -> None:
        self._bus.hearing[self._number, table] = hear

    def forget(self, table: str) -> None:
        self._bus.hearing.pop((self._number, table), None)
        self._bus.shown.pop((self._number, table), None)

    def show(self, table: str, text: str) -> None:
        if self._bus.shown.get((self._number, table)) != text:
            self._bus.shown[self._number, table] = text
            self._bus.tell(self._number, table, PRESENT)

    def elsewhere(self, table: str) -> Sequence[str]:
        return [
            text
            for (number, name), text in self._bus.shown.items()
            if number != self._number and name == table
        ]

    async def lease(self, name: str, seconds: float) -> bool:
        return self._bus.leases.setdefault(name, self._number) == self._number

    async def close(self) -> None:
        """The others forget by themselves."""


class PatientThinkers:
    """Bots that find the first legal move, but only when they are allowed to."""

    def __init__(self) -> None:
        self._allowed = 0
        self._waiting: list[asyncio.Future[None]] = []

    def allow(self) -> None:
        """One bot may answer, now or later."""
        self._waiting = [turn for turn in self._waiting if not turn.done()]
        if self._waiting:
            self._waiting.pop(0).set_result(None)
        else:
            self._allowed += 1

    def forbid(self) -> None:
        """Whoever asks from now on goes on thinking."""
        self._allowed = 0

    async def ask(self, question: Callable[[], Answer], share: str = "") -> Any:
        """The question is about a position; how a bot thinks is not what is tried here."""
        if self._allowed:
            self._allowed -= 1
        else:
            self._waiting.append(asyncio.get_running_loop().create_future())
            await self._waiting[-1]
        assert isinstance(question, partial)
        position, unwanted = question.args
        return None if unwanted.is_set() else legal_moves(position)[0]

    def close(self) -> None:
        """There are no threads."""
