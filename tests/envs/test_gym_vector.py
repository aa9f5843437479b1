"""Many games through `make_vec`: the games of single environments, in all autoreset modes."""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import azulejos.envs
from azulejos.envs.vector import AzulVectorEnv, SequentialVectorEnv
from azulejos.rules import RuleSet

ID = azulejos.envs.GYMNASIUM_ID
GAMES = 6
MODES = list(AutoresetMode)


def native(games: int = GAMES, **options: Any) -> AzulVectorEnv:
    envs = gymnasium.make_vec(ID, games, **({"opponent": "random"} | options))
    assert isinstance(envs, AzulVectorEnv)
    return envs


def one_by_one(games: int, mode: AutoresetMode, **options: Any) -> SyncVectorEnv[Any, Any]:
    kwargs = {"autoreset_mode": mode}
    envs = gymnasium.make_vec(ID, games, "sync", kwargs, **options)
    assert isinstance(envs, SyncVectorEnv)
    return envs


def same(one: Any, other: Any) -> bool:
    """Equal to the last bit and type; what no mask vouches for is not compared."""
    if isinstance(one, dict):
        keys = [key for key in one if not key.startswith("_")]
        where = {key: one[f"_{key}"] for key in keys if key not in ("final_obs", "final_info")}
        return one.keys() == other.keys() and all(
            same(one[key][where[key]], other[key][where[key]])
            if key in where
            else same(one[key], other[key])
            for key in keys
        )
    if isinstance(one, np.ndarray) and one.dtype == np.float64:
        other = other.astype(np.float32).astype(np.float64)  # as the batch reckons rewards
    return data_equivalence(one, other, exact=True)


def choices(infos: dict[str, Any], generator: np.random.Generator) -> Any:
    """A legal action in every row; 0 where there is none."""
    weights = infos["action_mask"] * generator.random(infos["action_mask"].shape)
    return weights.argmax(axis=1)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("rules", "players"), [*product(RuleSet, (2, 3, 4))])
def test_as_single_environments(rules: RuleSet, players: int, mode: AutoresetMode) -> None:
    """Step by step, for equal seeds: observations, rewards, ends and all infos."""
    turn = (list(RuleSet).index(rules) + players + MODES.index(mode)) % 3
    options: dict[str, Any] = {
        "rules": rules,
        "players": players,
        "opponent": ("random", "greedy")[turn % 2],
        "seat": (None, 1, 2)[turn],
        "rewards": ("win", "difference", "points")[turn],
        "observations": ("vector", "vector", "planes")[turn],
        "starter": (None, 2, None)[turn],
    }
    lock_step(native(3, autoreset_mode=mode, **options), one_by_one(3, mode, **options), mode)


def lock_step(envs: VectorEnv[Any, Any, Any], others: VectorEnv[Any, Any, Any], mode: Any) -> None:
    assert envs.metadata["autoreset_mode"] == others.metadata["autoreset_mode"] == mode
    ours, theirs = (getattr(env, "autoreset_mode", None) for env in (envs, others))
    assert ours is theirs is mode  # an attribute that VectorEnv itself does not declare
    assert envs.action_space == others.action_space
    assert envs.observation_space == others.observation_space
    assert envs.single_action_space == others.single_action_space
    generator = np.random.default_rng(1)
    found, expected = envs.reset(seed=11), others.reset(seed=11)
    assert all(same(one, other) for one, other in zip(found, expected, strict=True))
    infos, ended = found[1], 0
    while ended < 5:
        actions = choices(infos, generator)
        step, wanted = envs.step(actions), others.step(actions)
        assert all(same(one, other) for one, other in zip(step, wanted, strict=True))
        infos, ends = step[4], step[2]
        ended += ends.sum()
        if mode is AutoresetMode.DISABLED and ends.any():
            found = envs.reset(options={"reset_mask": ends.copy()})
            expected = others.reset(options={"reset_mask": ends.copy()})
            assert all(same(one, other) for one, other in zip(found, expected, strict=True))
            infos = {"action_mask": np.where(ends[:, None], found[1]["action_mask"], 0)}
            infos["action_mask"] += np.where(ends[:, None], 0, step[4]["action_mask"])
    others.close()


