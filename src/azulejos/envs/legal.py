"""Action spaces of Gymnasium that know the table: what they draw without a mask is legal there.

So `env.step(env.action_space.sample())` works, as in environments where every action is legal.
With a mask, or with probabilities, they draw what Gymnasium's own would.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete

from ..core import Batch, Generator, State

if TYPE_CHECKING:
    from numpy.typing import NDArray


class LegalActions(Discrete):
    """The actions of one game. What is pickled is a plain space, which knows no table."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.state: State | None = None  # the table: the environment lays it here at every reset
        self._drawn: tuple[int, State | None] | None = None  # the latest, and for which table

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        legal = self.state.legal_actions() if self.state is not None else []
        if mask is not None or probability is not None or not legal:
            drawn = super().sample(mask, probability)
        else:
            drawn = np.int64(legal[self.np_random.integers(len(legal))])
        if mask is None and probability is None:
            self._drawn = int(drawn), self.state
        return drawn

    def drew_ahead(self, action: object) -> bool:
        """Was this drawn last, without a mask, and before this game began?"""
        if self._drawn is None:
            return False
        number, state = self._drawn
        return state is not self.state and isinstance(action, int | np.integer) and action == number

    def __reduce__(self) -> tuple[object, ...]:
        return Discrete, (int(self.n), self.np_random)

    def __deepcopy__(self, memo: dict[int, Any]) -> LegalActions:
        """With the environment its table is copied too, and the space goes along."""
        other = LegalActions(int(self.n))
        other.state = deepcopy(self.state, memo)
        other._np_random = deepcopy(self._np_random, memo)
        return other


class LegalBatch(MultiDiscrete):
    """The actions of many games, one a game: 0 where one is over. Its copies are plain spaces."""

    def __init__(self, batch: Batch, count: int) -> None:
        super().__init__([count] * batch.games)
        self._batch = batch

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        drawn = self._batch.sample(Generator(int(self.np_random.integers(2**63))))
        return np.maximum(drawn, 0)

    def __reduce__(self) -> tuple[object, ...]:
        return MultiDiscrete, (self.nvec, self.dtype, self.np_random)
