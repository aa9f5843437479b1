"""Our quick wrappers beside PettingZoo's own: whatever is done, they answer the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

from azulejos.envs import azulejos_v0
from azulejos.envs.wrapping import wrapped
from corners import by_default

NAMES = ["agents", "agent_selection", "terminations", "truncations", "rewards", "infos"]
WRONG: list[Any] = [0, -1, 180, 10**30, None, 31.0, "31", True, np.int8(31), np.array(31)]
ACTS = [
    *["move"] * 12,
    *["wrong"] * 3,
    *["last", "observe", "state", "iterate", "render", "spaces", "unknown", "private", "reset"],
]


def standard(env: Any, illegal_reward: float) -> Any:
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def act(env: Any, what: str, chance: Random) -> Any:
    """Does something with an environment, right or wrong."""
    match what:
        case "move":
            observation, _, over, cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            return env.step(None if over or cut else legal[chance.randrange(len(legal))])
        case "wrong":
            return env.step(chance.choice(WRONG))
        case "last":
            return env.last(observe=chance.random() < 0.5)
        case "iterate":
            return [env.step(None) for _ in env.agent_iter(2)]
        case "observe":
            return env.observe(f"player_{chance.randrange(3)}")
        case "spaces":
            return env.action_space("player_1"), env.observation_space("player_2")
        case "unknown":
            return env.tiles
        case "private":
            return env._paid
        case "reset":
            return env.reset(seed=chance.randrange(9))
        case _:
            return getattr(env, what)()


def told(env: Any, what: str, seed: int) -> str:
    """What comes of it, as text: an answer or an error, and what can be seen afterwards."""
    EnvLogger.flush()
    try:
        answer = repr(act(env, what, Random(seed)))
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    return f"{what}: {answer} {EnvLogger.mqueue} {[seen(env, name) for name in NAMES]}"


def seen(env: Any, name: str) -> str:
    try:
        return repr(getattr(env, name))
    except AttributeError as error:
        return str(error)


@pytest.mark.parametrize("seed", by_default(range(12), 0, 1, 2, 3))
def test_whatever_is_done(seed: int) -> None:
    chance = Random(seed)
    raw = [azulejos_v0.raw_env(players=2, render_mode="ansi") for _ in range(2)]
    ours, theirs = wrapped(raw[0], -1), standard(raw[1], -1)
    said = []
    for number in range(150):
        # Some runs begin without a reset, and errors do not end one.
        what = "reset" if number == seed % 4 else chance.choice(ACTS)
        told_here = told(ours, what, number)
        assert told_here == told(theirs, what, number)
        said.append(told_here)
    assert raw[0].position() == raw[1].position()
    assert str(ours) == str(theirs) == "azulejos_v0"
    text = "".join(said)
    assert "Illegal move made" in text
    assert "not in action space" in text


def test_steps_search_for_no_attribute(monkeypatch: pytest.MonkeyPatch) -> None:
    env: Any = azulejos_v0.env()
    env.reset(seed=1)
    searched: list[str] = []
    monkeypatch.setattr(wrappers.BaseWrapper, "__getattr__", lambda _, name: searched.append(name))
    for _ in env.agent_iter(20):
        observation, _, _, _, _ = env.last()
        env.step(np.flatnonzero(observation["action_mask"])[-1])
    assert searched == []


def test_they_are_the_standard_ones() -> None:
    env: Any = azulejos_v0.env()
    kinds = []
    while env is not env.unwrapped:
        kinds.append(type(env).__mro__)
        env = env.env
    assert wrappers.OrderEnforcingWrapper in kinds[0]
    assert wrappers.AssertOutOfBoundsWrapper in kinds[1]
    assert wrappers.TerminateIllegalWrapper in kinds[2]
