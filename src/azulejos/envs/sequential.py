"""Single environments, one after the other, as one vector environment: for bots that see positions.

Gymnasium's own `SyncVectorEnv` plays them; here it learns to draw legal actions and to read seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .gymnasium import AzulEnv, Info

# isort: split
# The line above says what to install where Gymnasium is missing.
from gymnasium.error import Error
from gymnasium.vector import SyncVectorEnv

from ..core import PASS, Generator
from .legal import LegalActions, LegalBatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Seed = int | np.integer | Sequence[int | None] | NDArray[np.integer] | None


class SequentialVectorEnv(SyncVectorEnv):
    """Games against bots that play one game at a time."""

    def __init__(self, makers: Sequence[Callable[[], AzulEnv]], **options: Any) -> None:
        super().__init__(makers, **options)
        self._spaces = [self._space_of(env.unwrapped) for env in self.envs]
        self.action_space = LegalBatch(self.num_envs, int(self._spaces[0].n), self._draw)

    @staticmethod
    def _space_of(env: object) -> LegalActions:
        assert isinstance(env, AzulEnv)
        return env.action_space

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        return super().reset(seed=seeds_of(seed, self.num_envs), options=options)

    def action_masks(self) -> NDArray[np.bool_]:
        return np.stack(self.call("action_masks"))

    def _draw(self, generator: Generator) -> NDArray[np.int64]:
        drawn = np.full(self.num_envs, PASS)
        for game, space in enumerate(self._spaces):
            state = space.state
            if state is not None and not state.is_over:
                drawn[game] = state.random_action(generator)
        return drawn


def seeds_of(seed: Seed, games: int) -> list[int | None]:
    """One for each game: a number is for the first, and the next number for the next.

    >>> seeds_of(7, 3), seeds_of(None, 2), seeds_of([7, None], 2)
    ([7, 8, 9], [None, None], [7, None])
    """
    if seed is None:
        return [None] * games
    if not isinstance(seed, Sequence | np.ndarray) or getattr(seed, "shape", None) == ():
        first = plain_seed(seed)
        return [first + row for row in range(games)]
    if len(seed) != games:
        raise ValueError(f"{games} games need as many seeds, not {len(seed)}")
    return [None if one is None else plain_seed(one) for one in seed]


def plain_seed(seed: object) -> int:
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise Error(f"a seed is a whole number from 0 on, not {seed!r}")
    return int(seed)
