"""Wall tiling: lines to the wall, floors, who starts; one row a rule or ruling.

Each row plays the last take of a round (or a tiling decision) and compares the whole position.
"""

import pytest

from azulejos.notation import format_move, format_position, parse_move
from azulejos.rules import IllegalMoveError, Phase, legal_moves, play
from azulejos.rules.events import FloorCharged, StarterChosen, Tiled
from azulejos.rules.scoring import run_length, tile_points
from azulejos.rules.tiles import Tile
from tables import case, complete, refuses, rule, table

ROUNDS = [
    pytest.param(
        "std -/-/-/-/- K 0:-/RR/K/BBBB/WWW:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:F 2 1 1 * -",
        "0K5",
        "std -/-/-/-/- F 2:-/-/K/-/WWW:5/3R1/5/3B1/5:- 0:-/-/-/-/K:5/5/5/5/5:- 2 2 2 * B3R1",
        marks=[rule("R21", "R22", "R23", "R24", "R29"), case(3)],
        id="complete lines go to the wall, the others stay",
    ),
    pytest.param(
        "std -/-/-/-/- FK 20:-/-/-/-/-:5/5/5/5/5:BBBB 5:-/-/-/-/-:5/5/5/5/5:- 1 1 3 * -",
        "0K5",
        "std -/-/-/-/- F 12:-/-/-/-/K:5/5/5/5/5:- 5:-/-/-/-/-:5/5/5/5/5:- 1 1 4 * B4",
        marks=[rule("R27", "R28", "R29"), case(5)],
        id="four tiles and the marker cost 8",
    ),
    pytest.param(
        "std -/-/-/-/- FK 5:-/-/-/-/-:5/5/5/5/5:BBBB . 1 1 3 * -",
        "0K5",
        "std -/-/-/-/- F 0:-/-/-/-/K:5/5/5/5/5:- . 1 1 4 * B4",
        marks=[rule("R27"), case(5)],
        id="a score never falls below 0",
    ),
    pytest.param(
        "std -/-/-/-/- FK . 30:-/-/-/-/-:5/5/5/5/5:BBBBBBB 2 1 3 * -",
        "0K5",
        "std -/-/-/-/- F . 16:-/-/-/-/K:5/5/5/5/5:- 2 2 4 * B7",
        marks=[rule("E1", "R29"), case(8)],
        id="a full floor and the marker cost 14, and that player starts",
    ),
    pytest.param(
        "std -/-/-/-/- K 1:-/RR/-/-/-:5/5/5/5/5:BBF . 2 1 3 * -",
        "0K5",
        "std -/-/-/-/- F 0:-/-/-/-/-:5/3R1/5/5/5:- 0:-/-/-/-/K:5/5/5/5/5:- 1 1 4 * B2R1",
        marks=rule("E11"),
        id="the floor is taken off once, after the wall points",
    ),
    pytest.param(
        "std K/-/-/-/- F . . 2 2 3 - *",
        "1K5",
        "std -/-/-/-/- F . 0:-/-/-/-/K:5/5/5/5/5:- 2 2 4 - *",
        marks=rule("E6", "R19"),
        id="nobody took from the centre: the same player starts again",
    ),
    pytest.param(
        "std -/-/-/-/- FK 0:B/BB/-/-/-:5/5/5/5/5:- . 2 2 3 * -",
        "0K0",
        "std -/-/-/-/- F 2:-/-/-/-/-:B4/1B3/5/5/5:- . 2 2 4 * B1K1",
        marks=rule("R24"),
        id="diagonal neighbours are none",
    ),
    pytest.param(
        "std -/-/-/-/- FK 0:B/WW/-/-/-:5/5/5/5/5:- . 2 2 3 * -",
        "0K0",
        "std -/-/-/-/- F 3:-/-/-/-/-:B4/W4/5/5/5:- . 2 2 4 * K1W1",
        marks=rule("E10", "R26"),
        id="a tile placed earlier in the same tiling is a neighbour",
    ),
    pytest.param(
        "joker -/-/-/-/- FK 0:-/-/BBJ/-/-:5/5/5/5/5:- . 2 2 3 * -",
        "0K0",
        "joker -/-/-/-/- F 1:-/-/-/-/-:5/5/2J2/5/5:- . 2 2 4 * B2K1",
        marks=[rule("R44", "R46", "R47"), case(11)],
        id="a mixed line sends a joker to its colour's cell",
    ),
    pytest.param(
        "joker -/-/-/-/- FK 0:-/-/BJJ/-/-:5/5/5/5/5:- . 2 2 3 * -",
        "0K0",
        "joker -/-/-/-/- F 1:-/-/-/-/-:5/5/2J2/5/5:- . 2 2 4 * B1K1J1",
        marks=rule("E25"),
        id="one joker to the wall, the others to the lid",
    ),
    pytest.param(
        "joker -/-/-/-/- FK 0:J/-/-/-/-:BYRK1/5/5/5/5:- . 2 2 3 * -",
        "0K0",
        "joker -/-/-/-/- F 7:-/-/-/-/-:BYRKJ/5/5/5/5:- . 2 2 3 * K1",
        marks=rule("E19", "E26", "E28", "R49"),
        id="one free cell leaves no choice; a joker completes the row",
    ),
    pytest.param(
        "grey -/-/-/-/- FK 3:W/-/-/-/-:BYRK1/4W/5/5/5:- . 2 2 3 * -",
        "0K0",
        "grey -/-/-/-/- F 2:-/-/-/-/-:BYRK1/4W/5/5/5:- . 2 2 4 * K1W1",
        marks=[rule("R39", "E18"), case(9)],
        id="grey: no legal cell, the line falls and costs",
    ),
    pytest.param(
        "grey -/-/-/-/- FK 9:-/WW/-/-/-:4W/BYRK1/5/5/5:BBBBBB . 2 2 3 * -",
        "0K0",
        "grey -/-/-/-/- F 0:-/-/-/-/-:4W/BYRK1/5/5/5:- . 2 2 4 * B6K1W2",
        marks=rule("R39", "E18"),
        id="grey: a fallen line overflows to the lid",
    ),
    pytest.param(
        "grey -/-/-/-/- FK 0:-/WW/-/-/-:4W/BYR2/5/5/5:- . 2 2 3 * -",
        "0K0",
        "grey -/-/-/-/- F 4:-/-/-/-/-:4W/BYRW1/5/5/5:- . 2 2 4 * K1W1",
        marks=rule("E16", "E19", "R38"),
        id="grey: one legal cell is filled without asking",
    ),
    pytest.param(
        "grey+joker -/-/-/-/- FK 0:-/WJ/-/-/-:4W/BYRK1/5/5/5:- . 2 2 3 * -",
        "0K0",
        "grey+joker -/-/-/-/- F 9:-/-/-/-/-:4W/BYRKJ/5/5/5:- . 2 2 3 * K1W1",
        marks=rule("E27"),
        id="grey: a line with a joker is never struck, and goes to any free cell",
    ),
    pytest.param(
        "grey -/-/-/-/- FK 0:-/-/WWW/-/-:5/5/BYR2/5/5:- . 2 2 3 * -",
        "0K0",
        "grey -/-/-/-/- - 0:-/-/WWW/-/-:5/5/BYR2/5/5:- 0:-/-/-/-/-:5/5/5/5/5:FK 1 2 3 * -",
        marks=rule("R37", "E19"),
        id="grey: two legal cells are a choice",
    ),
    pytest.param(
        "grey -/-/-/-/- FK 0:-/-/WWW/-/-:5/5/5/5/5:- . 2 2 3 * -",
        "0K0",
        "grey -/-/-/-/- - 0:-/-/WWW/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:FK 1 2 3 * -",
        marks=rule("R37", "E15", "E19"),
        id="grey: a choice makes the position wait; floors are not charged yet",
    ),
]


