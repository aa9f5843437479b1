"""Masked PPO (sb3-contrib) learns to beat the greedy bot, from nothing, in less than half an hour.

    python examples/ppo.py --minutes 25 --out ppo.zip --plot ppo.png

For `std` games of two players. The environments are one native batch, which Gymnasium's `make_vec`
gives and a thin adapter hands to Stable-Baselines3. Beside the win, the lead in points is rewarded
whenever it changes: at first games are lost by 60 points, and a lost game alone teaches nothing.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from azulejos.envs.features import BOARD, features
from curves import Course, options
from network import ABOUT_TAKES, ACTIONS, FEATURES, Takes, Trunk

RATE = 1e-3  # of learning, at the start; it falls to nothing
POINTS = 20  # of lead are rewarded as much as a win
WIDTH = 256


class Tables(VecEnv):
    """The native batch as Stable-Baselines3 wants it, without a loop over games."""

    def __init__(self, games: int, seed: int) -> None:
        self.batch = gymnasium.make_vec(
            "azulejos.envs:azulejos/Azul-v0",
            num_envs=games,
            vectorization_mode="vector_entry_point",
            opponent="greedy",
            seat=None,  # drawn anew for each game
            autoreset_mode=AutoresetMode.SAME_STEP,
            copy=False,
        )
        shown = gymnasium.spaces.Box(-np.inf, np.inf, (FEATURES,), np.float32)
        super().__init__(games, shown, gymnasium.spaces.Discrete(ACTIONS))
        self.first_seed = seed
        self.rows = np.arange(games)
        self.lead = np.zeros(games)
        self.won = np.zeros(games)  # of the games that have just ended
        self.nothing: list[dict[str, Any]] = [{} for _ in range(games)]

    def reset(self) -> NDArray[np.float32]:
        rows, infos = self.batch.reset(seed=self.first_seed)
        return self.show(rows, infos)

    def show(self, rows: NDArray[np.int16], infos: dict[str, Any]) -> NDArray[np.float32]:
        self.masks = infos["action_mask"].astype(np.bool_)
        self.lead = (rows[:, -2 * BOARD] - rows[:, -BOARD]).astype(np.float64)
        return features(rows)

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        before = self.lead
        rows, rewards, ends, _, infos = self.batch.step(self.actions)
        shown = self.show(rows, infos)
        lead = self.lead
        self.won = np.zeros(self.num_envs)
        if ends.any():
            final = infos["final_info"]
            own = final["scores"][self.rows, final["seat"] - 1]
            lead = np.where(ends, 2 * own - final["scores"].sum(axis=1), lead)
            self.won[ends] = final["won"][ends]
        return shown, (rewards + (lead - before) / POINTS).astype(np.float32), ends, self.nothing

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return self.masks

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.batch, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.batch.close()


class Judgement(BaseFeaturesExtractor):
    """The judgement of the table; what concerns takes is passed on beside it."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        super().__init__(space, WIDTH + ABOUT_TAKES)
        self.trunk = Trunk(WIDTH)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.trunk(seen), seen[:, :ABOUT_TAKES]], dim=1)


class Split(nn.Module):
    """Takes apart what `Judgement` has put together."""

    def __init__(self) -> None:
        super().__init__()
        self.takes = Takes(WIDTH)

    def forward(self, judged: torch.Tensor) -> torch.Tensor:
        takes: torch.Tensor = self.takes(judged[:, :WIDTH], judged[:, WIDTH:])
        return takes


class Policy(MaskableActorCriticPolicy):
    """The policy of sb3-contrib, with our layers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, features_extractor_class=Judgement, net_arch=[], **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = Split()
        self.action_net.apply(lambda layer: self.init_weights(layer, gain=0.01))
        rate = lr_schedule(1)
        self.optimizer = self.optimizer_class(self.parameters(), rate, **self.optimizer_kwargs)


def match(model: MaskablePPO, games: int, seed: int) -> list[float]:
    """Results against greedy, with the best move each time: 1, a half for a shared win, 0."""
    tables = Tables(games, seed)
    shown = tables.reset()
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        actions, _ = model.predict(shown, action_masks=tables.masks, deterministic=True)
        shown, _, ends, _ = tables.step(actions)
        first = ends & np.isnan(results)  # one game a row: more of the short ones would be unfair
        results[first] = tables.won[first]
    tables.close()
    return results.tolist()


class Clock(BaseCallback):
    """Ends the learning in time, and measures now and then how far it has come."""

    def __init__(self, course: Course, games: int) -> None:
        super().__init__()
        self.course, self.games = course, games

    def _on_step(self) -> bool:
        return self.course.left > 0

    def _on_rollout_end(self) -> None:
        if 1 - self.course.left >= len(self.course.points) / 25:
            self.measure(self.games, seed=1_000_000)

    def measure(self, games: int, seed: int) -> None:
        self.course.add("greedy", self.num_timesteps, match(self.model, games, seed))


def main() -> None:
    parser = options(__doc__, minutes=25)
    parser.add_argument("--games", type=int, default=4000, help="of the match at the end")
    parser.add_argument("--tables", type=int, default=256, help="games played side by side")
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # which takes its time
    course = Course(asked.minutes)
    clock = Clock(course, max(asked.games // 8, 1))
    model = MaskablePPO(
        Policy,
        Tables(asked.tables, asked.seed),
        n_steps=64,
        batch_size=8 * asked.tables,
        n_epochs=3,
        learning_rate=lambda _: RATE * max(course.left, 0.01),
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        seed=asked.seed,
        device="cpu",
    )
    model.learn(total_timesteps=10**12, callback=clock, log_interval=None)
    print(f"learned {course.spent:.1f} minutes, {model.num_timesteps:,} steps")
    clock.measure(asked.games, seed=2_000_000)
    if asked.out:
        model.save(asked.out)
    if asked.plot:
        course.keep(asked.plot, "Masked PPO against the greedy bot", "moves in all", target=0.6)


if __name__ == "__main__":
    main()
