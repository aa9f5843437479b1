"""Set-up: what is in the box, and what lies where before the first move."""

from random import Random

import pytest

from azulejos.rules import COLOURS, Board, Phase, RuleSet, Tile, UsageError, draw_deal, play, start
from azulejos.rules.material import all_tiles, coloured_cell, coloured_column, floor_penalty
from tables import case, refuses, rule


@rule("R1")
@pytest.mark.parametrize(
    ("rules", "grey", "jokers"),
    [
        ("std", False, False),
        ("grey", True, False),
        ("joker", False, True),
        ("grey+joker", True, True),
    ],
)
def test_rule_set_says_which_side_all_boards_show(rules: str, grey: bool, jokers: bool) -> None:
    rule_set = start(4, rules).rules
    assert (rule_set.grey_wall, rule_set.jokers) == (grey, jokers)


@rule("R2", "R3")
def test_new_board() -> None:
    board = Board()
    assert board.score == 0
    assert [line.size for line in board.lines] == [1, 2, 3, 4, 5]
    assert [len(row) for row in board.wall] == [5] * 5
    assert all(cell is None for row in board.wall for cell in row)
    assert board.floor == ()


@rule("R2")
def test_printed_on_the_board() -> None:
    wall = ["".join(coloured_cell(row, column) for column in range(1, 6)) for row in range(1, 6)]
    assert wall == ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]
    for row in range(1, 6):
        assert [coloured_cell(row, coloured_column(row, colour)) for colour in COLOURS] == list(
            COLOURS
        )
    assert [floor_penalty(items) for items in range(9)] == [0, 1, 2, 4, 6, 8, 11, 14, 14]


@rule("R4", "R5", "R6")
@pytest.mark.parametrize(("players", "displays"), [(2, 5), (3, 7), (4, 9)])
def test_start(players: int, displays: int) -> None:
    position = start(players, starter=2)
    assert len(position.displays) == displays
    assert not any(position.displays)
    assert position.bag.counts == (20, 20, 20, 20, 20, 0)
    assert (position.turn, position.starter, position.round) == (2, 2, 1)
    assert position.marker_in_centre
    assert position.phase is Phase.PREPARATION
    dealt = play(position, draw_deal(position, Random(1))).position
    assert [len(display) for display in dealt.displays] == [4] * displays
    assert len(dealt.bag) == 100 - 4 * displays
    assert (dealt.phase, dealt.turn) == (Phase.OFFER, 2)


def test_defaults() -> None:
    position = start()
    assert (position.players, position.rules, position.turn, position.starter) == (2, "std", 1, 1)


@rule("R5", "R40")
@case(10)
@pytest.mark.parametrize(
    ("rules", "players", "colour", "jokers"),
    [
        ("std", 2, 20, 0),
        ("grey", 4, 20, 0),
        ("joker", 2, 19, 5),
        ("joker", 3, 18, 10),
        ("joker", 4, 18, 10),
        ("grey+joker", 2, 19, 5),
        ("grey+joker", 3, 18, 10),
    ],
)
def test_tiles_of_a_game(rules: str, players: int, colour: int, jokers: int) -> None:
    tiles = all_tiles(RuleSet(rules), players)
    assert [tiles[kind] for kind in COLOURS] == [colour] * 5
    assert tiles[Tile.JOKER] == jokers
    assert len(tiles) == 100
    assert start(players, rules).bag == tiles


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((1,), "player_count"),
        ((5,), "player_count"),
        ((2, "gray"), "unknown_rules"),
        ((2, "std", 0), "unknown_starter"),
        ((2, "std", 3), "unknown_starter"),
    ],
)
def test_no_such_game(arguments: tuple[int, str, int], code: str) -> None:
    with refuses(UsageError, code):
        start(*arguments)
