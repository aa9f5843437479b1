"""Action spaces of Gymnasium that know the table: what they draw without a mask is legal there.

So `env.step(env.action_space.sample())` works, as in environments where every action is legal.
With a mask, or with probabilities, they draw what Gymnasium's own would.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete

from ..core import Generator, State

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass
class EarlySample:
    """An action that was drawn before its game, as Gymnasium's checker does it.

    `check_step_determinism` seeds the space, draws, resets with that seed and plays what it drew;
    then it resets with that seed and plays it once more. It means any move, twice the same.
    """

    drawn: np.int64
    seed: int
    games: int = 0  # that have begun since
    is_due: bool = False  # has its game begun, and has nothing been played in it?


class LegalActions(Discrete):
    """The actions of one game. What is pickled is a plain space, which knows no table."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.state: State | None = None  # the table
        self.ahead: EarlySample | None = None
        self._sown: int | None = None  # by this seed, and nothing has been drawn since

    def seed(self, seed: int | None = None) -> Any:
        self._sown, self.ahead = seed, None
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        sown, self._sown, self.ahead = self._sown, None, None
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        legal = self.state.legal_actions() if self.state is not None else []
        drawn = np.int64(legal[self.np_random.integers(len(legal))]) if legal else super().sample()
        if sown is not None:
            self.ahead = EarlySample(drawn, sown)
        return drawn

    def lay(self, state: State, seed: int | None) -> None:
        """The environment has begun a game, with this seed."""
        self.state = state
        ahead = self.ahead
        if ahead is None:
            return
        ahead.games += 1
        ahead.is_due = True
        if seed != ahead.seed or ahead.games > 2:
            self.ahead = None

    def means_any(self, action: object) -> bool:
        """Is it what was drawn ahead, and the first move? Whatever else is played forgets it."""
        ahead = self.ahead
        if ahead is None:
            return False
        if action is ahead.drawn and ahead.is_due:  # the very object: a policy has its own numbers
            ahead.is_due = False
            return True
        self.ahead = None
        return False

    def __reduce__(self) -> tuple[object, ...]:
        return Discrete, (int(self.n), self.np_random)

    def __deepcopy__(self, memo: dict[int, Any]) -> LegalActions:
        """With the environment its table is copied too, and the space goes along."""
        other = LegalActions(int(self.n))
        other.state = deepcopy(self.state, memo)
        other._np_random = deepcopy(self._np_random, memo)
        return other

    @classmethod
    def at(cls, state: State | None, plain: Discrete) -> LegalActions:
        """From the plain space that a pickle brings back."""
        space = cls(int(plain.n))
        space.state = state
        space._np_random = plain._np_random
        return space


class LegalBatch(MultiDiscrete):
    """The actions of many games, one a game: 0 where one is over. Its copies are plain spaces."""

    def __init__(
        self, games: int, count: int, draw: Callable[[Generator], NDArray[np.int64]]
    ) -> None:
        """`draw` gives a legal action for every game, and PASS where one is over."""
        super().__init__([count] * games)
        self._draw = draw

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        drawn = self._draw(Generator(int(self.np_random.integers(2**63))))
        return np.maximum(drawn, 0)

    def __reduce__(self) -> tuple[object, ...]:
        return MultiDiscrete, (self.nvec, self.dtype, self.np_random)

    @classmethod
    def at(cls, plain: MultiDiscrete, draw: Callable[[Generator], NDArray[np.int64]]) -> LegalBatch:
        """From the plain space that a copy or a pickle brings back."""
        space = cls(len(plain.nvec), int(plain.nvec[0]), draw)
        space._np_random = plain._np_random
        return space
