"""Worker processes: the same results in the same order, whatever happens to them."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty

import pytest
from arena_bots import MAKER, contest, make_fake

from azulejos.arena.referee import play_game
from azulejos.arena.runner import ArenaError, Workers, _Games, _Worker


def test_results_come_in_order_and_do_not_depend_on_the_number_of_workers() -> None:
    plans = list(contest("dice", "noisy", "dice").plans(4))
    here = [play_game(plan, make_fake).moves for plan in plans]
    for jobs in (1, 3):
        with Workers(jobs, maker=MAKER) as workers:
            results = list(workers.play(plans))
        assert [result.plan for result in results] == plans
        assert [result.moves for result in results] == here


def test_nothing_to_play() -> None:
    with Workers(2, maker=MAKER) as workers:
        assert list(workers.play([])) == []


def test_a_worker_that_dies_is_replaced_and_its_game_played_again(tmp_path: Path) -> None:
    flag = tmp_path / "die"
    flag.touch()
    plans = list(contest("first", f"die-once:{flag}").plans(2))
    told: list[str] = []
    with Workers(2, told.append, MAKER) as workers:
        results = list(workers.play(plans))
    assert [result.plan for result in results] == plans
    assert [result.failure for result in results] == [None] * 4
    (line,) = told
    assert "its process died (signal 9); it is played again" in line


def test_a_bot_that_always_kills_its_worker_loses_its_games() -> None:
    told: list[str] = []
    with Workers(2, told.append, MAKER) as workers:
        results = list(workers.play(contest("die", "first", "first").plans(1)))
    assert [result.shares for result in results] == [(0.0, 0.5, 0.5)] * 3
    for result in results:
        assert result.failure is not None
        assert result.failure.bot == 0
        assert result.failure.kind == "died"
        assert "signal 9" in result.failure.sentence
    assert len(told) == 3


def test_a_worker_that_is_killed_from_outside() -> None:
    with Workers(1, maker=MAKER) as workers:
        results = workers.play(contest("first", "first").plans(3))
        first = next(results)
        (worker,) = workers._workers
        os.kill(worker._process.pid, signal.SIGKILL)
        rest = list(results)
    assert [result.plan.number for result in [first, *rest]] == [1, 2, 3, 4, 5, 6]
    assert all(result.failure is None for result in rest)


def test_workers_that_can_not_even_start_are_an_error() -> None:
    with (
        Workers(2, maker="no_such_module:make") as workers,
        pytest.raises(ArenaError, match=r"die before a game begins .*no_such_module"),
    ):
        list(workers.play(contest("a", "b").plans(3)))


def thinking(workers: Workers) -> list[_Worker]:
    """Workers whose bots will think for minutes."""
    workers._hand_out(_Games(contest("sleep", "sleep").plans(1), ahead=8))
    deadline = time.monotonic() + 20
    while any(worker.thinking is None for worker in workers._workers):
        with suppress(Empty):
            worker, message = workers._news.get(timeout=1)
            assert message is not None
            worker.thinking = message["thinking"]
        assert time.monotonic() < deadline
    return list(workers._workers)


def test_leaving_ends_workers_that_think() -> None:
    began = time.monotonic()
    with Workers(2, maker=MAKER) as workers:
        running = thinking(workers)
    assert len(running) == 2
    assert not any(worker.running for worker in running)
    assert time.monotonic() - began < 20


def test_a_worker_ends_when_the_process_that_started_it_is_gone() -> None:
    with Workers(1, maker=MAKER) as workers:
        (worker,) = thinking(workers)
        assert worker._process.stdin is not None
        worker._process.stdin.close()
        assert worker._process.wait(10) == 0
