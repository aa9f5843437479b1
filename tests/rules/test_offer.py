"""Factory offer: takes, one row a rule or ruling."""

import pytest

from azulejos.notation import format_move, format_position, parse_move
from azulejos.rules import IllegalMoveError, Phase, legal_moves, play
from tables import case, complete, refuses, rule, table

PLAYED = [
    pytest.param(
        "std BKKW/RYYY/BBBR/-/- F . . 1 1 1 * -",
        "1K2",
        "std -/RYYY/BBBR/-/- FBW 0:-/KK/-/-/-:5/5/5/5/5:- . 2 1 1 * -",
        marks=rule("R9", "R10", "R12"),
        id="a colour from a display, the rest to the centre, the next player's turn",
    ),
    pytest.param(
        "std -/RYYY/-/-/- BBKW . 0:-/-/-/-/-:5/5/5/5/5:F 1 2 1 * -",
        "0B2",
        "std -/RYYY/-/-/- KW 0:-/BB/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:F 2 2 1 * -",
        marks=rule("R10"),
        id="a colour from the centre, where the rest stays",
    ),
    pytest.param(
        "std -/-/-/-/-/-/- FBBW . . . 3 1 1 * -",
        "0B3",
        "std -/-/-/-/-/-/- W . . 0:-/-/BB/-/-:5/5/5/5/5:F 1 1 1 * -",
        marks=rule("R9", "R11"),
        id="first from the centre takes the marker; after the last player comes the first",
    ),
    pytest.param(
        "std RYYY/-/-/-/- FBB 0:-/-/-/-/-:5/5/5/5/5:KK . 1 1 1 * -",
        "0B1",
        "std RYYY/-/-/-/- - 0:B/-/-/-/-:5/5/5/5/5:KKFB . 2 1 1 * -",
        marks=rule("R11", "E2", "R15"),
        id="the marker goes to the leftmost free space, before the tiles of the turn",
    ),
    pytest.param(
        "std RYYY/-/-/-/- FBB 0:-/-/-/-/-:5/5/5/5/5:KKKKKKK . 1 1 1 * W3",
        "0B2",
        "std RYYY/-/-/-/- - 0:-/BB/-/-/-:5/5/5/5/5:KKKKKKKF . 2 1 1 * W3",
        marks=rule("E1"),
        id="the marker beside a full floor line",
    ),
    pytest.param(
        "std RYYY/-/-/-/- FBBB 0:-/-/-/-/-:5/5/5/5/5:KKKKKK . 1 1 1 * -",
        "0B0",
        "std RYYY/-/-/-/- - 0:-/-/-/-/-:5/5/5/5/5:KKKKKKF . 2 1 1 * B3",
        marks=[rule("R18", "E2", "E5"), case(8)],
        id="floor of six: the marker on space 7, three tiles to the lid at once",
    ),
    pytest.param(
        "std RYYY/BBBB/-/-/- F 0:-/-/-/B/-:5/5/5/5/5:- . 1 1 1 * -",
        "2B4",
        "std RYYY/-/-/-/- F 0:-/-/-/BBBB/-:5/5/5/5/5:B . 2 1 1 * -",
        marks=rule("R14", "R15"),
        id="the same colour joins; what is too much falls",
    ),
    pytest.param(
        "std RYYY/BBBB/-/-/- F . . 1 1 1 * -",
        "2B0",
        "std RYYY/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:BBBB . 2 1 1 * -",
        marks=rule("R17", "E3"),
        id="all to the floor although lines are open",
    ),
    pytest.param(
        "std RYYY/BBBB/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:KKKKK . 1 1 1 * W1",
        "2B0",
        "std RYYY/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:KKKKKBB . 2 1 1 * B2W1",
        marks=rule("R18", "E5"),
        id="the floor line fills up, the others go to the lid",
    ),
    pytest.param(
        "joker BBRJ/RYYY/-/-/- F . . 1 1 1 * -",
        "1B3",
        "joker -/RYYY/-/-/- FRJ 0:-/-/BB/-/-:5/5/5/5/5:- . 2 1 1 * -",
        marks=rule("R41", "E21"),
        id="a colour without the joker, which is then a remaining tile",
    ),
    pytest.param(
        "joker BBRJ/RYYY/-/-/- F . . 1 1 1 * -",
        "1BJ3",
        "joker -/RYYY/-/-/- FR 0:-/-/BBJ/-/-:5/5/5/5/5:- . 2 1 1 * -",
        marks=rule("R41", "R42", "R43"),
        id="a colour with its joker, all to one line",
    ),
    pytest.param(
        "joker -/RYYY/-/-/- FBJJ . . 1 1 1 * -",
        "0J4",
        "joker -/RYYY/-/-/- B 0:-/-/-/JJ/-:5/5/5/5/5:F . 2 1 1 * -",
        marks=rule("R41", "E21"),
        id="all jokers of the centre, and the marker with them",
    ),
    pytest.param(
        "joker BJJJ/RYYY/-/-/- F . . 1 1 1 * -",
        "1BJ2",
        "joker -/RYYY/-/-/- F 0:-/BJ/-/-/-:5/5/5/5/5:JJ . 2 1 1 * -",
        marks=rule("R42", "E23"),
        id="the colour is laid first, then jokers; the others fall",
    ),
    pytest.param(
        "joker BBBJ/RYYY/-/-/- F . . 1 1 1 * -",
        "1BJ2",
        "joker -/RYYY/-/-/- F 0:-/BB/-/-/-:5/5/5/5/5:BJ . 2 1 1 * -",
        marks=rule("E23"),
        id="the colour alone fills the line: a colour tile falls before the joker",
    ),
    pytest.param(
        "joker BBRW/RYYY/-/-/- F 0:-/-/J/-/-:5/5/5/5/5:- . 1 1 1 * -",
        "1B3",
        "joker -/RYYY/-/-/- FRW 0:-/-/BBJ/-/-:5/5/5/5/5:- . 2 1 1 * -",
        marks=rule("E24", "R43"),
        id="a line of jokers takes a colour",
    ),
    pytest.param(
        "joker JJRW/RYYY/-/-/- F 0:-/-/B/-/-:B4/1B3/5/5/5:- . 1 1 1 * -",
        "1J3",
        "joker -/RYYY/-/-/- FRW 0:-/-/BJJ/-/-:B4/1B3/5/5/5:- . 2 1 1 * -",
        marks=rule("E22"),
        id="jokers join any line that is not full",
    ),
    pytest.param(
        "grey BBRW/RYYY/-/-/- F 0:-/-/-/-/-:B4/1B3/2BW1/3B1/5:- . 1 1 1 * -",
        "1W5",
        "grey -/RYYY/-/-/- FBBR 0:-/-/-/-/W:B4/1B3/2BW1/3B1/5:- . 2 1 1 * -",
        marks=rule("E17"),
        id="grey: a colour of other rows may go to a line",
    ),
    pytest.param(
        "grey+joker BBRW/RYYY/-/-/- F 0:-/-/-/-/-:JY3/5/5/5/5:- . 1 1 1 * -",
        "1B1",
        "grey+joker -/RYYY/-/-/- FRW 0:B/-/-/-/-:JY3/5/5/5/5:B . 2 1 1 * -",
        marks=rule("E27"),
        id="grey: a joker on the wall bars no colour",
    ),
]


