"""PettingZoo's standard wrappers, made quick: the same checks, several times the speed.

A wrapper of PettingZoo finds `agents`, `terminations` and the like by failing to find them in
itself, wrapper by wrapper, some thirty times a step. That takes ten times as long as the game. Here
the names are properties, read without any Python between. All else is inherited, and where a
property finds nothing (before the first reset), Python asks the wrapper's own `__getattr__`.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

Environment = AECEnv[str, Any, Any]
Wrapper = TypeVar("Wrapper", bound=Environment)
WHOLE = (int, np.int64)  # what actions are as a rule


NAMES = (  # that wrappers ask for at every step
    "agents",
    "agent_selection",
    "terminations",
    "truncations",
    "rewards",
    "_cumulative_rewards",
    "infos",
)


def quick(within: str) -> Callable[[type[Wrapper]], type[Wrapper]]:
    """Makes a wrapper read these names from the environment that lies under this name in it."""

    def with_names(wrapper: type[Wrapper]) -> type[Wrapper]:
        for name in NAMES:
            setattr(wrapper, name, property(attrgetter(f"{within}.{name}")))
        return wrapper

    return with_names


@quick("env")
class TerminateIllegalWrapper(wrappers.TerminateIllegalWrapper[str, Any, Any]):
    """An illegal action ends the game, and who made it loses."""


@quick("env")
class AssertOutOfBoundsWrapper(wrappers.AssertOutOfBoundsWrapper[str, Any, Any]):
    """An action outside the action space is refused."""

    def __init__(self, env: Environment) -> None:
        super().__init__(env)
        self.count = int(env.action_space(env.possible_agents[0]).n)  # type: ignore[attr-defined]  # it is a Discrete

    def step(self, action: Any) -> None:
        if type(action) in WHOLE and 0 <= action < self.count:
            self.env.step(action)  # Gymnasium's own check would take as long as the game
        else:
            super().step(action)


@quick("_begun")  # there only after the first reset
class OrderEnforcingWrapper(wrappers.OrderEnforcingWrapper[str, Any, Any]):
    """Whatever comes before the first reset is refused."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=seed, options=options)
        self._begun = self.env

    def __str__(self) -> str:
        return str(self.env)  # as for the wrapper itself: its subclasses would add their name


def wrapped(env: Environment, illegal_reward: float) -> Environment:
    """In the order of PettingZoo's own board games."""
    quick = TerminateIllegalWrapper(env, illegal_reward=illegal_reward)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(quick))
