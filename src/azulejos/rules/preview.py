"""What a legal move would do to its player's board, for user interfaces and simple bots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from .board import Board, Wall
from .material import SIZE, RuleSet, coloured_column, floor_penalty
from .moves import CENTRE, Deal, Move, Place, Take
from .offer import land
from .play import refusal
from .position import Position
from .scoring import run_length, tile_points
from .tiles import Tile
from .tiling import columns_for, tile_line


@dataclass(frozen=True, slots=True)
class Preview:
    """A move's effect on its player's board if nothing else changed there until the next tiling.

    Where tiling leaves a choice, the owner is taken to choose what scores best.
    """

    laid: int = 0
    """Spaces filled on the pattern line."""
    falling: int = 0
    """Tiles that fall to the floor line, or to the lid if it is full; the marker not counted."""
    marker: bool = False
    """Is the first-player marker taken too?"""
    completes: bool = False
    """Is the line complete then?"""
    penalty: int = 0
    """How many points more the floor line, with the marker, will cost: never negative."""
    points: int = 0
    """How many points more the next tiling will bring on the wall; for a tiling decision, now."""
    score: int = 0
    """The board's score after that tiling, floor charged, bonuses not counted."""


def preview(position: Position, move: Move) -> Preview:
    """What a legal take or tiling decision would do; raises IllegalMoveError for an illegal one."""
    if error := refusal(position, move):
        raise error
    match move:
        case Take():
            return _preview_take(position, move)
        case Place():
            return _preview_place(position, move)
        case Deal():
            return Preview()  # A deal belongs to nobody's board.


def _preview_take(position: Position, take: Take) -> Preview:
    board = position.board(position.turn)
    tiles = position.source(take.source).only(*take.kinds)
    marker = take.source == CENTRE and position.marker_in_centre
    landing = land(board, tiles, take.line, marker)
    points_before, penalty_before = best_tiling(position.rules, board)
    points, penalty = best_tiling(position.rules, landing.board)
    return Preview(
        laid=len(landing.laid),
        falling=len(tiles) - len(landing.laid),
        marker=marker,
        completes=bool(landing.laid) and landing.board.line(take.line).complete,
        penalty=penalty - penalty_before,
        points=points - points_before,
        score=max(0, board.score + points - penalty),
    )


def _preview_place(position: Position, place: Place) -> Preview:
    board = position.board(position.turn)
    step = tile_line(position.turn, board, place.line, place.column)
    points, penalty = best_tiling(position.rules, step.board)
    return Preview(
        points=step.board.score - board.score,
        score=max(0, step.board.score + points - penalty),
    )


def best_tiling(rules: RuleSet, board: Board) -> tuple[int, int]:
    """The wall points and the floor penalty of a board that is tiled as its owner would wish."""
    return best_of(tilings_of(rules, board.wall, due_of(board)), len(board.floor))


class Due(NamedTuple):
    """What a complete line sends to the wall: a tile, and the colour that the line is bound to."""

    tile: Tile
    colour: Tile | None
    """None where it holds jokers only (E24)."""


DueLines = tuple[Due | None, ...]
"""The lines as they count at the next tiling: those that are not complete make no difference."""


def due_of(board: Board) -> DueLines:
    return tuple(
        [Due(line.wall_tile, line.colour) if line.complete else None for line in board.lines]
    )


@lru_cache(maxsize=8192)
def tilings_of(rules: RuleSet, wall: Wall, due: DueLines) -> tuple[Tiling, ...]:
    """For each number of tiles that may drop the tiling that scores most.

    Walls and lines are asked about again and again, and those of many games are alike.
    """
    if rules.grey_wall or any(line and line.colour is None for line in due):  # R37, E26
        return _Tiler(rules, wall, due).tilings(1, ((0, ()),) * SIZE)
    points, columns = 0, []
    for row, line in enumerate(due, start=1):
        column = coloured_column(row, line.colour) if line and line.colour else 0  # R21, R46
        if column:
            # One tile scores like another.
            cells = (*wall[row - 1][: column - 1], Tile.JOKER, *wall[row - 1][column:])
            wall = (*wall[: row - 1], cells, *wall[row:])
            points += sum(tile_points(wall, row, column))
        columns.append(column)
    return (Tiling(points, 0, tuple(columns)),)


