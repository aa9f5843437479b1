"""Thousands of games in one call: actions in; masks, observations, rewards and ends out.

The batch is the core's, which `make_batch` sets up in the words of the other environments, and the
numbers of actions and observations are theirs. NumPy is all that it needs.

>>> batch = make_batch(1000, players=2, rules="std", opponent="greedy", seed=1)
>>> step = batch.latest
>>> step.observations.shape, step.masks.shape
((1000, 149), (1000, 180))
>>> step = batch.step(batch.sample(Generator(2)))  # yours: one legal action a game
>>> planes(step.observations, players=2).shape[0]
1000
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import PASS, Batch, Generator, Step
from .planes import planes
from .rewards import check_rewards

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..core.arguments import Seeds
    from ..rules.material import RuleSet

__all__ = ["PASS", "Batch", "Generator", "Step", "make_batch", "planes"]


def make_batch(
    games: int,
    players: int = 2,
    rules: RuleSet | str = "std",
    *,
    opponent: str = "",
    seat: int | ArrayLike | None = None,
    rewards: str = "win",
    starter: int | None = None,
    seed: Seeds = 0,
    threads: int = 1,
    auto_reset: bool = True,
    observations: bool = True,
) -> Batch:
    """A batch; seats count from 1, as everywhere.

    Without an opponent ("random" or "greedy") every seat is yours: `step.seats` says whose turn it
    is in each game.
    """
    check_rewards(rewards)
    return Batch(
        games,
        players,
        rules,
        opponent=opponent,
        seat=seat,
        rewards=rewards,
        starter=starter,
        seed=seed,
        threads=threads,
        auto_reset=auto_reset,
        observations=observations,
    )
