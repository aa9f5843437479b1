"""A Ray that is started here: the same results as everywhere, whatever happens to its workers.

All quick tests that need Ray are in this file, for it takes seconds to start.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from operator import neg
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from arena_bots import MAKER, contest

from azulejos.arena.play import ArenaError, play_games
from azulejos.arena.referee import GameResult
from azulejos.protocol import Limit
from azulejos.rules import RuleSet
from azulejos.studies.config import StudyConfig
from azulejos.studies.run import make_file
from azulejos.training.config import Generation, TrainingConfig
from azulejos.training.files import GenerationRun
from azulejos.training.run import play_one, player_of
from azulejos.workers import WorkerPoolError, report_progress
from azulejos.workers.local_pool import LocalPool
from azulejos.workers.ray_pool import RayPool

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray, from the extra `ray`"),
]

TOLD: list[str] = []


@pytest.fixture(scope="module")
def ray() -> Iterator[RayPool]:
    with RayPool(jobs=2, report=TOLD.append) as pool:
        yield pool


@pytest.fixture
def told() -> Iterator[list[str]]:
    TOLD.clear()
    yield TOLD
    TOLD.clear()


def test_results_come_in_order(ray: RayPool) -> None:
    assert list(ray.map(neg, range(100))) == [-number for number in range(100)]
    assert list(ray.map(neg, [])) == []


def patient(order: tuple[Path, int]) -> int:
    """The first waits until somebody has kept the last."""
    home, number = order
    deadline = time.monotonic() + 30
    while number == 0 and not (home / "kept 9").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return -number


@pytest.mark.corner
def test_nothing_that_is_done_waits_for_what_is_slow(ray: RayPool, tmp_path: Path) -> None:
    orders = [(tmp_path, number) for number in range(10)]
    kept: list[int] = []
    for (_, number), result in ray.as_done(patient, orders):
        assert result == -number
        (tmp_path / f"kept {number}").touch()
        kept.append(number)
    assert sorted(kept) == list(range(10))
    assert kept[-1] == 0


@pytest.mark.corner
def test_one_round_of_work_may_be_left_for_another(ray: RayPool) -> None:
    left = ray.map(neg, range(1000))
    assert [next(iter(left)) for _ in range(3)] == [0, -1, -2]
    assert list(ray.map(str, range(20))) == [str(number) for number in range(20)]


def endless(asked: list[int]) -> Iterator[int]:
    while True:
        asked.append(len(asked))
        yield asked[-1]


@pytest.mark.corner
def test_items_are_asked_for_only_as_workers_need_them(ray: RayPool) -> None:
    asked: list[int] = []
    results = iter(ray.map(neg, endless(asked)))
    for _ in range(20):
        next(results)
    assert len(asked) <= 20 + 8 * 4


@pytest.mark.corner
def test_what_work_raises_is_raised_when_its_turn_comes(ray: RayPool) -> None:
    results = iter(ray.map((1).__truediv__, [1, 2, 0]))
    assert [next(results), next(results)] == [1.0, 0.5]
    with pytest.raises(ZeroDivisionError):
        next(results)


def wait_once(order: tuple[Path, int]) -> int:
    """Says who it is and waits to be killed, the first time."""
    home, number = order
    mine = home / f"{number}.pid"
    if number == 3 and not mine.exists():
        mine.with_suffix(".part").write_text(str(os.getpid()))
        mine.with_suffix(".part").rename(mine)
        time.sleep(600)
    return number


def kill_when_known(path: Path) -> None:
    while not path.exists():
        time.sleep(0.05)
    os.kill(int(path.read_text()), signal.SIGKILL)


def test_a_worker_that_is_killed_costs_nothing(
    ray: RayPool, tmp_path: Path, told: list[str]
) -> None:
    killer = Thread(target=kill_when_known, args=(tmp_path / "3.pid",), daemon=True)
    killer.start()
    orders = [(tmp_path, number) for number in range(12)]
    assert list(ray.map(wait_once, orders, lambda order: f"file {order[1]}")) == list(range(12))
    killer.join()
    assert told == ["file 3: its worker died; it is done again"]


def die_at(number: int) -> int:
    for step in range(3):
        report_progress(step)
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.corner
def test_work_that_always_kills_its_worker(ray: RayPool, told: list[str]) -> None:
    def lost(number: int, how: str, last: Any) -> int:
        assert (number, how, last) == (2, "its worker died", 2)
        return -1

    assert list(ray.map(die_at, range(4), lost=lost)) == [0, 1, -1, 3]
    assert told == ["2: its worker died; it is done again"]
    with pytest.raises(WorkerPoolError, match="2: its worker died, each time that it was tried"):
        list(ray.map(die_at, range(4)))


def without_times(results: list[GameResult]) -> list[dict[str, Any]]:
    found = [result.to_json() for result in results]
    for game in found:
        del game["cpu_seconds"], game["seconds"]
    return found


def test_the_same_games_as_in_processes(ray: RayPool) -> None:
    schedule = list(contest("dice", "noisy", "dice").schedule(3))
    with LocalPool(isolated=True) as pool:
        here = list(play_games(pool, schedule, MAKER))
    assert without_times(list(play_games(ray, schedule, MAKER))) == without_times(here)


@pytest.mark.corner
def test_a_game_whose_worker_dies_is_played_again(
    ray: RayPool, tmp_path: Path, told: list[str]
) -> None:
    flag = tmp_path / "die"
    flag.touch()
    schedule = list(contest("first", f"die-once:{flag}").schedule(2))
    results = list(play_games(ray, schedule, MAKER))
    assert [result.scheduled for result in results] == schedule
    assert [result.failure for result in results] == [None] * 4
    (line,) = told
    assert line.endswith("its worker died; it is done again")


@pytest.mark.corner
def test_a_bot_that_always_kills_its_worker_loses(ray: RayPool) -> None:
    results = list(play_games(ray, contest("first", "die").schedule(1), MAKER))
    assert [result.shares for result in results] == [(1.0, 0.0)] * 2
    for result in results:
        assert result.failure is not None
        assert (result.failure.bot, result.failure.kind) == (1, "died")
        assert result.failure.sentence == "its worker died, twice"


@pytest.mark.corner
def test_bots_that_are_not_there_are_an_error(ray: RayPool) -> None:
    with pytest.raises(ArenaError, match=r"no game can be played there: .*no_such_module"):
        list(play_games(ray, contest("a", "b").schedule(1), "no_such_module:make"))


@pytest.mark.corner
def test_the_same_data_and_lessons_as_in_processes(ray: RayPool, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs pyarrow, from the extra `data`")
    config = StudyConfig(
        ("greedy", "random"), (Limit(),) * 2, RuleSet.STD, 7, games=5, file_games=2
    )
    work = partial(make_file, config)
    assert list(ray.map(work, config.files)) == list(LocalPool().map(work, config.files))
    training = TrainingConfig("std", 2, (Generation(games=3, nodes=10),))
    run = GenerationRun(tmp_path, training, 0)
    lessons = partial(play_one, player_of(run))
    assert list(ray.map(lessons, run.chunks)) == list(LocalPool().map(lessons, run.chunks))
