"""Bots at the other seats: made once, seeded by the environment, ended with it."""

from __future__ import annotations

import gc
import os
import pickle
import sys
from copy import deepcopy
from typing import Any

import pytest

from azulejos.bots import make_bot
from azulejos.envs.gymnasium import AzulEnv
from azulejos.envs.opponents import Opponents, close_all

PATIENCE = 30  # seconds
ENGINE = f"engine:{sys.executable} -m azulejos engine"


def process_of(env: AzulEnv) -> Any:
    (bot,) = env._opponents._bots
    process = bot._program._process  # type: ignore[union-attr]
    assert process.poll() is None
    return process


def test_a_program_ends_with_its_environment() -> None:
    env = AzulEnv(ENGINE)
    env.reset(seed=1)
    process = process_of(env)
    del env
    gc.collect()
    assert process.wait(PATIENCE) is not None


@pytest.mark.corner
def test_a_program_ends_with_a_copy_that_has_started_it() -> None:
    env = deepcopy(AzulEnv(ENGINE))
    env.reset(seed=1)
    process = process_of(env)
    del env
    gc.collect()
    assert process.wait(PATIENCE) is not None


@pytest.mark.corner
def test_an_environment_that_was_closed_may_go() -> None:
    env = AzulEnv(ENGINE)
    env.reset(seed=1)
    process = process_of(env)
    env.close()
    assert process.wait(PATIENCE) == 0
    env.reset()
    process = process_of(env)
    env = pickle.loads(pickle.dumps(AzulEnv("casual")))
    gc.collect()
    assert process.wait(PATIENCE) is not None


class Closed:
    """Counts how often it is closed."""

    times = 0

    def close(self) -> None:
        self.times += 1


def test_a_fork_leaves_the_bots_alone() -> None:
    bot: Any = Closed()
    close_all([bot, None], os.getpid() + 1)
    assert bot.times == 0
    close_all([bot, None], os.getpid())
    assert bot.times == 1


def test_bots_are_made_once_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(*order: Any) -> Any:
        made.append(order)
        return make_bot(*order)

    monkeypatch.setattr("azulejos.envs.opponents.make_bot", counted)
    env = AzulEnv(["casual", "random", "novice"], players=4)
    assert len(made) == 2
    first = env.reset(seed=1)[0].tobytes()
    assert len(made) == 2  # a network is not read again
    env.reset()
    assert len(made) == 2
    assert env.reset(seed=1)[0].tobytes() == first
    assert len(made) == 4


@pytest.mark.parametrize("spec", ["casual", "mcts:nodes=20"])
def test_the_first_game_is_that_of_every_later_reset(spec: str) -> None:
    """Nothing is left of how they were made."""
    games = []
    env = AzulEnv(spec)
    for _ in range(2):
        env.reset(seed=5)
        for _ in range(8):
            env.step(int(env.action_masks().argmax()))
        games.append(env.position())
    other = AzulEnv(spec)
    other.reset(seed=4)
    other.reset(seed=5)
    for _ in range(8):
        other.step(int(other.action_masks().argmax()))
    assert games == [other.position()] * 2


def test_the_core_plays_without_bots() -> None:
    assert Opponents("greedy", 2, "std", "vector")._bots == [None]
