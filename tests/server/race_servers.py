"""Two server processes, and one that only looks, on one SQLite file; people with several devices.

Both processes are `Tables` in this one, so that wishes really meet: between any two waits.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import table_model as model
from fake_bus import BusEnd, FakeBus, PatientThinkers
from fresh_reader import Read, folded
from journal import Journal
from listener import Listener

from azulejos.rules import AzulejosError, start
from azulejos.server import clock as clock_module
from azulejos.server.live.live_table import LiveTable
from azulejos.server.live.registry import Tables
from azulejos.server.settings import Settings
from azulejos.server.storage.invitations import invites_of
from azulejos.server.storage.store import Store
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.rights import Visitor

AT_ONCE = 1e-9  # seconds until somebody who is not connected counts as away
PATIENCE = 20.0
OBSERVER = 2
"""The number of a third process, where nobody is connected."""
CLOCK = 60  # seconds for a move


def key_of(who: str) -> str:
    """What the server knows of somebody's key."""
    return hashlib.sha256(who.encode()).hexdigest()


class SetClock:
    """The time of day as the server knows it, which can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def time_ns(self) -> int:
        return time.time_ns() + self.ahead * 1_000_000_000

    def monotonic_ns(self) -> int:
        return time.monotonic_ns() + self.ahead * 1_000_000_000


class Process:
    """A server, as far as tables go."""

    def __init__(
        self, store: Store, bus: FakeBus, number: int, address: str, bot_threads: PatientThinkers
    ) -> None:
        self.store = store
        settings = Settings(address, is_local=False, away_after=AT_ONCE)
        self.tables = Tables(store, bot_threads, BusEnd(bus, number), settings)  # type: ignore[arg-type]

    async def end(self) -> None:
        await self.tables.close()
        await self.store.close()


class Device:
    """A tab of somebody's browser, connected to one of the processes or not."""

    def __init__(self, who: str, process: int, journal: Journal) -> None:
        self.who, self.process = who, process
        self._journal = journal
        self.last: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self._subscriber: Listener | None = None
        self._live: LiveTable | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        return self._subscriber is not None

    def visitor(self) -> Visitor:
        return Visitor(key_of(self.who), False, "")

    async def connect(self, live: LiveTable) -> None:
        """As the socket does it."""
        self._live, self._subscriber = live, Listener(self.visitor())
        await live.refresh()
        live.enter(self._subscriber)
        self._listening = asyncio.create_task(self._listen(self._subscriber))
        live.subscribe(self._subscriber, self.last.get("number"))

    async def disconnect(self) -> None:
        assert self._live is not None
        assert self._subscriber is not None
        assert self._listening is not None
        self._live.leave(self._subscriber)
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        self._live = self._subscriber = self._listening = None

    def check(self) -> None:
        """Raises what went wrong while it listened."""
        if self._listening is not None and self._listening.done():
            self._listening.result()
            raise AssertionError(f"{self.who} was shown the door")

    async def _listen(self, subscriber: Listener) -> None:
        while (text := await subscriber.next()) is not None:
            self._hear(json.loads(text))

    def _hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        assert kind != "error", message
        if "table" in message:
            self.table = message["table"]
        if kind in ("played", "undone", "table"):
            assert message["number"] == self.last["number"] + 1, message
        if "state" in message:
            self._journal.told(message)
            self.last = message


