"""The tests that OpenSpiel ships, and Shimmy's wrapper, on every kind of game.

OpenSpiel's wheel has them all: `random_sim_test` (in C++), `games_sim_test`, the API test and the
comparison of playthroughs, of which only the files with its own games are missing there. They are
imported by the tests that need them: with SciPy they take seconds, in every process that tests.
"""

from __future__ import annotations

import random
import unittest
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray
from pettingzoo_tests import api_test as pettingzoo_api_test
from playthroughs import FOLDER
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

from azulejos.core import Generator, State
from azulejos.core.actions import RULES
from azulejos.envs.openspiel import SHORT_NAME

KINDS = [(players, rules) for players in (2, 3, 4) for rules in RULES]
every_kind = pytest.mark.parametrize(("players", "rules"), KINDS)
every_reward = pytest.mark.parametrize("rewards", ["win", "difference", "points"])

# Shimmy gives every game an infinite space to observe, and PettingZoo warns of that.
INFINITE = {
    "Agent's minimum observation space value is -infinity. This is probably too low.",
    "Agent's maximum observation space value is infinity. This is probably too high",
}


@pytest.fixture(autouse=True)
def _same_chance_every_time() -> None:
    """OpenSpiel's tests draw from the generators that all share."""
    random.seed(7)
    np.random.seed(7)


def in_the_middle(players: int, rules: str, moves: int) -> str:
    """The text of a position after so many random moves, before the deal if one is due."""
    state, generator = State(players, rules), Generator(players)
    for _ in range(moves):
        if state.deal_is_due:
            state.deal(generator)
        actions = state.legal_actions()
        state.apply(actions[generator.below(len(actions))])
    return str(state)


@pytest.mark.covering(2)
@every_kind
@every_reward
def test_random_simulations(players: int, rules: str, rewards: str) -> None:
    game = pyspiel.load_game(
        f"{SHORT_NAME}(players={players},rules={rules},rewards={rewards},starter=0)"
    )
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_kind
def test_random_simulations_from_a_position(players: int, rules: str) -> None:
    position = in_the_middle(players, rules, moves=30)
    game = pyspiel.load_game(f"{SHORT_NAME}(position={position},rewards=points)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_kind
def test_simulation_with_pickles(players: int, rules: str) -> None:
    from open_spiel.python.tests import games_sim_test

    game = pyspiel.load_game(SHORT_NAME, {"players": players, "rules": rules})
    games_sim_test.GamesSimTest("sim_game").sim_game(game)


@pytest.mark.covering(2)
@every_kind
@pytest.mark.parametrize("moves", [0, 25])  # the first deal; later, with decisions
def test_api(players: int, rules: str, moves: int) -> None:
    from open_spiel.integration_tests import api_test

    position = in_the_middle(players, rules, moves)
    name = f"{SHORT_NAME}(position={position})"
    kind = type(
        "AzulejosTest",
        (api_test.EnforceAPIOnPartialTreeBase,),
        {"game_name": SHORT_NAME, "game": pyspiel.load_game(name)},
    )
    result = unittest.TestResult()
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(kind)
    tests.run(result)
    assert result.testsRun == tests.countTestCases() >= 5
    assert not result.errors + result.failures


@pytest.mark.parametrize("file", sorted(FOLDER.iterdir()), ids=lambda file: file.name)
def test_playthrough(file: Path) -> None:
    from open_spiel.integration_tests import playthrough_test

    playthrough_test.PlaythroughTest("run_test").run_test(str(file.parent), file.name)


def test_playthroughs_are_there() -> None:
    assert len(list(FOLDER.iterdir())) == 4


def in_shimmy(**config: object) -> OpenSpielCompatibilityV0:
    """Shimmy 2.0.1 loads the game anew at each reset, from its bare name and this dictionary:
    parameters in the game's name, or of a game that is given to it, are lost."""
    return OpenSpielCompatibilityV0(game_name=SHORT_NAME, config=config)


@every_kind
def test_shimmy(players: int, rules: str) -> None:
    with pytest.warns(UserWarning) as caught:  # noqa: PT030 (all of them are compared)
        pettingzoo_api_test(in_shimmy(players=players, rules=rules), num_cycles=150)
    assert {str(warning.message) for warning in caught} == INFINITE


@every_reward
def test_shimmy_plays_whole_games(rewards: str) -> None:
    """Its rewards add up to what OpenSpiel says a game brings, and nothing is cut short."""
    env = in_shimmy(players=3, rules="grey+joker", rewards=rewards)
    totals = np.zeros(3)
    for _ in played(env, seed=5):
        assert not any(env.truncations.values())
        totals += list(env.rewards.values())
    assert list(totals) == pytest.approx(env.game_state.returns())
    assert any(totals)


def test_shimmy_is_repeatable() -> None:
    """PettingZoo's seed_test is not for it: each step gives the agents unseeded action spaces."""
    first, second = in_shimmy(starter=0), in_shimmy(starter=0)
    games = zip(played(first, seed=3), played(second, seed=3), strict=True)
    assert all(np.array_equal(one, other) for one, other in games)
    third = in_shimmy(starter=0)
    assert [*played(third, seed=4)]
    assert str(third.game_state) != str(first.game_state)


def played(env: OpenSpielCompatibilityV0, seed: int) -> Iterator[NDArray[np.float64]]:
    """A game of random moves; what the player who moved sees after each move but the last."""
    chance = random.Random(seed)
    env.reset(seed=seed)
    while not any(env.terminations.values()):
        agent = env.agent_selection
        legal = np.flatnonzero(env.infos[agent]["action_mask"])
        env.step(chance.choice(list(legal)))
        yield env.observe(agent)
