"""Positions that no game could reach are refused, each with its reason."""

from dataclasses import replace

import pytest

from azulejos.notation import parse_position, read_position
from azulejos.rules import ImpossiblePositionError, check, flaws, start
from tables import complete, refuses, rule, table

B = "0:-/-/-/-/-:5/5/5/5/5"

IMPOSSIBLE = [
    pytest.param("std BBBB/-/-/-/- F . . 1 1 1 B15Y20R20K20W20 -", "tile_count", marks=rule("R5")),
    pytest.param("std BBBB/-/-/-/- F . . 1 1 1 B17Y20R20K20W20 -", "tile_count", marks=rule("R5")),
    pytest.param(
        "std BBBJ/-/-/-/- F . . 1 1 1 B17Y20R20K20W20 -", "joker_count", marks=rule("R40")
    ),
    pytest.param(
        "joker BBBB/-/-/-/- F . . 1 1 1 B15Y19R19K19W19J4 -", "joker_count", marks=rule("R40")
    ),
    pytest.param("std BBBB/-/-/- F . . 1 1 1 * -", "display_number", marks=rule("R4")),
    pytest.param("std BBBB/-/-/-/- F . . . 1 1 1 * -", "display_number", marks=rule("R4")),
    pytest.param("std BBBBB/-/-/-/- F . . 1 1 1 * -", "display_overfull", marks=rule("R6")),
    pytest.param("std BBB/-/-/-/- F . . 1 1 1 * -", "display_short", marks=rule("E8")),
    pytest.param("std BBB/YYYY/-/-/- F . . 1 1 1 - *", "display_short", marks=rule("E8")),
    pytest.param("std B/-/-/-/- F . . 1 1 1 * -", "display_short", marks=rule("E8")),
    pytest.param(
        "std BBBB/-/-/-/- F 0:BB/-/-/-/-:5/5/5/5/5:- . 1 1 1 * -", "line_overfull", marks=rule("R2")
    ),
    pytest.param(
        "std BBBB/-/-/-/- F 0:-/BY/-/-/-:5/5/5/5/5:- . 1 1 1 * -",
        "line_two_colours",
        marks=rule("R14"),
    ),
    pytest.param(
        "std BBBB/-/-/-/- F 0:-/-/B/-/-:5/5/2B2/5/5:- . 1 1 1 * -", "line_barred", marks=rule("R16")
    ),
    pytest.param(
        "joker BBBB/-/-/-/- F 0:-/-/B/-/-:5/5/2J2/5/5:- . 1 1 1 * -",
        "line_barred",
        marks=rule("R48"),
    ),
    pytest.param(
        "grey BBBB/-/-/-/- F 0:-/-/B/-/-:5/5/B4/5/5:- . 1 1 1 * -", "line_barred", marks=rule("R16")
    ),
    pytest.param(
        "std BBBB/-/-/-/- F 0:-/-/-/-/-:Y4/5/5/5/5:- . 1 1 1 * -",
        "wall_wrong_colour",
        marks=rule("R21"),
    ),
    pytest.param(
        "grey BBBB/-/-/-/- F 0:-/-/-/-/-:Y1Y2/5/5/5/5:- . 1 1 1 * -",
        "wall_row_twice",
        marks=rule("R38"),
    ),
    pytest.param(
        "grey BBBB/-/-/-/- F 0:-/-/-/-/-:1Y3/5/1Y3/5/5:- . 1 1 1 * -",
        "wall_column_twice",
        marks=rule("R38"),
    ),
    pytest.param("std BBBB/-/-/-/- FBKWBKWBKWBKWK . . 1 1 1 * -", "centre_overfull"),
    pytest.param(f"std BBBB/-/-/-/- F {B}:YYYYYYYY . 1 1 1 * -", "floor_overfull"),
    pytest.param(f"std BBBB/-/-/-/- F {B}:F . 1 1 1 * -", "marker_count", marks=rule("R9")),
    pytest.param("std BBBB/-/-/-/- - . . 1 1 1 * -", "marker_count", marks=rule("R9")),
    pytest.param(f"std BBBB/-/-/-/- - {B}:FF . 1 1 1 * -", "marker_count", marks=rule("R9")),
    pytest.param(f"std BBBB/-/-/-/- - {B}:F {B}:F 1 1 1 * -", "marker_count", marks=rule("R9")),
    pytest.param("std BBBB/-/-/-/- F . . 3 1 1 * -", "turn", marks=rule("R9")),
    pytest.param("std BBBB/-/-/-/- F . . 0 1 1 * -", "turn", marks=rule("R9")),
    pytest.param("std BBBB/-/-/-/- F . . 1 3 1 * -", "starter", marks=rule("R9")),
    pytest.param("std BBBB/-/-/-/- F . . 1 0 1 * -", "starter", marks=rule("R9")),
    pytest.param("std BBBB/-/-/-/- F . . 1 1 0 * -", "round", marks=rule("E20")),
    pytest.param("std BBBB/-/-/-/- F . . 1 1 52 * -", "round", marks=rule("E20")),
    pytest.param("std BBBB/-/-/-/- F . . 1 1 51 * -", "round_over", marks=rule("E20")),
    pytest.param(
        "grey -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F . 1 1 51 * -", "round_over", marks=rule("E20")
    ),
    pytest.param(
        "std BBBB/-/-/-/- F 0:-/-/-/-/-:BYRKW/5/5/5/5:- . 1 1 1 * -",
        "row_complete",
        marks=rule("R30"),
    ),
    pytest.param(
        "std -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F . 1 1 1 * -", "no_decision", marks=rule("E19")
    ),
    pytest.param(
        "grey -/-/-/-/- - 0:-/BB/-/-/-:4B/YRKW1/5/5/5:F . 1 1 1 * -",
        "no_decision",
        marks=rule("R39"),
    ),
    pytest.param(
        "grey -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F 0:-/BB/-/-/-:5/5/5/5/5:- 2 1 1 * -",
        "not_their_decision",
        marks=rule("E19"),
    ),
    pytest.param(
        "grey -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F . 2 1 1 * -",
        "not_their_decision",
        marks=rule("E19"),
    ),
    pytest.param(
        "grey -/-/-/-/- - . 0:-/BB/-/-/-:5/5/5/5/5:F 1 1 1 * -",
        "not_their_decision",
        marks=rule("E19"),
    ),
    pytest.param(f"std -/-/-/-/- F {B}:K . 1 1 2 * -", "floor_not_cleared", marks=rule("R28")),
    pytest.param(f"std -/-/-/-/- - {B}:F . 1 1 2 * -", "floor_not_cleared", marks=rule("R29")),
    pytest.param(
        "std -/-/-/-/- F 0:-/-/-/-/-:BYRKW/5/5/5/5:- . 1 1 51 * -",
        "row_complete",
        marks=rule("E20"),
    ),
    pytest.param("std -/-/-/-/- F . . 2 1 2 * -", "turn_not_starter", marks=rule("R9")),
]


