"""The table and its events in sentences."""

from azulejos.locales import catalogue
from azulejos.notation import parse_move
from azulejos.rules import play
from azulejos.terminal.words import Teller
from tables import table

ANA_AND_BEN = Teller(catalogue("en"), ["Ana", "Ben"])


def test_the_table_in_words() -> None:
    text = "joker BBRJ/-/-/-/- FK 12:-/BJ/JJ/-/KK:B3J/5/5/5/5:KY 1:-/-/-/-/-:5/5/5/5/5:- 2 1 2 * -"
    assert list(ANA_AND_BEN.table(table(text))) == [
        "Round 2.",
        "Display 1: 2 blue tiles, 1 red tile and 1 joker.",
        "Centre: 1 black tile and the first-player marker.",
        "Ben, 1 point.",
        "The pattern lines are empty.",
        "The wall is empty.",
        "Ana, 12 points.",
        "Line 2: 1 blue tile and 1 joker, complete.",
        "Line 3: 2 jokers, 1 space free.",
        "Line 5: 2 black tiles, 3 spaces free.",
        "Floor line: 1 yellow tile and 1 black tile.",
        "Wall row 1: blue tile in column 1 and joker in column 5.",
        "Bag: 15 blue tiles, 18 yellow tiles, 18 red tiles, 15 black tiles and 19 white tiles.",
        "Lid: nothing.",
    ]


def test_events_in_words() -> None:
    ana, ben = "9:W/-/-/-/YYYYY:BYRK1/W4/K4/R4/5:-", "4:-/-/-/-/-:5/5/5/5/5:KKKKK"
    text = f"std -/-/-/-/- FBBB {ana} {ben} 2 1 6 * -"
    events = play(table(text), parse_move("0B1")).events
    assert list(ANA_AND_BEN.events(events)) == [
        "Ben takes from the centre: 3 blue tiles.",
        "Ben also takes the first-player marker, onto floor space 6.",
        "On line 1: 1 blue tile. The line is complete.",
        "To the floor line: 1 blue tile.",
        "The floor line is full; into the lid: 1 blue tile.",
        "All tiles are taken. Now the walls are tiled.",
        "Ana: white tile to row 1, column 5: 5 points.",
        "Ana: yellow tile to row 5, column 1: 5 points.",
        "Ben: blue tile to row 1, column 1: 1 point.",
        "The floor line costs Ben 14, but no score falls below 0: 0 points remain.",
        "A row is complete: the game ends.",
        "Ana: row 1 is complete: +2.",
        "Ana: column 1 is complete: +7.",
    ]


def test_points_in_both_directions_are_told_apart() -> None:
    text = "std -/-/-/-/- FK 0:B/WW/-/-/-:5/1B3/5/5/5:- . 2 2 3 * -"
    sentences = list(ANA_AND_BEN.events(play(table(text), parse_move("0K5")).events))
    assert "Ana: white tile to row 2, column 1: 4 points (2 across and 2 down)." in sentences
    assert "Ben loses 1 point for the floor line." not in sentences
