"""What the examples for other frameworks share: options, games against greedy, a match at the end.

For `std` games of two players. What is earned is the lead in points, whenever it changes.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode, VectorEnv

from curves import Course, options
from network import Policy

WIDTH = 256
REWARD = 1 / 20  # of a point, as the learners take it
SEEN, MASK = "observation", "action_mask"  # what an observation has
GAME: dict[str, Any] = {
    "id": "azulejos.envs:azulejos/Azul-v0",
    "opponent": "greedy",
    "seat": None,  # drawn anew for each game
    "rewards": "lead",
}


def parse_options(about: str) -> argparse.Namespace:
    parser = options(about, minutes=2)
    parser.add_argument("--games", type=int, default=1000, help="of the match at the end")
    parser.add_argument("--tables", type=int, default=128, help="games played side by side")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    return asked


def new_course(minutes: float) -> Course:
    """In CPU time: the frameworks can be compared however busy the machine is."""
    return Course(minutes, time.process_time)


def finish(course: Course, steps: int, policy: Policy, asked: argparse.Namespace) -> None:
    """Says how well it plays now, and keeps what was learned."""
    print(f"learned {course.spent:.1f} minutes, {steps:,} steps")
    course.add("greedy", steps, match(policy, asked.games, seed=2_000_000))
    if asked.out:
        torch.save(policy.state_dict(), asked.out)
    if asked.plot:
        course.keep(asked.plot, "Masked PPO against the greedy bot", "moves in all")


def make_games(count: int, mode: AutoresetMode) -> VectorEnv[Any, Any, Any]:
    """The native batch: all games are played in one call."""
    return gymnasium.make_vec(
        **GAME,
        num_envs=count,
        vectorization_mode="vector_entry_point",
        observations="features",
        as_dict=(SEEN, MASK),
        autoreset_mode=mode,
    )


def match(policy: Policy, games: int, seed: int) -> list[float]:
    """Results with the best move each time: 1, a half for a shared win, 0."""
    tables = make_games(games, AutoresetMode.SAME_STEP)
    seen, _ = tables.reset(seed=seed)
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        with torch.no_grad():
            takes = policy(torch.from_numpy(seen[SEEN]), torch.from_numpy(seen[MASK]))
        seen, _, ends, _, infos = tables.step(takes.argmax(dim=1).numpy())
        first = ends & np.isnan(results)  # one game a row: more of the short ones would be unfair
        if first.any():
            results[first] = infos["final_info"]["won"][first]
    tables.close()
    return results.tolist()
