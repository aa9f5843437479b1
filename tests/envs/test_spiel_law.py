"""OpenSpiel's game beside the law: the same draws and actions, the same positions and returns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel
import pytest
from viewing import ALL_KINDS, earned, seen

import azulejos.envs.openspiel  # noqa: F401 (registers the game)
from azulejos import format_move
from azulejos.core import action_of, move_of
from azulejos.rules import Deal, Heap, Phase, Position, RuleSet, legal_moves, play, start
from azulejos.rules.tiles import KINDS

every_kind = pytest.mark.parametrize(("players", "rules"), ALL_KINDS)
every_reward = pytest.mark.parametrize("rewards", ["win", "difference", "points", "lead"])


def new_state(players: int, rules: RuleSet, **parameters: object) -> Any:
    game = pyspiel.load_game(
        "python_azulejos", {"players": players, "rules": str(rules), **parameters}
    )
    return game.new_initial_state()


def draw_all(state: Any, position: Position, chance: Random) -> Deal:
    """Draws a deal node by node, beside a bag and a lid that are filled by the law."""
    bag, lid = position.bag, position.lid
    displays: list[Heap] = []
    for _ in position.displays:
        display = Heap()
        while len(display) < 4 and (bag or lid):
            if not bag:
                bag, lid = lid, Heap()  # E7
            assert state.current_player() == pyspiel.PlayerId.CHANCE
            assert state.chance_outcomes() == [
                (KINDS.index(kind), bag[kind] / len(bag)) for kind in bag.kinds
            ]
            drawn = chance.choice(list(bag))
            assert state.action_to_string(KINDS.index(drawn)) == drawn
            state.apply_action(KINDS.index(drawn))
            bag, display = bag - Heap.of(drawn), display + Heap.of(drawn)
        displays.append(display)
    return Deal(tuple(displays))


def law_beside(state: Any, position: Position, seed: int) -> Iterator[tuple[Position, Position]]:
    """A random game in both; the positions before and after each move of a player."""
    chance = Random(seed)
    while position.phase is not Phase.OVER:
        assert state.position() == position
        if position.phase is Phase.PREPARATION:
            position = play(position, draw_all(state, position, chance)).position
            continue
        compare(state, position)
        before = position
        action = chance.choice(state.legal_actions())
        state.apply_action(action)
        position = play(position, move_of(action)).position
        yield before, position
    assert state.position() == position


def compare(state: Any, position: Position) -> None:
    assert not state.is_terminal()
    assert not state.is_chance_node()
    assert state.current_player() == position.turn - 1
    moves = {action_of(move): format_move(move) for move in legal_moves(position)}
    assert state.legal_actions() == sorted(moves)
    assert all(state.action_to_string(action) == moves[action] for action in moves)
    for seat in range(position.players):
        assert state.observation_tensor(seat) == seen(position, seat + 1)


@pytest.mark.covering(2)
@every_kind
@every_reward
def test_a_game_is_the_laws(players: int, rules: RuleSet, rewards: str) -> None:
    state = new_state(players, rules, rewards=rewards, starter=2)
    total = [0.0] * players
    for before, after in law_beside(state, start(players, rules, 2), seed=players):
        gain = earned(rewards, before, after)
        total = [sum(pair) for pair in zip(total, gain, strict=True)]
        if state.is_chance_node():
            assert state.rewards() == [0.0] * players  # told when somebody decides again
            continue
        assert state.rewards() == pytest.approx(gain)
        assert state.returns() == pytest.approx(total)
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    assert state.returns() == pytest.approx(total)
    game = state.get_game()
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())


def test_points_are_told_after_the_deal() -> None:
    """OpenSpiel never asks at nodes of chance, so nothing may be lost there."""
    state = new_state(2, RuleSet.STD, rewards="points")
    chance = Random(3)
    told = [0.0, 0.0]
    while not state.is_terminal():
        if not state.is_chance_node():
            told = [sum(pair) for pair in zip(told, state.rewards(), strict=True)]
            assert state.returns() == told == list(state.table.scores)
        state.apply_action(chance.choice(state.legal_actions()))
    told = [sum(pair) for pair in zip(told, state.rewards(), strict=True)]
    assert state.returns() == told == list(state.table.scores)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_starts_is_drawn(players: int) -> None:
    for seat in range(players):
        state = new_state(players, RuleSet.STD, starter=0)
        assert state.chance_outcomes() == [(one, 1 / players) for one in range(players)]
        assert state.action_to_string(seat) == f"player {seat + 1} starts"
        state.apply_action(seat)
        assert state.position() == start(players, RuleSet.STD, seat + 1)
        assert state.partial_deal() == Deal((Heap(),) * len(state.position().displays))
