"""People with a browser each, who play at a table by real requests and sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from api_client import legal_moves

PATIENCE = 40.0  # seconds: the machine may be busy with other tests
AGAIN = 0.05  # seconds between two attempts to come back
BROKEN = (OSError, WebSocketException, InvalidHandshake)
Message = dict[str, Any]


class Person:
    """One browser: a key in its cookies, and a socket at one table, which it comes back to."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.port = port
        self.http = httpx.AsyncClient(  # It would load certificates for 60 ms.
            base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, verify=False
        )
        self.table = ""
        self.now: Message = {}
        """The last message that said how things stand."""
        self.numbers: list[int] = []
        self.heard: list[Message] = []
        """What has no number: presence, phrases, answers."""
        self.acknowledged: list[int] = []
        self.lives = 0
        self._line: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._requests = 0

    # Requests

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.http.request(method, path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    async def invite(self, seats: Sequence[str], **more: Any) -> str:
        """A new table: `person` (oneself), `open`, or the level of a bot."""
        kinds = ("person", "open")
        order = [
            {"kind": s, "name": self.name if s == "person" else "", "level": None}
            if s in kinds
            else {"kind": "bot", "name": "", "level": s}
            for s in seats
        ]
        wish = {"rules": "std", "seats": order, "starter": 1} | more
        self.table = (await self.ask("POST", "/api/tables", wish))["id"]
        return self.table

    async def join(self, host: Person) -> None:
        found = await host.ask("GET", f"/api/tables/{host.table}/invitations")
        token = found["invitations"][0]["link"].rpartition("/")[2]
        body = {"name": self.name, "colour": None}
        self.table = (await self.ask("POST", f"/api/invitations/{token}", body))["table"]

    # The socket

    async def sit(self, port: int | None = None) -> None:
        """Connects; comes back by itself whenever the line breaks."""
        self.port = port or self.port
        self._reading = asyncio.create_task(self._stay())
        await self.until(lambda: bool(self.now))

    async def rise(self) -> None:
        """Leaves for now."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
            self._reading = None

    async def close(self) -> None:
        await self.rise()
        await self.http.aclose()

    async def _stay(self) -> None:
        url = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket"
        while True:
            try:
                cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
                async with connect(
                    url, additional_headers={"Cookie": cookies}, max_size=None
                ) as line:
                    after = self.numbers[-1] if self.numbers else None
                    await line.send(json.dumps({"type": "hello", "after": after}))
                    self._line = line
                    self.lives += 1
                    async for text in line:
                        await self._hear(json.loads(text))
            except BROKEN:
                pass
            finally:
                self._line = None
            async with self._news:
                self._news.notify_all()
            await asyncio.sleep(AGAIN)

    async def _hear(self, message: Message) -> None:
        number = message.get("number")
        if message["type"] == "accepted":
            self.acknowledged.append(message["number"])
            self.heard.append(message)
        elif number is None:
            self.heard.append(message)
        else:
            if message["type"] == "welcome" or not self.numbers:
                self.numbers.append(number)
            else:
                assert number == self.numbers[-1] + 1, f"{self.name}: a gap before {number}"
                self.numbers.append(number)
            self.now = message
        async with self._news:
            self._news.notify_all()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Whatever is heard changes it."""
        async with asyncio.timeout(PATIENCE):
            async with self._news:
                await self._news.wait_for(holds)

    async def reaches(self, number: int) -> None:
        await self.until(lambda: self.number >= number)

    @property
    def number(self) -> int:
        return self.numbers[-1] if self.numbers else 0

    @property
    def is_over(self) -> bool:
        return bool(self.now.get("result"))

    @property
    def moves(self) -> list[str]:
        return legal_moves(self.now.get("choices"))

    async def wish(self, kind: str, **more: Any) -> str | None:
        """Sends a request; None if the line is broken just now."""
        self._requests += 1
        request = f"{self.name}{self._requests}"
        line = self._line
        if line is None:
            return None
        try:
            await line.send(json.dumps({"type": kind, "request": request} | more))
        except BROKEN:
            return None
        return request

    def answer_to(self, request: str) -> Message | None:
        return next((m for m in reversed(self.heard) if m.get("request") == request), None)

    async def answer(self, request: str | None) -> Message | None:
        """None if the line broke before it came."""
        if request is None:
            return None
        lives = self.lives
        await self.until(
            lambda: self.answer_to(request) is not None or self.lives != lives or not self._line
        )
        return self.answer_to(request)

    async def move(self, generator: Random) -> Message | None:
        """One of the legal moves, if there is one; gives the answer."""
        if not self.moves:
            return None
        number, text = self.number, generator.choice(self.moves)
        return await self.answer(await self.wish("move", number=number, move=text))

    async def play_on(self, generator: Random, least: int | None = None) -> None:
        """Whenever it is one's turn, until the game is over or has reached a number."""
        while not self.is_over and (least is None or self.number < least):
            seen = self.number
            answer = await self.move(generator)
            if answer is not None and answer["type"] == "error":
                code = answer["error"]["code"]
                assert code in ("stale", "store_lost", "too_fast"), answer
                await asyncio.sleep(AGAIN)
            if answer is None or answer["type"] == "accepted":
                await self.until(partial(self._has_news, seen))

    def _has_news(self, seen: int) -> bool:
        """Something is to be done, or nothing can be done just now but wait for the line."""
        return self.number != seen or self.is_over or bool(self.moves and self._line)
