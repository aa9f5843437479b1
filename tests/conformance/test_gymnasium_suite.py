"""What Gymnasium ships to check environments, on ours: all rule sets, two to four players.

Gymnasium 1.4 has no checker for vector environments; the parts of its checker that do not ask for
a single one are run on ours, and tests/envs/test_gym_vector.py compares it with `SyncVectorEnv`.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import gymnasium
import pytest
from gymnasium.utils import env_checker
from gymnasium.utils.env_match import check_environments_match
from gymnasium.utils.passive_env_checker import check_action_space, check_observation_space
from gymnasium.vector import AutoresetMode

import azulejos.envs
from azulejos.rules import RuleSet

ID = azulejos.envs.GYMNASIUM_ID
KINDS = [*product(RuleSet, (2, 3, 4))]


@pytest.mark.covering(2)
@pytest.mark.parametrize("observations", ["vector", "planes"])
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_single(rules: RuleSet, players: int, observations: str) -> None:
    for opponent in ("random", "greedy"):
        env = gymnasium.make(
            ID, opponent=opponent, players=players, rules=rules, observations=observations
        )
        env_checker.check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("rules", "players"), [*zip(RuleSet, (2, 3, 4, 2), strict=True)])
def test_rendering(rules: RuleSet, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a window that nobody sees
    env = gymnasium.make(ID, players=players, rules=rules, render_mode="ansi")
    env_checker.check_env(env.unwrapped)


@pytest.mark.parametrize("seed", range(20))
def test_checked_again_and_again(seed: int) -> None:
    """The checker's own chance is not seeded: what it draws must not matter."""
    env = gymnasium.make(ID, opponent="random", seat=None, rewards="points")
    env.reset(seed=seed)
    env_checker.check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    ("players", "opponent"),
    [(2, "casual"), (3, "mcts:nodes=5"), (4, ["random", "novice", "greedy"])],
)
def test_bots(players: int, opponent: Any) -> None:
    env = gymnasium.make(ID, opponent=opponent, players=players)
    env_checker.check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_whole_games_through_the_standard_wrappers(rules: RuleSet, players: int) -> None:
    """Its passive checker watches; two alike give the same games."""
    one, other = (
        gymnasium.make(ID, opponent="greedy", players=players, rules=rules) for _ in range(2)
    )
    check_environments_match(one, other, num_steps=100, seed=3)


@pytest.mark.covering(2)
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_vector(rules: RuleSet, players: int, mode: AutoresetMode) -> None:
    options: dict[str, Any] = {"players": players, "rules": rules, "autoreset_mode": mode}
    envs: Any = gymnasium.make_vec(ID, 3, **options)
    for actions, observations in (
        (envs.action_space, envs.observation_space),
        (envs.single_action_space, envs.single_observation_space),
    ):
        check_action_space(actions)
        check_observation_space(observations)
        env_checker.check_space_limit(observations, "observation")
    env_checker.check_reset_return_type(envs)
    env_checker.check_reset_seed_determinism(envs)
    env_checker.check_reset_options(envs)
    env_checker.check_returned_data_not_reused(gymnasium.make_vec(ID, 1, **options))  # type: ignore[arg-type]
    envs.close()
    envs.close()


@pytest.mark.parametrize("vectorization", ["sync", "async"])
def test_gymnasiums_own_vectors(vectorization: str) -> None:
    envs = gymnasium.make_vec(ID, 2, vectorization, opponent="random")
    _, infos = envs.reset(seed=1)
    for _ in range(40):
        infos = envs.step(infos["action_mask"].argmax(axis=1))[4]
    envs.close()