@pytest.mark.parametrize(("before", "move", "after"), PLAYED)
def test_take(before: str, move: str, after: str) -> None:
    played = play(table(before), parse_move(move))
    assert format_position(played.position) == complete(after)


REFUSED = [
    pytest.param("1R1", "not_on_display", marks=rule("R10")),
    pytest.param("0R1", "not_in_centre", marks=rule("R10")),
    pytest.param("3B1", "display_empty", marks=rule("R10")),
    pytest.param("6B1", "no_such_display", marks=rule("R4")),
    pytest.param("1BJ1", "no_jokers_in_game", marks=rule("R40")),
    pytest.param("1J1", "no_jokers_in_game", marks=rule("R40")),
    pytest.param("1K2", "line_full", marks=rule("E4")),
    pytest.param("1B2", "line_full", marks=rule("E4")),
    pytest.param("1K3", "line_has_colour", marks=rule("R14")),
    pytest.param("1B1", "colour_in_row", marks=rule("R16")),
    pytest.param("3@1", "take_due", marks=rule("R8")),
    pytest.param("=BYKW/RRKK/BBRW/BRKK/BYWW", "take_due", marks=rule("R8")),
]


@pytest.mark.parametrize(("move", "code"), REFUSED)
def test_refused_take(move: str, code: str) -> None:
    position = table("std BBKW/BYYY/-/-/- FBKW 0:-/KK/Y/-/-:B4/5/5/5/5:- . 1 1 1 * -")
    with refuses(IllegalMoveError, code):
        play(position, parse_move(move))


