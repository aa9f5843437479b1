"""Bad use of the Gymnasium environments: the error that Gymnasium's convention asks for."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import Error, InvalidAction, ResetNeeded, UnsupportedMode

import azulejos.envs
from azulejos.envs.gymnasium import AzulEnv
from azulejos.envs.vector import AzulVectorEnv

ID = azulejos.envs.GYMNASIUM_ID
WARNS = "that is not in the possible render_modes"

OPTIONS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"players": 5}, ValueError, "2, 3 or 4 players, not 5"),
    ({"players": "2"}, TypeError, "integer"),
    ({"rules": "blue"}, ValueError, "there are no rules 'blue'"),
    ({"rewards": "fame"}, ValueError, "there are no rewards 'fame'"),
    ({"observations": "smells"}, ValueError, "smells"),
    ({"seat": 0}, ValueError, "no seat 0 for seat: seats count from 1, use 1 to 2, or None"),
    ({"seat": -1}, ValueError, "no seat -1 for seat"),
    ({"seat": "left"}, TypeError, "integer|whole numbers"),
    ({"starter": 0}, ValueError, "no seat 0 for starter"),
    ({"opponent": "genius"}, ValueError, "genius"),
    ({"opponent": "mcts:depth=1"}, ValueError, "depth"),
    ({"opponent": "engine:"}, ValueError, "engine"),
    ({"opponent": "alphabeta", "players": 3}, ValueError, "alphabeta"),
    ({"opponent": ["random", "greedy"]}, ValueError, "2 players need 1 opponents"),
    ({"opponent": []}, ValueError, "2 players need 1 opponents"),
    ({"opponent": 3}, ValueError, "or a policy, or a list of them, not 3"),
    ({"opponent": [3]}, ValueError, "an opponent is a bot's spec"),
    ({"opponent": None}, ValueError, "an opponent is a bot's spec"),
    ({"colour": "red"}, TypeError, "colour"),
]


@pytest.mark.parametrize("way", [gymnasium.make, gymnasium.make_vec])
@pytest.mark.parametrize(("options", "error", "sentence"), OPTIONS)
def test_options(way: Any, options: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        way(ID, **options)


def test_render_modes() -> None:
    with pytest.warns(UserWarning, match=WARNS), pytest.raises(UnsupportedMode, match="smoke"):
        gymnasium.make(ID, render_mode="smoke")
    with pytest.raises(UnsupportedMode, match="human"):
        gymnasium.make_vec(ID, 2, render_mode="human")


ACTIONS: list[tuple[Any, str]] = [
    (0, "the centre holds no tiles"),
    (-1, "action -1 "),
    (180, "no display 6"),
    (10**6, "no action 1000000"),
    (10**30, "can't be played"),
    (1.0, "float"),
    ("take", "str"),
    (None, "NoneType"),
    (np.array([0]), "scalar"),
    (np.int64(5), "the centre holds no tiles"),
]


@pytest.mark.parametrize(("action", "sentence"), ACTIONS)
def test_illegal_actions_change_nothing(action: Any, sentence: str) -> None:
    env = gymnasium.make(ID, opponent="greedy", starter=1)
    env.reset(seed=1)
    table = env.unwrapped
    assert isinstance(table, AzulEnv)
    position = table.position()
    with pytest.raises(InvalidAction, match=sentence):
        env.step(action)
    assert table.position() == position
    twin = gymnasium.make(ID, opponent="greedy", starter=1)
    _, info = twin.reset(seed=1)
    first = int(info["action_mask"].argmax())
    assert np.array_equal(env.step(first)[0], twin.step(first)[0])  # nor has chance moved


def test_before_a_game_and_after() -> None:
    env = gymnasium.make(ID, opponent="random")
    for call in (lambda: env.step(0), lambda: env.unwrapped.step(0), env.render):
        with pytest.raises(ResetNeeded):
            call()
    with pytest.raises(ResetNeeded):
        env.get_wrapper_attr("action_masks")()
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(env.action_space.sample())
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded, match="over"):
        env.step(0)
    env.reset()
    env.step(env.action_space.sample())


RESETS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"seed": -1}, Error, "greater or equal to zero"),
    ({"seed": "7"}, Error, "integer"),
    ({"options": {"colour": 1}}, ValueError, "colour"),
    ({"options": {"seat": 9}}, ValueError, "no seat 9 for seat"),
    ({"options": {"starter": 9}}, ValueError, "no seat 9 for starter"),
    ({"options": {"position": "nonsense"}}, ValueError, "nonsense|position"),
    ({"options": {"position": 7}}, TypeError, "Position"),
]


@pytest.mark.parametrize(("given", "error", "sentence"), RESETS)
def test_resets(given: dict[str, Any], error: type[Exception], sentence: str) -> None:
    env = gymnasium.make(ID, opponent="random")
    with pytest.raises(error, match=sentence):
        env.reset(**given)
    with pytest.raises(ResetNeeded):
        env.unwrapped.step(0)


def test_positions_of_other_games_are_refused() -> None:
    other = AzulEnv("random", players=3)
    other.reset()
    with pytest.raises(ValueError, match="not one of a std game for 2"):
        AzulEnv("random").reset(options={"position": other.position()})


# Many games.

GAMES = 3
VECTORS: list[tuple[Any, str]] = [
    (np.zeros(GAMES, np.int64), "game 0 can't play action 0: the centre holds no tiles"),
    (np.full(GAMES, -1), "action -1"),
    (np.full(GAMES, 999), "999"),
    (np.zeros(GAMES), "float64"),
    (np.zeros(GAMES + 1, np.int64), r"shape \(4,\)"),
    (np.zeros((GAMES, 1), np.int64), r"shape \(3, 1\)"),
    (np.int64(0), r"shape \(\)"),
    (["take"] * GAMES, "3 games need"),
    ([None] * GAMES, "object"),
    ([2**70] * GAMES, "object"),
    ([np.uint64(2**64 - 1)] * GAMES, "game 0"),
]


@pytest.mark.parametrize(("actions", "sentence"), VECTORS)
def test_illegal_actions_of_many_games(actions: Any, sentence: str) -> None:
    envs = gymnasium.make_vec(ID, GAMES, opponent="random", starter=1)
    assert isinstance(envs, AzulVectorEnv)
    _, infos = envs.reset(seed=1)
    with pytest.raises(InvalidAction, match=sentence):
        envs.step(actions)
    twin = gymnasium.make_vec(ID, GAMES, opponent="random", starter=1)
    twin.reset(seed=1)
    first = infos["action_mask"].argmax(axis=1)
    assert np.array_equal(envs.step(first)[0], twin.step(first)[0])


VECTOR_RESETS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"seed": -1}, Error, "greater or equal to zero"),
    ({"seed": [1, 2]}, ValueError, "3 games need as many seeds, not 2"),
    ({"seed": [1, 2, -3]}, Error, "not -3"),
    ({"seed": "abc"}, Error, "not 'a'"),
    ({"seed": 1.5}, Error, "not 1.5"),
    ({"seed": [1, 2, 1.5]}, Error, "not 1.5"),
    ({"seed": np.int64(-3)}, Error, "greater or equal to zero"),
    ({"seed": np.array(5)}, Error, "whole number from 0 on, not array"),
    ({"seed": {1, 2, 3}}, Error, "whole number from 0 on, not {1, 2, 3}"),
    ({"options": {"seat": 1}}, ValueError, "seat"),
    ({"options": {"reset_mask": [True] * GAMES}}, TypeError, "array of bools"),
    ({"options": {"reset_mask": np.ones(GAMES)}}, TypeError, "array of bools"),
    ({"options": {"reset_mask": np.ones(2, np.bool_)}}, ValueError, "3 bools"),
    ({"options": {"reset_mask": np.zeros(GAMES, np.bool_)}}, ValueError, "True"),
]


@pytest.mark.parametrize(("given", "error", "sentence"), VECTOR_RESETS)
def test_resets_of_many_games(given: dict[str, Any], error: type[Exception], sentence: str) -> None:
    envs = gymnasium.make_vec(ID, GAMES, opponent="random")
    with pytest.raises(error, match=sentence):
        envs.reset(**given)


@pytest.mark.parametrize("opponent", ["random", "casual"])
def test_seeds_that_are_none_wherever_many_games_are_played(opponent: str) -> None:
    envs: Any = gymnasium.make_vec(ID, GAMES, opponent=opponent)
    for seed in (-1, 1.5, np.int64(-1), np.array(5), [1, 2, -3], [1, 2, "3"]):
        with pytest.raises(Error, match=r"greater or equal to zero|a whole number from 0 on"):
            envs.reset(seed=seed)
    with pytest.raises(ValueError, match="3 games need as many seeds, not 2"):
        envs.reset(seed=[1, 2])
    first = envs.reset(seed=7)[0]
    for same in (np.int64(7), np.uint8(7), [7, 8, 9], (7, 8, 9), np.arange(7, 10)):
        assert np.array_equal(envs.reset(seed=same)[0], first)


def test_many_games_before_a_reset_and_after_an_end() -> None:
    envs = gymnasium.make_vec(ID, GAMES, opponent="random", autoreset_mode="Disabled")
    assert isinstance(envs, AzulVectorEnv)
    for call in (lambda: envs.step(np.zeros(GAMES, np.int64)), envs.action_masks):
        with pytest.raises(ResetNeeded):
            call()
    some = np.array([True, False, False])
    with pytest.raises(ResetNeeded, match="first reset"):
        envs.reset(options={"reset_mask": some})
    envs.reset(seed=1)
    ends = np.zeros(GAMES, np.bool_)
    while not ends.any():
        ends = envs.step(envs.action_space.sample())[2]
    with pytest.raises(ResetNeeded, match=f"game {ends.argmax()} is over"):
        envs.step(envs.action_space.sample())
    envs.reset(options={"reset_mask": ends})
    envs.step(envs.action_space.sample())


def test_options_of_many_games() -> None:
    for options in ({"num_envs": 0}, {"threads": 0}, {"autoreset_mode": "Sometimes"}):
        with pytest.raises(ValueError, match=r"0|Sometimes"):
            gymnasium.make_vec(ID, **options)


def test_threads_where_no_batch_plays() -> None:
    with pytest.raises(ValueError, match="1 to 1024 threads, not -5"):
        gymnasium.make_vec(ID, 2, opponent="casual", threads=-5)
    with pytest.warns(UserWarning, match="threads are of no use here"):
        gymnasium.make_vec(ID, 2, opponent="casual", threads=2).close()
