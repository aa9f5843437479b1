"""Games by worker processes: the same results in the same order, whatever happens to those."""

from __future__ import annotations

import os
import pickle
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from arena_bots import MAKER, contest, make_fake

from azulejos.arena.play import ArenaError, _play, play_games
from azulejos.arena.referee import play_game
from azulejos.arena.schedule import ScheduledGame
from azulejos.workers.child_process import ChildProcess
from azulejos.workers.local_pool import LocalPool
from azulejos.workers.pool import PendingItems


def pool(jobs: int, told: list[str] | None = None) -> LocalPool:
    return LocalPool(jobs, lambda line: None if told is None else told.append(line), isolated=True)


def test_results_come_in_order_and_do_not_depend_on_the_number_of_workers() -> None:
    schedule = list(contest("dice", "noisy", "dice").schedule(4))
    here = [play_game(scheduled, make_fake).moves for scheduled in schedule]
    for jobs in (1, 3):
        with pool(jobs) as workers:
            results = list(play_games(workers, schedule, MAKER))
        assert [result.scheduled for result in results] == schedule
        assert [result.moves for result in results] == here


def test_nothing_to_play() -> None:
    with pool(2) as workers:
        assert list(play_games(workers, [], MAKER)) == []


def test_a_worker_that_dies_is_replaced_and_its_game_played_again(tmp_path: Path) -> None:
    flag = tmp_path / "die"
    flag.touch()
    schedule = list(contest("first", f"die-once:{flag}").schedule(2))
    told: list[str] = []
    with pool(2, told) as workers:
        results = list(play_games(workers, schedule, MAKER))
    assert [result.scheduled for result in results] == schedule
    assert [result.failure for result in results] == [None] * 4
    (line,) = told
    assert "its process died (signal 9); it is done again" in line


@pytest.mark.corner
def test_a_bot_that_always_kills_its_worker_loses_its_games() -> None:
    told: list[str] = []
    with pool(2, told) as workers:
        results = list(play_games(workers, contest("die", "first", "first").schedule(1), MAKER))
    assert [result.shares for result in results] == [(0.0, 0.5, 0.5)] * 3
    for result in results:
        assert result.failure is not None
        assert result.failure.bot == 0
        assert result.failure.kind == "died"
        assert result.failure.sentence == "its process died (signal 9), twice"
    assert len(told) == 3


@pytest.mark.corner
def test_a_worker_that_is_killed_from_outside() -> None:
    with pool(1) as workers:
        results = play_games(workers, contest("first", "first").schedule(3), MAKER)
        first = next(results)
        (worker,) = workers._workers
        os.kill(worker.process.pid, signal.SIGKILL)
        rest = list(results)
    assert [result.scheduled.number for result in [first, *rest]] == [1, 2, 3, 4, 5, 6]
    assert all(result.failure is None for result in rest)


def test_bots_that_are_not_there_are_an_error() -> None:
    with (
        pool(2) as workers,
        pytest.raises(ArenaError, match=r"no game can be played there: .*no_such_module"),
    ):
        list(play_games(workers, contest("a", "b").schedule(3), "no_such_module:make"))


@pytest.mark.corner
def test_workers_that_die_before_a_game_are_an_error() -> None:
    with (
        pool(2) as workers,
        pytest.raises(ArenaError, match=r"die before a game begins .*exit code 7"),
    ):
        list(play_games(workers, contest("a", "b").schedule(3), "arena_bots:deadly"))


def thinking(workers: LocalPool, jobs: int) -> list[ChildProcess]:
    """Processes whose bots will think for minutes."""
    pending: PendingItems[ScheduledGame, Any] = PendingItems(str, in_order=True)
    workers._begin(pickle.dumps(partial(_play, MAKER)))
    for key, scheduled in zip(range(jobs), contest("sleep", "sleep").schedule(1), strict=False):
        pending.add(key, scheduled)
        workers._submit(key, pickle.dumps(scheduled))
    deadline = time.monotonic() + 20
    while any(worker.progress is None for worker in workers._workers):
        workers._wait(pending)
        assert time.monotonic() < deadline
    return [worker.process for worker in workers._workers]


def test_leaving_ends_workers_that_think() -> None:
    began = time.monotonic()
    with pool(2) as workers:
        running = thinking(workers, 2)
    assert len(running) == 2
    assert not any(process.is_running for process in running)
    assert time.monotonic() - began < 20


def test_a_worker_ends_when_the_process_that_started_it_is_gone() -> None:
    with pool(1) as workers:
        (process,) = thinking(workers, 1)
        process.close_input()
        status = process.exit_status(10)
    assert status is not None
    assert status.how == "exit code 0"
