"""How much does a server carry? People by the thousand play at tables by the hundred.

usage: python benchmarks/load.py [--tables N] [--players N] [--every S] [--seconds S] …
Starts a real server on one core and plays from the others, by real sockets, a key a person, whole
games. Measured is the time from a move sent until its event is with all persons of the table.
`--ramp` raises the rate until that takes too long, and says what is at its end. Other work on the
machine spoils it: the load is told too. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import os
import random
import resource
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import linear_regression
from typing import Any

import httpx
from load_people import Table, Tally
from load_servers import ServerProcess, serving

from azulejos import Game

AT_ONCE = 8
"""Tables that are made at the same time, before anything is measured."""
WARM_UP = 5.0  # seconds
MOST_SETTLING, RESTING = 30, 0.05  # seconds; seconds of CPU in one
LENGTH = 85  # moves of a game of four, about
TARGET, TARGET_WITH_BOTS = 100.0, 250.0  # milliseconds, for 99 of 100 moves
AT_MOST_EVERY = 0.25  # seconds between the moves of a person with bots: the limits allow no more
FASTER = 1.25
FULL = 0.9  # of a core
SETTLED = 600
"""Seconds after which memory must be level: by then games end as often as they begin."""
LEVEL = 1.0  # megabytes a minute


class Report(dict[str, Any]):
    """What was measured in one stretch of time."""

    @property
    def slow(self) -> float:
        return float(self["ms"]["p99"] or 0.0)

    def __str__(self) -> str:
        ms, server, clients = self["ms"], self["server"], self["clients"]
        return (
            f"{self['moves_a_second']:7.1f} moves/s  "
            f"{'  '.join(f'{name} {time or 0:6.1f}' for name, time in ms.items())} ms"
            f"  server {server['core']:4.0%} of a core, {server['ms_a_move']:.2f} ms a move,"
            f" {'/'.join(f'{mb:.0f}' for mb in server['memory'])} MB"
            f"  clients {clients['core']:4.0%}  errors {sum(self['errors'].values())}"
        )


class Load:
    """All tables at a server, and what is measured there."""

    def __init__(
        self, servers: list[ServerProcess], wish: argparse.Namespace, kind: type[Table] = Table
    ) -> None:
        self._servers = servers
        self._wish = wish
        self.tally = Tally()
        """Of those who play with each other."""
        self.others = Tally()
        """Of those who play with bots."""
        ports = [server.port for server in servers]
        self._tables = [
            kind(ports[number % len(ports) :] + ports, wish.players, self.tally, not wish.plain)
            for number in range(wish.tables)
        ]
        self._with_bots = [
            Table([ports[number % len(ports)]], 1, self.others, not wish.plain)
            for number in range(wish.bot_tables if wish.bots else 0)
        ]

    async def open(self) -> None:
        at_once = asyncio.Semaphore(AT_ONCE)
        address = f"http://127.0.0.1:{self._servers[0].port}"
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:

            async def begin(table: Table, bots: list[str]) -> None:
                async with at_once:
                    create = table.create_at_home if self._wish.home else table.create
                    await create(client, bots)
                    await table.sit_down()
                if not (bots or self._wish.fresh):
                    await table.hurry(random.randrange(LENGTH))

            bots = [self._wish.bots] * (self._wish.players - 1)
            await asyncio.gather(
                *(begin(table, []) for table in self._tables),
                *(begin(table, bots) for table in self._with_bots),
            )

    async def settle(self) -> None:
        """Until the server rests: what it does after its start is no part of a move."""
        for _ in range(MOST_SETTLING):
            busy = self._cpu()
            await asyncio.sleep(1)
            if self._cpu() - busy < RESTING:
                return

    @asynccontextmanager
    async def playing(self, every: float) -> AsyncIterator[None]:
        """Everybody plays until this is left; tables move one after the other, not all at once."""
        plays = [
            asyncio.create_task(table.play(every, every * random.random()))
            for table in self._tables
        ]
        plays += [asyncio.create_task(table.play(AT_MOST_EVERY, 0.0)) for table in self._with_bots]
        try:
            yield
        finally:
            for play in plays:
                play.cancel()
            outcomes = await asyncio.gather(*plays, return_exceptions=True)
            for error in outcomes:
                if isinstance(error, Exception):
                    raise error

    async def measure(self, seconds: float) -> Report:
        self.tally.clear()
        self.others.clear()
        memory: list[float] = [self._memory()]
        busy, own, begun = self._cpu(), time.process_time(), time.perf_counter()
        while (left := begun + seconds - time.perf_counter()) > 0:
            await asyncio.sleep(min(1.0, left))
            memory.append(self._memory())
        took = time.perf_counter() - begun
        busy, own = self._cpu() - busy, time.process_time() - own
        moves = len(self.tally.times) + len(self.others.times)
        return Report(
            tables=len(self._tables),
            sockets=len(self._tables) * self._wish.players + len(self._with_bots),
            seconds=round(took, 1),
            moves=len(self.tally.times),
            moves_a_second=round(len(self.tally.times) / took, 1),
            games=self.tally.games,
            ms=percentiles(self.tally.times),
            with_bots={"moves": len(self.others.times), "ms": percentiles(self.others.times)},
            errors=dict(self.tally.errors + self.others.errors),
            complaints=[line for server in self._servers for line in server.complaints][:20],
            bytes_a_move=round((self.tally.bytes + self.others.bytes) / max(1, moves)),
            server={
                "core": round(busy / took, 3),
                "ms_a_move": round(1000 * busy / max(1, moves), 2),
                "memory": [
                    round(mb, 1) for mb in (memory[0], memory[len(memory) // 2], memory[-1])
                ],
                "memory_by_minute": [round(mb, 1) for mb in memory[::60]],
                "memory_slope": slope(memory[SETTLED:]),
            },
            clients={"core": round(own / took, 3), "late_ms": percentiles(self.tally.late)},
            load=round(os.getloadavg()[0], 1),
        )

    def close(self) -> None:
        self.tally.over = self.others.over = True
        for table in self._tables + self._with_bots:
            table.leave()

    def _cpu(self) -> float:
        return sum(server.use.cpu for server in self._servers)

    def _memory(self) -> float:
        return sum(server.use.memory for server in self._servers)


def slope(memory: list[float]) -> float | None:
    """Megabytes a minute by least squares, from a reading each second; None if they are few."""
    if len(memory) < 60:
        return None
    return round(60 * linear_regression(range(len(memory)), memory).slope, 2)


def percentiles(seconds: list[float]) -> dict[str, float | None]:
    """In milliseconds; None where there is nothing."""
    ordered = sorted(seconds)

    def at(share: float) -> float | None:
        place = max(0, math.ceil(share * len(ordered)) - 1)
        return round(1000 * ordered[place], 1) if ordered else None

    return {"p50": at(0.5), "p95": at(0.95), "p99": at(0.99), "max": at(1.0)}


def saturated(report: Report) -> str:
    """What can't give more."""
    if report["errors"]:
        return f"errors: {report['errors']}"
    if report["clients"]["core"] > FULL:
        return "the clients' core: this program"
    if report["server"]["core"] > FULL:
        return "the server's core"
    return "neither core: the server waits, for the disk or the database"


