"""What does a move cost the database and Redis? Two server processes, with real ones of both.

usage: python benchmarks/cluster.py [--tables N] [--players N] [--every S] [--seconds S] [--json]
People play whole games as in load.py, the seats of each table at different processes, so that all
news cross. Commits are on disk before anybody is told (fsync is on). Statements are counted from
PostgreSQL's log in a second, shorter stretch, because writing it costs time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
import load
from load_servers import ServerProcess, serving, use_of
from redis import Redis

from real_servers import Postgres, RedisServer

DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on", "max_wal_size=4GB")
KEPT = ("tables", "seats", "seat_keys", "entries", "results")
COPIES = 50
COUNTED = 10.0  # seconds in which statements are counted
WARM_UP = 5.0
PEAK = 3.0
"""How much busier than on average the busiest hour of a day is."""
BUSY = 0.6
"""How much of a core one plans with."""


class Meter:
    """What PostgreSQL and Redis have done so far."""

    def __init__(self, postgres: Postgres, redis: RedisServer, database: str) -> None:
        self._postgres = postgres
        self._redis_pid = redis.pid
        self._database = database
        self._redis: Redis = Redis.from_url(redis.address, decode_responses=True)

    def read(self) -> dict[str, float]:
        done = self._row(
            "SELECT xact_commit, xact_rollback, tup_inserted, tup_updated, tup_deleted,"
            " tup_fetched FROM pg_stat_database WHERE datname = current_database()"
        )
        syncs = self._row("SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'")
        wal = self._row("SELECT pg_current_wal_lsn() - '0/0'")
        info = self._info("stats")
        commands = self._info("commandstats")
        return {
            "commits": done[0],
            "rollbacks": done[1],
            "inserted": done[2],
            "updated": done[3],
            "deleted": done[4],
            "fetched": done[5],
            "wal_syncs": syncs[0],
            "wal_bytes": wal[0],
            "postgres_cpu": _family(self._postgres.pid),
            "redis_cpu": use_of(self._redis_pid).cpu,
            "redis_commands": float(info["total_commands_processed"]),
            "redis_published": _calls(commands, "publish"),
            "redis_leases": _calls(commands, "set"),
            "redis_in": float(info["total_net_input_bytes"]),
            "redis_out": float(info["total_net_output_bytes"]),
        }

    def kept(self) -> dict[str, float]:
        """How long games are that are over, and what such a game takes on disk."""
        games, entries, deals, events = self._row(
            "SELECT count(DISTINCT id), count(*), sum((text LIKE '=%')::int),"
            " sum((text LIKE '{%')::int)"
            " FROM tables JOIN entries ON table_id = id WHERE stage = 'over'"
        )
        games = max(1.0, games)
        return {
            "games": games,
            "moves_a_game": (entries - deals - events) / games,
            "entries_a_game": entries / games,
            "bytes_a_game": sum(map(self._copied, KEPT)) / games / COPIES,
        }

    def _copied(self, name: str) -> float:
        """Bytes of many copies of the games that are over: what they take where there are many."""
        key = "id" if name == "tables" else "table_id"
        copy = f"jsonb_build_object('{key}', left({key}, 8) || copied)"
        self._postgres.sql(
            self._database,
            f"CREATE TABLE copied_{name} (LIKE {name} INCLUDING ALL)",
            f"INSERT INTO copied_{name} SELECT (jsonb_populate_record("
            f"NULL::{name}, to_jsonb(old) || {copy})).* FROM {name} AS old,"
            f" generate_series(1000, {1000 + COPIES - 1}) AS copied"
            f" WHERE {key} IN (SELECT id FROM tables WHERE stage = 'over')",
        )
        return self._row(f"SELECT pg_total_relation_size('copied_{name}')")[0]

    def log_statements(self, wish: bool) -> None:
        level = "all" if wish else "none"
        self._postgres.sql(
            "postgres", f"ALTER SYSTEM SET log_statement = '{level}'", "SELECT pg_reload_conf()"
        )

    def logged(self) -> list[str]:
        """The statements in PostgreSQL's log so far, without their values."""
        text = (self._postgres.folder / "log").read_text(errors="replace")
        found = re.findall(r"LOG:  (?:execute \S+|statement): +([^\n]*)", text)
        return [re.sub(r"\$?\d+", "?", statement)[:60] for statement in found]

    def _row(self, question: str) -> list[float]:
        found = self._postgres.sql(self._database, question)
        return [float(part or 0) for part in found.split("|")]

    def _info(self, section: str) -> dict[str, Any]:
        found: Any = self._redis.info(section)
        return dict(found)


def _calls(commands: dict[str, Any], name: str) -> float:
    return float(commands.get(f"cmdstat_{name}", {"calls": 0})["calls"])


def _family(pid: int) -> float:
    """Seconds of processor of a process, its children, and those that have ended."""
    ended = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[13:15]
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    gone = sum(map(int, ended)) / os.sysconf("SC_CLK_TCK")
    return use_of(pid).cpu + gone + sum(use_of(int(child)).cpu for child in children)


