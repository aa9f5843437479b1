"""A client that plays at tables and does not give up: it comes back as often as its line breaks.

It comes back as the page does: with `hello` and its last number, after the page's delays. A move
is sent once and never again: what comes after the next hello tells whether it was done.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from journal import Journal, Tally, Wish
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from api_client import legal_moves

COOKIE = "azulejos_key"
DELAYS = (0.2, 0.4, 0.8, 1.2)  # seconds, as in the page
SILENCE = 3.0  # seconds after which a line that says nothing is given up; the page waits longer
TICK = 0.1
DOUBLE_CLICKS = 0.05
SECOND_THOUGHTS = 0.03
QUIET = ("accepted", "error", "pong", "presence", "you", "said")
BROKEN = (OSError, EOFError, TimeoutError, WebSocketException, InvalidHandshake, InvalidMessage)


class Survivor:
    """One person at one device; a watcher if it never gets choices."""

    def __init__(
        self, port: int, tally: Tally, generator: Random, up_since: Callable[[], float]
    ) -> None:
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            cookies={COOKIE: secrets.token_urlsafe(32)},
            verify=False,
        )
        self._port = port
        self._tally = tally
        self._generator = generator
        self._up_since = up_since
        self._names = itertools.count(1)
        self.may_move = asyncio.Event()
        self.pace = 0.0
        """Seconds between two wishes: those who are too fast are shown the door."""
        self._next = 0.0
        self._seats: list[int] = []
        self._answered = 0
        self.journal = Journal()
        self.last: dict[str, Any] = {}
        self.there = False
        """Connected, and has heard all that was missed."""
        self.pending: dict[str, Wish | None] = {}

    @property
    def number(self) -> int | None:
        return self.last.get("number")

    @property
    def position(self) -> str:
        return str(self.last["state"]["position"])

    @property
    def is_settled(self) -> bool:
        return self.there and not self.pending

    @property
    def is_over(self) -> bool:
        return bool(self.last) and self.last["state"]["phase"] == "over" and not self.pending

    async def attend(self, table: str, journal: Journal) -> None:
        """Plays until the game is over, whatever happens to the line."""
        self.journal, self.last, attempts = journal, {}, 0
        self._seats, self._answered = [], 0
        while not self.is_over:
            broke = time.monotonic()
            try:
                async with connect(
                    f"ws://127.0.0.1:{self._port}/api/tables/{table}/socket",
                    additional_headers={"Cookie": f"{COOKIE}={self.http.cookies[COOKIE]}"},
                    max_size=None,
                    open_timeout=2 * SILENCE,
                    close_timeout=0.1,
                    ping_interval=None,
                    proxy=None,
                ) as line:
                    await self._talk(line, broke)
                    attempts = 0
            except BROKEN:
                attempts = 0 if self.there else attempts + 1
            self._lose()
            if not self.is_over:
                delay = DELAYS[min(attempts, len(DELAYS) - 1)]
                await asyncio.sleep(delay * self._generator.uniform(0.8, 1.2))

    def _lose(self) -> None:
        """The line is gone, and with it the answers."""
        self._tally.unanswered += len(self.pending)
        self.pending.clear()
        self.there = False

    async def _talk(self, line: ClientConnection, broke: float) -> None:
        await self._say(line, type="hello", after=self.number)
        await self._say(line, type="ping")
        heard = asked = time.monotonic()
        while not self.is_over or not self.there:
            try:
                # Not `wait_for`, which may swallow a cancellation before Python 3.12.
                async with asyncio.timeout(self._patience()):
                    message = json.loads(await line.recv())
            except TimeoutError:
                if time.monotonic() - heard > SILENCE:
                    return  # Nobody told us, but it is broken.
                if time.monotonic() - max(heard, asked) > SILENCE / 3:
                    asked = time.monotonic()
                    await self._say(line, type="ping")
            else:
                heard = time.monotonic()
                if message["type"] == "pong" and not self.there:
                    self.there = True
                    self._tally.back.append(heard - max(broke, self._up_since()))
                self.hear(message)
            if self.there and self.may_move.is_set():
                await self._act(line)

    def _patience(self) -> float:
        """Until it is time to look after the line, or to do something."""
        return max(0.001, min(TICK, self._next - time.monotonic() if self.pace else TICK))

    def hear(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "accepted":
            self._accepted(message)
        elif kind == "error":
            self._refused(message)
        elif kind not in QUIET:
            self._told(message)
        if "you" in message:
            self._seats = message["you"]["seats"]

    def _told(self, message: dict[str, Any]) -> None:
        assert message["type"] in ("welcome", "played", "undone", "table"), message
        number = self.number
        if message["type"] == "welcome":
            assert number is None or message["number"] >= number, f"{number} is lost"
        else:
            assert number is not None
            assert message["number"] == number + 1, f"after {number}: {message}"
        self.journal.told(message)
        self.last = message

    def _accepted(self, message: dict[str, Any]) -> None:
        wish = self.pending.pop(message["request"])
        number = self.number or 0
        assert message["number"] <= number, "accepted before it was told"
        self.journal.promised = max(self.journal.promised, message["number"])
        if wish is not None:
            self.journal.accepted.append((wish, message["number"]))
            self._tally.moves += 1

    def _refused(self, message: dict[str, Any]) -> None:
        assert message["request"] in self.pending, message
        del self.pending[message["request"]]
        assert message["error"]["code"] != "unexpected", message
        self._tally.refusals[message["error"]["code"]] += 1

    # What it does

    def _moves(self) -> list[str]:
        return legal_moves(self.last.get("choices"))

    async def _act(self, line: ClientConnection) -> None:
        """One thing at a time; now and then by a double click, or something taken back."""
        if self.pending or time.monotonic() < self._next:
            return
        moves, chance = self._moves(), self._generator.random()
        if (answer := self._answer()) is not None:
            await self._wish(line, None, type="act", act=answer)
        elif chance < SECOND_THOUGHTS and self._may_ask_back():
            await self._wish(line, None, type="undo", number=self.last["number"], to="move")
        elif moves:
            wish = Wish(self.last["number"], self._generator.choice(moves))
            for _ in range(2 if self._generator.random() < DOUBLE_CLICKS else 1):
                await self._wish(line, wish, type="move", number=wish.number, move=wish.move)

    def _answer(self) -> dict[str, Any] | None:
        """To a proposal of somebody else, once."""
        proposal = self.last.get("proposal")
        if proposal is None or proposal["number"] == self._answered:
            return None
        mine = [seat for seat in proposal["waits"] if seat in self._seats]
        if not mine:
            return None
        self._answered = proposal["number"]
        yes = self._generator.random() < 0.6
        return {"do": "answer", "seat": mine[0], "asked": proposal["number"], "yes": yes}

    def _may_ask_back(self) -> bool:
        return bool(self.last["undo"]["move"] and not self.last.get("proposal"))

    async def _wish(self, line: ClientConnection, wish: Wish | None, **message: Any) -> None:
        name = f"r{next(self._names)}"
        self.pending[name] = wish
        if wish is not None:
            self.journal.wishes.add(wish)
        self._next = time.monotonic() + self.pace * self._generator.uniform(0.5, 1.5)
        await self._say(line, request=name, **message)

    async def _say(self, line: ClientConnection, **message: Any) -> None:
        await line.send(json.dumps(message))
