"""Two well-behaved people at a table, who measure how long a move takes to reach both."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import httpx
from survivor import COOKIE
from websockets.asyncio.client import ClientConnection, connect

from api_client import legal_moves

PACE = 0.15  # seconds between a move's event and the next move: within the limits
PERSON = {"kind": "person", "name": "", "level": None}


class Duel:
    """One person's key at two sockets: whoever is told first does not matter, both must be."""

    def __init__(self, port: int, generator: Random) -> None:
        self._port = port
        self._generator = generator
        self._cookie = f"{COOKIE}={secrets.token_urlsafe(32)}"
        self._stack = AsyncExitStack()
        self._told: list[dict[str, Any]] = [{}, {}]
        self.table = ""

    async def __aenter__(self) -> Duel:
        await self._begin()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def play(self, seconds: float) -> list[float]:
        """The times of all moves from being sent to being heard of at both sockets."""
        latencies = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._told[0]["result"]:
                await self._stack.aclose()
                await self._begin()
            latencies.append(await self._move())
            await asyncio.sleep(PACE)
        return latencies

    async def _begin(self) -> None:
        """A new table, and two sockets that were welcomed there."""
        order = {"rules": "std", "seats": [PERSON, PERSON], "starter": 1}
        async with httpx.AsyncClient(verify=False) as http:
            address = f"http://127.0.0.1:{self._port}/api/tables"
            answer = await http.post(address, json=order, headers={"Cookie": self._cookie})
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["id"]
        self._sockets = [
            await self._stack.enter_async_context(
                connect(
                    f"ws://127.0.0.1:{self._port}/api/tables/{self.table}/socket",
                    additional_headers={"Cookie": self._cookie},
                    max_size=None,
                    proxy=None,
                )
            )
            for _ in self._told
        ]
        for place, line in enumerate(self._sockets):
            await line.send('{"type": "hello", "after": null}')
            await self._hear(place, line, 1)

    async def _move(self) -> float:
        choices, number = self._told[0]["choices"], self._told[0]["number"]
        move = self._generator.choice(legal_moves(choices))
        wish = {"type": "move", "request": "a", "number": number, "move": move}
        began = time.monotonic()
        await self._sockets[number % 2].send(json.dumps(wish))
        await asyncio.gather(
            *(self._hear(place, line, number + 1) for place, line in enumerate(self._sockets))
        )
        return time.monotonic() - began

    async def _hear(self, place: int, line: ClientConnection, number: int) -> None:
        """Up to this number, and up to choices: a deal may follow."""
        while True:
            message = json.loads(await line.recv())
            assert message["type"] != "error", message
            if "state" in message:
                self._told[place] = message
                if message["number"] >= number and (message["choices"] or message["result"]):
                    return