async def run(servers: list[ServerProcess], wish: argparse.Namespace) -> list[Report]:
    load = Load(servers, wish)
    try:
        await load.open()
        await load.settle()
        gc.collect()
        gc.freeze()
        reports: list[Report] = []
        every = wish.every
        while True:
            async with load.playing(every), reviewing(servers, wish.reviews) as reviewed:
                await asyncio.sleep(min(WARM_UP, every + 1))
                reports.append(await load.measure(wish.seconds))
            reports[-1]["reviews"] = len(reviewed)
            if not wish.json:
                print(reports[-1], flush=True)
            every /= FASTER
            if not wish.ramp or reports[-1].slow > TARGET or reports[-1]["errors"]:
                return reports
    finally:
        load.close()


@asynccontextmanager
async def reviewing(servers: list[ServerProcess], number: int) -> AsyncIterator[list[str]]:
    """So many reviews are worked on or wait all the time; gives those that are done."""
    done: list[str] = []
    address = f"http://127.0.0.1:{servers[0].port}"

    async def review(client: httpx.AsyncClient, first: int) -> None:
        for seed in range(first, 1_000_000, 1000):
            record = await asyncio.to_thread(random_record, seed)
            asked = await client.post("/api/reviews", json={"record": record})
            name = asked.raise_for_status().json()["id"]
            while (await client.get(f"/api/reviews/{name}")).json()["stage"] != "done":
                await asyncio.sleep(1)
            done.append(name)

    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        tasks = [asyncio.create_task(review(client, first)) for first in range(number)]
        try:
            yield done
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def random_record(seed: int) -> str:
    game, chance = Game(seed=seed), random.Random(seed)
    while not game.outcome:
        game.play(chance.choice(game.legal_moves))
    return str(game.record)


