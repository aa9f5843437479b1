"""A slow or stuck client never holds up a table, a hostile one harms nobody: all kinds at once."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median

import pytest
from duel import Duel
from mortal_server import MortalServer

HOSTILE = "127.0.0.2"  # another address of this machine
ATTACK = 4.0  # seconds
BOUND = 0.15  # seconds more from a move to its event at both seats, for half of the moves
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
    """The same duels at a server that is attacked and at one that is not: the machine is busy."""
    async with AsyncExitStack() as stack:
        server, peaceful = await asyncio.gather(
            *(
                stack.enter_async_context(MortalServer("serve", "--data", str(folder / name)))
                for name in ("attacked", "peaceful")
            )
        )
        near = await stack.enter_async_context(Duel(server.port, Random(1)))
        far = await stack.enter_async_context(Duel(server.port, Random(2)))
        elsewhere = await stack.enter_async_context(Duel(peaceful.port, Random(3)))
        weight = megabytes(server.pid)
        attack = await attacked(server.port, near.table)
        *found, usual = await asyncio.gather(*(d.play(ATTACK) for d in (near, far, elsewhere)))
        heavier = megabytes(server.pid) - weight
        states_after, complaints = await attack.communicate()
        assert not complaints, complaints.decode()
        counts: dict[str, int] = json.loads(states_after)
        assert heavier < MEMORY, counts
        for latencies in found:
            assert median(latencies) < BOUND + 4 * median(usual), (median(usual), counts)
            assert slowest(latencies) < 3 * BOUND + 6 * slowest(usual), (slowest(usual), counts)
            assert len(latencies) > len(usual) / 4
        await asyncio.gather(near.play(0.1), far.play(0.1))
        await answers_at_once(server)
    return counts


async def attacked(port: int, table: str) -> asyncio.subprocess.Process:
    program = str(Path(__file__).with_name("hostile_crowd.py"))
    return await asyncio.create_subprocess_exec(
        *(sys.executable, program, str(port), table, HOSTILE, str(ATTACK)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def answers_at_once(server: MortalServer) -> None:
    """After all that: a request is answered at once, and the log has no mistake of ours."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200")
    assert time.monotonic() - began < 5
    assert len(server.output) < 20_000, server.output[:2000]


@pytest.mark.clock
@pytest.mark.heavy
@pytest.mark.skipif(sys.platform != "linux", reason="needs another address, and /proc")
def test_a_hostile_crowd_changes_nothing_for_others(tmp_path: Path) -> None:
    counts = asyncio.run(under_attack(tmp_path))
    for kind in KINDS:
        assert counts.get(f"{kind}: let in"), (kind, counts)
