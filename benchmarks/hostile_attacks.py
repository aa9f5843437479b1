"""One hostile address: attacks on a server, each as fast as the server lets it.

usage: python benchmarks/hostile_attacks.py ATTACK PORT SECONDS [TABLE …]
A process of its own, for `hostile.py`. It comes from 127.0.0.2, while those who play come from
127.0.0.1. Prints "ready" when all is prepared, and at the end, as JSON, how often something was
done, refused, or cut off. TABLES are ids of tables with long histories, for those attacks that load
them.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import secrets
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from azulejos import Game
from azulejos.bots import make_bot
from azulejos.notation import parse_position
from azulejos.rules import Phase, legal_moves
from azulejos.tables.names import new_id

HOSTILE = "127.0.0.2"
KEYS = 20
"""Visitors at the address; by default the limits of an address are those of so many people."""
IDLE, IDLE_OF_ALL = 1500, 300
"""Connections that say nothing; fewer where other attacks need some of the address's share."""
LINES = 8
"""Connections on which requests are made at the same time."""
PAUSE = 0.02  # seconds before somebody who was cut off comes back
PERSON = {"kind": "person", "name": "Eve", "level": None}
_FILE = re.compile(rb'"(/web/[^"]+)"')


class Line:
    """A connection for requests; opened again when the server has closed it."""

    def __init__(self, port: int, key: str, counts: Counter[str]) -> None:
        self._port, self._key, self._counts = port, key, counts
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, extra: str = "") -> bytes:
        """The body of the answer."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            f"Cookie: azulejos_key={self._key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n{extra}\r\n"
        )
        try:
            status, answer = await self._exchange(head.encode() + content)
        except (OSError, EOFError):
            self._streams = None
            self._counts["cut off"] += 1
            await asyncio.sleep(PAUSE)
            return b""
        self._counts["done" if status < 400 else f"refused {status}"] += 1
        return answer

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(HOSTILE, 0)
            )
        reader, writer = self._streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
        if b"chunked" in head:
            body = b"".join([piece async for piece in _chunks(reader)])
        else:
            body = await reader.readexactly(int(length[1]) if length else 0)
        if b"connection: close" in head.lower():
            self._streams = None
            writer.close()
        return int(head.split()[1]), body


async def _chunks(reader: asyncio.StreamReader) -> Any:
    while size := int(await reader.readline(), 16):
        yield await reader.readexactly(size)
        await reader.readline()
    await reader.readline()


class Attacker:
    """The address: its keys, and what is counted."""

    def __init__(self, port: int, histories: list[str]) -> None:
        self.port = port
        self.histories = histories
        self.counts: Counter[str] = Counter()
        self.idle = IDLE
        self.keys = [secrets.token_urlsafe(32) for _ in range(KEYS)]

    def line(self, number: int = 0) -> Line:
        return Line(self.port, self.keys[number % KEYS], self.counts)

    async def table(self, number: int, *others: str, **options: Any) -> str:
        """A new table: of this visitor alone at two seats, or with bots of these levels."""
        bots: list[dict[str, Any]] = [
            {"kind": "bot", "name": "", "level": level} for level in others
        ]
        seats = [PERSON, *(bots or [PERSON])]
        order = {"rules": "std", "seats": seats, "starter": 1, **options}
        return str(json.loads(await self.line(number).ask("POST", "/api/tables", order))["id"])

    async def at_table(
        self, number: int, table: str, talk: Callable[[ClientConnection], Awaitable[None]]
    ) -> None:
        """Talks on a socket, for ever: who is cut off or refused comes back."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        cookie = {"Cookie": f"azulejos_key={self.keys[number % KEYS]}"}
        while True:
            try:
                async with connect(
                    address,
                    additional_headers=cookie,
                    compression=None,
                    local_addr=(HOSTILE, 0),
                    max_size=None,
                    proxy=None,
                ) as socket:
                    await talk(socket)
            except (OSError, EOFError, TimeoutError, WebSocketException):
                self.counts["cut off"] += 1
                await asyncio.sleep(PAUSE)

    async def exchange(self, socket: ClientConnection, **message: Any) -> dict[str, Any]:
        """Says something and hears its answer, or whatever else tells how things stand."""
        await socket.send(json.dumps(message))
        while True:
            answer: dict[str, Any] = json.loads(await socket.recv())
            if answer["type"] == "error":
                self.counts[f"refused {answer['error']['code']}"] += 1
                return answer
            if answer["type"] in ("welcome", "accepted", "hint", "pong"):
                self.counts["done"] += 1
                return answer


Jobs = Iterable[Awaitable[None]]


# Requests


async def files(eve: Attacker) -> Jobs:
    """All files of the page, over and over, compressed and not."""
    document = await eve.line().ask("GET", "/")
    paths = [*sorted({path.decode() for path in _FILE.findall(document)}), "/"]

    async def fetch(number: int) -> None:
        line = eve.line(number)
        accepted = "Accept-Encoding: gzip\r\n" if number % 2 else ""
        for path in itertools.cycle(paths):
            await line.ask("GET", path, extra=accepted)

    return [fetch(number) for number in range(LINES)]