def command(wish: argparse.Namespace) -> list[str]:
    if wish.home:
        return ["play", "--no-browser", "--host", "127.0.0.1"]
    words = ["serve", "--host", "127.0.0.1", "--people-per-address", "1000000"]
    words += ["--database", wish.database] if wish.database else []
    return words + (["--redis", wish.redis] if wish.redis else [])


def wishes(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How much does a server carry?")
    add = parser.add_argument
    add("--tables", type=int, default=500)
    add("--players", type=int, default=4, help="persons at a table, each with a socket")
    add("--every", type=float, default=3.0, help="seconds between two moves at a table")
    add(
        "--seconds",
        type=float,
        default=300.0,
        help="how long it is measured; of each step of a ramp",
    )
    add("--bots", default="", metavar="LEVEL", help="bots of this level think at more tables")
    add(
        "--bot-tables",
        type=int,
        default=4,
        help="how many, each with one person who moves as soon as allowed",
    )
    add("--reviews", type=int, default=0, help="reviews that are asked for at a time, besides")
    add("--ramp", action="store_true", help="faster and faster, until it takes too long")
    add("--fresh", action="store_true", help="all games are at their beginning at first")
    add("--plain", action="store_true", help="clients take no compressed messages; browsers do")
    add("--home", action="store_true", help="`azulejos play`: all act for all, all are told all")
    add("--database", default="", metavar="URL")
    add("--redis", default="", metavar="URL")
    add("--processes", type=int, default=1, help="of the server; more need a database and Redis")
    add("--json", action="store_true", help="print all that was measured")
    return parser.parse_args(words)


def more_files() -> None:
    """A socket is a file, and systems allow few unless asked."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else soft, hard))


def main() -> int:
    wish = wishes()
    more_files()
    with serving(command(wish), wish.processes) as servers:
        reports = asyncio.run(run(servers, wish))
    last = reports[-1]
    if wish.json:
        print(json.dumps(reports if wish.ramp else last, indent=2))
    else:
        print(verdict(last, wish))
    return 0 if wish.ramp or reached(last, wish) else 1


def verdict(last: Report, wish: argparse.Namespace) -> str:
    words = [f"load {last['load']} on {os.cpu_count()} processors"]
    server = last["server"]
    if server["memory_slope"] is not None:
        minutes = " ".join(f"{mb:.0f}" for mb in server["memory_by_minute"])
        words.append(f"memory by the minute: {minutes} MB")
        words.append(f"after {SETTLED // 60} minutes: {server['memory_slope']:+.2f} MB a minute")
    if last["errors"]:
        words.append(f"errors: {last['errors']}")
    if last["with_bots"]["moves"]:
        words.append(f"persons with bots: {last['with_bots']}")
    if wish.reviews:
        words.append(f"reviews worked out besides: {last['reviews']}")
    if last["complaints"]:
        words += ["the server said:", *last["complaints"]]
    if wish.ramp:
        words.append(f"the end: {saturated(last)}")
    return "\n".join(words)


def reached(last: Report, wish: argparse.Namespace) -> bool:
    target = TARGET_WITH_BOTS if wish.bots else TARGET
    level = (last["server"]["memory_slope"] or 0.0) < LEVEL
    return last["moves"] > 0 and last.slow < target and not last["errors"] and level


if __name__ == "__main__":
    sys.exit(main())
