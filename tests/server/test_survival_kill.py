"""Nothing is lost: the server is killed with -9, and lines are cut, while people play.

All of it: `python benchmarks/survival.py`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from survival_trial import BACK_WITHIN, survive_at_home, survive_serving

from examples import either

SEED = 6
WITHIN = 20.0  # seconds until all are back, beside other tests; alone it is BACK_WITHIN


@pytest.mark.clock
@pytest.mark.heavy
@pytest.mark.corner
def test_nothing_is_lost_at_home(tmp_path: Path) -> None:
    kills = either(1, 2)
    report = asyncio.run(survive_at_home(tmp_path, kills=kills, cuts=3 * kills, seed=SEED))
    assert report.kills >= kills
    assert report.tally.moves > 2
    assert report.slowest < WITHIN


@pytest.mark.corner
@pytest.mark.clock
@pytest.mark.heavy
def test_nothing_is_lost_among_friends(tmp_path: Path) -> None:
    kills, cuts = either(2, 3), either(6, 14)
    report = asyncio.run(survive_serving(tmp_path, kills=kills, cuts=cuts, seed=SEED))
    assert report.kills >= kills
    assert report.cuts.total() == cuts
    assert report.tally.moves > 4
    assert report.slowest < WITHIN


@pytest.mark.clock
@pytest.mark.long
def test_nothing_is_lost_for_long(tmp_path: Path) -> None:
    report = asyncio.run(survive_serving(tmp_path, kills=200, cuts=500, seed=SEED + 1))
    assert report.kills >= 200
    assert report.cuts.total() == 500
    assert report.slowest < BACK_WITHIN, str(report)
