"""Masked PPO of RLlib learns against the greedy bot.

    python examples/rllib_ppo.py --minutes 2 --out policy.pt

RLlib makes the vector environment itself, as the native batch (`VECTOR_ENTRY_POINT`). A module of
our own, with its policy and its critic, does the masking.
"""

from __future__ import annotations

import logging
from typing import Any

import gymnasium
import ray
import torch
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import TransformReward
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.tune.registry import register_env

from against_greedy import MASK, REWARD, SEEN, WIDTH, finish, make_games, new_course, parse_options
from network import Critic, Policy

STEPS = 64  # of each game before the network learns from them
RATE = 1e-3  # of learning


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Which takes it prefers among those that the mask allows, and what it expects to earn."""

    def setup(self) -> None:
        self.policy, self.critic = Policy(WIDTH), Critic(WIDTH)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, torch.Tensor]:
        seen = batch[Columns.OBS]
        return {Columns.ACTION_DIST_INPUTS: self.policy(seen[SEEN], seen[MASK])}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        values: torch.Tensor = self.critic(batch[Columns.OBS][SEEN])
        return values.squeeze(-1)


def make_env(given: dict[str, Any]) -> VectorEnv[Any, Any, Any]:
    games = make_games(given["num_envs"], AutoresetMode.NEXT_STEP)
    return TransformReward(games, lambda points: points * REWARD)


def configure(tables: int, seed: int) -> PPOConfig:
    return (
        PPOConfig()
        .environment("azulejos")
        .env_runners(
            num_env_runners=0,  # in this process
            num_envs_per_env_runner=tables,
            gym_env_vectorize_mode=gymnasium.VectorizeMode.VECTOR_ENTRY_POINT,
            rollout_fragment_length=STEPS,
        )
        .learners(num_learners=0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .training(
            train_batch_size_per_learner=tables * STEPS,
            minibatch_size=max(tables * STEPS // 8, 1),
            num_epochs=3,
            lr=RATE,
            gamma=1.0,
            lambda_=0.95,
            clip_param=0.2,
            entropy_coeff=0.01,
            use_kl_loss=False,
        )
        .debugging(seed=seed, log_level="ERROR")
    )


def main() -> None:
    asked = parse_options(__doc__)
    ray.init(num_cpus=1, include_dashboard=False, logging_level=logging.ERROR)
    register_env("azulejos", make_env)
    algorithm = configure(asked.tables, asked.seed).build_algo()

    course, steps = new_course(asked.minutes), 0
    while course.left:
        algorithm.train()
        steps += asked.tables * STEPS
    module = algorithm.get_module()
    assert isinstance(module, MaskedModule)
    finish(course, steps, module.policy, asked)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
