"""Positions as text; those that no game could reach are in rules/test_validity.py."""

import pytest

from azulejos.notation import NotationError, format_position, parse_position
from azulejos.rules import Phase, RuleSet, Tile
from tables import complete, refuses

OPEN = (
    "std BYKW/RRKK/BBRW/BRKK/BYWW F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 1 "
    "B15Y18R16K15W16 -"
)
FINISHED = (
    "std -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKW/WB1R1/K2Y1/2W2/5:- "
    "7:-/-/-/W/YY:BY1KW/W1YRK/1WB2/3B1/2K2:- 2 2 5 - B15Y14R13K14W13"
)
JOKERS = complete(
    "grey+joker BBRJ/-/-/-/-/-/- FKJJ 12:-/BJ/JJ/-/KK:J1Y1J/5/5/5/RB3:KFJ . . 2 3 4 * W3J1"
).replace("FKJJ", "KJJ")


@pytest.mark.parametrize("text", [OPEN, FINISHED, JOKERS])
def test_positions_both_ways(text: str) -> None:
    position = parse_position(text)
    assert format_position(position) == text
    assert parse_position(text.lower()) == position
    assert parse_position(text.upper()) == position
    assert parse_position(f"  {text}\n") == position


def test_every_field_is_where_it_belongs() -> None:
    position = parse_position(JOKERS)
    assert position.rules is RuleSet.GREY_JOKER
    assert [str(display) for display in position.displays] == ["BBRJ", "", "", "", "", "", ""]
    assert (str(position.centre), position.marker_in_centre) == ("KJJ", False)
    board = position.board(1)
    assert board.score == 12
    assert [str(line.tiles) for line in board.lines] == ["", "BJ", "JJ", "", "KK"]
    assert board.wall[0] == (Tile.JOKER, None, Tile.YELLOW, None, Tile.JOKER)
    assert board.wall[4] == (Tile.RED, Tile.BLUE, None, None, None)
    assert board.floor == (Tile.BLACK, Tile.MARKER, Tile.JOKER)
    assert (position.turn, position.starter, position.round) == (2, 3, 4)
    assert str(position.lid) == "WWWJ"


def test_what_a_position_waits_for() -> None:
    assert parse_position(OPEN).phase is Phase.OFFER
    assert parse_position(FINISHED).phase is Phase.OVER


def changed(field: int, text: str) -> str:
    fields = OPEN.split(" ")
    fields[field] = text
    return " ".join(fields)


PLAYER = 3
BAD = [
    ("", "bad_fields"),
    ("std", "bad_fields"),
    (OPEN.replace(" ", "  ", 1), "bad_fields"),
    (OPEN + " -", "bad_player"),
    (changed(0, "standard"), "bad_rules"),
    (changed(0, "jo\u212aer"), "bad_rules"),  # the Kelvin sign
    (changed(1, "BYKX/RRKK/BBRW/BRKK/BYWW"), "bad_heap"),
    (changed(1, "BYKW//BBRW/BRKK/BYWW"), "bad_heap"),
    (changed(2, "F-"), "bad_heap"),
    (changed(2, "BF"), "bad_heap"),
    (changed(2, "FF"), "bad_heap"),
    (changed(2, "ﬀ"), "bad_heap"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/5"), "bad_player"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/5:-:-"), "bad_player"),
    (changed(PLAYER, "-1:-/-/-/-/-:5/5/5/5/5:-"), "bad_number"),
    (changed(PLAYER, "01:-/-/-/-/-:5/5/5/5/5:-"), "bad_number"),
    (changed(PLAYER, "x:-/-/-/-/-:5/5/5/5/5:-"), "bad_number"),
    (changed(PLAYER, "1" * 5000 + ":-/-/-/-/-:5/5/5/5/5:-"), "bad_number"),
    (changed(PLAYER, "1" * 101 + ":-/-/-/-/-:5/5/5/5/5:-"), "bad_number"),
    (changed(PLAYER, "0:-/-/-/-:5/5/5/5/5:-"), "bad_lines"),
    (changed(PLAYER, "0:-/-/-/-/-/-:5/5/5/5/5:-"), "bad_lines"),
    (changed(PLAYER, "0:-/F/-/-/-:5/5/5/5/5:-"), "bad_heap"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5:-"), "bad_wall"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/5/5:-"), "bad_wall"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/6:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/4:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/0YRKWB:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/23:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/Y22:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/Y5:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/-:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/F4:-"), "bad_row"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/5:"), "bad_floor"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/5:X"), "bad_floor"),
    (changed(PLAYER, "0:-/-/-/-/-:5/5/5/5/5:BBBBBBBBB"), "bad_floor"),
    (changed(5, "one"), "bad_number"),
    (changed(6, "1.0"), "bad_number"),
    (changed(7, "²"), "bad_number"),
    (changed(8, "B0Y18"), "bad_counts"),
    (changed(8, "B15B15"), "bad_counts"),
    (changed(8, "15B"), "bad_counts"),
    (changed(8, "B"), "bad_counts"),
    (changed(8, "F1"), "bad_counts"),
    (changed(9, "B1000"), "bad_counts"),
]


@pytest.mark.parametrize(("text", "code"), BAD)
def test_bad_positions(text: str, code: str) -> None:
    with refuses(NotationError, code):
        parse_position(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a b", "a position is 8 fields and 2 to 4 players, one space between; parts here: 2"),
        (changed(5, "one"), "'one' is no number for turn"),
        (changed(6, "one"), "'one' is no number for starter"),
        (changed(7, "one"), "'one' is no number for round"),
        (changed(PLAYER, "x:-/-/-/-/-:5/5/5/5/5:-"), "'x' is no number for score"),
        (changed(8, "B"), "'B' is no count of tiles: write B15Y18, or - for none"),
    ],
)
def test_bad_positions_in_words(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_position(text)
    assert str(refused.value) == sentence
