"""The numbering of moves (docs/research.md)."""

import pytest

from azulejos import Place, RuleSet, Take, Tile, draw_deal, legal_moves, parse_move, play, start
from azulejos.core import State, action_count, action_of, move_of
from azulejos.rules import COLOURS


def test_every_number_is_one_move_and_back() -> None:
    moves = [move_of(action) for action in range(685)]
    assert len(set(moves)) == 685
    assert [action_of(move) for move in moves] == list(range(685))


@pytest.mark.parametrize(
    ("action", "move"),
    [
        (0, Take(0, Tile.BLUE, 0)),
        ((9 * 5 + 4) * 6 + 5, Take(9, Tile.WHITE, 5)),
        (300, Place(1, 1)),
        (324, Place(5, 5)),
        (325, Take(0, Tile.JOKER, 0)),
        (384, Take(9, Tile.JOKER, 5)),
        (385, Take(0, Tile.BLUE, 0, with_jokers=True)),
        (684, Take(9, Tile.WHITE, 5, with_jokers=True)),
    ],
)
def test_where_the_parts_begin_and_end(action: int, move: Take | Place) -> None:
    assert move_of(action) == move
    assert action_of(move) == action


def test_the_formula_for_colours() -> None:
    for source in range(10):
        for number, colour in enumerate(COLOURS):
            for line in range(6):
                assert action_of(Take(source, colour, line)) == (source * 5 + number) * 6 + line


def test_how_many_numbers_a_game_needs() -> None:
    assert [action_count(players) for players in (2, 3, 4)] == [180, 240, 300]
    assert {action_count(players, "grey") for players in (2, 3, 4)} == {325}
    assert {action_count(2, rules) for rules in ("joker", "grey+joker")} == {685}


@pytest.mark.parametrize("action", [-1, 685])
def test_numbers_beyond(action: int) -> None:
    with pytest.raises(ValueError, match="0 to 684"):
        move_of(action)


def test_a_deal_has_no_number() -> None:
    with pytest.raises(ValueError, match="chance"):
        action_of(parse_move("=BYKW/RRKK/BBRW/BRKK/BYWW"))


def test_the_state_lists_the_laws_moves_by_number() -> None:
    from random import Random

    for rules in RuleSet:
        position = start(3, rules)
        position = play(position, draw_deal(position, Random(3))).position
        actions = State.from_position(position).legal_actions()
        assert sorted(map(action_of, legal_moves(position))) == actions
        assert actions[-1] < action_count(3, rules)
