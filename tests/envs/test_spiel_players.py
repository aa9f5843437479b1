"""OpenSpiel's algorithms on this game: its search, its evaluation, its environment, our bots."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

from azulejos.core import Generator, State, playouts
from azulejos.envs.openspiel import SHORT_NAME, BotPlayer, PlayoutEvaluator


def load(**parameters: object) -> Any:
    return pyspiel.load_game(SHORT_NAME, parameters)


def last_round(players: int, rules: str, seed: int) -> str:
    """The text of a position from which a random game ended in the same round."""
    state, generator = State(players, rules), Generator(seed)
    dealt = ""
    while not state.is_over:
        if state.deal_is_due:
            state.deal(generator)
            dealt = str(state)
        actions = state.legal_actions()
        state.apply(actions[generator.below(len(actions))])
    return dealt


def searcher(game: Any, simulations: int, seed: int = 1, play: str = "random") -> Any:
    return mcts.MCTSBot(
        game,
        uct_c=1.4,
        max_simulations=simulations,
        evaluator=PlayoutEvaluator(seed=seed, play=play),
        random_state=np.random.RandomState(seed),
    )


def play(state: Any, bots: list[Any], chance: Random) -> list[float]:
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


@pytest.mark.parametrize("rewards", ["win", "difference"])
def test_its_search_beats_random_play(rewards: str) -> None:
    game = load(rewards=rewards)
    bots = [searcher(game, 20), UniformRandomBot(1, np.random.RandomState(1))]
    won, lost = play(game.new_initial_state(), bots, Random(2))
    assert won > 0 > lost


def test_its_search_in_c_finds_a_move() -> None:
    """By `mcts_search`: `step` of 2.0.2 lets go of Python's lock and crashes on any Python game."""
    game = load(position=last_round(2, "std", seed=5))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 20, 10, True, 1, False)
    state = game.new_initial_state()
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


def test_its_search_wants_rewards_at_the_end() -> None:
    with pytest.raises(ValueError, match="Game must have terminal rewards"):
        searcher(load(rewards="points"), 5)


SPREAD = {"win": 1, "difference": 12, "points": 12}  # about, of the results of random games


def midgame(game: Any, points: int) -> Any:
    """Greedy players have scored so much, and one of them is to move."""
    state, chance = game.new_initial_state(), Generator(3)
    while sum(state.table.scores) < points or state.is_chance_node():
        if state.is_chance_node():
            kinds = state.legal_actions()
            state.apply_action(kinds[chance.below(len(kinds))])
        else:
            state.apply_action(state.table.greedy_action(chance))
    assert not state.is_terminal()
    return state


@pytest.mark.parametrize("rewards", SPREAD)
def test_playouts_count_what_its_rollouts_count(rewards: str) -> None:
    """Points too: from the game's start on, as the returns at the end that they are mixed with."""
    state = midgame(load(rewards=rewards), points=40)
    slow = mcts.RandomRolloutEvaluator(60, np.random.RandomState(1)).evaluate(state)
    fast = PlayoutEvaluator(2000, seed=1).evaluate(state)
    assert np.allclose(slow, fast, atol=5 * SPREAD[rewards] / 60**0.5)
    elsewhere = load(rewards=rewards, position=str(state)).new_initial_state()
    fast = PlayoutEvaluator(2000, seed=1).evaluate(elsewhere)
    slow = mcts.RandomRolloutEvaluator(60, np.random.RandomState(1)).evaluate(elsewhere)
    assert np.allclose(slow, fast, atol=5 * SPREAD[rewards] / 60**0.5)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert PlayoutEvaluator(2).evaluate(state).tolist() == state.returns()


def test_an_evaluation_takes_a_game() -> None:
    with pytest.raises(ValueError, match="at least one game, not 0"):
        PlayoutEvaluator(0)


@pytest.mark.parametrize(("players", "rules"), [(2, "std"), (3, "grey+joker")])
def test_playouts_are_worth_what_its_rollouts_are(players: int, rules: str) -> None:
    game = load(position=last_round(players, rules, seed=5), rewards="difference")
    state = game.new_initial_state()
    slow = mcts.RandomRolloutEvaluator(60, np.random.RandomState(1)).evaluate(state)
    fast = PlayoutEvaluator(3000, seed=1).evaluate(state)
    spread = 5 * SPREAD["difference"] / 60**0.5  # of the slow ones
    assert np.allclose(slow, fast, atol=spread)
    total = playouts(state.table, 3000, seed=2)
    shares = [points / 3000 for points in total.points]
    assert fast[0] == pytest.approx(shares[0] - sum(shares[1:]) / (players - 1), abs=1.5)


