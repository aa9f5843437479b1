"""The one door for an illegal action: what Gymnasium's checker draws before it resets.

It seeds the space, draws, and plays what it drew as the first move of two games of the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from gymnasium.error import InvalidAction
from gymnasium.utils import env_checker

from azulejos.envs.gymnasium import AzulEnv

SEED = 123  # the checker's


def drawn_ahead(first: int = 0) -> tuple[AzulEnv, np.int64]:
    """Right before the checker resets: what it has drawn will not be legal."""
    env = AzulEnv("random", starter=1)
    for seed in range(first, first + 100):
        env.reset(seed=seed)
        env.action_space.seed(SEED)
        action = env.action_space.sample()
        twin = AzulEnv("random", starter=1)
        twin.reset(seed=SEED)
        if not twin.action_masks()[action]:
            return env, action
    raise AssertionError("all that was drawn is legal")


def test_the_checker_may_play_it_in_two_games() -> None:
    env, action = drawn_ahead()
    played = []
    for _ in range(2):
        _, info = env.reset(seed=SEED)
        mask = info["action_mask"]
        observation, *_, info = env.step(action)
        assert mask[info["action"]]  # which tells what was played instead
        assert not mask[action : info["action"]].any()
        played.append((info["action"], observation.tobytes()))
    assert played[0] == played[1]
    twin = AzulEnv("random", starter=1)
    twin.reset(seed=SEED)
    observation, *_, info = twin.step(played[0][0])
    assert observation.tobytes() == played[0][1]
    assert "action" not in info


def test_nothing_is_told_of_a_legal_one() -> None:
    env = AzulEnv("random", starter=1)
    env.reset(seed=SEED)
    env.action_space.seed(SEED)
    action = env.action_space.sample()
    env.reset(seed=SEED)
    assert "action" not in env.step(action)[4]


def first_legal(env: AzulEnv) -> int:
    return int(env.action_masks().argmax())


def refuse_something(env: AzulEnv) -> bool:
    with pytest.raises(InvalidAction):
        env.step(-1)
    return True


BETWEEN: dict[str, Callable[[AzulEnv], object]] = {
    "a game of another seed": lambda env: env.reset(seed=SEED + 1),
    "a game without a seed": lambda env: env.reset(),
    "a move in the game before": lambda env: (env.step(first_legal(env)), env.reset(seed=SEED)),
    "a refusal in the game before": lambda env: (refuse_something(env), env.reset(seed=SEED)),
    "a move in this game": lambda env: (env.reset(seed=SEED), env.step(first_legal(env))),
    "another draw": lambda env: (env.action_space.sample(), env.reset(seed=SEED)),
    "a draw in this game": lambda env: (env.reset(seed=SEED), env.action_space.sample()),
    "a masked draw": lambda env: (
        env.action_space.sample(env.action_masks().view(np.int8)),
        env.reset(seed=SEED),
    ),
    "another seed of the space": lambda env: (env.action_space.seed(SEED), env.reset(seed=SEED)),
    "two games": lambda env: [env.reset(seed=SEED) for _ in range(3)],
}


@pytest.mark.parametrize("between", BETWEEN)
def test_afterwards_it_is_refused(between: str) -> None:
    for first in range(20):
        env, action = drawn_ahead(first)
        BETWEEN[between](env)
        if not env.action_masks()[action]:  # else it is legal there, by chance
            refused(env, action)
            return
    raise AssertionError("all that was drawn is legal")


def refused(env: AzulEnv, action: Any) -> None:
    position = env.position()
    with pytest.raises(InvalidAction):
        env.step(action)
    assert env.position() == position


def test_not_twice_in_a_game() -> None:
    env, action = drawn_ahead()
    env.reset(seed=SEED)
    env.step(action)
    refused(env, action)
    env.reset(seed=SEED)
    refused(env, action)


def test_not_in_a_third_game() -> None:
    env, action = drawn_ahead()
    for _ in range(2):
        env.reset(seed=SEED)
        env.step(action)
    env.reset(seed=SEED)
    refused(env, action)


def test_not_for_a_policy_that_chooses_the_same_number() -> None:
    env, action = drawn_ahead()
    env.reset(seed=SEED)
    refused(env, int(action))
    env, action = drawn_ahead()
    env.reset(seed=SEED)
    refused(env, np.int64(int(action)))


def test_not_for_whoever_explores() -> None:
    """Nobody has seeded the space right before the last draw of a game."""
    env = AzulEnv("random", starter=1)
    env.reset(seed=1)
    env.action_space.seed(SEED)
    env.action_space.sample()
    action = env.action_space.sample()
    for seed in range(2, 30):
        env.reset(seed=seed)
        if not env.action_masks()[action]:
            refused(env, action)


def test_not_in_a_copy() -> None:
    env, action = drawn_ahead()
    env.reset(seed=SEED)
    refused(deepcopy(env), action)


@pytest.mark.parametrize("seed", range(5))
def test_the_checker_is_content(seed: int) -> None:
    env = AzulEnv("random")
    env.reset(seed=seed)
    env_checker.check_step_determinism(env, seed=seed)
