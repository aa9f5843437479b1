"""Which rules and rulings of docs/rules.md did a move meet? Told from the law's own events."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.rules import (
    CENTRE,
    COLOURS,
    FLOOR,
    Board,
    Deal,
    Move,
    Outcome,
    Place,
    Position,
    Take,
    Tile,
)
from azulejos.rules.events import (
    BonusKind,
    BonusScored,
    Dealt,
    Discarded,
    EndReason,
    Event,
    Fallen,
    FloorCharged,
    GameEnded,
    GameWon,
    LidTipped,
    LineDropped,
    MarkerTaken,
    OfferEnded,
    Tiled,
    WonBy,
)
from azulejos.rules.material import DISPLAY_SIZE, coloured_cell, coloured_column
from azulejos.rules.scoring import column_cells, complete_rows

# In the order of the table that `python tests/core/lockstep.py` prints.
RULINGS = {
    "R18": "tiles went to the lid from a full floor",
    "R27": "a score was held at 0",
    "R32": "the lid was tipped into the bag between two displays",
    "R33": "a display stayed short",
    "R36 rows": "a tie was settled by complete rows",
    "R36 shared": "a win was shared",
    "R39": "a grey line without a legal cell fell",
    "R46": "a joker went to the cell of its line's colour",
    "R48": "a joker on the wall closed a line to a colour on offer",
    "R50": "a joker among four tiles of a colour, at the end",
    "E1": "the marker was put beside a full floor",
    "E2": "the marker and tiles of the same turn came to the floor",
    "E6": "nobody took the marker",
    "E7": "the lid was tipped into the bag in the middle of a display",
    "E8": "nothing was left to deal",
    "E12": "a player without a complete row got a bonus",
    "E13": "a player below the tied ones had more rows",
    "E17": "a colour went to a grey line without a legal cell",
    "E18": "a line that fell found no space on the floor",
    "E19": "a grey line, or one of jokers only, had one legal cell",
    "E20": "the game ended after round 50",
    "E20 E8": "nothing was left to deal after round 50",
    "E21 rest": "jokers that were left went to the centre",
    "E21 marker": "jokers alone from the centre brought the marker",
    "E23": "jokers of a mixed take did not fit",
    "E24": "a line of jokers only was given a colour",
    "E25": "jokers of a tiled line went to the lid",
    "E26": "a line of jokers only left a choice on the coloured wall",
    "E27": "a grey line with jokers was tiled where its colour could not stand",
    "E28": "a row or column with a joker brought a bonus",
}


def rulings_met(before: Position, move: Move, after: Position, events: list[Event]) -> set[str]:
    """The keys of RULINGS that this move met."""
    met = set(_met_by_events(before, after, events))
    if isinstance(move, Deal):
        met.update(_met_by_deal(move, events))
        return met
    met.update(_met_by_tiling(before, move, events))
    if isinstance(move, Take):
        met.update(_met_by_take(before, move, events))
        met.update(_met_by_jokers(before, move, events))
    if any(isinstance(event, GameEnded) for event in events):
        met.update(_met_by_end(after, events))
    return met


def _met_by_deal(deal: Deal, events: list[Event]) -> Iterator[str]:
    if any(len(display) < DISPLAY_SIZE for display in deal.displays):
        yield "R33"
    for place, event in enumerate(events):
        if isinstance(event, LidTipped):
            yield "E7" if _within_a_display(events, place) else "R32"


def _within_a_display(events: list[Event], tipped: int) -> bool:
    earlier = events[tipped - 1] if tipped else None
    later = events[tipped + 1]
    return (
        isinstance(earlier, Dealt) and isinstance(later, Dealt) and earlier.display == later.display
    )


def _met_by_events(before: Position, after: Position, events: list[Event]) -> Iterator[str]:
    dropped = False
    for event in events:
        match event:
            case LineDropped():
                dropped = True
                yield "R39"
            case Discarded():
                yield "E18" if dropped else "R18"
            case MarkerTaken(space=8):
                yield "E1"
            case FloorCharged() if event.lost < event.penalty:
                yield "R27"
            case OfferEnded() if before.marker_in_centre and not _took_marker(events):
                yield "E6"
            case GameEnded() | GameWon():
                yield from ENDS.get(_kind_of_end(after, event), ())


ENDS: dict[object, tuple[str, ...]] = {
    EndReason.NO_TILES: ("E8",),
    (EndReason.ROUNDS, True): ("E20",),
    (EndReason.ROUNDS, False): ("E20 E8",),
    WonBy.ROWS: ("R36 rows",),
    WonBy.SHARED: ("R36 shared",),
}


def _kind_of_end(after: Position, event: GameEnded | GameWon) -> object:
    if isinstance(event, GameWon):
        return event.won_by
    if event.reason is EndReason.ROUNDS:
        return event.reason, bool(after.bag or after.lid)
    return event.reason


def _took_marker(events: list[Event]) -> bool:
    return any(isinstance(event, MarkerTaken) for event in events)


def _met_by_take(before: Position, take: Take, events: list[Event]) -> Iterator[str]:
    board = before.board(before.turn)
    if _took_marker(events) and any(isinstance(event, Fallen) for event in events):
        yield "E2"
    coloured = take.line != FLOOR and take.tile is not Tile.JOKER
    if before.rules.grey_wall and coloured and not grey_columns(board, take.tile, take.line):
        yield "E17"


def grey_columns(board: Board, colour: Tile, row: int) -> list[int]:
    """Where a colour without jokers could stand in a row of the grey wall (R38)."""
    return [
        column
        for column in range(1, 6)
        if board.cell(row, column) is None and colour not in column_cells(board.wall, column)
    ]


def _met_by_jokers(before: Position, take: Take, events: list[Event]) -> Iterator[str]:
    if not before.rules.jokers:
        return
    board = before.board(before.turn)
    source = before.source(take.source)
    if take.source != CENTRE and source[Tile.JOKER] and Tile.JOKER not in take.kinds:
        yield "E21 rest"
    if take.tile is Tile.JOKER and _took_marker(events):
        yield "E21 marker"
    if take.line != FLOOR and take.tile is not Tile.JOKER:
        held = board.line(take.line)
        if take.with_jokers and len(source.only(*take.kinds)) > held.free:
            yield "E23"
        if held.tiles and held.colour is None:
            yield "E24"
    if not before.rules.grey_wall and _closed_by_joker(before, board):
        yield "R48"


def _closed_by_joker(position: Position, board: Board) -> bool:
    """Is a colour on offer barred from a line for no other reason than a joker in its row?"""
    offered = {kind for source in (*position.displays, position.centre) for kind in source.colours}
    return any(
        board.line(row).colour is None
        and not board.line(row).complete
        and any(
            cell is Tile.JOKER and coloured_cell(row, column) in offered
            for column, cell in enumerate(cells, start=1)
        )
        for row, cells in enumerate(board.wall, start=1)
    )


def _met_by_tiling(before: Position, move: Move, events: list[Event]) -> Iterator[str]:
    grey = before.rules.grey_wall
    chosen = isinstance(move, Place)  # then the first line tiled was a decision
    if chosen and not grey:
        yield "E26"
    for event in events:
        if isinstance(event, Tiled):
            yield from _met_by_tile(grey, chosen, event)
            if grey and event.tile is Tile.JOKER and _only_a_joker_fits(before, event):
                yield "E27"
            chosen = False


def _met_by_tile(grey: bool, chosen: bool, tiled: Tiled) -> Iterator[str]:
    with_colour = bool(tiled.to_lid.colours) or tiled.tile is not Tile.JOKER
    if (grey or not with_colour) and not chosen:
        yield "E19"
    if tiled.tile is Tile.JOKER and with_colour and not grey:
        yield "R46"
    if tiled.to_lid[Tile.JOKER]:
        yield "E25"


def _only_a_joker_fits(before: Position, tiled: Tiled) -> bool:
    """Of lines that this very move completed, the tiles above may be new: then not counted."""
    wall = before.board(tiled.player).wall
    return any(colour in column_cells(wall, tiled.column) for colour in tiled.to_lid.colours)


def _met_by_end(after: Position, events: list[Event]) -> Iterator[str]:
    ended_by_row = after.ended_by_row
    for event in events:
        if isinstance(event, BonusScored):
            wall = after.board(event.player).wall
            if ended_by_row and not complete_rows(wall):
                yield "E12"
            if Tile.JOKER in _cells_of_bonus(after.board(event.player), event):
                yield "E28"
    if not after.rules.grey_wall and any(_joker_for_fifth(board) for board in after.boards):
        yield "R50"
    outcome = after.outcome
    if outcome and outcome.won_by is not WonBy.POINTS and _more_rows_below(outcome):
        yield "E13"


def _more_rows_below(outcome: Outcome) -> bool:
    return max(outcome.rows) > outcome.rows[outcome.winners[0] - 1]


def _cells_of_bonus(board: Board, bonus: BonusScored) -> tuple[Tile | None, ...]:
    if isinstance(bonus.which, Tile):
        return ()
    if bonus.kind is BonusKind.ROW:
        return board.wall[bonus.which - 1]
    return column_cells(board.wall, bonus.which)


def _joker_for_fifth(board: Board) -> bool:
    return any(
        sorted(board.cell(row, coloured_column(row, colour)) or "" for row in range(1, 6))
        == sorted([colour] * 4 + [Tile.JOKER])
        for colour in COLOURS
    )