def test_an_evaluation_moves_nothing() -> None:
    state = load(starter=0, rewards="points").new_initial_state()
    evaluator = PlayoutEvaluator(2)
    for action in (1, 0, 0, 3):  # who starts, then tiles
        text, history = str(state), state.history()
        assert evaluator.evaluate(state).shape == (2,)
        assert evaluator.prior(state) == state.chance_outcomes()
        assert (str(state), state.history()) == (text, history)
        state.apply_action(action)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    prior = evaluator.prior(state)
    assert [action for action, _ in prior] == state.legal_actions()
    assert sum(share for _, share in prior) == pytest.approx(1)


def test_greedy_playouts_search_better() -> None:
    """The greedy bot loses to a search that plays greedily on, with only 60 such games a move."""
    game = load()
    won = 0.0
    for seat in (0, 1):
        search = searcher(game, 60, play="greedy")
        bots = [search, BotPlayer("greedy", seed=1)]
        won += play(game.new_initial_state(), bots if seat == 0 else bots[::-1], Random(4))[seat]
    assert won > 0


def test_playouts_are_random_or_greedy() -> None:
    with pytest.raises(ValueError, match="there is no play 'wise': use random or greedy"):
        PlayoutEvaluator(play="wise")


@pytest.mark.parametrize("spec", ["random", "greedy", "alphabeta:nodes=200"])
def test_our_bots_play_there(spec: str) -> None:
    game = load(rewards="points")
    bots = [BotPlayer(spec, seed=1), UniformRandomBot(1, np.random.RandomState(1))]
    scores = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert all(score >= 0 for score in scores)
    if spec != "random":
        assert scores[0] > scores[1]


def test_bots_that_can_not_play_there() -> None:
    four = load(players=4)
    with pytest.raises(pyspiel.SpielError, match="alphabeta"):
        BotPlayer("alphabeta:nodes=5", game=four)
    with pytest.raises(pyspiel.SpielError, match="genius"):
        BotPlayer("genius")
    state = four.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="alphabeta"):
        BotPlayer("alphabeta:nodes=5").step(state)  # it was not told of the game
    assert BotPlayer("greedy", game=four).step(state) in state.legal_actions()


@pytest.mark.corner
def test_a_program_ends_with_its_player() -> None:
    state = midgame(load(), points=1)
    player = BotPlayer(f"engine:{sys.executable} -m azulejos engine", game=state.get_game())
    for _ in range(2):
        assert player.step(state) in state.legal_actions()
        process = player.bot._program._process  # type: ignore[attr-defined]
        assert process.poll() is None
        player.close()
        assert process.wait(30) == 0
    player.step(state)
    process = player.bot._program._process  # type: ignore[attr-defined]
    del player
    gc.collect()
    assert process.wait(30) is not None


def test_its_evaluation_in_c_takes_them() -> None:
    game = load(position=last_round(2, "std", seed=3))
    bots = [BotPlayer("greedy", seed=1), BotPlayer("random", seed=2)]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) == 0


@pytest.mark.parametrize("rewards", ["win", "difference", "points"])
def test_its_environment(rewards: str) -> None:
    """Chance is sampled there between two steps, and the rewards of a game add up."""
    np.random.seed(2)
    environment = rl_environment.Environment(load(players=3, rules="grey", rewards=rewards))
    chance, step = Random(1), environment.reset()
    total = np.zeros(3)
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == 209
        step = environment.step([chance.choice(step.observations["legal_actions"][seat])])
        total += step.rewards
    assert total.tolist() == pytest.approx(environment.get_state.returns())
    assert any(total)


def test_the_example_runs() -> None:
    example = Path(__file__).parents[2] / "examples" / "openspiel_mcts.py"
    options = ["--games", "2", "--simulations", "5", "--opponents", "random"]
    run = subprocess.run(
        [sys.executable, example, *options], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("    5 simulations against random: ")
    assert " of 2 games (" in run.stdout