@pytest.mark.parametrize(("before", "move", "after"), ROUNDS)
def test_round_end(before: str, move: str, after: str) -> None:
    played = play(table(before), parse_move(move))
    assert format_position(played.position) == complete(after)


def decisions(text: str) -> list[str]:
    return [format_move(move) for move in legal_moves(table(text))]


GREY_CHOICE = "grey -/-/-/-/- - 0:-/WW/-/KKKK/-:4W/B1R2/5/5/5:- 4:R/-/-/-/-:5/5/5/5/5:FK 1 1 3 * -"


@rule("R37", "R38", "E15")
def test_grey_decisions_line_by_line() -> None:
    assert decisions(GREY_CHOICE) == ["2@2", "2@4"]  # W stands in column 5
    position = play(table(GREY_CHOICE), parse_move("2@2")).position
    assert format_position(position) == complete(
        "grey -/-/-/-/- - 3:-/-/-/KKKK/-:4W/BWR2/5/5/5:- 4:R/-/-/-/-:5/5/5/5/5:FK 1 1 3 * W1"
    )


@rule("E19", "R20", "E12")
def test_decisions_go_by_seat_from_the_starter() -> None:
    position = table(GREY_CHOICE)
    turns = []
    for move in ["2@2", "4@1", "1@3"]:
        turns.append(position.turn)
        position = play(position, parse_move(move)).position
    assert turns == [1, 1, 2]
    assert format_position(position) == complete(
        "grey -/-/-/-/- F 4:-/-/-/-/-:4W/BWR2/5/K4/5:- 3:-/-/-/-/-:2R2/5/5/5/5:- 2 2 4 * K4W1"
    )