async def measure(
    servers: list[ServerProcess], meter: Meter, wish: argparse.Namespace
) -> dict[str, Any]:
    people = load.Load(servers, wish)
    try:
        await people.open()
        async with people.playing(wish.every):
            await asyncio.sleep(WARM_UP)
            before = await asyncio.to_thread(meter.read)
            report = await people.measure(wish.seconds)
            after = await asyncio.to_thread(meter.read)
            await asyncio.to_thread(meter.log_statements, True)
            await asyncio.sleep(1.0)
            said = len(await asyncio.to_thread(meter.logged))
            counted = await people.measure(COUNTED)
            statements = (await asyncio.to_thread(meter.logged))[said:]
            await asyncio.to_thread(meter.log_statements, False)
    finally:
        people.close()
    kept = await asyncio.to_thread(meter.kept)
    moves = max(1, report["moves"])
    each = {name: (after[name] - before[name]) / moves for name in after}
    kinds: dict[str, float] = {}
    for statement in statements:
        kinds[statement] = kinds.get(statement, 0) + 1 / max(1, counted["moves"])
    often = sorted(kinds.items(), key=lambda kind: -kind[1])
    return {
        "report": dict(report),
        "a_move": each | {"statements": len(statements) / max(1, counted["moves"])},
        "statements": {name: round(share, 3) for name, share in often if share > 0.01},
        "kept": kept,
    }


def million(found: dict[str, Any], games: float = 1e6) -> dict[str, float]:
    """What so many games a day would take in the busiest hour, from what was measured."""
    move, kept = found["a_move"], found["kept"]
    moves: float = games * kept["moves_a_game"] / 86_400 * PEAK

    def cores(seconds: float) -> float:
        return moves * seconds / BUSY

    return {
        "moves_a_second": moves,
        "server_cores": cores(found["report"]["server"]["ms_a_move"] / 1000),
        "postgres_cores": cores(move["postgres_cpu"]),
        "redis_cores": cores(move["redis_cpu"]),
        "transactions_a_second": moves * move["commits"],
        "wal_megabytes_a_second": moves * move["wal_bytes"] / 1e6,
        "redis_messages_a_second": moves * move["redis_published"],
        "gigabytes_a_day": games * kept["bytes_a_game"] / 1e9,
    }


def told(found: dict[str, Any]) -> str:
    report, move, kept = found["report"], found["a_move"], found["kept"]
    lines = {
        "all": f"{report['moves_a_second']:.0f} moves a second, {report['sockets']} sockets,"
        f" 99 of 100 within {report['ms']['p99']} ms; load of the machine {report['load']}",
        "servers": f"{report['server']['ms_a_move']:.2f} ms of processor a move",
        "PostgreSQL": f"{1000 * move['postgres_cpu']:.2f} ms of processor a move,"
        f" {move['statements']:.1f} statements, {move['commits']:.2f} transactions,"
        f" {move['wal_bytes']:.0f} bytes of log, {move['wal_syncs']:.2f} waits for the disk",
        "Redis": f"{1000 * move['redis_cpu']:.3f} ms of processor a move,"
        f" {move['redis_commands']:.2f} commands, {move['redis_published']:.2f} news,"
        f" {move['redis_in'] + move['redis_out']:.0f} bytes",
        "a game": f"{kept['moves_a_game']:.1f} moves, {kept['entries_a_game']:.1f} entries,"
        f" {kept['bytes_a_game'] / 1000:.1f} kB on disk ({kept['games']:.0f} games)",
    }
    rows = [f"{name:12}{text}" for name, text in lines.items()]
    rows.append(f"a million games a day, in the busiest hour ({PEAK:.0f} times the mean):")
    for name, value in million(found).items():
        rows.append(f"  {name.replace('_', ' '):26} {value:10.2f}")
    return "\n".join(rows)


def wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What does a move cost the database and Redis?")
    add = parser.add_argument
    add("--tables", type=int)
    add("--players", type=int, help="persons at a table, each with a socket")
    add("--every", type=float, help="seconds between two moves at a table")
    add("--seconds", type=float)
    add("--processes", type=int)
    add("--json", action="store_true", help="print all that was measured")
    usual = load.wishes([])
    vars(usual).update(tables=100, players=2, every=1.0, seconds=120.0, processes=2)
    return parser.parse_args(namespace=usual)


def main() -> None:
    wish = wishes()
    load.more_files()
    postgres, redis = Postgres(*DURABLE), RedisServer()
    try:
        postgres.start()
        redis.start()
        wish.database, wish.redis = postgres.new_database(), redis.address
        meter = Meter(postgres, redis, wish.database.rpartition("/")[2])
        with serving(load.command(wish), wish.processes) as servers:
            found = asyncio.run(measure(servers, meter, wish))
    finally:
        redis.remove()
        postgres.remove()
    text = json.dumps(found | {"million": million(found)}, indent=2) if wish.json else told(found)
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
