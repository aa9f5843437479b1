"""Points: a tile on the wall, the bonuses at the end, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .board import Board, Wall
from .events import BonusKind, BonusScored, WonBy
from .material import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS, SIZE
from .tiles import COLOURS, Tile


def run_length(cells: Sequence[Tile | None], place: int) -> int:
    """The length of the unbroken run through a place (counted from 0); 0 for a run of one (R26)."""
    first = last = place
    while first > 0 and cells[first - 1] is not None:
        first -= 1
    while last < len(cells) - 1 and cells[last + 1] is not None:
        last += 1
    length = last - first + 1
    return length if length > 1 else 0


def tile_points(wall: Wall, row: int, column: int) -> tuple[int, int]:
    """The horizontal and vertical points of the tile on this cell (R24 to R26).

    A tile without a neighbour scores 1, counted as horizontal.
    """
    horizontal = run_length(wall[row - 1], column - 1)
    vertical = run_length(column_cells(wall, column), row - 1)
    return (horizontal, vertical) if horizontal or vertical else (1, 0)


def column_cells(wall: Wall, column: int) -> tuple[Tile | None, ...]:
    return tuple(row[column - 1] for row in wall)


def complete_rows(wall: Wall) -> list[int]:
    """The numbers of the complete rows; jokers complete them too (E28)."""
    return [number for number, row in enumerate(wall, start=1) if None not in row]


def complete_columns(wall: Wall) -> list[int]:
    return [column for column in range(1, SIZE + 1) if None not in column_cells(wall, column)]


def complete_colours(wall: Wall) -> list[Tile]:
    """The colours with all five tiles on the wall; a joker stands for none of them (R50)."""
    cells = [cell for row in wall for cell in row]
    return [colour for colour in COLOURS if cells.count(colour) == SIZE]


def bonuses(player: int, wall: Wall) -> Iterator[BonusScored]:
    """R35, in the order rows, columns, colours."""
    for row in complete_rows(wall):
        yield BonusScored(player, BonusKind.ROW, row, ROW_BONUS)
    for column in complete_columns(wall):
        yield BonusScored(player, BonusKind.COLUMN, column, COLUMN_BONUS)
    for colour in complete_colours(wall):
        yield BonusScored(player, BonusKind.COLOUR, colour, COLOUR_BONUS)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game."""

    scores: tuple[int, ...]
    """The points by seat, bonuses among them."""
    rows: tuple[int, ...]
    """The complete rows by seat."""
    winners: tuple[int, ...]
    """The players' numbers; several if they share the game (E13)."""
    won_by: WonBy
    """What decided it."""


def judge(boards: Sequence[Board]) -> Outcome:
    """R36: most points; among those tied, most complete rows; still tied, they share (E13)."""
    scores = tuple(board.score for board in boards)
    rows = tuple(len(complete_rows(board.wall)) for board in boards)
    top = [seat for seat, score in enumerate(scores) if score == max(scores)]
    most_rows = max(rows[seat] for seat in top)
    winners = [seat for seat in top if rows[seat] == most_rows]
    return Outcome(scores, rows, tuple(seat + 1 for seat in winners), _won_by(top, winners))


def _won_by(top: list[int], winners: list[int]) -> WonBy:
    if len(top) == 1:
        return WonBy.POINTS
    return WonBy.ROWS if len(winners) == 1 else WonBy.SHARED
