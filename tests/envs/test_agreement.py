"""All environments beside the law: the same actions, the same positions, masks and rewards."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from everywhere import EVERYWHERE, Table
from viewing import ALL_KINDS, earned, seen

import azulejos.envs
from azulejos.core import Generator, State, action_of, move_of
from azulejos.envs.opponents import Opponents
from azulejos.envs.rewards import REWARDS
from azulejos.rules import Deal, Move, Phase, Position, RuleSet, legal_moves, play, start

assert azulejos.envs  # imported for what it registers

ID = "azulejos/Azul-v0"
kinds = pytest.mark.parametrize(("players", "rules"), ALL_KINDS)


def legal_actions(position: Position) -> list[int]:
    return sorted(action_of(move) for move in legal_moves(position))


def begun(shown: Position) -> Position:
    """The law's game that begins with this deal."""
    position = start(shown.players, shown.rules, shown.starter)
    return play(position, Deal(shown.displays)).position


# Whoever is to move, plays.


@pytest.mark.covering(2)
@pytest.mark.parametrize("where", EVERYWHERE)
@kinds
def test_every_environment_is_the_law(players: int, rules: RuleSet, where: str) -> None:
    """Three tables, one for each kind of rewards, with the same chance and actions."""
    kind = {"players": players, "rules": rules.value}
    tables = {
        rewards: EVERYWHERE[where](seed=players, rewards=rewards, **kind) for rewards in REWARDS
    }
    chance = Random(players)
    shown = tables["win"].position()
    assert shown is not None
    position = begun(shown)
    while position.phase is not Phase.OVER:
        compare(tables["win"], position)
        action = chance.choice(legal_actions(position))
        before, position = position, play(position, move_of(action)).position
        for rewards, table in tables.items():
            table.play(action)
            due = earned(rewards, before, position)
            assert table.rewards() == pytest.approx(due, abs=1e-5)
            assert table.is_over() == (position.phase is Phase.OVER)
        shown = tables["win"].position()
        if position.phase is Phase.PREPARATION:
            assert shown is not None
            position = play(position, Deal(shown.displays)).position
        assert all(table.position() in (position, None) for table in tables.values())
    if shown is not None:
        compare(tables["win"], position)


def compare(table: Table, position: Position) -> None:
    assert table.position() == position
    assert table.legal() == legal_actions(position)
    for seat, row in table.rows().items():
        assert list(row) == seen(position, seat)


# One seat, and opponents at the others.


class Recorder:
    """Plays opponents move by move, and holds what came of it against the core's own loop."""

    def __init__(self) -> None:
        self.moves: list[Move] = []

    def play_on(
        self, opponents: Opponents, state: State, player: int, generator: Generator
    ) -> None:
        quick, same_chance = state.copy(), copy.copy(generator)
        quick.play_on(player, opponents.native, same_chance)
        while not state.is_over and (state.deal_is_due or state.turn != player):
            if state.deal_is_due:
                state.deal(generator)
                self.moves.append(Deal(state.position().displays))
            else:
                choose = getattr(state, f"{opponents.native}_action")
                action = choose(generator)
                state.apply(action)
                self.moves.append(move_of(action))
        assert quick == state
        assert same_chance.below(2**32) == copy.copy(generator).below(2**32)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    monkeypatch.setattr(
        Opponents,
        "play_on",
        lambda opponents, *arguments: recorder.play_on(opponents, *arguments),
    )
    return recorder


@pytest.mark.covering(2)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
@kinds
def test_a_seat_against_opponents_is_the_law(
    players: int, rules: RuleSet, opponent: str, recorder: Recorder
) -> None:
    kind: dict[str, Any] = {"players": players, "rules": rules.value, "opponent": opponent}
    envs = [gymnasium.make(ID, seat=None, rewards=rewards, **kind) for rewards in REWARDS]
    chance = Random(players)
    for env in envs:
        recorder.moves = []
        row, info = env.reset(seed=players)
    position = start(players, rules, table_of(env).starter)
    for move in recorder.moves:
        position = play(position, move).position
    compare_seat(env, row, info, position)
    while position.phase is not Phase.OVER:
        action = chance.choice(legal_actions(position))
        gains = []
        for env in envs:
            recorder.moves = []
            row, gain, over, cut, info = env.step(action)
            gains.append(gain)
        due = [0.0] * len(REWARDS)
        for move in (move_of(action), *recorder.moves):
            before, position = position, play(position, move).position
            for place, rewards in enumerate(REWARDS):
                due[place] += earned(rewards, before, position)[info["seat"] - 1]
        assert gains == pytest.approx(due)
        assert (over, cut) == (position.phase is Phase.OVER, False)
        compare_seat(env, row, info, position)


def table_of(env: Any) -> Position:
    position: Position = env.unwrapped.position()
    return position


def compare_seat(env: Any, row: Any, info: dict[str, Any], position: Position) -> None:
    assert table_of(env) == position
    assert list(row) == seen(position, info["seat"])
    assert np.flatnonzero(info["action_mask"]).tolist() == legal_actions(position)
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])
    if position.phase is not Phase.OVER:
        assert position.turn == info["seat"]


# Many such seats at once: each as if it were alone.


@pytest.mark.covering(2)
@pytest.mark.parametrize("rewards", REWARDS)
@kinds
def test_many_seats_are_as_many_single_ones(players: int, rules: RuleSet, rewards: str) -> None:
    games = 3
    opponent = {"points": "greedy", "lead": "lookahead"}.get(rewards, "random")
    kind: dict[str, Any] = {"players": players, "rules": rules.value, "rewards": rewards}
    kind |= {"opponent": opponent, "seat": None}
    many = gymnasium.make_vec(ID, num_envs=games, **kind)
    singles = [gymnasium.make(ID, **kind) for _ in range(games)]
    rows, infos = many.reset(seed=players)
    alone: list[Any] = [env.reset(seed=players + game) for game, env in enumerate(singles)]
    chance = Random(players)
    ended = [False] * games
    while not all(ended):
        for game, (row, *_, info) in enumerate(alone):
            if not ended[game]:
                assert np.array_equal(row, rows[game])
                assert np.array_equal(info["action_mask"], infos["action_mask"][game])
                assert info["seat"] == infos["seat"][game]
        legal = [np.flatnonzero(mask).tolist() for mask in infos["action_mask"]]
        actions = [chance.choice(moves or [0]) for moves in legal]
        rows, gains, ends, cuts, infos = many.step(np.array(actions))
        assert not cuts.any()
        for game, env in enumerate(singles):
            if not ended[game]:
                alone[game] = env.step(actions[game])
                _, gain, over, *_ = alone[game]
                assert gains[game] == pytest.approx(gain, abs=1e-5)
                assert ends[game] == over
                assert not over or np.array_equal(alone[game][0], rows[game])
                ended[game] = over
