"""People for the load program: each with a key and a socket, four at a table, who play whole games.

Cheap, so that thousands of them need less than a core: frames are read by the library without
input or output of its own; messages are looked at by patterns, and parsed only by who is to move.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from api_client import legal_targets

LOST = 30.0  # seconds without an answer
_TYPE = re.compile(rb'"type":"(\w+)"')
_NUMBER = re.compile(rb'"number":(\d+)')
_REMATCH = re.compile(rb'"rematch":"(\w+)"')
_CODE = re.compile(rb'"code":"(\w+)"')


class Tally:
    """What all people together have seen."""

    def __init__(self) -> None:
        self.times: list[float] = []
        """Seconds from a move sent to its event at all persons of the table."""
        self.late: list[float] = []
        """Seconds by which moves were sent after they were due."""
        self.errors: Counter[str] = Counter()
        self.games = 0
        self.messages = 0
        self.bytes = 0
        self.over = False
        """From here on sockets may close."""

    def clear(self) -> None:
        """Begins to count anew; mistakes are not forgotten."""
        self.times, self.late = [], []
        self.games = self.messages = self.bytes = 0


class Person(asyncio.Protocol):
    """One seat's socket at a table."""

    def __init__(self, table: Table, key: str, port: int, deflate: bool) -> None:
        self._table = table
        self._key = key
        uri = parse_uri(f"ws://127.0.0.1:{port}{table.path}")
        extensions = [ClientPerMessageDeflateFactory()] if deflate else None
        self._protocol = ClientProtocol(uri, extensions=extensions, max_size=None)
        self._leaving = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        request = self._protocol.connect()
        request.headers["Cookie"] = f"azulejos_key={self._key}"
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._table.tally.bytes += len(data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                if event.status_code == 101:
                    self.greet()
                else:
                    self._table.tally.errors[f"status {event.status_code}"] += 1
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._table.hear(self, bytes(event.data), now)
        self._flush()

    def eof_received(self) -> None:
        self._protocol.receive_eof()

    def connection_lost(self, error: Exception | None) -> None:
        if not (self._leaving or self._table.tally.over):
            self._table.tally.errors[f"closed {self._protocol.close_code}"] += 1

    def greet(self) -> None:
        """The line is there."""
        self.say({"type": "hello", "after": None})

    def say(self, message: dict[str, Any]) -> None:
        self.say_text(json.dumps(message))

    def say_text(self, text: str) -> None:
        self._protocol.send_text(text.encode())
        self._flush()

    def leave(self) -> None:
        self._leaving = True
        self._transport.close()

    def _flush(self) -> None:
        if data := b"".join(self._protocol.data_to_send()):
            self._transport.write(data)


class Table:
    """People at one table, from game to game."""

    person = Person

    @property
    def path(self) -> str:
        """Of its socket."""
        return f"/api/tables/{self.name}/socket"

    def __init__(self, ports: list[int], people: int, tally: Tally, deflate: bool = False) -> None:
        self.name = ""
        self.tally = tally
        self._ports = ports
        self._keys = [secrets.token_urlsafe(32) for _ in range(people)]
        self._deflate = deflate
        self._people: list[Person] = []
        self._greeted = 0
        self._turn: tuple[Person, int, bytes] | None = None
        self._moved = 0
        self._sent = 0.0
        self._waiting: set[Person] = set()
        self._stirred = asyncio.Event()

    async def create(self, client: httpx.AsyncClient, bots: list[str]) -> None:
        """The first of the keys is the host's; the others come by invitation."""
        host, *guests = self._keys
        seats = [{"kind": "person", "name": "Ana", "level": None}]
        seats += [{"kind": "open", "name": "", "level": None} for _ in guests]
        seats += [{"kind": "bot", "name": "", "level": level} for level in bots]
        order = {"rules": "std", "seats": seats, "starter": None}
        self.name = (await ask(client, host, "/api/tables", order))["id"]
        if guests:
            found = await ask(client, host, f"/api/tables/{self.name}/invitations")
            for key, invitation in zip(guests, found["invitations"], strict=True):
                path = f"/api/invitations/{invitation['link'].rpartition('/')[2]}"
                await ask(client, key, path, {"name": "Ben", "colour": None})

    async def create_at_home(self, client: httpx.AsyncClient, bots: list[str]) -> None:
        """Where everybody may act for all persons."""
        seats = [{"kind": "person", "name": "Ana", "level": None} for _ in self._keys]
        seats += [{"kind": "bot", "name": "", "level": level} for level in bots]
        order = {"rules": "std", "seats": seats, "starter": None}
        self.name = (await ask(client, self._keys[0], "/api/tables", order))["id"]

    async def sit_down(self) -> None:
        """Everybody connects, to one server process or another, and says hello."""
        self._turn, self._moved, self._greeted, self._waiting = None, 0, 0, set()
        self._people = []
        for place, key in enumerate(self._keys):
            port = self._ports[place % len(self._ports)]
            person = self.person(self, key, port, self._deflate)
            self._people.append(person)
            loop = asyncio.get_running_loop()
            await loop.create_connection(partial(_same, person), "127.0.0.1", port)
        await self._until(lambda: self._greeted == len(self._people))

    async def hurry(self, moves: int) -> None:
        """Plays so many moves without a pause, so that not all games are at the same point."""
        for _ in range(moves):
            await self._until(self._is_ready)
            if self._turn is not None:
                self._move(time.perf_counter())
        await self._until(self._is_ready)

    def _is_ready(self) -> bool:
        return self._turn is not None and not self._waiting

    async def play(self, every: float, rest: float) -> None:
        """Moves in a steady beat, for ever; a game that is over is followed by another."""
        due = time.perf_counter() + rest
        while True:
            await asyncio.sleep(due - time.perf_counter())
            await self._until(self._is_ready)
            if self._turn is not None:
                self._move(due)
            due = max(due + every, time.perf_counter())

    def leave(self) -> None:
        for person in self._people:
            person.leave()

    # What is heard

    def hear(self, person: Person, message: bytes, now: float) -> None:
        self.tally.messages += 1
        kind = _TYPE.search(message)
        match kind and kind[1]:
            case b"played":
                self._played(person, message, now)
            case b"welcome":
                self._greeted += 1
                if self.number(message) > self._moved:  # They came after the move, and see it.
                    self._waiting.discard(person)
                self._look(person, message)
            case b"table":
                if found := _REMATCH.search(message):
                    self._go_on(found[1].decode())
            case b"error":
                code = _CODE.search(message)
                self.tally.errors[code[1].decode() if code else "?"] += 1
        self._stirred.set()

    def _played(self, person: Person, message: bytes, now: float) -> None:
        if self._waiting and self.number(message) == self._moved + 1:
            self._waiting.discard(person)
            if not self._waiting:
                self.tally.times.append(now - self._sent)
        self._look(person, message)

    def _look(self, person: Person, message: bytes) -> None:
        """Is it this person's turn, or is the game over?"""
        if b'"choices":{' in message:
            if self.number(message) > self._moved:
                self._turn = person, self.number(message), message
        elif b'"result":{' in message and person is self._people[0]:
            self.tally.games += 1
            person.say({"type": "act", "request": "again", "act": {"do": "rematch", "seat": 1}})

    def _go_on(self, name: str) -> None:
        """With the next game, once."""
        if name != self.name:
            self.name = name
            self.leave()
            self._moving_over = asyncio.ensure_future(self.sit_down())

    def number(self, message: bytes) -> int:
        """Of the message: it stands before all other numbers."""
        found = _NUMBER.search(message)
        assert found
        return int(found[1])

    # What is done

    def _move(self, due: float) -> None:
        assert self._turn
        person, number, message = self._turn
        self._turn = None
        self._waiting = set(self._people)
        self._moved = number
        self._sent = time.perf_counter()
        self.tally.late.append(self._sent - due)
        self._say_move(person, number, message)

    def _say_move(self, person: Person, number: int, message: bytes) -> None:
        move = chosen(message)
        person.say({"type": "move", "request": str(number), "number": number, "move": move})

    async def _until(self, done: Callable[[], bool]) -> None:
        while not done():
            self._stirred.clear()
            try:
                async with asyncio.timeout(LOST):
                    await self._stirred.wait()
            except TimeoutError:
                self.tally.errors["no answer"] += 1
                self._waiting.clear()
                return


def chosen(message: bytes) -> str:
    """A move as people make them: on a line if there is one, rather without falling tiles."""
    targets = legal_targets(json.loads(message)["choices"])
    good = [one for one in targets if one["preview"]["laid"] and not one["preview"]["falling"]]
    fair = [one for one in targets if one["preview"]["laid"]]
    return str(random.choice(good or fair or targets)["move"])


def _same(person: Person) -> Person:
    return person


async def ask(
    client: httpx.AsyncClient, key: str, path: str, body: dict[str, Any] | None = None
) -> dict[str, Any]:
    """GET, or POST if there is a body; as the person with this key."""
    headers = {"Cookie": f"azulejos_key={key}"}
    request = client.build_request(
        "GET" if body is None else "POST", path, json=body, headers=headers
    )
    try:
        answer = await client.send(request)
    except httpx.NetworkError:  # A line that was idle may be closed just then.
        answer = await client.send(request)
    if answer.is_error:
        raise RuntimeError(f"{path}: {answer.status_code} {answer.text[:300]}")
    found: dict[str, Any] = answer.json()
    return found