@pytest.mark.parametrize(("text", "code"), IMPOSSIBLE)
def test_impossible(text: str, code: str) -> None:
    with refuses(ImpossiblePositionError, code):
        parse_position(complete(text))


POSSIBLE = [
    pytest.param("std BBBB/-/-/-/- FBKWBKWBKWBKW . . 1 1 1 * -", marks=rule("R10")),
    pytest.param(f"std BBBB/-/-/-/- - {B}:YYYYYYYF . 1 1 1 * -", marks=rule("E1")),
    pytest.param("std BBB/-/-/-/- F . . 1 1 1 - *", marks=rule("E8")),
    pytest.param("std YYYY/BBB/-/-/- F . . 1 1 1 - *", marks=rule("E8")),
    pytest.param("joker BBBB/-/-/-/- F 0:-/-/-/-/-:J4/J4/5/5/5:- . 1 1 1 * -", marks=rule("R49")),
    pytest.param(
        "grey+joker BBBB/-/-/-/- F 0:-/-/-/-/-:JJ3/J4/5/5/5:- . 1 1 1 * -", marks=rule("E27")
    ),
    pytest.param(
        "grey+joker BBBB/-/-/-/- F 0:B/-/-/-/-:J4/5/5/5/5:- . 1 1 1 * -", marks=rule("E27")
    ),
    pytest.param("grey -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F . 1 2 1 * -", marks=rule("E19")),
    pytest.param("grey -/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:F . 1 2 50 * -", marks=rule("E20")),
    pytest.param("std BBBB/-/-/-/- F . . 1 1 50 * -", marks=rule("E20")),
    pytest.param("std -/-/-/-/- F . . 1 1 51 * -", marks=rule("E20")),
    pytest.param("std -/-/-/-/- F 0:-/-/-/-/-:BYRKW/5/5/5/5:- . 1 1 50 * -", marks=rule("R34")),
]


