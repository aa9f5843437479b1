"""The PettingZoo environment: what it offers beside the game, and what chance decides."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from azulejos.envs import azulejos_v0
from azulejos.envs.pettingzoo import Azulejos
from azulejos.envs.rewards import for_the_win
from azulejos.rules import Phase


def play_on(env: Any, chance: Random, moves: int = 10_000) -> Iterator[str]:
    """Random moves to the end of the game, or fewer; yields the positions' texts."""
    for _ in env.agent_iter(moves):
        observation, _, over, _, _ = env.last()
        yield repr(env.unwrapped.position())
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        env.step(None if over else chance.choice(legal))


def games(env: Any, seed: int | None, count: int = 3) -> list[str]:
    """The positions of several games, of which the first alone is given the seed."""
    seen: list[str] = []
    for number in range(count):
        env.reset(seed=seed if number == 0 else None)
        seen += play_on(env, Random(number))
    return seen


def test_the_same_seed_gives_the_same_games() -> None:
    env: Any = azulejos_v0.env(players=3)
    first = games(env, seed=7)
    env.reset()
    list(play_on(env, Random(1), 10))  # and in the middle of a game
    assert games(env, seed=7) == first
    assert games(azulejos_v0.raw_env(players=3), seed=7) == first
    assert games(env, seed=8) != first


def test_without_a_seed_chance_goes_on_and_is_fresh() -> None:
    env: Any = azulejos_v0.env()
    env.reset(seed=7)
    deals = [env.unwrapped.position().displays]
    for _ in range(9):
        env.reset()
        deals.append(env.unwrapped.position().displays)
    for _ in range(10):
        env = azulejos_v0.env()
        env.reset()
        deals.append(env.unwrapped.position().displays)
    assert len(set(deals)) == 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starter(players: int) -> None:
    env: Any
    for starter in range(1, players + 1):
        env = azulejos_v0.env(players=players, starter=starter)
        for seed in range(5):
            env.reset(seed=seed)
            assert env.agent_selection == f"player_{starter}"
            assert env.unwrapped.position().starter == starter
    env = azulejos_v0.env(players=players)
    starters = []
    for seed in range(60):
        env.reset(seed=seed)
        starters.append(env.agent_selection)
    assert set(starters) == set(env.possible_agents)


def test_observations_are_the_callers_own() -> None:
    env: Any = azulejos_v0.raw_env()
    env.reset(seed=1)
    agent = env.agent_selection
    first = env.observe(agent)
    kept = copy.deepcopy(first)
    for part in env.observe(agent).values():
        part[:] = 0
    env.step(int(np.flatnonzero(first["action_mask"])[0]))
    for name, part in first.items():
        assert np.array_equal(part, kept[name])


@pytest.mark.parametrize("seed", range(4))
def test_agents_leave_in_their_order_when_the_game_is_over(seed: int) -> None:
    env: Any = azulejos_v0.env(players=4)
    env.reset(seed=seed)
    chance = Random(seed)
    left = []
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        if over:
            left.append((agent, reward))
            assert not observation["action_mask"].any()
            env.step(None)
        else:
            env.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        assert (cut, info) == (False, {})
    assert [agent for agent, _ in left] == env.possible_agents
    assert sum(reward for _, reward in left) == pytest.approx(0)
    assert env.agents == []
    assert env.unwrapped.position().phase is Phase.OVER


def test_a_reset_among_those_who_leave_begins_anew() -> None:
    env: Any = azulejos_v0.env(players=3)
    env.reset(seed=2)
    chance = Random(2)
    while not any(env.terminations.values()):
        list(play_on(env, chance, 1))
    env.step(None)
    env.reset(seed=3)
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
    assert len(list(play_on(env, chance))) > 20
    assert env.agents == []


def test_planes_and_vector_show_the_same_game() -> None:
    vector: Any = azulejos_v0.env()
    planes: Any = azulejos_v0.env(observations="planes")
    assert games(vector, seed=4) == games(planes, seed=4)
    vector.reset(seed=4)
    planes.reset(seed=4)
    first, second = vector.last()[0], planes.last()[0]
    assert np.array_equal(first["action_mask"], second["action_mask"])
    assert (first["observation"].ndim, second["observation"].ndim) == (1, 3)


@pytest.mark.parametrize("make", [azulejos_v0.raw_env, azulejos_v0.env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(make: Any, copied: Any) -> None:
    env = make(players=3, rules="joker", rewards="points")
    env.reset(seed=5)
    list(play_on(env, Random(5), 30))
    twin = copied(env)
    here, there = list(play_on(env, Random(6))), list(play_on(twin, Random(6)))
    assert here == there
    assert len(here) > 10


def test_ansi_shows_the_table() -> None:
    env: Any = azulejos_v0.env(render_mode="ansi")
    env.reset(seed=1)
    before = env.render()
    list(play_on(env, Random(1), 1))
    after = env.render()
    env.close()
    assert isinstance(before, str)
    assert before != after


SHARES: list[tuple[int, tuple[int, ...], list[float]]] = [
    (2, (2,), [-1, 1]),
    (2, (1, 2), [0, 0]),
    (3, (1, 3), [1 / 4, -1 / 2, 1 / 4]),
    (3, (1, 2, 3), [0, 0, 0]),
    (4, (4,), [-1 / 3, -1 / 3, -1 / 3, 1]),
    (4, (1, 2), [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
    (4, (2, 3, 4), [-1 / 3, 1 / 9, 1 / 9, 1 / 9]),
]


@pytest.mark.parametrize(("players", "winners", "rewards"), SHARES)
def test_a_shared_win(players: int, winners: tuple[int, ...], rewards: list[float]) -> None:
    assert for_the_win(players, winners) == pytest.approx(rewards)
    assert sum(rewards) == pytest.approx(0)


def test_metadata() -> None:
    assert str(azulejos_v0.env()) == "azulejos_v0"
    assert Azulejos.metadata["name"] == "azulejos_v0"
    assert set(Azulejos.metadata["render_modes"]) == {"ansi", "human", "rgb_array"}
    assert not Azulejos.metadata["is_parallelizable"]
    assert Azulejos.metadata["render_fps"] > 0