async def idle(eve: Attacker) -> Jobs:
    """Connections that say nothing."""

    async def wait() -> None:
        while True:
            try:
                streams = asyncio.open_connection("127.0.0.1", eve.port, local_addr=(HOSTILE, 0))
                reader, writer = await streams
                eve.counts["done"] += 1
                await reader.read()
                writer.close()
            except OSError:
                eve.counts["cut off"] += 1
            await asyncio.sleep(1.0)

    return [wait() for _ in range(eve.idle)]


async def histories(eve: Attacker) -> Jobs:
    """Tables with long histories, which are not in memory."""
    waiting = iter(eve.histories)

    async def load(number: int) -> None:
        line = eve.line(number)
        for table in waiting:
            await line.ask("GET", f"/api/tables/{table}")
        await asyncio.Event().wait()

    return [load(number) for number in range(LINES)]


async def delays(eve: Attacker) -> Jobs:
    """A larger delay for watchers, and a smaller one, at tables with long histories."""
    tables = [await eve.table(number) for number in range(LINES)]
    for table in tables:
        await _fill(eve, table, tables.index(table))

    async def change(number: int) -> None:
        line = eve.line(number)
        for delay in itertools.cycle((600, 0)):
            options = {"name": "", "public": False, "watching": True, "delay": delay}
            act = {"do": "options", "options": options | {"clock": None}}
            await line.ask("POST", f"/api/tables/{tables[number]}/acts", act)

    return [change(number) for number in range(LINES)]


async def _fill(eve: Attacker, table: str, number: int) -> None:
    """So much of a history as can be written in a moment."""
    line = eve.line(number)
    for _ in range(20):
        await _move_and_undo(line, table)


async def _move_and_undo(line: Line, table: str) -> None:
    answer = await line.ask("GET", f"/api/tables/{table}")
    now = json.loads(answer or b"{}")
    if now.get("choices"):
        move = {"number": now["number"], "move": _any_move(now)}
        await line.ask("POST", f"/api/tables/{table}/moves", move)
        back = {"number": now["number"] + 1, "to": "move"}
        await line.ask("POST", f"/api/tables/{table}/undo", back)


async def writes(eve: Attacker) -> Jobs:
    """Personal links and new tables: whatever is written besides moves."""
    tables = [await eve.table(number) for number in range(KEYS)]
    order = {"rules": "std", "seats": [PERSON, PERSON], "starter": 1}

    async def write(number: int) -> None:
        line = eve.line(number)
        while True:
            await line.ask("POST", f"/api/tables/{tables[number]}/link")
            await line.ask("POST", "/api/tables", order)

    return [write(number) for number in range(KEYS)]


async def replays(eve: Attacker) -> Jobs:
    """Whole games: replays, records, exports, statistics."""
    paths = ["/api/me", "/api/me/export"]
    for table in eve.histories:
        paths += [f"/api/tables/{table}/replay", f"/api/tables/{table}/record"]

    async def fetch(number: int) -> None:
        line = eve.line(number)
        for path in itertools.islice(itertools.cycle(paths), number, None):
            await line.ask("GET", path)

    return [fetch(number) for number in range(LINES)]


async def imports(eve: Attacker) -> Jobs:
    """Games from elsewhere, twenty at a time: each is played anew, and kept."""
    record = _finished_record()

    async def bring(number: int) -> None:
        line = eve.line(number)
        while True:
            games = [{"record": record, "table": new_id()} for _ in range(20)]
            await line.ask("POST", "/api/me/import", {"games": games})

    return [bring(number) for number in range(KEYS)]


def _finished_record() -> str:
    game, player = Game(2, seed=1), make_bot("greedy", seed=1)
    while game.position.phase is not Phase.OVER:
        game.play(player.choose(game.position).move)
    return str(game.record)


async def lists(eve: Attacker) -> Jobs:
    """Lists of many tables, public ones with a delay among them."""
    options = {"name": "", "public": True, "watching": True, "delay": 600, "clock": None}
    for number in range(4 * KEYS):
        await eve.table(number, options=options)

    async def fetch(number: int) -> None:
        line = eve.line(number)
        while True:
            await line.ask("GET", "/api/tables")
            await line.ask("GET", "/api/tables/public")

    return [fetch(number) for number in range(LINES)]


async def codes(eve: Attacker) -> Jobs:
    """Codes of invitations, by guessing."""

    async def guess(number: int) -> None:
        line = eve.line(number)
        while True:
            code = secrets.token_hex(4).upper()
            await line.ask("GET", f"/api/invitations/{code}")

    return [guess(number) for number in range(LINES)]


