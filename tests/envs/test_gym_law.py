"""One seat against bots, beside the law: the same positions, masks, rewards and ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from second_table import SecondTable, Telling

import azulejos.envs.opponents
from azulejos.bots import make_bot
from azulejos.core import State
from azulejos.envs.gymnasium import AzulEnv
from azulejos.envs.observations import observe
from azulejos.rules import Move, Position, RuleSet

ID = azulejos.envs.GYMNASIUM_ID
REWARDS = ("win", "difference", "points", "lead")


def make(**options: Any) -> AzulEnv:
    env = gymnasium.make(ID, **options).unwrapped
    assert isinstance(env, AzulEnv)
    return env


def due(kind: str, position: Position, before: Sequence[int], seat: int) -> float:
    """The reward, by the words of docs/environments.md."""
    scores = [board.score for board in position.boards]
    points = [now - then for now, then in zip(scores, before, strict=True)]
    others = len(scores) - 1
    if kind == "points":
        return points[seat - 1]
    if kind == "lead":
        return points[seat - 1] - (sum(points) - points[seat - 1]) / others
    outcome = position.outcome
    if outcome is None:
        return 0
    if kind == "difference":
        return scores[seat - 1] - (sum(scores) - scores[seat - 1]) / others
    if seat not in outcome.winners:
        return -1 / others
    return (len(scores) / len(outcome.winners) - 1) / others


def compare(env: AzulEnv, table: SecondTable, observation: Any, info: dict[str, Any]) -> None:
    position = table.position
    assert env.position() == position
    assert list(np.flatnonzero(info["action_mask"])) == table.mask()
    assert list(np.flatnonzero(env.action_masks())) == table.mask()
    assert info["seat"] == env.seat
    state = State.from_position(position)
    assert np.array_equal(observation, observe(state, env.seat))
    outcome = position.outcome
    if outcome is None:
        assert position.turn == env.seat
        assert "scores" not in info
    else:
        assert tuple(info["scores"]) == outcome.scores
        share = (env.seat in outcome.winners) / len(outcome.winners)
        assert info["won"] == share


def play_beside_the_law(env: AzulEnv, kind: str, seed: int, told: list[Move] | None) -> float:
    """One game; the sum of the rewards."""
    choose = Random(seed)
    observation, info = env.reset(seed=seed)
    if told is not None:
        told.clear()
    table = SecondTable(env, told)
    compare(env, table, observation, info)
    total, over = 0.0, False
    while not over:
        before = table.scores()
        action = choose.choice(table.mask())
        observation, reward, over, truncated, info = env.step(action)
        table.follow(action)
        compare(env, table, observation, info)
        assert reward == pytest.approx(due(kind, table.position, before, env.seat))
        assert over == (table.position.outcome is not None)
        assert not truncated
        total += reward
    return total


@pytest.mark.covering(2)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize(("rules", "players"), [*product(RuleSet, (2, 3, 4))])
def test_native_opponents(rules: RuleSet, players: int, opponent: str) -> None:
    for seed, kind in enumerate(REWARDS):
        env = make(rules=rules, players=players, opponent=opponent, seat=None, rewards=kind)
        total = play_beside_the_law(env, kind, seed, None)
        if kind == "points":
            assert total == env.position().boards[env.seat - 1].score


@pytest.mark.parametrize(
    ("players", "opponent"),
    [(2, "novice"), (2, "alphabeta:nodes=50"), (3, ["casual", "greedy"]), (4, "mcts:nodes=20")],
)
@pytest.mark.parametrize("rules", ["std", "grey+joker"])
def test_bots(rules: str, players: int, opponent: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Move] = []
    monkeypatch.setattr(azulejos.envs.opponents, "OPPONENTS", ())  # all through the interface
    monkeypatch.setattr(
        azulejos.envs.opponents, "make_bot", lambda *order: Telling(make_bot(*order), told)
    )
    env = make(rules=rules, players=players, opponent=opponent, seat=None)
    play_beside_the_law(env, "win", 5, told)


def test_planes_are_of_the_same_view() -> None:
    plain, planes = (make(opponent="random", observations=form) for form in ("vector", "planes"))
    rows, seen = plain.reset(seed=3)[0], planes.reset(seed=3)[0]
    state = State.from_position(plain.position())
    assert np.array_equal(rows, observe(state, 1, "vector"))
    assert np.array_equal(seen, observe(state, 1, "planes"))
    assert seen in planes.observation_space
