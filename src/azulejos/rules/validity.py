"""Could a game have led here? The cheap checks, each with its reason.

They look at what lies on the table, not at how it came there: whose turn it should be after so
many takes, or whether a score fits its wall, is not asked, so that people can set up studies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .board import Board
from .errors import ImpossiblePositionError
from .material import (
    DISPLAY_SIZE,
    FLOOR_SPACES,
    LAST_ROUND,
    PLAYER_COUNTS,
    all_tiles,
    coloured_cell,
    display_count,
)
from .offer import barred_by_row
from .position import Phase, Position
from .scoring import column_cells, complete_rows
from .tiles import COLOURS, EMPTY, Heap, Tile
from .tiling import COLUMNS, legal_columns

Flaws = Iterator[ImpossiblePositionError]


def check(position: Position) -> None:
    """Raises ImpossiblePositionError with the first flaw found."""
    for flaw in flaws(position):
        raise flaw


def flaws(position: Position) -> Flaws:
    """Every reason why no game could reach this position; nothing if there is none to see."""
    if position.players not in PLAYER_COUNTS:
        yield ImpossiblePositionError("players_number", players=position.players)
        return
    due = display_count(position.players)
    if len(position.displays) != due:
        yield ImpossiblePositionError(
            "display_number", players=position.players, due=due, displays=len(position.displays)
        )
        return
    yield from _turn_flaws(position)
    for player, board in enumerate(position.boards, start=1):
        yield from _line_flaws(position, player, board)
        yield from _wall_flaws(position, player, board)
        yield from _floor_and_score_flaws(player, board)
    yield from _marker_flaws(position)
    yield from _tile_flaws(position)
    yield from _display_flaws(position)
    match position.phase:
        case Phase.OFFER:
            yield from _offer_flaws(position)
        case Phase.TILING:
            yield from _tiling_flaws(position)
        case Phase.PREPARATION | Phase.OVER:
            yield from _between_rounds_flaws(position)


def _turn_flaws(position: Position) -> Flaws:
    players = position.players
    if not 1 <= position.turn <= players:
        yield ImpossiblePositionError("turn", turn=position.turn, players=players)
    if not 1 <= position.starter <= players:
        yield ImpossiblePositionError("starter", starter=position.starter, players=players)
    if not 1 <= position.round <= LAST_ROUND + 1:
        yield ImpossiblePositionError("round", round=position.round)


def _line_flaws(position: Position, player: int, board: Board) -> Flaws:
    for line in board.lines:
        number = line.size
        if line.free < 0:
            tiles = len(line.tiles)
            yield ImpossiblePositionError("line_overfull", line=number, player=player, tiles=tiles)
        colours = line.tiles.colours
        if len(colours) > 1:
            yield ImpossiblePositionError("line_two_colours", line=number, player=player)
        for colour in colours:
            if barred_by_row(position.rules, board, colour, number):  # R16, R48
                yield ImpossiblePositionError(
                    "line_barred", line=number, player=player, tile=colour
                )


def _wall_flaws(position: Position, player: int, board: Board) -> Flaws:
    if position.rules.grey_wall:
        for number in COLUMNS:
            for tile in _twice(board.wall[number - 1]):
                yield ImpossiblePositionError(
                    "wall_row_twice", row=number, player=player, tile=tile
                )
            for tile in _twice(column_cells(board.wall, number)):
                yield ImpossiblePositionError(
                    "wall_column_twice", column=number, player=player, tile=tile
                )
        return
    for row, cells in enumerate(board.wall, start=1):
        for column, cell in enumerate(cells, start=1):
            if cell not in (None, Tile.JOKER, coloured_cell(row, column)):
                yield ImpossiblePositionError(
                    "wall_wrong_colour", tile=cell, row=row, column=column, player=player
                )


def _twice(cells: tuple[Tile | None, ...]) -> list[Tile]:
    """The colours that stand more than once in a row or column; jokers are free to (E27)."""
    counts = Counter(cell for cell in cells if cell not in (None, Tile.JOKER))
    return [tile for tile, count in counts.items() if tile is not None and count > 1]


def _floor_and_score_flaws(player: int, board: Board) -> Flaws:
    beside = board.floor[FLOOR_SPACES:]
    if beside not in ((), (Tile.MARKER,)):  # E1
        yield ImpossiblePositionError("floor_overfull", player=player)
    if board.score < 0:
        yield ImpossiblePositionError("negative_score", player=player)


def _marker_flaws(position: Position) -> Flaws:
    markers = sum(board.floor.count(Tile.MARKER) for board in position.boards)
    markers += position.marker_in_centre
    if markers != 1:
        yield ImpossiblePositionError("marker_count", markers=markers)


def _tile_flaws(position: Position) -> Flaws:
    found = tiles_of(position)
    due = all_tiles(position.rules, position.players)
    if found[Tile.JOKER] != due[Tile.JOKER]:
        yield ImpossiblePositionError("joker_count", found=found[Tile.JOKER], due=due[Tile.JOKER])
    for colour in COLOURS:
        if found[colour] != due[colour]:
            yield ImpossiblePositionError(
                "tile_count", tile=colour, found=found[colour], due=due[colour]
            )


def tiles_of(position: Position) -> Heap:
    """All tiles of a position, wherever they lie: always the same 100 (R5)."""
    total = position.centre + position.bag + position.lid
    for display in position.displays:
        total += display
    for board in position.boards:
        for line in board.lines:
            total += line.tiles
        cells = [cell for row in board.wall for cell in row]
        total += Heap.of(tile for tile in cells if tile is not None)
        total += Heap.of(tile for tile in board.floor if tile is not Tile.MARKER)
    return total


def _display_flaws(position: Position) -> Flaws:
    """Displays are filled in order, so at most one is short, and then nothing was left (E8).

    A take leaves at most three tiles of a display for the centre (R10).
    """
    if len(position.centre) > (DISPLAY_SIZE - 1) * position.displays.count(EMPTY):
        yield ImpossiblePositionError("centre_overfull")
    for number, display in enumerate(position.displays, start=1):
        if len(display) > DISPLAY_SIZE:
            yield ImpossiblePositionError("display_overfull", display=number)
        elif 0 < len(display) < DISPLAY_SIZE and (position.bag or any(position.displays[number:])):
            yield ImpossiblePositionError("display_short", display=number)


def _offer_flaws(position: Position) -> Flaws:
    if position.round > LAST_ROUND:
        yield ImpossiblePositionError("round_over", round=position.round)
    yield from _row_flaws(position)


def _row_flaws(position: Position) -> Flaws:
    """Rows that should have ended the game."""
    for player, board in enumerate(position.boards, start=1):
        for row in complete_rows(board.wall):
            yield ImpossiblePositionError("row_complete", row=row, player=player)


def _tiling_flaws(position: Position) -> Flaws:
    """The player to move must be the first, from the starter, with a line to tile (E19)."""
    if position.round > LAST_ROUND:
        yield ImpossiblePositionError("round_over", round=position.round)
    for player in position.seats_from(position.starter):
        board = position.board(player)
        line = board.first_complete_line
        if not line:
            continue
        if player != position.turn:
            yield ImpossiblePositionError("not_their_decision", player=player, turn=position.turn)
        elif len(legal_columns(position.rules, board, line)) < 2:
            yield ImpossiblePositionError("no_decision", line=line, player=player)
        return


def _between_rounds_flaws(position: Position) -> Flaws:
    for player, board in enumerate(position.boards, start=1):
        if board.floor:
            yield ImpossiblePositionError("floor_not_cleared", player=player)
    if not position.marker_in_centre:
        yield ImpossiblePositionError("marker_not_returned")
    if position.round > LAST_ROUND:
        yield from _row_flaws(position)  # A row completed in round 50 keeps that number.
    if position.turn != position.starter:
        yield ImpossiblePositionError(
            "turn_not_starter", starter=position.starter, turn=position.turn
        )