async def upgrades(eve: Attacker) -> Jobs:
    """Requests for a socket that are malformed."""
    extras = [
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: !\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\n",
    ]

    async def ask(number: int) -> None:
        for extra in itertools.cycle(extras):
            line = eve.line(number)  # None of these connections can be used again.
            await line.ask("GET", "/api/tables/x/socket", extra=extra)

    return [ask(number) for number in range(LINES)]


# Sockets


async def undos(eve: Attacker) -> Jobs:
    """A move, and back, by everybody."""
    return await _back_and_forth(eve, hinted=False)


async def hints(eve: Attacker) -> Jobs:
    """The same; before each move a hint is asked for, which nobody awaits."""
    return await _back_and_forth(eve, hinted=True)


async def _back_and_forth(eve: Attacker, hinted: bool) -> Jobs:
    tables = [await eve.table(number) for number in range(KEYS)]

    async def talk(socket: ClientConnection) -> None:
        now = await eve.exchange(socket, type="hello", after=None)
        if not now.get("choices"):
            await asyncio.sleep(PAUSE)  # It came too often, or a move was not taken back.
            return
        move, number = _any_move(now), now["number"]
        while True:
            if hinted:
                await socket.send(json.dumps({"type": "hint", "request": "h", "number": number}))
            said = await eve.exchange(socket, type="move", request="m", number=number, move=move)
            number = said.get("number", number)
            said = await eve.exchange(socket, type="undo", request="u", number=number, to="move")
            number = said.get("number", number)

    return [eve.at_table(number, table, talk) for number, table in enumerate(tables)]


async def greetings(eve: Attacker) -> Jobs:
    """The whole table, asked for in other letters."""
    hello = '{"type": "hell\\u006f", "after": null}'

    async def talk(socket: ClientConnection) -> None:
        while True:
            await socket.send(hello)
            eve.counts["refused" if '"error"' in await socket.recv() else "done"] += 1

    tables = itertools.cycle(eve.histories[:KEYS])
    return [eve.at_table(number, next(tables), talk) for number in range(KEYS)]


async def nonsense(eve: Attacker) -> Jobs:
    """Messages that mean nothing, as long as they may be."""
    texts = ['{"type": "move", "number": ' + "9" * 3000 + "}", "[" * 4000, '"' + "é" * 1900 + '"']

    async def talk(socket: ClientConnection) -> None:
        for text in itertools.cycle(texts):
            await socket.send(text)
            await socket.recv()
            eve.counts["refused"] += 1

    table = await eve.table(0)
    return [eve.at_table(number, table, talk) for number in range(KEYS)]


async def sockets(eve: Attacker) -> Jobs:
    """Sockets that are opened, welcomed, and closed."""
    table = await eve.table(0)

    async def talk(socket: ClientConnection) -> None:
        await eve.exchange(socket, type="hello", after=None)

    return [eve.at_table(number, table, talk) for number in range(LINES)]


async def bots(eve: Attacker) -> Jobs:
    """Tables with three masters each, at which everybody moves at once."""
    tables = [await eve.table(number, *["master"] * 3) for number in range(KEYS)]

    async def play(number: int) -> None:
        line = eve.line(number)
        while True:
            answer = await line.ask("GET", f"/api/tables/{tables[number]}")
            now = json.loads(answer or b"{}")
            if now.get("choices"):
                move = {"number": now["number"], "move": _any_move(now)}
                await line.ask("POST", f"/api/tables/{tables[number]}/moves", move)
            await asyncio.sleep(0.1)

    return [play(number) for number in range(KEYS)]


def _any_move(now: dict[str, Any]) -> str:
    return str(legal_moves(parse_position(now["state"]["position"]))[0])


ATTACKS: dict[str, Callable[[Attacker], Awaitable[Jobs]]] = {
    attack.__name__: attack
    for attack in (
        files,
        idle,
        histories,
        delays,
        writes,
        replays,
        imports,
        lists,
        codes,
        upgrades,
        undos,
        hints,
        greetings,
        nonsense,
        sockets,
        bots,
    )
}
ALL = "all of them"


async def attack(name: str, port: int, seconds: float, tables: list[str]) -> Counter[str]:
    eve = Attacker(port, tables)
    names = [name]
    if name == ALL:
        names, eve.idle = list(ATTACKS), IDLE_OF_ALL
    jobs = [job for each in names for job in await ATTACKS[each](eve)]
    eve.counts.clear()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    begun = time.monotonic()
    tasks = [asyncio.ensure_future(job) for job in jobs]
    await asyncio.wait(tasks, timeout=begun + seconds - time.monotonic())
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    return eve.counts


def main() -> None:
    name, port, seconds, *tables = sys.argv[1:]
    os.nice(10)  # It is the server that is tried, not those who play on this core.
    with suppress(ImportError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    counts = asyncio.run(attack(name, int(port), float(seconds), tables))
    sys.stdout.write(json.dumps(counts))


if __name__ == "__main__":
    main()
