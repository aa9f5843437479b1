"""The batched environment: the core's batch in the words of the other environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import azulejos.envs
from azulejos.core import action_count, observation_size
from azulejos.envs.batch import PASS, Batch, Generator, make_batch, planes
from azulejos.envs.observations import observe, space
from azulejos.rules import RuleSet

assert azulejos.envs  # imported for what it registers


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RuleSet)
def test_rows_lie_in_the_spaces_of_the_others(rules: RuleSet, players: int) -> None:
    batch = make_batch(8, players, rules, seed=1)
    vectors, pictures = space(players, rules), space(players, rules, "planes")
    for turn in range(80):
        step = batch.step(batch.sample(Generator(turn)))
        assert turn % 8 or all(row in vectors for row in step.observations)
    assert step.observations.shape == (8, observation_size(players))
    assert step.masks.shape == (8, action_count(players, rules))
    for row, picture, game in zip(
        step.observations, planes(step.observations, players), range(8), strict=True
    ):
        assert picture in pictures
        assert np.array_equal(observe(batch.state(game), form="planes"), picture)
        assert np.array_equal(observe(batch.state(game)), row)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_same_games_as_a_single_environment(opponent: str) -> None:
    named: dict[str, Any] = {"players": 3, "rules": "grey+joker", "rewards": "points"}
    batch = make_batch(2, seed=[5, 6], opponent=opponent, auto_reset=False, **named)
    single = gymnasium.make("azulejos/Azul-v0", opponent=opponent, seat=None, **named)
    row, info = single.reset(seed=6)
    over = False
    while not over:
        assert info["seat"] == batch.latest.seats[1]
        assert np.array_equal(row, batch.latest.observations[1])
        assert np.array_equal(info["action_mask"], batch.latest.masks[1])
        action = int(np.flatnonzero(info["action_mask"])[-1])
        row, reward, over, _, info = single.step(action)
        step = batch.step([PASS, action])
        assert reward == step.rewards[1, info["seat"] - 1]
        assert over == step.ends[1]
    assert np.array_equal(info["scores"], step.scores[1])
    assert np.array_equal(row, step.observations[1])


def test_who_starts_counts_from_0() -> None:
    assert set(make_batch(30, 3, starter=2).latest.seats) == {2}
    assert set(make_batch(30, 3).latest.seats) == {1, 2, 3}
    assert isinstance(make_batch(1), Batch)


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"starter": 0}, "no seat 0 for starter: seats count from 1, use 1 to 2"),
        ({"opponent": "expert"}, "no opponent 'expert': use one of random, greedy"),
        ({"rewards": "gold"}, "no rewards 'gold': use one of win, difference, points, lead"),
        ({"seat": 1}, "an opponent moves for the others: name one"),
        ({"seat": 0, "opponent": "greedy"}, "no seat 0 for seat: seats count from 1, use 1 to 2"),
        ({"players": 5}, "2, 3 or 4 players"),
        ({"threads": 0}, "1 to 1024 threads, not 0"),
    ],
)
def test_wrong_options(named: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make_batch(3, **named)


def test_wrong_actions() -> None:
    batch = make_batch(3, auto_reset=False, seed=1)
    before = batch.latest.observations.copy()
    good = batch.sample(Generator(1))
    with pytest.raises(TypeError, match="actions are whole numbers of at most 64 bits, not float"):
        batch.step(good.astype(float))
    with pytest.raises(ValueError, match=r"3 games need actions of shape \(3,\), not \(2,\)"):
        batch.step(good[:2])
    illegal = good.copy()
    illegal[1] = np.flatnonzero(~batch.latest.masks[1])[0]
    with pytest.raises(ValueError, match="game 1 can't play action"):
        batch.step(illegal)
    assert np.array_equal(batch.latest.observations, before)
    while not batch.latest.ends.any():
        batch.step(batch.sample(Generator(2)))
    over = int(np.flatnonzero(batch.latest.ends)[0])
    actions = batch.sample(Generator(3))
    actions[over] = 0
    with pytest.raises(ValueError, match=f"game {over} can't play action 0: .*PASS"):
        batch.step(actions)
