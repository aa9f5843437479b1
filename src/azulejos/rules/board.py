"""A player's board: score, pattern lines, wall and floor line, as values.

Lines, rows and columns count from 1, as in the rulebook and the notation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from .material import FLOOR_SPACES, SIZE
from .tiles import EMPTY, NOTHING, Heap, Tile

Wall = tuple[tuple[Tile | None, ...], ...]
EMPTY_WALL: Wall = ((None,) * SIZE,) * SIZE


@dataclass(frozen=True, slots=True)
class PatternLine:
    """One of the five lines. Where a tile lies in it makes no difference (R13, R44)."""

    size: int
    tiles: Heap = EMPTY

    @property
    def free(self) -> int:
        return self.size - len(self.tiles)

    @property
    def complete(self) -> bool:
        return self.free == 0

    @property
    def colour(self) -> Tile | None:
        """The colour the line is bound to; None while it is empty or holds jokers only (E24)."""
        colours = self.tiles.colours
        return colours[0] if colours else None

    @property
    def wall_tile(self) -> Tile:
        """The tile a complete line sends to the wall: a joker if it holds one (R44)."""
        return self.tiles.kinds[-1]


@dataclass(frozen=True, slots=True)
class Board:
    """What lies in front of one player; `str(board)` is its field of a position's text."""

    score: int = 0
    lines: tuple[PatternLine, ...] = tuple(PatternLine(size) for size in range(1, SIZE + 1))
    wall: Wall = EMPTY_WALL
    floor: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        lines = "/".join(line.tiles.letters for line in self.lines)
        wall = "/".join(map(_row_text, self.wall))
        floor = "".join(self.floor) or NOTHING
        return f"{self.score}:{lines}:{wall}:{floor}"

    def line(self, number: int) -> PatternLine:
        return self.lines[number - 1]

    def cell(self, row: int, column: int) -> Tile | None:
        return self.wall[row - 1][column - 1]

    @property
    def first_complete_line(self) -> int:
        """The topmost complete line, the one to be tiled next (R21); 0 if there is none."""
        return next((line.size for line in self.lines if line.complete), 0)

    @property
    def holds_marker(self) -> bool:
        return Tile.MARKER in self.floor

    def with_line(self, number: int, tiles: Heap) -> Board:
        line = PatternLine(number, tiles)
        return replace(self, lines=(*self.lines[: number - 1], line, *self.lines[number:]))

    def with_cell(self, row: int, column: int, tile: Tile) -> Board:
        cells = self.wall[row - 1]
        cells = (*cells[: column - 1], tile, *cells[column:])
        return replace(self, wall=(*self.wall[: row - 1], cells, *self.wall[row:]))

    def with_marker(self) -> Board:
        """The marker takes the leftmost free space (R11), or stands beside a full floor (E1)."""
        return replace(self, floor=(*self.floor, Tile.MARKER))

    def with_fallen(self, tiles: Heap) -> tuple[Board, Heap]:
        """Tiles fall to the floor line, left to right (R17); the excess is returned (R18)."""
        if not tiles:
            return self, EMPTY
        falling = tuple(tiles)
        free = max(0, FLOOR_SPACES - len(self.floor))
        board = replace(self, floor=self.floor + falling[:free])
        return board, Heap.of(falling[free:])


@lru_cache(maxsize=4096)
def _row_text(row: tuple[Tile | None, ...]) -> str:
    """Rows seldom change, and are alike at many tables."""
    signs = "".join(cell or " " for cell in row)
    return re.sub(" +", lambda gap: str(len(gap[0])), signs)
