"""People who play one game after the other at tables of their own, each at an own device."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import httpx
from fresh_reader import FreshReader, Read
from journal import Journal, Tally
from survivor import BROKEN, Survivor

RULES = ("std", "grey", "joker", "grey+joker")
PACE = 0.15  # seconds between two moves of one person where limits hold
PATIENCE = 5.0  # seconds for an answer
AGAIN = 0.1  # seconds until a request that was not answered is made again
STRANGE = (httpx.TransportError, *BROKEN)


class Party:
    """`members` are `person` (each with a device), `bot` and `watcher`."""

    def __init__(
        self,
        members: Sequence[str],
        port: int,
        tally: Tally,
        generator: Random,
        up_since: Callable[[], float],
        reader: FreshReader,
        is_local: bool,
    ) -> None:
        self._reader = reader
        self._members = [member for member in members if member != "watcher"]
        self._generator = generator
        self._at_home = is_local
        self._devices = [
            Survivor(port, tally, Random(generator.random()), up_since)
            for member in members
            if member != "bot"
        ]
        for device in self._devices:
            device.pace = 0.0 if is_local else PACE
        self._going_on = asyncio.Event()
        self.table: str | None = None
        self._journal = Journal()
        self.games = 0

    @property
    def persons(self) -> list[Survivor]:
        return self._devices[: self._members.count("person")]

    # Playing

    async def play(self) -> None:
        """For ever."""
        while True:
            await self._going_on.wait()
            await self._sit_down()
            assert self.table is not None
            async with asyncio.TaskGroup() as group:
                for device in self._devices:
                    group.create_task(device.attend(self.table, self._journal))
            self._check(await self._reader.read(self.table))
            self.games += 1
            self.table = None

    async def _sit_down(self) -> None:
        """The host has a table made; the others come by their invitations."""
        self._journal = Journal()
        host, *guests = self.persons
        table = (await self._ask(host, "POST", "/api/tables", self._order()))["id"]
        if not self._at_home and guests:
            answer = await self._ask(host, "GET", f"/api/tables/{table}/invitations")
            for guest, invitation in zip(guests, answer["invitations"], strict=True):
                await self._join(guest, table, invitation["link"].rpartition("/")[2])
        self.table = table

    async def _join(self, guest: Survivor, table: str, token: str) -> None:
        """An answer that was lost may have been a yes."""
        body = {"name": "", "colour": None}
        if await self._ask(guest, "POST", f"/api/invitations/{token}", body, gone=True):
            return
        mine = (await self._ask(guest, "GET", "/api/tables"))["tables"]
        seated = any(summary["id"] == table and summary["yours"] for summary in mine)
        assert seated, f"the invitation to {table} is gone, and nobody sits there"

    def _order(self) -> dict[str, Any]:
        seats = []
        for number, member in enumerate(self._members):
            kind = "open" if member == "person" and number and not self._at_home else member
            level = "novice" if member == "bot" else None
            seats.append({"kind": kind, "name": "", "level": level})
        return {"rules": self._generator.choice(RULES), "seats": seats, "starter": None}

    async def _ask(
        self, device: Survivor, method: str, path: str, body: Any = None, gone: bool = False
    ) -> Any:
        """Until there is an answer; None if `gone` is allowed and there is nothing any more."""
        while True:
            try:
                answer = await device.http.request(method, path, json=body, timeout=PATIENCE)
            except STRANGE:
                await asyncio.sleep(AGAIN)
            else:
                if gone and answer.status_code == 404:
                    return None
                assert answer.status_code < 400, answer.text
                return answer.json()

    # Looking

    def pause(self) -> None:
        self._going_on.clear()
        for device in self._devices:
            device.may_move.clear()

    def resume(self) -> None:
        self._going_on.set()
        for device in self._devices:
            device.may_move.set()

    async def has_converged(self) -> bool:
        """Do all see what a fresh reader sees? False while somebody is not back, or a bot moves."""
        table = self.table
        if table is None:
            return True  # between two games
        entries = await self._reader.read(table)
        there = all(device.is_settled or device.is_over for device in self._devices)
        if table != self.table or not there:
            return False
        if any(device.number != len(entries) for device in self._devices):
            return False
        self._check(entries)
        assert all(device.position == entries[-1].position for device in self._devices)
        return True

    def _check(self, entries: Sequence[Read]) -> None:
        self._journal.check(entries)
        seats = enumerate(self._members, start=1)
        self._journal.check_origins(entries, {n for n, who in seats if who == "person"})

    async def close(self) -> None:
        for device in self._devices:
            await device.http.aclose()