@rule("R20", "E19")
@pytest.mark.parametrize("starter", [1, 2, 3])
def test_tiling_order_changes_no_score(starter: int) -> None:
    boards = "1:-/RR/-/-/-:5/5/5/5/5:BF 2:B/WW/-/-/-:5/5/5/5/5:- 0:-/-/KKK/-/-:5/5/5/5/5:Y"
    position = table(f"std -/-/-/-/-/-/- W {boards} {starter} {starter} 2 * -")
    after = play(position, parse_move("0W5")).position
    assert [board.score for board in after.boards] == [0, 5, 0]
    assert after.starter == 1


@pytest.mark.parametrize(
    ("move", "code"),
    [
        pytest.param("4@1", "other_line_first", marks=rule("E15")),
        pytest.param("2@1", "cell_taken", marks=rule("R37")),
        pytest.param("2@5", "colour_in_column", marks=rule("R38")),
        pytest.param("0K0", "tiling_due", marks=rule("R8")),
        pytest.param("=-/-/-/-/-", "tiling_due", marks=rule("R8")),
    ],
)
def test_refused_decision(move: str, code: str) -> None:
    with refuses(IllegalMoveError, code):
        play(table(GREY_CHOICE), parse_move(move))


@rule("R45", "E26")
def test_line_of_jokers_goes_to_any_free_cell_of_the_coloured_wall() -> None:
    before = "joker -/-/-/-/- - 0:-/JJ/-/-/-:5/1B1R1/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:FK 1 2 3 * -"
    assert decisions(before) == ["2@1", "2@3", "2@5"]
    with refuses(IllegalMoveError, "cell_taken"):
        play(table(before), parse_move("2@2"))
    after = play(table(before), parse_move("2@3")).position
    assert format_position(after) == complete(
        "joker -/-/-/-/- F 3:-/-/-/-/-:5/1BJR1/5/5/5:- . 2 2 4 * K1J1"
    )


@rule("R48", "R46")
@case(11)
def test_case_11_the_joker_bars_its_colour_for_good() -> None:
    position = table("joker BBYW/-/-/-/- F 0:-/-/-/-/-:5/5/2J2/5/5:- . 1 1 2 * -")
    lines = [format_move(move)[2] for move in legal_moves(position) if format_move(move)[1] == "B"]
    assert "3" not in lines


@rule("E27", "R45")
def test_grey_jokers_stand_anywhere() -> None:
    before = "grey+joker -/-/-/-/- - 0:-/JJ/-/-/-:J4/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:FK 1 2 3 * -"
    assert decisions(before) == ["2@1", "2@2", "2@3", "2@4", "2@5"]


@rule("R24", "R25", "R26")
@case(4)
@pytest.mark.parametrize(
    ("rows", "cell", "points"),
    [
        (["     ", "  X  ", "     ", "     ", "     "], (2, 3), (1, 0)),
        (["     ", " XXX ", "     ", "     ", "     "], (2, 3), (3, 0)),
        (["  X  ", "  X  ", "  X  ", "     ", "     "], (2, 3), (0, 3)),
        (["     ", "  X  ", "  X  ", "     ", "     "], (3, 3), (0, 2)),
        (["  X  ", "XXXX ", "  X  ", "     ", "     "], (2, 3), (4, 3)),
        (["X X X", "X X X", "XXXXX", "X X X", "X X X"], (3, 5), (5, 5)),
        (["     ", "XX XX", "     ", "     ", "     "], (2, 1), (2, 0)),
        (["X    ", "     ", "X    ", "X    ", "     "], (4, 1), (0, 2)),
        (["XX   ", "X    ", "     ", "     ", "     "], (1, 1), (2, 2)),
        (["     ", "     ", "     ", "    X", "   XX"], (5, 5), (2, 2)),
    ],
)
def test_points_of_a_tile(rows: list[str], cell: tuple[int, int], points: tuple[int, int]) -> None:
    wall = tuple(tuple(Tile.BLUE if sign == "X" else None for sign in row) for row in rows)
    assert tile_points(wall, *cell) == points


@rule("R25")
def test_run_length_counts_both_ways() -> None:
    cells = (Tile.RED, Tile.RED, None, Tile.RED, None)
    assert [run_length(cells, place) for place in (0, 1, 3)] == [2, 2, 0]


@rule("R21", "R26", "R27", "R29")
def test_what_a_round_end_tells() -> None:
    before = "std -/-/-/-/- K 0:B/WW/-/-/-:5/5/5/5/5:- 3:-/-/-/-/-:5/5/5/5/5:F 2 1 1 * -"
    events = play(table(before), parse_move("0K5")).events
    tiled = [event for event in events if isinstance(event, Tiled)]
    assert [(e.player, e.row, e.column, e.horizontal, e.vertical, e.points) for e in tiled] == [
        (1, 1, 1, 1, 0, 1),
        (1, 2, 1, 0, 2, 2),
    ]
    assert [str(e.to_lid) for e in tiled] == ["", "W"]
    assert FloorCharged(2, (Tile.MARKER,), 1, 1) in events
    assert events[-1] == StarterChosen(2)
    assert play(table(before), parse_move("0K5")).position.phase is Phase.PREPARATION