class RaceServers:
    """All of it, around one table."""

    def __init__(self, folder: Path, template: Path, patch: pytest.MonkeyPatch) -> None:
        self._settings = Settings.in_folder(folder)
        self._file = folder / Settings.FILE
        shutil.copy(template, self._file)
        self.clock = SetClock()
        patch.setattr(clock_module, "time", self.clock)
        self.bus = FakeBus()
        self.bot_threads = PatientThinkers()  # One for both: who may answer is decided here.
        self.journal = Journal()
        self.devices: list[Device] = []
        self.processes: list[Process] = []
        self.table = ""

    async def open(self, order: dict[str, Any], host: str) -> None:
        for number in range(3):
            self.processes.append(await self._process(number))
        wish = reader_of(requests.NewTable)(order)
        visitor = Visitor(key_of(host), False, "")
        self.table = (await self.processes[0].tables.create(wish, visitor)).id

    async def _process(self, number: int) -> Process:
        address = self._settings.database
        return Process(await Store.open(address), self.bus, number, address, self.bot_threads)

    async def close(self) -> None:
        for device in self.devices:
            if device.is_connected:
                await device.disconnect()
        for process in self.processes:
            await process.end()

    async def replace(self, number: int) -> None:
        """A process ends, and another takes its place; who was there comes back."""
        there = [d for d in self.devices if d.is_connected and d.process == number]
        for device in there:
            await device.disconnect()
        await self.processes[number].end()
        self.processes[number] = await self._process(number)
        for device in there:
            await device.connect(await self.live(number))

    async def live(self, process: int) -> LiveTable:
        return await self.processes[process].tables.get(self.table)

    async def invitations(self) -> dict[int, str]:
        return {i.seat: i.token for i in await invites_of(self.processes[0].store, self.table)}

    def read(self) -> list[Read]:
        """As somebody reads who comes now."""
        with closing(sqlite3.connect(self._file)) as database:
            what = "SELECT rules, starter FROM tables WHERE id = ?"
            rules, starter = database.execute(what, [self.table]).fetchone()
            count = "SELECT count(*) FROM seats WHERE table_id = ?"
            (players,) = database.execute(count, [self.table]).fetchone()
            order = "SELECT text FROM entries WHERE table_id = ? ORDER BY number"
            texts = [text for (text,) in database.execute(order, [self.table])]
        return folded(start(players, rules, starter), texts)

    async def keys(self) -> dict[int, frozenset[str]]:
        return (await self.processes[0].store.fetch(self.table)).keys

    async def look(self) -> tuple[list[Read], LiveTable]:
        """What is written, and the table of a process that has just looked; nobody else is there.

        While news are lost, the others may know less.
        """
        observer = await self.live(OBSERVER)
        lives = [await self.live(process) for process in range(OBSERVER)]
        async with asyncio.timeout(PATIENCE):
            while True:
                for _ in range(5):
                    await asyncio.sleep(0)
                entries = self.read()
                for device in self.devices:
                    device.check()
                if not any(live._changes for live in lives) and await self._all_know(entries):
                    await observer.refresh()
                    if observer.number == len(entries):
                        return entries, observer
                await asyncio.sleep(0.001)

    async def _all_know(self, entries: list[Read]) -> bool:
        if self.bus.deaf:
            return True
        for process in range(OBSERVER):
            live = await self.live(process)
            if live.number < len(entries):
                await live.refresh()
        there = [device for device in self.devices if device.is_connected]
        return all(device.last.get("number") == len(entries) for device in there)


async def outcome_of(wish: Any) -> str:
    """`ok`, or the code of what was refused."""
    try:
        await wish
    except AzulejosError as error:
        return error.code
    return "ok"


_NAMES: dict[type[model.Wish], dict[str, Any]] = {
    model.Start: {"do": "start", "fill": "novice"},
    model.SeatBot: {"do": "seat_bot", "level": "novice"},
    model.SeatOpen: {"do": "seat_open"},
    model.StandIn: {"do": "stand_in"},
    model.Leave: {"do": "leave"},
    model.Resign: {"do": "resign"},
    model.Abandon: {"do": "abandon"},
    model.Answer: {"do": "answer"},
    model.Withdraw: {"do": "withdraw"},
    model.Rematch: {"do": "rematch"},
}


def act_of(wish: model.Wish) -> requests.Act:
    """The message that a wish is."""
    said = asdict(wish)
    del said["who"]
    act: requests.Act = reader_of(requests.Act)(_NAMES[type(wish)] | said)
    return act
