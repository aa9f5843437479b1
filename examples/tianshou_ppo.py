"""Masked PPO of Tianshou learns against the greedy bot.

    python examples/tianshou_ppo.py --minutes 2 --out policy.pt

Tianshou steps single environments, so they show the plain vector, which costs next to nothing, and
the networks work out features for all of them at once. What is seen is a dictionary of `obs` and
`mask`, as everywhere in Tianshou.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import torch
from gymnasium.wrappers import TransformReward
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.discrete import dist_fn_categorical_from_logits
from torch import nn

from against_greedy import GAME, REWARD, WIDTH, finish, new_course, parse_options
from azulejos.envs.features import features
from network import Critic, Policy

STEPS = 64  # of each game before the network learns from them
RATE = 1e-3  # of learning


class MaskedActor(nn.Module):
    """The policy as Tianshou calls it."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, obs: Batch, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        rows = torch.from_numpy(features(obs.obs))
        return self.policy(rows, torch.as_tensor(obs.mask)), state


class FeatureCritic(nn.Module):
    """The critic as Tianshou calls it."""

    def __init__(self, critic: Critic) -> None:
        super().__init__()
        self.critic = critic

    def forward(self, obs: Batch, **_: Any) -> torch.Tensor:
        values: torch.Tensor = self.critic(torch.from_numpy(features(obs.obs)))
        return values


def make_env() -> gymnasium.Env[Any, Any]:
    game = gymnasium.make(**GAME, as_dict=("obs", "mask"))
    return TransformReward(game, lambda points: float(points) * REWARD)


def main() -> None:
    asked = parse_options(__doc__)

    envs = DummyVectorEnv([make_env] * asked.tables)
    envs.seed(asked.seed)
    policy = Policy(WIDTH)
    algorithm = PPO(
        policy=ProbabilisticActorPolicy(
            actor=MaskedActor(policy),
            dist_fn=dist_fn_categorical_from_logits,
            action_space=envs.action_space[0],
            action_scaling=False,
            action_bound_method=None,
        ),
        critic=FeatureCritic(Critic(WIDTH)),
        optim=AdamOptimizerFactory(lr=RATE),
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        max_grad_norm=0.5,
        max_batchsize=4096,
    )
    frames = asked.tables * STEPS
    collector = Collector(algorithm, envs, VectorReplayBuffer(frames, asked.tables))
    lesson = OnPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=frames,
        collection_step_num_env_steps=frames,
        update_step_num_repetitions=3,
        batch_size=max(frames // 8, 1),
        verbose=False,
        show_progress=False,
    )

    course, steps = new_course(asked.minutes), 0
    trainer = algorithm.create_trainer(lesson)
    trainer.reset()
    while course.left:
        trainer.execute_epoch()
        steps += frames
    finish(course, steps, policy, asked)


if __name__ == "__main__":
    main()
