"""Nothing is lost by two processes on PostgreSQL and Redis, with either killed in the middle.

All of it: `python benchmarks/survival.py cluster`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from survival_trial import survive_in_cluster

from examples import either
from real_servers import RedisServer

WITHIN = 20.0  # seconds until all are back, beside other tests


@pytest.mark.clock
@pytest.mark.heavy
@pytest.mark.corner
def test_nothing_is_lost_by_two_processes(
    tmp_path: Path, postgres_database: str, redis_server: RedisServer
) -> None:
    shared = ("--database", postgres_database, "--redis", redis_server.address)
    kills = either(1, 4)
    places = [tmp_path / "one", tmp_path / "two"]
    trial = survive_in_cluster(
        shared, postgres_database, places, kills=kills, cuts=3 * kills, seed=6
    )
    report = asyncio.run(trial)
    assert report.kills >= kills
    assert report.tally.moves > 2
    assert report.slowest < WITHIN
