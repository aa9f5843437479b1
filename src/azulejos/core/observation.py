"""What a player sees, as a row of whole numbers (docs/research.md lists them).

Numbers are put together four at a time, in lanes of sixteen bits, and written at once. They are
written in rising order, so that what is written too far is written over.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

from .actions import check_kind

if not cython.compiled:
    from .layout import (
        FIRST_AND_THIRD,
        JOKER,
        JOKER_NOT_COLOUR,
        LOW_HALVES,
        ONE,
        SECOND_AND_FOURTH,
        TILING,
        UPPER_HALVES,
        Board,
        PackedState,
        board_at,
        store_lanes,
    )
    from .moves import line_to_tile

    BOARD_SIZE = 48  # score, 5 lines of 3, 25 cells, 6 kinds and the marker on the floor
    BIT_LANES = [0] * 16  # the bits of a mask of four, each in a lane of its own
    COLOURED = [0] * 96  # place * 4 + mask: four cells of a coloured wall without jokers
    LINES = [0] * 288  # line * 48 + free * 8 + colour: a line's three numbers, but for jokers
    FLOOR = [0] * 512  # two items on the floor: B Y R K; 256 later: K W J and the marker


def fill_lookup_tables() -> None:
    for mask in range(16):
        for place in range(4):
            BIT_LANES[mask] |= (ONE * (mask >> place & 1)) << 16 * place
    for mask in range(96):
        for place in range(4):
            cell = mask // 16 * 4 + place
            kind = (cell % 5 + 5 - cell // 5) % 5 + 1
            COLOURED[mask] |= (ONE * kind * (mask >> place & 1)) << 16 * place
    for line in range(1, 6):
        for free in range(line + 1):
            for colour in range(6):
                code = 0 if colour == JOKER else colour + 1
                LINES[line * 48 + free * 8 + colour] = (ONE * (line - free)) << 16 | code
    for items in range(256):
        FLOOR[items] = kind_lane(items & 15, 1) + kind_lane(items >> 4, 1)
        FLOOR[items + 256] = kind_lane(items & 15, 4) + kind_lane(items >> 4, 4)


def kind_lane(item: int, first: int) -> int:
    """1 in the lane of an item, if it is among the four from the first on."""
    return ONE << 16 * (item - first) if first <= item < first + 4 else 0


fill_lookup_tables()


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


def observe(state: PackedState, viewer: int, row: list[int], start: int) -> None:
    """Writes what a seat sees, from `start` on."""
    for source in range(2 * state.players + 2):
        start = write_tiles(state.sources[source], 0, 0, row, start)
    start = write_tiles(state.bag, 0, 0, row, start)
    begun = start
    start += 11
    first = 0
    last = 0
    seat = viewer
    coloured = not state.grey and not state.with_jokers
    for _ in range(state.players):
        board = board_at(state, seat)
        write_board(board, coloured, row, start)
        first += write_floor(board.floor, 0, row, start + 41)
        last += write_floor(board.floor, 256, row, start + 44)
        start += BOARD_SIZE
        seat = 0 if seat + 1 == state.players else seat + 1
    start = write_tiles(state.lid, first, last >> 16, row, begun)
    row[start] = state.marker
    row[start + 1] = state.round
    row[start + 2] = seat_distance(viewer, state.starter, state.players)
    row[start + 3] = line_to_tile(state) if state.phase == TILING else 0
    row[start + 4] = seat_distance(viewer, state.turn, state.players)


def seat_distance(viewer: int, seat: int, players: int) -> int:
    """How far clockwise a seat is; without a division, which would take as long as a board."""
    return seat - viewer if seat >= viewer else seat + players - viewer


def write_tiles(tiles: int, less_first: int, less_last: int, row: list[int], start: int) -> int:
    """Without the tiles that are taken off: the lid holds those on floors too."""
    lanes = (tiles & LOW_HALVES) | ((tiles << 12) & UPPER_HALVES)
    lanes = (lanes & FIRST_AND_THIRD) | ((lanes << 6) & SECOND_AND_FOURTH)
    store_lanes(row, start, lanes - less_first)
    lanes = ((tiles >> 40) & FIRST_AND_THIRD) | ((tiles >> 34) & SECOND_AND_FOURTH)
    store_lanes(row, start + 4, lanes - less_last)
    return start + 6


def write_floor(floor: int, part: int, row: list[int], start: int) -> int:
    """Four of a floor's seven numbers."""
    lanes = FLOOR[part + (floor & 255)] + FLOOR[part + (floor >> 8 & 255)]
    lanes += FLOOR[part + (floor >> 16 & 255)] + FLOOR[part + (floor >> 24 & 255)]
    store_lanes(row, start, lanes)
    return lanes


def write_board(board: Board, coloured: int, row: list[int], start: int) -> None:
    """All but the floor; `coloured` if the wall is, and there are no jokers."""
    row[start] = board.score
    for line in range(1, 6):
        lanes = LINES[line * 48 + board.free[line] * 8 + board.colour[line]]
        if not coloured:
            lanes += board.jokers[line] * JOKER_NOT_COLOUR
        store_lanes(row, start + 3 * line - 2, lanes)
    if coloured:
        write_coloured_wall(board.wall, row, start + 16)
    else:
        write_wall(board, row, start + 16)


def write_coloured_wall(wall: int, row: list[int], start: int) -> None:
    """The cell of a tile determines its colour."""
    for place in range(0, 24, 4):
        store_lanes(row, start + place, COLOURED[place * 4 + (wall >> place & 15)])
    row[start + 24] = wall >> 24


def write_wall(board: Board, row: list[int], start: int) -> None:
    """A cell is 0 if it is free, else its kind from 1: the three bits of that number are put
    together from the kinds that have them."""
    ones = board.wall_by_kind[0] | board.wall_by_kind[2] | board.wall_by_kind[4]
    twos = board.wall_by_kind[1] | board.wall_by_kind[2] | board.wall_by_kind[5]
    fours = board.wall_by_kind[3] | board.wall_by_kind[4] | board.wall_by_kind[5]
    for place in range(0, 24, 4):
        lanes = BIT_LANES[ones >> place & 15] + 2 * BIT_LANES[twos >> place & 15]
        store_lanes(row, start + place, lanes + 4 * BIT_LANES[fours >> place & 15])
    row[start + 24] = (ones >> 24) + 2 * (twos >> 24) + 4 * (fours >> 24)