def best_of(tilings: tuple[Tiling, ...], on_floor: int) -> tuple[int, int]:
    """The points and the penalty of the tiling to be wished, with so many items on the floor."""
    if len(tilings) == 1:
        return tilings[0].points, floor_penalty(on_floor + tilings[0].dropped)
    found = [
        (tiling.points, floor_penalty(on_floor + tiling.dropped), tiling.columns)
        for tiling in tilings
    ]
    points, penalty, _ = min(found, key=lambda each: (each[1] - each[0], each[2]))
    return points, penalty


class Tiling(NamedTuple):
    """A way to tile: what it scores, how many tiles drop, the columns (0 for a line that drops)."""

    points: int = 0
    dropped: int = 0
    columns: tuple[int, ...] = ()


_Above = tuple[tuple[int, tuple[Tile, ...]], ...]
"""All that the rows above mean for a row, column by column: how many tiles lie above it without a
gap, and which tiles have been placed there that lower lines are to place too."""


class _Tiler:
    """Tiles one wall in all ways, row by row.

    Few of the many ways to tile the upper rows differ in what they mean for the next row, so each
    row is looked at only a few times.
    """

    def __init__(self, rules: RuleSet, wall: Wall, due: DueLines) -> None:
        self._wall = wall
        self._tiles = [line and line.tile for line in due]
        self._columns = [
            columns_for(rules, wall, row, *line) if line else []
            for row, line in enumerate(due, start=1)
        ]
        self._known: dict[tuple[int, _Above], tuple[Tiling, ...]] = {}

    def tilings(self, row: int, above: _Above) -> tuple[Tiling, ...]:
        """The best ways to tile this row and those below, for each number of tiles that drop."""
        if row > SIZE:
            return (Tiling(),)
        if (row, above) not in self._known:
            self._known[row, above] = tuple(self._best(row, above).values())
        return self._known[row, above]

    def _best(self, row: int, above: _Above) -> dict[int, Tiling]:
        tile = self._tiles[row - 1]
        columns = [column for column in self._columns[row - 1] if tile not in above[column - 1][1]]
        best: dict[int, Tiling] = {}
        for column in columns or [0]:
            points = self._points(row, column, above) if column else 0
            dropped = row if tile and not column else 0  # R39
            for rest in self.tilings(row + 1, self._below(row, column, above)):
                tiling = Tiling(
                    points + rest.points, dropped + rest.dropped, (column, *rest.columns)
                )
                known = best.get(tiling.dropped)
                if known is None or tiling.points > known.points:
                    best[tiling.dropped] = tiling
        return best

    def _points(self, row: int, column: int, above: _Above) -> int:
        """Of a tile that comes to this cell (R24 to R26)."""
        tile = self._tiles[row - 1]
        cells = list(self._wall[row - 1])
        cells[column - 1] = tile
        stack = above[column - 1][0]
        upright = [tile] * (stack + 1) + [below[column - 1] for below in self._wall[row:]]
        return max(1, run_length(cells, column - 1) + run_length(upright, stack))

    def _below(self, row: int, column: int, above: _Above) -> _Above:
        """What the next row finds, if this row's tile goes to a column (0: to none)."""
        due = self._tiles[row:]
        found = [
            (stack + 1 if cell else 0, tuple([tile for tile in placed if tile in due]))
            for cell, (stack, placed) in zip(self._wall[row - 1], above, strict=True)
        ]
        tile = self._tiles[row - 1]
        if column and tile:
            stack, placed = above[column - 1]
            if tile is not Tile.JOKER and tile in due:  # E27
                placed = (*placed, tile)
            found[column - 1] = stack + 1, tuple([tile for tile in placed if tile in due])
        return tuple(found)
