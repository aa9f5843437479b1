"""Opponents of the caller's own: policies that are asked about many games at once, and classes."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

import azulejos.envs
import own_bots
from azulejos.core import Generator, State
from azulejos.envs.vector import AzulVectorEnv
from azulejos.protocol import BotError
from azulejos.rules import RuleSet

ID = azulejos.envs.GYMNASIUM_ID


def highest(observations: Any, masks: Any, games: Any) -> Any:
    """Of the legal actions the one with the highest number: an answer without chance."""
    assert observations.shape[0] == len(masks) == len(games)
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def lowest(observations: Any, masks: Any, games: Any) -> Any:
    return masks.argmax(axis=1)


def make(games: int, **options: Any) -> AzulVectorEnv:
    envs = gymnasium.make_vec(ID, games, **options)
    assert isinstance(envs, AzulVectorEnv)
    return envs


@pytest.mark.parametrize(("rules", "players"), [*product(RuleSet, (2, 3, 4))])
def test_many_games_are_as_many_single_ones(rules: RuleSet, players: int) -> None:
    turn = (list(RuleSet).index(rules) + players) % 3
    mode = list(AutoresetMode)[turn % 2]
    opponents = [highest, "greedy", "random"][: players - 1]
    options: dict[str, Any] = {
        "rules": rules,
        "players": players,
        "opponent": opponents if players > 2 else highest,
        "seat": (None, 2, 1)[turn],
        "rewards": ("lead", "points", "win")[turn],
        "observations": ("vector", "planes", "scaled")[turn],
    }
    envs = make(3, autoreset_mode=mode, **options)
    others = gymnasium.make_vec(ID, 3, "sync", {"autoreset_mode": mode}, **options)
    envs.action_space.seed(1)  # By chance, no game might end.
    seen, infos = envs.reset(seed=5)
    seen_there, infos_there = others.reset(seed=5)
    ended = 0
    for _ in range(60):
        assert np.array_equal(seen, seen_there)
        assert np.array_equal(infos["action_mask"], infos_there["action_mask"])
        assert np.array_equal(infos["seat"], infos_there["seat"])
        actions = envs.action_space.sample()
        seen, rewards, ends, _, infos = envs.step(actions)
        seen_there, rewards_there, ends_there, _, infos_there = others.step(actions)
        assert rewards == pytest.approx(rewards_there)
        assert np.array_equal(ends, ends_there)
        ended += int(ends.sum())
    assert ended


@pytest.mark.parametrize(
    "opponent", ["novice", highest, own_bots.First, "python:own_bots:Lucky", "lookahead"]
)
def test_samples_are_legal_whoever_the_opponent_is(opponent: Any) -> None:
    envs = gymnasium.make_vec(ID, 3, opponent=opponent)
    envs.action_space.seed(1)
    envs.reset(seed=1)
    for _ in range(8):
        envs.step(envs.action_space.sample())
    envs.close()


def test_a_league_plays_each_game_by_another_policy() -> None:
    asked: set[int] = set()

    def league(observations: Any, masks: Any, games: Any) -> Any:
        asked.update(games.tolist())
        ups, downs = (policy(observations, masks, games) for policy in (highest, lowest))
        return np.where(games % 2, ups, downs)

    envs = make(6, opponent=league, starter=2, seat=1)
    seen, _ = envs.reset(seed=[9] * 6)
    assert asked == set(range(6))
    assert len({row.tobytes() for row in seen}) == 2


def failing(observations: Any, masks: Any, games: Any) -> Any:
    raise KeyError("plan")


WRONG: list[tuple[Any, str]] = [
    (lambda seen, masks, games: games + 10_000, "chose action 1000[0-9] in game"),
    (lambda seen, masks, games: (~masks).argmax(axis=1), "which its mask does not allow"),
    (lambda seen, masks, games: games[:0], "as many whole numbers"),
    (lambda seen, masks, games: games / 2, "as many whole numbers"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_policy_that_answers_nonsense(number: int) -> None:
    policy, sentence = WRONG[number]
    for env in (make(3, opponent=policy, starter=2), gymnasium.make(ID, opponent=policy)):
        with pytest.raises(BotError, match=f"^the opponent <lambda> .*{sentence}"):
            begin_and_step(env)
        with pytest.raises(ResetNeeded):
            env.step(np.zeros(3, int) if env.unwrapped.__class__ is AzulVectorEnv else 0)


def begin_and_step(env: Any) -> None:
    env.reset(seed=1)
    env.step(env.action_space.sample())


def test_a_policy_that_fails_is_the_callers_own() -> None:
    envs = make(2, opponent=failing, starter=2)
    with pytest.raises(KeyError, match="plan"):
        envs.reset(seed=1)


def test_what_is_no_opponent() -> None:
    for wrong in (3, [3], None):
        with pytest.raises(ValueError, match="a bot's spec, a class with a method choose, or a"):
            gymnasium.make_vec(ID, 2, opponent=wrong)


def test_games_begin_at_positions() -> None:
    chance = Generator(3)
    states = [State() for _ in range(3)]
    for moves, state in enumerate(states, start=2):
        state.deal(chance)
        for _ in range(2 * moves):
            state.apply(state.random_action(chance))
    for opponent in ("greedy", highest):
        envs = make(3, opponent=opponent, seat=1)
        envs.reset(seed=1, options={"position": [str(state) for state in states]})
        games = [envs._batch.state(game) for game in range(3)]
        assert games == states
        envs.reset(options={"position": states[0], "reset_mask": np.array([False, True, True])})
        assert [str(envs._batch.state(game)) for game in range(3)] == [str(states[0])] * 3
    with pytest.raises(ValueError, match="3 games need one position or 3 of them, not 2"):
        envs.reset(options={"position": states[:2]})


@pytest.mark.parametrize("opponent", ["random", highest])
@pytest.mark.parametrize("clone", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_copies_go_their_own_way(opponent: Any, clone: Any) -> None:
    envs = make(4, opponent=opponent, seat=None)
    envs.reset(seed=1)
    envs.step(envs.action_space.sample())
    twin = clone(envs)
    actions = envs.action_space.sample()
    assert np.array_equal(actions, twin.action_space.sample())
    for one, other in zip(envs.step(actions)[:3], twin.step(actions)[:3], strict=True):
        assert np.array_equal(one, other)
    envs.step(envs.action_space.sample())
    twin.step(twin.action_space.sample())  # what it draws is legal in its own games


@pytest.mark.parametrize("keys", [True, ("obs", "mask")])
def test_a_dictionary(keys: Any) -> None:
    seen_key, mask_key = ("observation", "action_mask") if keys is True else keys
    for opponent in ("greedy", highest, "novice"):
        env = gymnasium.make(ID, opponent=opponent, as_dict=keys)
        shown, info = env.reset(seed=1)
        assert env.observation_space.contains(shown)
        assert np.array_equal(shown[mask_key], info["action_mask"])
        envs = gymnasium.make_vec(
            ID, 2, opponent=opponent, as_dict=keys, autoreset_mode=AutoresetMode.SAME_STEP
        )
        rows, infos = envs.reset(seed=1)
        assert envs.observation_space.contains(rows)
        assert np.array_equal(rows[seen_key][0], shown[seen_key])
        while "final_obs" not in infos:
            rows, _, ends, _, infos = envs.step(envs.action_space.sample())
        final = infos["final_obs"][ends.argmax()]
        assert envs.single_observation_space.contains(final)
        envs.close()
    with pytest.raises(ValueError, match="two different names"):
        gymnasium.make(ID, as_dict=("obs", "obs"))


@pytest.mark.parametrize("form", ["scaled", "features"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_forms_lie_in_their_spaces(form: str, players: int) -> None:
    env = gymnasium.make(ID, players=players, observations=form)
    shown, _ = env.reset(seed=1)
    over = False
    while not over:
        assert shown.dtype == np.float32
        assert env.observation_space.contains(shown)
        shown, _, over, _, _ = env.step(env.action_space.sample())
    with pytest.raises(ValueError, match="features are those of std games, not of grey"):
        gymnasium.make(ID, rules="grey", observations="features")
