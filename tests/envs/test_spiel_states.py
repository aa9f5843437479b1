"""OpenSpiel's states: copies, texts and pickles, positions to start from, what players see."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation
from viewing import ALL_KINDS, row_of_planes, seen

from azulejos import format_move
from azulejos.core import Generator, State
from azulejos.envs.openspiel import LOT, SHORT_NAME
from azulejos.rules import Heap, RuleSet

OFFER = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- "
    "1 1 1 B15Y18R16K15W16 -"
)
OVER = (
    "std -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKW/WB1R1/K2Y1/2W2/5:- "
    "7:-/-/-/W/YY:BY1KW/W1YRK/1WB2/3B1/2K2:- 2 2 5 - B15Y14R13K14W13"
)
every_kind = pytest.mark.parametrize(("players", "rules"), ALL_KINDS)


def load(**parameters: object) -> Any:
    return pyspiel.load_game(SHORT_NAME, parameters)


def game_of_states(game: Any, seed: int) -> Iterator[Any]:
    """All states of a random game, as one state that moves on."""
    chance, state = Random(seed), game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        yield state


@every_kind
def test_states_come_back_from_text_and_pickle(players: int, rules: RuleSet) -> None:
    """At nodes of chance, in the middle of a deal, at decisions, at the end."""
    game = load(players=players, rules=str(rules), rewards="points", starter=LOT)
    for number, state in enumerate(game_of_states(game, seed=players)):
        if number % 7 and not state.is_terminal():
            continue
        text = pyspiel.serialize_game_and_state(game, state)
        again, back = pyspiel.deserialize_game_and_state(text)
        assert again == game
        for copy in (
            back,
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
        ):
            assert_same(copy, state)


def assert_same(copy: Any, state: Any) -> None:
    assert str(copy) == str(state)
    assert copy.history() == state.history()
    assert copy.current_player() == state.current_player()
    assert copy.legal_actions() == state.legal_actions()
    assert copy.rewards() == state.rewards()
    assert copy.returns() == state.returns()
    assert copy.get_game() == state.get_game()
    if state.is_chance_node():
        assert copy.chance_outcomes() == state.chance_outcomes()


@every_kind
def test_copies_are_their_own(players: int, rules: RuleSet) -> None:
    game = load(players=players, rules=str(rules), starter=LOT)
    for state in game_of_states(game, seed=1):
        if state.is_terminal():
            break
        text, action = str(state), state.legal_actions()[-1]
        clone = state.clone()
        assert_same(clone, state)
        child = state.child(action)
        clone.apply_action(action)
        assert_same(child, clone)
        assert str(state) == text != str(child)


def test_a_game_comes_back_from_its_name_and_pickle() -> None:
    for game in (load(), load(players=4, rules="grey+joker", starter=LOT), load(position=OFFER)):
        assert pyspiel.load_game(str(game)) == game == pickle.loads(pickle.dumps(game))
        assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()


def test_names_may_hold_a_rule_set_with_a_plus() -> None:
    game = pyspiel.load_game("python_azulejos(players=3,rules=grey+joker)")
    assert (game.num_players(), game.num_distinct_actions()) == (3, 685)
    assert game.new_initial_state().position().rules is RuleSet.GREY_JOKER


def test_texts_show_the_deal_so_far() -> None:
    state = load(starter=LOT).new_initial_state()
    before = (
        "std -/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- {} 1 B20Y20R20K20W20 -"
    )
    assert str(state) == before.format("1 1") + "\nwho starts is to be drawn"
    assert state.partial_deal() is None
    for action in (1, 4, 0, 0, 3, 2):
        state.apply_action(action)
    assert str(state) == before.format("2 2") + "\n=BBKW/R/-/-/-"
    assert format_move(state.partial_deal()) == "=BBKW/R/-/-/-"


# Any position to start from.


@pytest.mark.parametrize("by", ["name", "parameter", "text"])
def test_a_game_starts_anywhere(by: str) -> None:
    if by == "name":
        state = pyspiel.load_game(f"{SHORT_NAME}(position={OFFER})").new_initial_state()
    elif by == "parameter":
        state = load(position=OFFER).new_initial_state()
    else:
        state = load().new_initial_state(OFFER)
    assert str(state) == OFFER
    assert state.current_player() == 0
    assert len(state.legal_actions()) == 90
    assert state.history() == []
    state.apply_action(state.string_to_action("3B2"))
    assert_same(pickle.loads(pickle.dumps(state)), state)
    assert_same(state.clone(), state)


def test_the_position_tells_players_and_rules() -> None:
    text = str(State(3, "grey+joker", starter=2))
    game = pyspiel.load_game(f"{SHORT_NAME}(position={text})")
    assert (game.num_players(), game.num_distinct_actions()) == (3, 685)
    assert game.get_parameters()["rules"] == "grey+joker"
    assert game.new_initial_state().is_chance_node()


def test_a_finished_position_is_terminal() -> None:
    state = load(position=OVER, rewards="difference").new_initial_state()
    assert state.is_terminal()
    assert state.returns() == [-1.0, 1.0]


def test_points_count_from_the_start() -> None:
    """And they may become fewer: the bounds know what there is to lose."""
    text = OFFER.replace("F 0:", "F 30:")
    game = load(position=text, rewards="points")
    assert (game.min_utility(), game.max_utility()) == (-30.0, 240.0)
    for state in game_of_states(game, seed=2):
        if not state.is_chance_node():
            ahead, behind = state.table.scores
            assert state.returns() == [ahead - 30.0, behind]


# Bounds.


@pytest.mark.parametrize(
    ("rewards", "players", "least", "most"),
    [
        ("win", 2, -1.0, 1.0),
        ("win", 3, -0.5, 1.0),
        ("win", 4, -1 / 3, 1.0),
        ("difference", 2, -240.0, 240.0),
        ("points", 4, 0.0, 240.0),
    ],
)
def test_bounds_of_what_a_game_brings(
    rewards: str, players: int, least: float, most: float
) -> None:
    game = load(rewards=rewards, players=players)
    assert (game.min_utility(), game.max_utility()) == (least, most)
    kind = game.get_type()
    if rewards == "points":
        assert game.utility_sum() is None
        assert kind.utility == pyspiel.GameType.Utility.GENERAL_SUM
        assert kind.reward_model == pyspiel.GameType.RewardModel.REWARDS
    else:
        assert game.utility_sum() == 0
        assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        assert kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL


def test_bounds_of_how_long_a_game_is() -> None:
    game = load()
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == (1000, 1000)
    assert (game.max_history_length(), game.max_move_number()) == (2000, 2000)
    assert (game.max_chance_outcomes(), load(rules="joker").max_chance_outcomes()) == (5, 6)
    assert load(starter=LOT).max_chance_nodes_in_history() == 1001
    assert load(rules="grey").max_game_length() == 1040


# What players see.


@every_kind
def test_pieces_make_the_row(players: int, rules: RuleSet) -> None:
    game = load(players=players, rules=str(rules))
    observation = make_observation(game)
    for state in game_of_states(game, seed=3):
        for seat in range(players):
            observation.set_from(state, seat)
            assert observation.tensor.tolist() == state.row(seat).tolist()
            assert observation.string_from(state, seat) == str(state)
        if state.is_chance_node():
            continue
        position = state.position()
        board = position.board(players)
        assert observation.dict["displays"].tolist() == [
            list(display.counts) for display in position.displays
        ]
        assert observation.dict["board_0_score"] == [board.score]
        assert observation.dict["board_0_wall"].shape == (5, 5)
        assert np.count_nonzero(observation.dict["board_0_wall"]) == sum(
            cell is not None for row in board.wall for cell in row
        )
        assert observation.dict["turn"] == [position.turn % players]


@every_kind
def test_a_deal_is_seen_tile_by_tile(players: int, rules: RuleSet) -> None:
    """On the displays there is what was drawn, in bag and lid what is left; no tile is lost."""
    for state in game_of_states(load(players=players, rules=str(rules)), seed=4):
        deal = state.partial_deal()
        if deal is None:
            continue
        position = state.position()
        before, now = seen(position, 2), state.row(1).tolist()
        tiles = 6 * (len(position.displays) + 3)
        assert now[tiles:] == before[tiles:]
        heaps = [Heap(tuple(now[at : at + 6])) for at in range(0, tiles, 6)]
        assert heaps[0] == position.centre
        assert tuple(heaps[1:-2]) == deal.displays
        assert sum(heaps, Heap()) == position.bag + position.lid


def test_planes_have_a_shape() -> None:
    game = load(players=3, observations="planes")
    assert game.observation_tensor_shape() == [77, 5, 5]
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for seat in range(3):
        shown = np.array(state.observation_tensor(seat), np.float32).reshape(77, 5, 5)
        assert row_of_planes(shown, 3) == state.row(seat).tolist()


def test_perfect_recall_is_the_history() -> None:
    game = load()
    state = game.new_initial_state()
    for action in (0, 3):
        state.apply_action(action)
    assert state.information_state_string(1) == "0, 3"
    observation = make_observation(game, INFO_STATE_OBS_TYPE)
    assert observation.tensor is None
    assert observation.string_from(state, 0) == "0, 3"


def test_nothing_is_private() -> None:
    game = load()
    private = pyspiel.IIGObservationType(
        public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    assert make_observation(game, private).string_from(game.new_initial_state(), 0) == ""


def test_the_table_is_a_copy() -> None:
    state = load(position=OFFER).new_initial_state()
    state.table.play_out(Generator(1))
    assert str(state) == OFFER
