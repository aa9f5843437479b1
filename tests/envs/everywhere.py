"""The same game in every environment, behind one small interface: whoever is to move plays.

Seats count from 0. A table makes deals by itself; the law is told of them by the displays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

import numpy as np
import pyspiel

import azulejos.envs.openspiel
from azulejos.envs import azulejos_v0
from azulejos.envs.batch import PASS, make_batch
from azulejos.rules import Position

assert azulejos.envs.openspiel  # imported for what it registers


class Table(Protocol):
    """A game in some environment."""

    def play(self, action: int) -> None: ...

    def position(self) -> Position | None:
        """None where the environment has already begun another game."""

    def legal(self) -> list[int]: ...

    def rows(self) -> dict[int, Sequence[float]]:
        """What is shown, by the seat, from 1, that it is shown to."""

    def rewards(self) -> Sequence[float]:
        """Of the latest move."""

    def is_over(self) -> bool: ...


class Agents:
    """PettingZoo."""

    def __init__(self, make: Callable[..., Any], seed: int, **kind: Any) -> None:
        self.env = make(**kind)
        self.env.reset(seed=seed)

    def play(self, action: int) -> None:
        self.env.step(action)

    def position(self) -> Position:
        position: Position = self.env.unwrapped.position()
        return position

    def legal(self) -> list[int]:
        masks = [self.env.observe(agent)["action_mask"] for agent in self.env.possible_agents]
        return np.flatnonzero(np.sum(masks, axis=0)).tolist()

    def rows(self) -> dict[int, Sequence[float]]:
        agents = enumerate(self.env.possible_agents, start=1)
        return {seat: self.env.observe(agent)["observation"] for seat, agent in agents}

    def rewards(self) -> list[float]:
        return [self.env.rewards[agent] for agent in self.env.possible_agents]

    def is_over(self) -> bool:
        return all(self.env.terminations.values())


def raw_agents(seed: int, **kind: Any) -> Agents:
    return Agents(azulejos_v0.raw_env, seed, **kind)


def wrapped_agents(seed: int, **kind: Any) -> Agents:
    return Agents(azulejos_v0.env, seed, **kind)


class Row:
    """One game of a batch; its neighbours play on by chance."""

    GAMES, ROW = 3, 1

    def __init__(self, seed: int, auto_reset: bool = True, **kind: Any) -> None:
        self.batch = make_batch(self.GAMES, seed=seed, auto_reset=auto_reset, **kind)
        self.chance = Random(seed)
        self.kept = not auto_reset

    def play(self, action: int) -> None:
        actions = [self._any_action(game) for game in range(self.GAMES)]
        actions[self.ROW] = action
        self.batch.step(np.array(actions))

    def _any_action(self, game: int) -> int:
        legal = np.flatnonzero(self.batch.latest.masks[game]).tolist()
        return self.chance.choice(legal or [PASS])

    def position(self) -> Position | None:
        if self.is_over() and not self.kept:
            return None
        return self.batch.state(self.ROW).position()

    def legal(self) -> list[int]:
        return np.flatnonzero(self.batch.latest.masks[self.ROW]).tolist()

    def rows(self) -> dict[int, Sequence[float]]:
        step = self.batch.latest
        return {int(step.seats[self.ROW]): step.observations[self.ROW]}

    def rewards(self) -> Sequence[float]:
        return list(map(float, self.batch.latest.rewards[self.ROW]))

    def is_over(self) -> bool:
        return bool(self.batch.latest.ends[self.ROW])


def row_that_stays(seed: int, **kind: Any) -> Row:
    return Row(seed, auto_reset=False, **kind)


class Spiel:
    """OpenSpiel; chance draws tile by tile."""

    def __init__(self, seed: int, players: int, rules: str, rewards: str) -> None:
        game = pyspiel.load_game(
            "python_azulejos", {"players": players, "rules": rules, "rewards": rewards}
        )
        self.chance = Random(seed)
        self.state = game.new_initial_state()
        self.draw()

    def draw(self) -> None:
        while self.state.is_chance_node():
            kinds, shares = zip(*self.state.chance_outcomes(), strict=True)
            self.state.apply_action(self.chance.choices(kinds, shares)[0])

    def play(self, action: int) -> None:
        self.state.apply_action(action)
        self.draw()

    def position(self) -> Position:
        position: Position = self.state.position()
        return position

    def legal(self) -> list[int]:
        return list(self.state.legal_actions())

    def rows(self) -> dict[int, Sequence[float]]:
        seats = range(self.state.num_players())
        return {seat + 1: self.state.observation_tensor(seat) for seat in seats}

    def rewards(self) -> list[float]:
        return list(self.state.rewards())

    def is_over(self) -> bool:
        return bool(self.state.is_terminal())


EVERYWHERE: dict[str, Callable[..., Table]] = {
    "PettingZoo, raw": raw_agents,
    "PettingZoo": wrapped_agents,
    "Batch": Row,
    "Batch without reset": row_that_stays,
    "OpenSpiel": Spiel,
}
