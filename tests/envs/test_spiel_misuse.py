"""What OpenSpiel's game refuses: always with OpenSpiel's error, and a sentence that says why."""

from __future__ import annotations

import subprocess
import sys

import pyspiel
import pytest

from azulejos.envs.openspiel import SHORT_NAME, AzulejosGame

OFFER = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- "
    "1 1 1 B15Y18R16K15W16 -"
)
BOARD = " 0:-/-/-/-/-:5/5/5/5/5:-"
OVER = (
    "std -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKW/WB1R1/K2Y1/2W2/5:- "
    "7:-/-/-/W/YY:BY1KW/W1YRK/1WB2/3B1/2K2:- 2 2 5 - B15Y14R13K14W13"
)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ("players=5", "a game has 2, 3 or 4 players, not 5"),
        ("players=1", "a game has 2, 3 or 4 players, not 1"),
        ("players=two", "Wrong type for parameter players"),
        ("rules=gray", "there are no rules 'gray': use std, grey, joker or grey\\+joker"),
        ("starter=2", "there is no seat 2 for starter: use 0 to 1, or -1 for any"),
        ("starter=-2", "there is no seat -2 for starter"),
        ("rewards=money", "there are no rewards 'money': use win, difference or points"),
        ("observations=pixels", "'pixels'"),
        ("colour=red", "Unknown parameter 'colour'"),
        ("position=std", "a position is 8 fields"),
        (f"position={OFFER.replace('B15', 'B14')}", "holds 19 of blue"),
        (f"position={OFFER},players=3", "the position has players 2, not 3"),
        (f"position={OFFER},rules=grey", "the position has rules std, not grey"),
        (f"position={OFFER},starter=1", "a position tells who starts: leave starter out"),
    ],
)
def test_a_game_that_does_not_exist(parameters: str, sentence: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=sentence):
        pyspiel.load_game(f"{SHORT_NAME}({parameters})")


def test_defaults_beside_a_position_say_nothing() -> None:
    """OpenSpiel hands them over as if they had been given."""
    three = OFFER.replace("std BYKW", "std BYKW/-/-", 1).replace(" 1 1 1 ", BOARD + " 1 1 1 ")
    game = pyspiel.load_game(f"{SHORT_NAME}(players=2,position={three})")
    assert game.num_players() == 3


def test_a_position_of_another_game() -> None:
    game = AzulejosGame({"players": 2, "rules": "grey"})
    with pytest.raises(pyspiel.SpielError, match="rules std, not grey"):
        game.new_initial_state(OFFER)
    with pytest.raises(pyspiel.SpielError, match="has 2 players and rules std, the position 2 and"):
        AzulejosGame().new_initial_state(OFFER.replace("std", "grey"))
    with pytest.raises(pyspiel.SpielError, match="a position's text is empty"):
        game.new_initial_state("")


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (0, "action 0 is illegal: the centre holds no tiles"),
        (30 + 2 * 6 + 1, "action 43 is illegal: there is no red on display 1"),
        (300, "action 300 is illegal"),
        (400, "action 400 is illegal"),
        (999, "there is no action 999"),
        (2**40, "there is no action"),
        (-7, "there is no action -7"),
    ],
)
def test_an_illegal_action_changes_nothing(action: int, sentence: str) -> None:
    state = pyspiel.load_game(f"{SHORT_NAME}(position={OFFER})").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match=sentence):
        state.apply_action(action)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action_with_legality_check(action)
    assert str(state) == OFFER
    assert state.history() == []


def test_what_chance_can_not_draw() -> None:
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    for outcome in (5, 6, -5):  # no jokers here
        with pytest.raises(pyspiel.SpielError, match="can't be drawn here"):
            state.apply_action(outcome)
    assert state.history() == []


def test_chance_where_a_player_decides() -> None:
    state = pyspiel.load_game(f"{SHORT_NAME}(position={OFFER})").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="chance has nothing to draw here"):
        state.chance_outcomes()


def test_a_finished_game() -> None:
    state = pyspiel.load_game(f"{SHORT_NAME}(position={OVER})").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="the game is over"):
        state.apply_action(0)
    with pytest.raises(pyspiel.SpielError, match="nothing to draw"):
        state.chance_outcomes()


def test_openspiel_is_missing() -> None:
    """Which is said in one sentence, with the remedy."""
    lines = "import sys; sys.modules['pyspiel'] = None; import azulejos.envs.openspiel"
    run = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    told = run.stderr.splitlines()[-1]
    assert told.endswith('(pyspiel): pip install "azulejos[openspiel]"')


def test_actions_without_a_name() -> None:
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    for player, action in ((0, 685), (0, -1), (pyspiel.PlayerId.CHANCE, 6)):
        with pytest.raises(pyspiel.SpielError, match="there is no action"):
            state.action_to_string(player, action)


def test_observation_parameters() -> None:
    game = pyspiel.load_game(SHORT_NAME)
    with pytest.raises(pyspiel.SpielError, match="no observation parameters"):
        game.make_observer({"planes": True})
    assert game.make_observer({}) is not None


@pytest.mark.parametrize("player", [-1, 2])
def test_observations_of_nobody(player: int) -> None:
    state = pyspiel.load_game(SHORT_NAME).new_initial_state()
    with pytest.raises(pyspiel.SpielError):
        state.observation_tensor(player)
