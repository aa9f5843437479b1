"""What the PettingZoo environment refuses, each with the error that PettingZoo's ways ask for."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger

from azulejos.core import State
from azulejos.envs import azulejos_v0
from azulejos.rules import IllegalMoveError

SETTINGS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"players": 1}, ValueError, "a game has 2, 3 or 4 players, not 1"),
    ({"players": 5}, ValueError, "a game has 2, 3 or 4 players, not 5"),
    ({"players": "2"}, TypeError, "integer"),
    ({"players": 2.0}, TypeError, "integer"),
    ({"rules": "gray"}, ValueError, "there are no rules 'gray': use std, grey, joker"),
    ({"rules": None}, ValueError, "there are no rules 'None'"),
    ({"rewards": "money"}, ValueError, "there are no rewards 'money': use win, difference or"),
    ({"rewards": None}, ValueError, "there are no rewards None"),
    (
        {"observations": "words"},
        ValueError,
        "there are no observations 'words': use vector or planes",
    ),
    ({"starter": 2}, ValueError, "there is no seat 2 for starter: use 0 to 1"),
    ({"starter": -1}, ValueError, "there is no seat -1 for starter"),
    ({"starter": "player_0"}, TypeError, "integer"),
    ({"render_mode": "3d"}, ValueError, "there is no render mode '3d'"),
    ({"max_cycles": 5}, TypeError, "max_cycles"),
]


@pytest.mark.parametrize(("options", "error", "words"), SETTINGS)
@pytest.mark.parametrize("make", [azulejos_v0.raw_env, azulejos_v0.env, azulejos_v0.parallel_env])
def test_settings(make: Any, options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make(**options)


def refused(error: type[Exception], words: str, action: object, **options: Any) -> None:
    env: Any = azulejos_v0.raw_env(**options)
    env.reset(seed=1)
    before = env.unwrapped.position(), env.agent_selection, env.rewards.copy(), env.agents[:]
    with pytest.raises(error, match=words):
        env.step(action)
    after = env.unwrapped.position(), env.agent_selection, env.rewards.copy(), env.agents[:]
    assert before == after
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask)[-1]))  # and the game goes on
    assert env.unwrapped.position() != before[0]


ACTIONS: list[tuple[object, type[Exception], str]] = [
    (0, IllegalMoveError, r"the centre holds no tiles \(R10\)"),
    (np.int64(0), IllegalMoveError, "the centre holds no tiles"),
    (31, IllegalMoveError, r"there is no blue on display 1 \(R10\)"),
    (180, IllegalMoveError, "there is no display 6: this game has 5"),
    (300, IllegalMoveError, "a take is due now, no other move"),
    (684, IllegalMoveError, "there is no display 9"),
    (-1, ValueError, "there is no action -1"),
    (685, ValueError, "there is no action 685"),
    (2**70, ValueError, "there is no action 1180591620717411303424"),
    (None, TypeError, "an action is a whole number from 0 to 179, not None"),
    (31.0, TypeError, "an action is a whole number from 0 to 179, not 31.0"),
    ("31", TypeError, "an action is a whole number from 0 to 179, not '31'"),
    (np.array([31, 32]), TypeError, "an action is a whole number"),
]


@pytest.mark.parametrize(("action", "error", "words"), ACTIONS)
def test_actions_that_the_bare_environment_refuses(
    action: object, error: type[Exception], words: str
) -> None:
    refused(error, words, action)


OUTSIDE = [-1, 180, 2**70, None, 31.0, "31", np.array([31, 32])]


@pytest.mark.parametrize("action", OUTSIDE)
def test_actions_that_the_wrappers_refuse(action: object) -> None:
    env: Any = azulejos_v0.env()
    env.reset(seed=1)
    before = env.unwrapped.position()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
    assert env.unwrapped.position() == before
    assert not any(env.terminations.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_illegal_action_ends_a_wrapped_game(
    players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    env: Any = azulejos_v0.env(players=players)
    env.reset(seed=1)
    culprit = env.agent_selection
    env.step(0)
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    rewards = {}
    for agent in env.agent_iter():
        observation, rewards[agent], _, _, _ = env.last()
        assert not observation["action_mask"].any()
        env.step(None)
    assert rewards == {agent: -1 if agent == culprit else 0 for agent in env.possible_agents}
    env.reset(seed=1)
    assert env.last()[0]["action_mask"].any()
    assert "Illegal move made" in "".join([*EnvLogger.mqueue, capsys.readouterr().out])


def finished(make: Any) -> Any:
    """An environment whose game is over; its agents have not yet left."""
    env = make()
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    return env


@pytest.mark.parametrize("make", [azulejos_v0.raw_env, azulejos_v0.env])
def test_whoever_is_out_can_only_leave(make: Any) -> None:
    env = finished(make)
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    assert env.agents == env.possible_agents
    env.step(None)
    assert env.agents == ["player_1"]


def test_an_emptied_game() -> None:
    for make in (azulejos_v0.raw_env, azulejos_v0.env):
        env = finished(make)
        env.step(None)
        env.step(None)
        assert env.agents == []
        assert list(env.agent_iter()) == []
        assert not env.observe("player_0")["action_mask"].any()
        if make is azulejos_v0.raw_env:
            for action in (None, 0):
                with pytest.raises(ValueError, match="reset\\(\\) begins a new game"):
                    env.step(action)
        else:
            EnvLogger.flush()
            env.step(None)  # PettingZoo's wrapper only warns
            assert "Should reset() first" in EnvLogger.mqueue[0]


CALLS: list[Any] = [
    lambda env: env.step(0),
    lambda env: env.observe("player_0"),
    lambda env: env.state(),
    lambda env: env.render(),
    lambda env: list(env.agent_iter()),
]


@pytest.mark.parametrize("call", CALLS)
def test_before_the_first_reset(call: Any) -> None:
    with pytest.raises(AssertionError, match="reset\\(\\) needs to be called before"):
        call(azulejos_v0.env())


def test_the_bare_environment_before_the_first_reset() -> None:
    with pytest.raises(ValueError, match="reset\\(\\) begins a new game"):
        azulejos_v0.raw_env().step(0)


def test_an_agent_that_does_not_play() -> None:
    env: Any = azulejos_v0.env()
    env.reset()
    with pytest.raises(KeyError, match="player_2"):
        env.observe("player_2")


def test_a_seed_that_is_none() -> None:
    env: Any = azulejos_v0.env()
    with pytest.raises(TypeError, match="integer"):
        env.reset(seed="one")


@pytest.mark.parametrize("make", [azulejos_v0.raw_env, azulejos_v0.env, azulejos_v0.parallel_env])
def test_options_of_a_reset(make: Any) -> None:
    """PettingZoo's test hands some over that nobody knows; ours for Gymnasium mean something."""
    env = make()
    env.reset(seed=1)
    before = env.unwrapped.position()
    for option in ("position", "seat", "starter"):
        with pytest.raises(ValueError, match=f"reset has no option '{option}' in PettingZoo"):
            env.reset(seed=2, options={option: 1})
    assert env.unwrapped.position() == before
    env.reset(seed=1, options={"colour": "red"})
    assert env.unwrapped.position() == before


@pytest.mark.parametrize(
    ("absent", "name"),
    [
        ("sys.modules['pettingzoo'] = None", "pettingzoo"),
        ("sys.modules['pettingzoo'] = None", "azulejos_v0"),
        ("sys.modules['gymnasium'] = None", "pettingzoo"),
        ("import pettingzoo; del pettingzoo.register", "pettingzoo"),  # as older ones are
    ],
)
def test_pettingzoo_is_missing(absent: str, name: str) -> None:
    """Which is said in one sentence, with the remedy."""
    lines = f"import sys; {absent}; import azulejos.envs.{name}"
    run = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    told = run.stderr.splitlines()[-1]
    assert "this needs more than is installed (" in told
    assert told.endswith('pip install "azulejos[pettingzoo]"')


def test_rendering_without_a_mode() -> None:
    env: Any = azulejos_v0.env()
    env.reset()
    with pytest.warns(UserWarning, match="no render_mode was given"):
        assert env.render() is None


def test_looking_does_not_touch() -> None:
    env: Any = azulejos_v0.raw_env()
    env.reset(seed=1)
    state = State.from_position(env.position())
    state.apply(state.legal_actions()[0])
    assert env.position() != state.position()
