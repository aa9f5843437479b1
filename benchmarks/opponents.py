"""How fast the opponents of vector environments are, a policy among them, and how strong.

    python benchmarks/opponents.py [STEPS [GAMES]]

Steps a second of CPU time at 256 games, with copies of observations and masks; then the share of
wins of `lookahead` against `greedy`, in games of the core.
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import azulejos.envs
from azulejos.protocol import Limit
from azulejos.rules import RuleSet
from azulejos.statistics import Estimate, estimate_share
from azulejos.studies.config import StudyConfig
from azulejos.studies.play import play_game

GAMES = 256


def first_legal(observations: Any, masks: Any, games: Any) -> Any:
    """Answers at once."""
    return masks.argmax(axis=1)


def speed(opponent: Any, steps: int) -> float:
    envs = gymnasium.make_vec(azulejos.envs.GYMNASIUM_ID, GAMES, opponent=opponent)
    _, infos = envs.reset(seed=1)
    chance = np.random.default_rng(1)
    seconds = 0.0
    for _ in range(steps):
        masks = infos["action_mask"]
        actions = (masks * chance.random(masks.shape, np.float32)).argmax(axis=1)
        begun = process_time()
        _, _, _, _, infos = envs.step(actions)
        seconds += process_time() - begun
    return GAMES * steps / seconds


def strength(games: int) -> Estimate:
    """The share of `lookahead`, with each seat in half of the games."""
    limits = (Limit(), Limit())
    config = StudyConfig(("lookahead", "greedy"), limits, RuleSet.STD, 1, games, slips=0.0)
    played = [play_game(config, number) for number in range(1, games + 1)]
    return estimate_share(game.shares[game.bots.index("lookahead")] for game in played)


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 800
    for opponent in ("random", "greedy", first_legal, "lookahead"):
        name = opponent if isinstance(opponent, str) else "a policy that answers at once"
        sys.stdout.write(f"{name}: {speed(opponent, steps):,.0f} steps a second\n")
        sys.stdout.flush()
    sys.stdout.write(f"lookahead against greedy: {strength(games)}\n")


if __name__ == "__main__":
    main()
