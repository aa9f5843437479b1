"""A slow or stuck client never holds up a table, a hostile one harms nobody: all kinds at once."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from duel import Duel
from mortal_server import MortalServer

HOSTILE = "127.0.0.2"  # another address of this machine
ATTACK = 4.0  # seconds
QUIET = 1.5
BOUND = 0.25  # seconds from a move to its event at both seats, 95 of 100
MEMORY = 150  # megabytes more, at most
KINDS = [
    "never_read",
    "talk_nonsense",
    "send_bytes",
    "say_too_much",
    "never_finish_a_message",
    "send_half_a_frame",
    "forget_hello",
    "ping",
    "only_open",
    "crawl",
]


def slowest(latencies: Sequence[float]) -> float:
    """Of 95 of 100."""
    return sorted(latencies)[int(len(latencies) * 0.95)]


def megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def under_attack(folder: Path) -> dict[str, int]:
    async with MortalServer("serve", "--data", str(folder)) as server:
        async with Duel(server.port, Random(1)) as near, Duel(server.port, Random(2)) as far:
            before = await asyncio.gather(near.play(QUIET), far.play(QUIET))
            weight = megabytes(server.pid)
            attack = await attacked(server.port, near.table)
            latencies = await asyncio.gather(near.play(ATTACK), far.play(ATTACK))
            heavier = megabytes(server.pid) - weight
            told, complaints = await attack.communicate()
            await asyncio.gather(near.play(0.2), far.play(0.2))
        assert not complaints, complaints.decode()
        counts: dict[str, int] = json.loads(told)
        assert heavier < MEMORY, counts
        for usual, found in zip(before, latencies, strict=True):
            assert slowest(found) < max(BOUND, 4 * slowest(usual)), (slowest(usual), counts)
            assert len(found) > ATTACK / QUIET * len(usual) / 3
        await told_where_it_is(server)
    return counts


async def attacked(port: int, table: str) -> asyncio.subprocess.Process:
    program = str(Path(__file__).with_name("hostile_crowd.py"))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, program, str(port), table, HOSTILE, str(ATTACK)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def told_where_it_is(server: MortalServer) -> None:
    """After all that: a request is answered at once, and the log has no mistake of ours."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200")
    assert time.monotonic() - began < 1
    assert len(server.output) < 20_000, server.output[:2000]


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform != "linux", reason="needs another address, and /proc")
def test_a_hostile_crowd_changes_nothing_for_others(tmp_path: Path) -> None:
    counts = asyncio.run(under_attack(tmp_path))
    for kind in KINDS:
        assert counts.get(f"{kind}: let in"), (kind, counts)