def test_seeds() -> None:
    envs, twin = native(), native()
    first = envs.reset(seed=5)[0]
    again = envs.reset()[0]
    assert not np.array_equal(first, again)
    assert np.array_equal(twin.reset(seed=[5, 6, 7, 8, 9, 10])[0], first)
    assert np.array_equal(twin.reset()[0], again)
    assert np.array_equal(envs.reset(seed=6)[0][:-1], first[1:])
    assert not np.array_equal(native().reset()[0], native().reset()[0])


def test_seeds_for_some() -> None:
    """Where a seed is None, chance goes on."""
    seeds = [1, None, 3]
    kept = []
    for envs in (native(3), one_by_one(3, AutoresetMode.NEXT_STEP, opponent="random")):
        envs.reset(seed=9)
        kept.append([envs.reset(seed=seeds)[0], envs.reset()[0]])
    assert np.array_equal(kept[0], kept[1])


@pytest.mark.parametrize("mode", MODES)
def test_threads_change_nothing(mode: AutoresetMode) -> None:
    envs = [native(50, threads=threads, autoreset_mode=mode, seat=None) for threads in (1, 3)]
    seen = [one.reset(seed=2) for one in envs]
    for _ in range(30):
        assert same(seen[0][0], seen[1][0])
        actions = choices(seen[0][1], np.random.default_rng(3))
        steps = [one.step(actions) for one in envs]
        seen = [(step[0], step[4]) for step in steps]
        if mode is AutoresetMode.DISABLED and steps[0][2].any():
            break


def test_arrays_are_kept_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = native(copy=copy)
        observations, infos = envs.reset(seed=1)
        seen, masks = observations.copy(), infos["action_mask"].copy()
        envs.step(envs.action_space.sample())
        assert np.array_equal(observations, seen) == copy
        assert np.array_equal(infos["action_mask"], masks) == copy


def test_what_ends_is_kept_even_without_copies() -> None:
    kept: list[list[Any]] = []
    for copy in (True, False):
        envs = native(copy=copy, autoreset_mode="SameStep")
        _, infos = envs.reset(seed=1)
        finals: list[Any] = []
        while len(finals) < 4:
            infos = envs.step(infos["action_mask"].argmax(axis=1))[4]
            finals += [row for row in infos.get("final_obs", ()) if row is not None]
        kept.append(finals)
    assert same(*kept)


def test_the_space_draws_legal_actions() -> None:
    envs = native(20, rules="grey+joker", players=4)
    envs.action_space.seed(1)
    envs.reset(seed=1)
    for _ in range(60):
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        masks = envs.action_masks()
        assert all(masks[row, action] or not masks[row].any() for row, action in enumerate(actions))
        envs.step(actions)


@pytest.mark.parametrize("mode", MODES[:2])
def test_gymnasiums_wrappers(mode: AutoresetMode) -> None:
    envs = RecordEpisodeStatistics(native(20, autoreset_mode=mode, opponent="greedy"))
    _, infos = envs.reset(seed=1)
    while envs.episode_count < 40:
        infos = envs.step(choices(infos, np.random.default_rng(1)))[4]
    assert all(10 < length < 100 for length in envs.length_queue)
    assert set(envs.return_queue) <= {-1, 0, 1}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", ["novice", ["greedy", "novice"]])
def test_other_bots(mode: AutoresetMode, opponent: Any) -> None:
    players = 2 if isinstance(opponent, str) else 3
    envs = gymnasium.make_vec(ID, 2, opponent=opponent, players=players, autoreset_mode=mode)
    assert isinstance(envs, SequentialVectorEnv)
    assert envs.metadata["autoreset_mode"] is mode
    _, infos = envs.reset(seed=1)
    for _ in range(3):
        assert np.array_equal(envs.action_masks(), infos["action_mask"])
        infos = envs.step(infos["action_mask"].argmax(axis=1))[4]
    envs.close()


def test_texts_are_rendered() -> None:
    envs = native(3, render_mode="ansi")
    envs.reset(seed=1)
    texts = envs.render()
    assert texts is not None
    assert len(set(texts)) == 3
    bare = native(1)
    bare.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert bare.render() is None
