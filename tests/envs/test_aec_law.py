"""The PettingZoo environment beside the law: the same actions, the same game and rewards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from viewing import ALL_KINDS, seen

from azulejos.core import action_of, move_of
from azulejos.envs import azulejos_v0
from azulejos.envs.pettingzoo import Options
from azulejos.rules import Deal, Phase, Position, RuleSet, legal_moves, play, start

Step = tuple[Position, Position]  # before and after a move, both by the law


def law_beside(env: Any, seed: int) -> Iterator[Step]:
    """A random game, played in the environment and by the law; the law judges the deals."""
    env.reset(seed=seed)
    chance = Random(seed)
    game = env.unwrapped
    players, rules = game.position().players, game.position().rules
    position = start(players, rules, game.possible_agents.index(env.agent_selection) + 1)
    position = play(position, Deal(game.position().displays)).position
    compare(env, position)
    while position.phase is not Phase.OVER:
        before = position
        action = chance.choice([action_of(move) for move in legal_moves(position)])
        env.step(action)
        position = play(position, move_of(action)).position
        yield before, position
        if position.phase is Phase.PREPARATION:
            position = play(position, Deal(game.position().displays)).position
        compare(env, position)


def compare(env: Any, position: Position) -> None:
    """What the agents are shown, in any order, is the law's position and its moves."""
    assert env.unwrapped.position() == position
    over = position.phase is Phase.OVER
    assert env.terminations == dict.fromkeys(env.possible_agents, over)
    assert not any(env.truncations.values())
    if not over:
        assert env.agent_selection == f"player_{position.turn}"
    for seat, agent in enumerate(env.possible_agents, start=1):
        shown = env.observe(agent)
        assert env.observation_space(agent).contains(shown)
        assert shown["observation"].tolist() == seen(position, seat)
        to_move = not over and seat == position.turn
        actions = sorted(action_of(move) for move in legal_moves(position)) if to_move else []
        assert np.flatnonzero(shown["action_mask"]).tolist() == actions
    assert env.state().tolist() == seen(position, 1)


def earned_by_law(rewards: str, before: Position, after: Position) -> list[float]:
    scores = [board.score for board in after.boards]
    if rewards == "points":
        return [now - board.score for now, board in zip(scores, before.boards, strict=True)]
    outcome = after.outcome
    if outcome is None:
        return [0] * after.players
    others = after.players - 1
    if rewards == "difference":
        return [score - (sum(scores) - score) / others for score in scores]
    won, lost = (after.players / len(outcome.winners) - 1) / others, -1 / others
    return [won if player in outcome.winners else lost for player in range(1, after.players + 1)]


@pytest.mark.covering(2)
@pytest.mark.parametrize(
    ("make", "rewards"),
    [
        (azulejos_v0.raw_env, "win"),
        (azulejos_v0.raw_env, "difference"),
        (azulejos_v0.env, "points"),
    ],
)
@pytest.mark.parametrize(("players", "rules"), ALL_KINDS)
def test_the_law_beside(players: int, rules: RuleSet, make: Any, rewards: str) -> None:
    env = make(players=players, rules=rules.value, rewards=rewards)
    most = 0.0
    waiting = dict.fromkeys(env.possible_agents, 0.0)
    for before, after in law_beside(env, seed=players):
        waiting[f"player_{before.turn}"] = 0.0  # it has seen them in last()
        earned = earned_by_law(rewards, before, after)
        assert list(env.rewards.values()) == pytest.approx(earned)
        for agent, reward in zip(env.possible_agents, earned, strict=True):
            waiting[agent] += reward
            most = max(most, reward)
        assert env.last(observe=False)[1] == pytest.approx(waiting[env.agent_selection])
        assert env.unwrapped._cumulative_rewards == pytest.approx(waiting)
    if rewards != "points":
        assert sum(waiting.values()) == pytest.approx(0)
    assert most > 0


@pytest.mark.parametrize(("players", "rules"), ALL_KINDS)
def test_points_add_up_to_the_score(players: int, rules: RuleSet) -> None:
    env: Any = azulejos_v0.env(players=players, rules=rules.value, rewards="points")
    env.reset(seed=3)
    chance = Random(3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        totals[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if over else chance.choice(legal.tolist()))
    scores = [board.score for board in env.unwrapped.position().boards]
    assert list(totals.values()) == scores


@pytest.mark.parametrize(("players", "rules"), ALL_KINDS)
def test_parallel_steps_are_the_same_games(players: int, rules: RuleSet) -> None:
    kind: Options = {"players": players, "rules": rules.value, "rewards": "points"}
    aec: Any = azulejos_v0.env(**kind)
    parallel: Any = azulejos_v0.parallel_env(**kind)
    aec.reset(seed=5)
    observations, _ = parallel.reset(seed=5)
    chance = Random(5)
    while parallel.agents:
        mover = aec.agent_selection
        to_move = [a for a in parallel.agents if observations[a]["action_mask"].any()]
        assert to_move == [mover]
        action = chance.choice(np.flatnonzero(observations[mover]["action_mask"]).tolist())
        # What the others say does not count, legal or not.
        actions = {agent: chance.randrange(180) for agent in parallel.agents} | {mover: action}
        observations, rewards, ends, _, _ = parallel.step(actions)
        aec.step(action)
        assert rewards == aec.rewards
        assert ends == aec.terminations
        assert parallel.unwrapped.position() == aec.unwrapped.position()
    assert aec.unwrapped.position().phase is Phase.OVER
