"""What a move tells: the whole list of events, in the order a person would see them."""

import pytest

from azulejos.notation import parse_move
from azulejos.rules import WonBy, play
from azulejos.rules.events import (
    BonusKind,
    BonusScored,
    Discarded,
    EndReason,
    Event,
    Fallen,
    FloorCharged,
    GameEnded,
    GameWon,
    Laid,
    LineDropped,
    MarkerTaken,
    MovedToCentre,
    OfferEnded,
    StarterChosen,
    Taken,
    Tiled,
)
from azulejos.rules.tiles import EMPTY, Heap, Tile
from tables import rule, table

TOLD = [
    pytest.param(
        "std BKKW/YYYR/-/-/- F . . 1 1 1 * -",
        "1K2",
        [
            Taken(1, 1, Heap.of("KK")),
            MovedToCentre(1, Heap.of("BW")),
            Laid(1, 2, Heap.of("KK"), completed=True),
        ],
        marks=rule("R10", "R12", "R15"),
        id="a take from a display",
    ),
    pytest.param(
        "std KKKK/YYYR/-/-/- F . . 1 1 1 * -",
        "1K5",
        [Taken(1, 1, Heap.of("KKKK")), Laid(1, 5, Heap.of("KKKK"), completed=False)],
        marks=rule("R10"),
        id="nothing is left for the centre",
    ),
    pytest.param(
        "std YYYR/-/-/-/- FBBBW . 0:-/-/-/-/-:5/5/5/5/5:KKKKK 2 1 1 * -",
        "0B1",
        [
            Taken(2, 0, Heap.of("BBB")),
            MarkerTaken(2, 6),
            Laid(2, 1, Heap.of("B"), completed=True),
            Fallen(2, (Tile.BLUE,), 7),
            Discarded(2, Heap.of("B")),
        ],
        marks=rule("R11", "E2", "R17", "R18"),
        id="marker, line, floor and lid in one take",
    ),
    pytest.param(
        "std YYYR/-/-/-/- FB 0:-/-/-/-/-:5/5/5/5/5:KKKKKKK . 1 1 1 * -",
        "0B0",
        [Taken(1, 0, Heap.of("B")), MarkerTaken(1, 8), Discarded(1, Heap.of("B"))],
        marks=rule("E1", "E5"),
        id="all beside a full floor line",
    ),
    pytest.param(
        "grey -/-/-/-/- FK 3:W/-/-/-/-:BYRK1/4W/5/5/5:- . 2 2 3 * -",
        "0K0",
        [
            Taken(2, 0, Heap.of("K")),
            MarkerTaken(2, 1),
            Fallen(2, (Tile.BLACK,), 2),
            OfferEnded(),
            LineDropped(1, 1, Heap.of("W")),
            Fallen(1, (Tile.WHITE,), 1),
            FloorCharged(2, (Tile.MARKER, Tile.BLACK), 2, 0),
            FloorCharged(1, (Tile.WHITE,), 1, 1),
            StarterChosen(2),
        ],
        marks=rule("R39", "E18", "R27"),
        id="a grey line without a cell",
    ),
    pytest.param(
        "grey -/-/-/-/- - 30:-/WW/-/-/-:4W/BYRK1/5/5/5:KKKKKK 0:B/-/-/-/-:5/5/5/5/5:F 2 2 3 * -",
        "1@4",
        [
            Tiled(2, 1, 4, Tile.BLUE, 1, 0, EMPTY),
            LineDropped(1, 2, Heap.of("WW")),
            Fallen(1, (Tile.WHITE,), 7),
            Discarded(1, Heap.of("W")),
            FloorCharged(2, (Tile.MARKER,), 1, 1),
            FloorCharged(1, (*(Tile.BLACK,) * 6, Tile.WHITE), 14, 14),
            StarterChosen(2),
        ],
        marks=rule("E15", "E18", "E19", "R39"),
        id="a decision, then a line that falls on a floor with tiles",
    ),
    pytest.param(
        "std -/-/-/-/- FK 0:-/-/-/-/-:B4/W4/K4/R4/Y4:- 0:-/-/-/-/-:1Y3/1B3/1W3/1K3/1R3:- "
        "2 2 50 * -",
        "0K5",
        [
            Taken(2, 0, Heap.of("K")),
            MarkerTaken(2, 1),
            Laid(2, 5, Heap.of("K"), completed=False),
            OfferEnded(),
            FloorCharged(2, (Tile.MARKER,), 1, 0),
            GameEnded(EndReason.ROUNDS),
            BonusScored(1, BonusKind.COLUMN, 1, 7),
            BonusScored(2, BonusKind.COLUMN, 2, 7),
            GameWon((1, 2), WonBy.SHARED),
        ],
        marks=rule("E20", "E12"),
        id="bonuses by seat",
    ),
    pytest.param(
        "std -/-/-/-/- K 9:W/-/-/-/YYYYY:BYRK1/W4/K4/R4/5:- 4:-/-/-/-/-:5/5/5/5/5:F 2 1 6 * -",
        "0K4",
        [
            Taken(2, 0, Heap.of("K")),
            Laid(2, 4, Heap.of("K"), completed=False),
            OfferEnded(),
            Tiled(1, 1, 5, Tile.WHITE, 5, 0, EMPTY),
            Tiled(1, 5, 1, Tile.YELLOW, 0, 5, Heap.of("YYYY")),
            FloorCharged(2, (Tile.MARKER,), 1, 1),
            GameEnded(EndReason.ROW),
            BonusScored(1, BonusKind.ROW, 1, 2),
            BonusScored(1, BonusKind.COLUMN, 1, 7),
            GameWon((1,), WonBy.POINTS),
        ],
        marks=rule("R34", "R35", "E10"),
        id="the end of a game",
    ),
    pytest.param(
        "std -/-/-/-/- FK 0:-/-/-/-/BBBBB:B4/1B3/2B2/3B1/YRKW1:- . 2 2 6 * -",
        "0K4",
        [
            Taken(2, 0, Heap.of("K")),
            MarkerTaken(2, 1),
            Laid(2, 4, Heap.of("K"), completed=False),
            OfferEnded(),
            Tiled(1, 5, 5, Tile.BLUE, 5, 0, Heap.of("BBBB")),
            FloorCharged(2, (Tile.MARKER,), 1, 0),
            GameEnded(EndReason.ROW),
            BonusScored(1, BonusKind.ROW, 5, 2),
            BonusScored(1, BonusKind.COLOUR, Tile.BLUE, 10),
            GameWon((1,), WonBy.POINTS),
        ],
        marks=rule("R35"),
        id="the bonus for a colour",
    ),
]


@pytest.mark.parametrize(("before", "move", "events"), TOLD)
def test_events(before: str, move: str, events: list[Event]) -> None:
    assert play(table(before), parse_move(move)).events == events
