"""Masked PPO of TorchRL learns against the greedy bot.

    python examples/torchrl_ppo.py --minutes 2 --out policy.pt

TorchRL's `GymWrapper` takes the vector environment as it is, with `autoreset_mode="Disabled"`: it
begins new games itself. The mask goes to its `MaskedCategorical`.
"""

from __future__ import annotations

import torch
from gymnasium.vector import AutoresetMode
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential
from tensordict.nn import TensorDictModule as Module
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
from torchrl.envs import Compose, DTypeCastTransform, GymWrapper, RewardScaling, TransformedEnv
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from against_greedy import MASK, REWARD, SEEN, WIDTH, finish, make_games, new_course, parse_options
from network import Critic, Policy

STEPS = 64  # of each game before the network learns from them
EPOCHS = 3
RATE = 1e-3  # of learning, at the start; it falls to nothing


def main() -> None:
    asked = parse_options(__doc__)

    games = make_games(asked.tables, AutoresetMode.DISABLED)
    env = TransformedEnv(
        GymWrapper(games, categorical_action_encoding=True),
        Compose(
            RewardScaling(0, REWARD), DTypeCastTransform(torch.int8, torch.bool, in_keys=[MASK])
        ),
    )
    env.set_seed(asked.seed)
    policy, critic = Policy(WIDTH), Critic(WIDTH)
    actor = ProbabilisticTensorDictSequential(
        Module(policy, in_keys=[SEEN, MASK], out_keys=["logits"]),
        ProbabilisticTensorDictModule(
            in_keys={"logits": "logits", "mask": MASK},
            out_keys=["action"],
            distribution_class=MaskedCategorical,
            return_log_prob=True,
        ),
    )
    values = ValueOperator(critic, in_keys=[SEEN])
    advantages = GAE(gamma=1.0, lmbda=0.95, value_network=values)
    loss = ClipPPOLoss(actor, values, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), RATE)
    frames = asked.tables * STEPS
    buffer = ReplayBuffer(
        storage=LazyTensorStorage(frames),
        sampler=SamplerWithoutReplacement(),
        batch_size=max(frames // 8, 1),
    )

    course, steps = new_course(asked.minutes), 0
    collector = Collector(
        env,
        actor,
        frames_per_batch=frames,
        total_frames=-1,
        auto_register_policy_transforms=False,  # nothing here remembers
    )
    for data in collector:
        steps += data.numel()
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantages(data)
            buffer.empty()
            buffer.extend(data.reshape(-1))
            for batch in buffer:
                found = loss(batch)
                total = found["loss_objective"] + found["loss_entropy"] + found["loss_critic"]
                optimizer.zero_grad()
                total.backward()
                torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] = RATE * max(course.left, 0.01)
        if not course.left:
            break
    collector.shutdown()
    finish(course, steps, policy, asked)


if __name__ == "__main__":
    main()