JOKERS_REFUSED = [
    pytest.param("1YJ1", "no_joker_to_add", marks=rule("R41")),
    pytest.param("1J3", "not_on_display", marks=rule("R41")),
    pytest.param("0J1", "not_in_centre", marks=rule("E21")),
    pytest.param("2BJ1", "joker_in_row", marks=rule("R48", "E22")),
    pytest.param("2B1", "joker_in_row", marks=rule("R48")),
    pytest.param("2BJ3", "line_has_colour", marks=rule("E22", "R43")),
    pytest.param("2J2", "line_full", marks=rule("E22", "E4")),
    pytest.param("2W4", "colour_in_row", marks=rule("E24", "R16")),
    pytest.param("2B5", "joker_in_row", marks=rule("E24", "R48")),
]


@pytest.mark.parametrize(("move", "code"), JOKERS_REFUSED)
def test_refused_take_with_jokers(move: str, code: str) -> None:
    position = table("joker BYYY/BBJW/-/-/-/-/- FK 0:-/JJ/YJ/J/J:J4/5/5/2W2/4J:- . . 1 1 1 * -")
    with refuses(IllegalMoveError, code):
        play(position, parse_move(move))


@rule("R4", "R10", "R14", "R16", "E4")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("1B1", "blue is already in wall row 1 (R16)"),
        ("1K3", "line 3 holds yellow, no other colour may join (R14)"),
        ("1R1", "there is no red on display 1 (R10)"),
        ("7R1", "there is no display 7: this game has 5 (R4)"),
        ("1K2", "line 2 is full (E4)"),
    ],
)
def test_refusal_in_words(move: str, sentence: str) -> None:
    position = table("std BBKW/BYYY/-/-/- FBKW 0:-/KK/Y/-/-:B4/5/5/5/5:- . 1 1 1 * -")
    with pytest.raises(IllegalMoveError) as refused:
        play(position, parse_move(move))
    assert str(refused.value) == sentence


def targets(text: str, source_and_tiles: str) -> str:
    moves = map(format_move, legal_moves(table(text)))
    return "".join(move[-1] for move in moves if move[:-1] == source_and_tiles)


@rule("R14", "R16", "R17")
@case(2)
def test_case_2_placement() -> None:
    before = "std YYKW/BBBB/-/-/- F 0:-/-/-/B/-:5/2Y2/3Y1/5/5:- . 1 1 1 * -"
    assert targets(before, "1Y") == "015"
    after = play(table(before), parse_move("1Y1")).position
    assert "".join(after.board(1).floor) == "Y"


@rule("R10", "R11")
@case(1)
def test_case_1_turns() -> None:
    position = table("std BKKW/RRRY/-/-/-/-/- F . . . 1 1 1 * -")
    for move, displays, centre in [
        ("1K2", "-/YRRR/-/-/-/-/-", "FBW"),
        ("2Y1", "-/-/-/-/-/-/-", "FBRRRW"),
        ("0R5", "-/-/-/-/-/-/-", "BW"),
    ]:
        position = play(position, parse_move(move)).position
        assert format_position(position).split(" ")[1:3] == [displays, centre]
    third = position.board(3)
    assert (str(third.line(5).tiles), third.floor) == ("RRR", ("F",))


@rule("R41")
@case(10)
def test_case_10_takes_of_a_display() -> None:
    moves = legal_moves(table("joker BBRJ/-/-/-/- F . . 1 1 1 * -"))
    takes = list(dict.fromkeys(format_move(move)[1:-1] for move in moves))
    assert takes == ["B", "R", "J", "BJ", "RJ"]


@rule("E4", "R17")
def test_the_floor_is_always_a_target() -> None:
    full = "std BBKW/-/-/-/- F 0:K/KK/KKK/RRRR/YYYYY:5/5/5/5/5:- . 1 1 1 * -"
    assert [format_move(move) for move in legal_moves(table(full))] == ["1B0", "1K0", "1W0"]


@rule("R19", "R8")
def test_the_offer_goes_on_while_a_tile_lies_on_the_table() -> None:
    position = table("std -/-/-/-/- BW 0:-/-/-/-/-:5/5/5/5/5:F . 2 1 1 * -")
    position = play(position, parse_move("0B3")).position
    assert position.phase is Phase.OFFER
    position = play(position, parse_move("0W3")).position
    assert position.phase is Phase.PREPARATION
