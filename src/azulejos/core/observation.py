"""What a player sees, as a row of whole numbers (docs/research.md lists them)."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

from .actions import check_kind

if not cython.compiled:
    from .layout import ALL_LANES, MARKER_LANE, ONE, TILING, Board, Table, board_at
    from .moves import line_to_tile
    from .positions import floor_tiles

    BOARD_SIZE = 48  # score, 5 lines of 3, 25 cells, 6 kinds and the marker on the floor
    SPREAD = [0] * 32  # the bits of a mask of five, each in a byte of its own
    CODE = [0] * 6  # a line's colour from 1, 0 if it is bound to none


def fill_look_up_tables() -> None:
    for mask in range(32):
        for place in range(5):
            SPREAD[mask] |= (ONE * (mask >> place & 1)) << 8 * place
    for colour in range(5):
        CODE[colour] = colour + 1


fill_look_up_tables()


def observation_size(players: int = 2) -> int:
    """How many numbers an observation has.

    >>> [observation_size(players) for players in (2, 3, 4)]
    [149, 209, 269]
    """
    players = index(players)
    check_kind(players, "std")
    return row_size(players)


def row_size(players: int) -> int:
    return 6 * (2 * players + 2) + 17 + BOARD_SIZE * players


def write_heap(heap: int, row: list[int], start: int) -> int:
    for kind in range(6):
        row[start + kind] = (heap >> 10 * kind) & 1023
    return start + 6


def observe(table: Table, viewer: int, row: list[int], start: int) -> None:
    """Writes what a seat sees, from `start` on."""
    for source in range(2 * table.players + 2):
        start = write_heap(table.heaps[source], row, start)
    start = write_heap(table.bag, row, start)
    lid_start = start
    start += 6
    row[start] = table.marker
    row[start + 1] = table.round
    row[start + 2] = (table.starter + table.players - viewer) % table.players
    row[start + 3] = line_to_tile(table) if table.phase == TILING else 0
    row[start + 4] = (table.turn + table.players - viewer) % table.players
    start += 5
    lid = table.lid
    seat = viewer
    for _ in range(table.players):
        lid -= write_board(board_at(table, seat), row, start)
        start += BOARD_SIZE
        seat = 0 if seat + 1 == table.players else seat + 1
    write_heap(lid, row, lid_start)


def write_board(board: Board, row: list[int], start: int) -> int:
    """Returns the heap of tiles on the floor."""
    row[start] = board.score
    start += 1
    for line in range(1, 6):
        row[start] = CODE[board.colour[line]]
        row[start + 1] = line - board.free[line] - board.jokers[line]
        row[start + 2] = board.jokers[line]
        start += 3
    start = write_wall(board, row, start)
    floor = floor_tiles(board.floor)
    start = write_heap(floor, row, start)
    row[start] = floor >> MARKER_LANE
    return floor & ALL_LANES


def write_wall(board: Board, row: list[int], start: int) -> int:
    """A cell is 0 if it is free, else its kind from 1: the three bits of that number are put
    together from the kinds that have them, five cells at a time."""
    ones = board.standing[0] | board.standing[2] | board.standing[4]
    twos = board.standing[1] | board.standing[2] | board.standing[5]
    fours = board.standing[3] | board.standing[4] | board.standing[5]
    for _ in range(5):
        cells = SPREAD[ones & 31] + 2 * SPREAD[twos & 31] + 4 * SPREAD[fours & 31]
        for cell in range(5):
            row[start + cell] = (cells >> 8 * cell) & 255
        ones >>= 5
        twos >>= 5
        fours >>= 5
        start += 5
    return start
