"""Wall tiling (B): complete lines go to the wall and score, floors are charged, the round ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .board import Board, Wall
from .errors import IllegalMoveError
from .events import (
    EndReason,
    Event,
    FloorCharged,
    GameEnded,
    GameWon,
    LineDropped,
    StarterChosen,
    Tiled,
)
from .material import LAST_ROUND, SIZE, RuleSet, coloured_column, floor_penalty
from .moves import Place
from .offer import fall_events
from .position import Position
from .scoring import bonuses, column_cells, judge, tile_points
from .tiles import EMPTY, Heap, Tile

COLUMNS = range(1, SIZE + 1)


def legal_columns(rules: RuleSet, board: Board, line: int) -> list[int]:
    """The columns to which the tile of this complete line may go."""
    full = board.line(line)
    return columns_for(rules, board.wall, line, full.wall_tile, full.colour)


def columns_for(rules: RuleSet, wall: Wall, row: int, tile: Tile, colour: Tile | None) -> list[int]:
    """The columns of a row for the tile that comes from a line which is bound to a colour."""
    if colour is not None and not rules.grey_wall:
        return [coloured_column(row, colour)]  # R21, R46
    return [column for column in COLUMNS if not refuse_cell(wall, row, column, tile)]


def refuse_cell(wall: Wall, row: int, column: int, tile: Tile) -> IllegalMoveError | None:
    """Why a tile may not go where its owner chooses; None if it may."""
    if wall[row - 1][column - 1] is not None:
        return IllegalMoveError("cell_taken", row=row, column=column)  # R37, R45
    if tile is not Tile.JOKER and tile in column_cells(wall, column):
        return IllegalMoveError("colour_in_column", tile=tile, column=column)  # R38; not E27
    return None


def legal_places(position: Position) -> Iterator[Place]:
    board = position.board(position.turn)
    line = board.first_complete_line
    for column in legal_columns(position.rules, board, line):
        yield Place(line, column)


def refuse_place(position: Position, place: Place) -> IllegalMoveError | None:
    """Why a decision is illegal in a position that waits for one; None if it is legal."""
    board = position.board(position.turn)
    due = board.first_complete_line
    if place.line != due:
        return IllegalMoveError("other_line_first", due=due, line=place.line)
    return refuse_cell(board.wall, due, place.column, board.line(due).wall_tile)


@dataclass(frozen=True, slots=True)
class LineTiled:
    """A board after one line was tiled: what went to the lid, and what happened."""

    board: Board
    to_lid: Heap
    events: tuple[Event, ...]


def tile_line(player: int, board: Board, line: int, column: int) -> LineTiled:
    """The line's tile goes to the wall and scores at once (R21); the rest to the lid (R22)."""
    tiles = board.line(line).tiles
    tile = board.line(line).wall_tile
    board = board.with_line(line, EMPTY).with_cell(line, column, tile)
    horizontal, vertical = tile_points(board.wall, line, column)
    board = replace(board, score=board.score + horizontal + vertical)
    to_lid = tiles - Heap.some(1, tile)  # E25
    event = Tiled(player, line, column, tile, horizontal, vertical, to_lid)
    return LineTiled(board, to_lid, (event,))


def drop_line(player: int, board: Board, line: int) -> LineTiled:
    """R39: no legal cell, so all tiles of the line fall, after those on the floor (E18)."""
    tiles = board.line(line).tiles
    before = len(board.floor)
    board, discarded = board.with_line(line, EMPTY).with_fallen(tiles)
    falls = fall_events(player, board, board.floor[before:], discarded)
    return LineTiled(board, discarded, (LineDropped(player, line, tiles), *falls))


def place(position: Position, move: Place) -> tuple[Position, list[Event]]:
    """Carries out a legal decision of the player to move; the caller sees to what follows."""
    player = position.turn
    step = tile_line(player, position.board(player), move.line, move.column)
    return _after(position, player, step), list(step.events)


def _after(position: Position, player: int, step: LineTiled) -> Position:
    boards = (*position.boards[: player - 1], step.board, *position.boards[player:])
    return replace(position, boards=boards, lid=position.lid + step.to_lid)


def tile_walls(position: Position) -> tuple[Position, list[Event]]:
    """Tiles on until a player has a choice, who is then to move; or until the round is over.

    By seat from the round's starter; a line with one legal cell leaves no choice (E19).
    """
    events: list[Event] = []
    for player in position.seats_from(position.starter):
        while line := position.board(player).first_complete_line:
            board = position.board(player)
            columns = legal_columns(position.rules, board, line)
            if len(columns) > 1:
                return replace(position, turn=player), events
            if columns:
                step = tile_line(player, board, line, columns[0])
            else:
                step = drop_line(player, board, line)
            position = _after(position, player, step)
            events += step.events
    position, closing = _close_round(position)
    return position, events + closing


def charge_floor(board: Board) -> tuple[Board, int]:
    """The floor's penalty is taken off once, never below 0, and its tiles leave (R27, E11)."""
    penalty = floor_penalty(len(board.floor))
    return replace(board, score=max(0, board.score - penalty), floor=()), penalty


def _close_round(position: Position) -> tuple[Position, list[Event]]:
    """Floors, the marker, and either the next round or the end (R27 to R30)."""
    events: list[Event] = []
    starter = position.starter  # E6: again, if nobody holds the marker
    lid = position.lid
    for player in position.seats_from(position.starter):
        board = position.board(player)
        if board.holds_marker:
            starter = player  # R29
        lid += Heap.of(tile for tile in board.floor if tile is not Tile.MARKER)  # R28
        charged, penalty = charge_floor(board)
        position = position.with_board(player, charged)
        if penalty:
            lost = board.score - charged.score
            events.append(FloorCharged(player, board.floor, penalty, lost))
    position = replace(position, lid=lid, marker_in_centre=True, turn=starter, starter=starter)
    reason = _end_reason(position)
    if reason is None or reason is EndReason.ROUNDS:
        position = replace(position, round=position.round + 1)
    if reason is None:
        return position, [*events, StarterChosen(starter)]
    position, ending = _end_game(position, reason)
    return position, events + ending


def _end_reason(position: Position) -> EndReason | None:
    if position.ended_by_row:
        return EndReason.ROW  # R34
    if position.round == LAST_ROUND:
        return EndReason.ROUNDS  # E20
    if not position.bag and not position.lid:
        return EndReason.NO_TILES  # E8
    return None


def _end_game(position: Position, reason: EndReason) -> tuple[Position, list[Event]]:
    """All players get their bonuses (E12), then the game is judged."""
    events: list[Event] = [GameEnded(reason)]
    for player in position.seats_from(1):
        board = position.board(player)
        earned = list(bonuses(player, board.wall))
        events += earned
        board = replace(board, score=board.score + sum(bonus.points for bonus in earned))
        position = position.with_board(player, board)
    outcome = judge(position.boards)
    return position, [*events, GameWon(outcome.winners, outcome.won_by)]