@pytest.mark.parametrize("text", POSSIBLE)
def test_possible(text: str) -> None:
    assert list(flaws(table(text))) == []


def test_flaws_of_values_that_no_text_can_hold() -> None:
    position = start()
    below = replace(position, boards=(replace(position.board(1), score=-1), position.board(2)))
    assert [str(flaw) for flaw in flaws(below)] == ["the score of player 1 is below 0 (R27)"]
    alone = replace(position, boards=position.boards[:1])
    assert [str(f) for f in flaws(alone)] == ["a position has 2, 3 or 4 players, not 1 (R4)"]
    no_marker = replace(position, marker_in_centre=False)
    assert [flaw.code for flaw in flaws(no_marker)] == ["marker_count", "marker_not_returned"]


def test_all_flaws_are_named_and_the_first_is_raised() -> None:
    text = complete("std BBBB/-/-/-/- F 0:-/BY/-/-/-:Y4/5/5/5/5:- . 3 1 1 * -")
    position = read_position(text)
    assert [flaw.code for flaw in flaws(position)] == [
        "turn",
        "line_two_colours",
        "wall_wrong_colour",
    ]
    with pytest.raises(ImpossiblePositionError) as refused:
        check(position)
    assert (refused.value.code, refused.value.data) == ("turn", {"turn": 3, "players": 2})


@pytest.mark.parametrize(
    ("text", "data", "sentence"),
    [
        (
            "std BBBB/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/1Y3:- . 1 1 1 * -",
            {"tile": "Y", "row": 5, "column": 2, "player": 1},
            "yellow is not the colour of cell 5,2 on the wall of player 1 (R21)",
        ),
        (
            "std BBBB/-/-/-/- F . . 1 1 1 B15Y20R20K20W20 -",
            {"tile": "B", "found": 19, "due": 20},
            "the position holds 19 of blue, the game has 20 (R5)",
        ),
        (
            "grey BBBB/-/-/-/- F . 0:-/-/-/-/-:1Y3/5/1Y3/5/5:- 1 1 1 * -",
            {"tile": "Y", "column": 2, "player": 2},
            "wall column 2 of player 2 holds yellow twice (R38)",
        ),
        (
            "std BBBB/-/-/-/- F . 0:BB/-/-/-/-:5/5/5/5/5:- 1 1 1 * -",
            {"line": 1, "player": 2, "tiles": 2},
            "line 1 of player 2 holds 2 tiles (R2)",
        ),
        (
            "std BBBB/-/-/-/- F . 0:-/-/B/-/-:5/5/2B2/5/5:- 1 1 1 * -",
            {"line": 3, "player": 2, "tile": "B"},
            "line 3 of player 2 holds blue, which wall row 3 bars (R16, R48)",
        ),
        (
            "std BBBB/-/-/-/- F . 0:-/-/-/-/-:5/WBYRK/5/5/5:- 1 1 1 * -",
            {"row": 2, "player": 2},
            "wall row 2 of player 2 is complete, so no round goes on (R30)",
        ),
        (
            "grey BBBB/-/-/-/- F . 0:-/-/-/-/-:5/5/Y1Y2/5/5:- 1 1 1 * -",
            {"row": 3, "player": 2, "tile": "Y"},
            "wall row 3 of player 2 holds yellow twice (R38)",
        ),
        (
            "std -/-/-/-/- F . 0:-/-/-/-/-:5/5/5/5/5:K 1 1 2 * -",
            {"player": 2},
            "the floor line of player 2 was not cleared (R28)",
        ),
    ],
)
def test_reason_with_its_data(text: str, data: dict[str, object], sentence: str) -> None:
    with pytest.raises(ImpossiblePositionError) as refused:
        parse_position(complete(text))
    assert refused.value.data == data
    assert str(refused.value) == sentence
