"""Does anybody notice when one address attacks the server? Each attack, at all that is allowed.

usage: python benchmarks/hostile.py [--seconds S] [--attack NAME …] [--json]
For each attack a real `azulejos serve` is started on one core, with its usual limits. People at one
address play at a few tables by real sockets while another address attacks. Measured is the time
from a move sent until its event is with everybody at the table. The first row is the server without
an attack. Exits with 1 if a row misses a target.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from hostile_attacks import ALL, ATTACKS
from load import more_files, percentiles
from load_people import Table, Tally
from load_servers import ServerProcess, serving

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from kept_games import PERSON, keep_tables, kept_table, played_game

QUIET = "none"
TABLES = 4
EVERY = 0.25  # seconds between two moves at a table: within the limits of one address
WARM_UP = 2.0  # seconds
P50, P99 = 50.0, 150.0  # milliseconds
HISTORIES, UNDONE = 60, 1000
"""Tables that the attacker has filled up to the limit, and how often something is taken back."""
NEED_HISTORIES = {"histories", "replays", "greetings", ALL}
OLD, OLD_UNDONE = 8, 10_000
"""Tables of a time without that limit."""


def make_histories(folder: Path) -> list[str]:
    """Games in which the last move was taken back again and again; gives the tables' ids."""
    game = played_game(2, "std", seed=1, until=lambda game: len(game.moves) >= 40)
    tables = []
    for undone in [UNDONE] * HISTORIES + [OLD_UNDONE] * OLD:
        kept, texts = kept_table(game, [PERSON, PERSON])
        again = [f"undo {len(texts) - 1}", texts[-1]]
        tables.append((kept, texts + again * undone))
    keep_tables(folder, tables)
    return [kept.id for kept, _ in tables]


async def measure(
    server: ServerProcess, attack: str, seconds: float, tables: list[str]
) -> dict[str, Any]:
    tally = Tally()
    async with playing(server, tally), attacking(server, attack, seconds, tables) as counts:
        await asyncio.sleep(WARM_UP)
        tally.clear()
        before = server.use.cpu
        await asyncio.sleep(seconds - WARM_UP - 1.0)
        cpu, times = server.use.cpu - before, list(tally.times)
    return {
        "attack": attack,
        "ms": percentiles(times),
        "moves": len(times),
        "errors": dict(tally.errors),
        "core": round(cpu / (seconds - WARM_UP - 1.0), 2),
        "memory": round(server.use.memory),
        "log": sum(len(line) for line in server.complaints),
        "counts": counts,
    }


@asynccontextmanager
async def playing(server: ServerProcess, tally: Tally) -> AsyncIterator[None]:
    """Two people at each table play whole games, until this is left."""
    tables = [Table([server.port], 2, tally, True) for _ in range(TABLES)]
    address = f"http://127.0.0.1:{server.port}"
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        for table in tables:
            await table.create(client, [])
            await table.sit_down()
    rests = [EVERY * number / TABLES for number in range(TABLES)]
    plays = [
        asyncio.create_task(table.play(EVERY, rest))
        for table, rest in zip(tables, rests, strict=True)
    ]
    try:
        yield
    finally:
        tally.over = True
        for play in plays:
            play.cancel()
        await asyncio.gather(*plays, return_exceptions=True)
        for table in tables:
            table.leave()


@asynccontextmanager
async def attacking(
    server: ServerProcess, attack: str, seconds: float, tables: list[str]
) -> AsyncIterator[dict[str, int]]:
    """An attack from its beginning to its end; what came of it is known after that."""
    counts: dict[str, int] = {}
    if attack == QUIET:
        yield counts
        return
    program = str(Path(__file__).with_name("hostile_attacks.py"))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, program, attack, str(server.port), str(seconds), *tables),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    assert await process.stdout.readline() == b"ready\n"
    try:
        yield counts
    finally:
        counts |= json.loads(await process.stdout.read())
        assert await process.wait() == 0


def run(attack: str, seconds: float, histories: Path, tables: list[str]) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        shutil.copytree(histories, data)
        with serving(["serve", "--host", "127.0.0.1"], data=data) as [server]:
            return asyncio.run(measure(server, attack, seconds, tables))


def shown(row: dict[str, Any]) -> str:
    done = row["counts"].get("done", 0)
    others = sum(row["counts"].values()) - done
    ms = row["ms"]
    return (
        f"{row['attack']:<12}{row['moves']:>6}{ms['p50'] or 0:>8.1f}{ms['p99'] or 0:>8.1f}"
        f"{ms['max'] or 0:>8.1f}{done:>9}{others:>9}{row['core']:>8.0%}{row['memory']:>7}"
        f"{row['log']:>8}  {'yes' if reached(row) else 'NO'} {row['errors'] or ''}"
    )


def reached(row: dict[str, Any]) -> bool:
    ms = row["ms"]
    return bool(row["moves"]) and ms["p50"] < P50 and ms["p99"] < P99 and not row["errors"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Does anybody notice an attack?")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack")
    parser.add_argument("--attack", nargs="*", choices=[QUIET, *ATTACKS, ALL], default=[])
    parser.add_argument("--json", action="store_true", help="print all that was measured")
    wish = parser.parse_args()
    more_files()
    with tempfile.TemporaryDirectory() as folder:
        rows = all_rows(wish, Path(folder))
    if wish.json:
        sys.stdout.write(json.dumps(rows, indent=2) + "\n")
    else:
        sys.stdout.write(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    return 0 if all(map(reached, rows)) else 1


def all_rows(wish: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    attacks = wish.attack or [QUIET, *ATTACKS, ALL]
    tables = make_histories(folder) if {*attacks} & NEED_HISTORIES else []
    if not wish.json:
        sys.stdout.write(
            f"{'attack':<12}{'moves':>6}{'p50 ms':>8}{'p99 ms':>8}{'max ms':>8}{'done':>9}"
            f"{'refused':>9}{'core':>8}{'MB':>7}{'log':>8}\n"
        )
    for attack in attacks:
        rows.append(run(attack, wish.seconds, folder, tables))
        if not wish.json:
            sys.stdout.write(f"{shown(rows[-1])}\n")
            sys.stdout.flush()
    return rows


if __name__ == "__main__":
    sys.exit(main())
