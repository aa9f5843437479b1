"""A Game: deals by itself, can be repeated, takes back, and goes on from a record."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import azulejos as az
from azulejos.game import UndoError
from azulejos.rules.events import Dealt
from tables import refuses


def play_out(game: az.Game, seed: int = 1) -> az.Game:
    generator = Random(seed)
    while game.outcome is None:
        game.play(generator.choice(game.legal_moves))
    return game


def test_the_first_deal_is_made() -> None:
    game = az.Game(3, "grey", starter=2, seed=5)
    assert game.position.phase is az.Phase.OFFER
    assert (game.position.turn, game.position.players) == (2, 3)
    assert len(game.moves) == 1
    assert len(game.positions) == 2


def test_moves_as_text_or_values() -> None:
    game = az.Game(seed=1)
    move = game.legal_moves[3]
    other = az.Game(seed=1)
    assert game.play(move) == other.play(az.format_move(move).lower())
    assert game.position == other.position


def test_illegal_moves_change_nothing() -> None:
    game = az.Game(seed=1)
    before = game.positions
    with pytest.raises(az.IllegalMoveError) as refused:
        game.play("0B1")
    assert (refused.value.code, refused.value.rule) == ("centre_empty", "R10")
    with pytest.raises(az.NotationError):
        game.play("hello")
    assert game.positions == before


def test_text_is_no_move_for_the_law() -> None:
    with pytest.raises(TypeError, match="parse_move reads text"):
        az.rules.play(az.start(), "1B2")  # type: ignore[arg-type]


def test_whatever_takes_a_move_takes_its_text() -> None:
    position = az.Game(seed=1).position
    move = az.legal_moves(position)[0]
    assert az.play(position, str(move)) == az.play(position, move)
    assert az.preview(position, str(move)) == az.preview(position, move)
    assert az.refusal(position, str(move)) is None
    assert az.core.action_of(str(move)) == az.core.action_of(move)


@pytest.mark.parametrize("move", ["", "3B9", "9B1", "=BYKW", "nonsense"])
def test_what_is_refused_is_not_legal(move: str) -> None:
    game = az.Game(seed=1)
    error = az.refusal(game.position, move)
    assert error is not None
    assert not game.is_legal(move)
    with pytest.raises(type(error), match=re.escape(str(error))):
        game.play(move)


@pytest.mark.parametrize("as_text", [True, False])
def test_a_game_may_begin_anywhere(as_text: bool) -> None:
    earlier = az.Game(players=3, rules="grey", seed=5, starter=2)
    for _ in range(20):
        earlier.play(earlier.legal_moves[-1])
    first = earlier.position
    game = az.Game(position=str(first) if as_text else first, seed=6, names=["Ana"])
    assert game.position == first
    game.play(game.legal_moves[0])
    assert az.Game.from_record(az.parse_record(str(game.record))).position == game.position
    assert game.record.names == ("Ana", "", "")
    assert game.record.rules is az.RuleSet.GREY


def test_a_game_from_the_empty_table_needs_no_position_in_its_record() -> None:
    assert "Position" not in az.Game(position=az.start(4, "joker", 3)).record.tags


@pytest.mark.parametrize("given", [{"players": 2}, {"rules": "std"}, {"starter": 1}])
def test_a_position_has_its_own_players_and_rules(given: dict[str, Any]) -> None:
    with pytest.raises(az.UsageError, match="a position has its own " + next(iter(given))):
        az.Game(position=az.start(), **given)


def test_a_position_with_flaws_is_no_beginning() -> None:
    position = replace(az.start(), bag=az.Heap.of("BB"))
    with pytest.raises(az.ImpossiblePositionError):
        az.Game(position=position)


def test_games_positions_and_records_draw_themselves_in_notebooks() -> None:
    game = az.Game(seed=1, names=("Ana & Co",))
    drawing = game._repr_svg_()
    assert drawing == game.record._repr_svg_()
    assert "Ana &amp; Co" in drawing
    assert game.position._repr_svg_() == az.draw_svg(game.position)


def evaluated(value: object) -> object:
    return eval(repr(value), {name: getattr(az, name) for name in vars(az)["__all__"]})


@pytest.mark.parametrize("rules", az.RuleSet)
def test_reprs_are_short_and_evaluate(rules: az.RuleSet) -> None:
    game = az.Game(3, rules, seed=1)
    position, moves = game.position, [*game.legal_moves, *game.moves]
    assert evaluated(position) == position
    assert [evaluated(move) for move in moves] == moves
    values = [position.phase, rules, az.Tile.BLUE, position.bag]
    assert [evaluated(value) for value in values] == values
    assert repr(position) == f"parse_position('{position}')"
    assert len(repr(game)) < 60 > len(repr(game.record))


def test_the_deal_of_the_next_round_is_told_with_the_move_that_ended_the_round() -> None:
    game = az.Game(seed=2)
    generator = Random(2)
    while game.position.round == 1:
        events = game.play(generator.choice(game.legal_moves))
    assert [event.display for event in events if isinstance(event, Dealt)] == [1, 2, 3, 4, 5]


def test_the_same_seed_gives_the_same_game() -> None:
    assert (
        play_out(az.Game(4, "joker", seed=9)).record == play_out(az.Game(4, "joker", seed=9)).record
    )
    assert az.Game(seed=1).position != az.Game(seed=2).position
    assert az.Game().position != az.Game().position


def test_any_text_is_a_seed_and_survives_the_record() -> None:
    for seed in ("whatever 10**45", ""):
        game = az.Game(seed=seed)
        again = az.Game.from_record(az.Record(dict(game.record.tags)))
        assert again.position == game.position


def test_a_secret_seed_stays_secret() -> None:
    assert "Seed" not in az.Game().record.tags
    assert az.Game(seed=3).record.tags["Seed"] == "3"


def test_record_and_outcome() -> None:
    game = az.Game(2, "std", seed=3, names=("Ana", ""))
    assert game.record.tags == {
        "Rules": "std",
        "Players": "2",
        "Player1": "Ana",
        "Seed": "3",
        "Result": "*",
    }
    assert game.outcome is None
    play_out(game)
    assert game.outcome is not None
    assert game.record.tags["Result"] == "-".join(map(str, game.outcome.scores))
    assert game.legal_moves == []
    assert az.Game(3, starter=3).record.tags["Starter"] == "3"


def test_going_on_from_a_record_meets_the_same_deals() -> None:
    whole = play_out(az.Game(2, seed=4))
    record = az.parse_record(az.format_record(whole.record))
    half = az.Record(record.tags, record.moves[: len(record.moves) // 2])
    game = az.Game.from_record(half)
    for move in record.moves[len(game.moves) :]:
        if not isinstance(move, az.Deal):
            game.play(move)
    assert game.record == whole.record


def test_a_record_that_does_not_replay_makes_no_game() -> None:
    record = az.Record({"Rules": "std", "Players": "2"}, (az.parse_move("1B1"),))
    with pytest.raises(az.NotationError):
        az.Game.from_record(record)


def test_nothing_to_undo() -> None:
    game = az.Game(seed=1)
    with refuses(UndoError, "nothing_to_undo"):
        game.undo()
    move = game.legal_moves[0]
    game.play(move)
    assert game.undo() == move


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"players": 1}, "player_count"),
        ({"rules": "x"}, "unknown_rules"),
        ({"names": ("a", "b", "c")}, "too_many_names"),
    ],
)
def test_games_that_do_not_exist(arguments: dict[str, Any], code: str) -> None:
    with refuses(az.UsageError, code):
        az.Game(**arguments)


def test_errors_travel_between_processes() -> None:
    import pickle

    error = az.IllegalMoveError("colour_in_row", tile=az.Tile.BLACK, row=3)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.code, copy.data) == (str(error), error.code, error.data)
    assert str(error) == "black is already in wall row 3 (R16)"
