"""The end of a round and of the game: greedy tiling, and the values of results."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import cython_stub as cython

if not cython.compiled:
    from ..core.layout import TILING, PackedState, board_at
    from ..core.moves import winners
    from ..core.tiling import advance_tiling, due_line, legal_columns, place
    from .features import best_column

    FINAL_VALUES = [0] * 603  # (won + 1) * 201 + difference + 100: the value of a finished game


def fill_lookup_tables() -> None:
    for won in (-1, 0, 1):
        for difference in range(-100, 101):
            share = 0.25 * (won + 1) + 0.5 / (1 + math.exp(-difference / 10.0))
            share = min(max(share, 1e-4), 1 - 1e-4)
            value = 1000 * math.log(share / (1 - share))
            FINAL_VALUES[(won + 1) * 201 + difference + 100] = round(value)


fill_lookup_tables()


def final_value(difference: int, won: int) -> int:
    """The value of a game that ended so: half for winning (1, 0, -1), half for the points."""
    difference = difference if difference < 100 else 100
    difference = difference if difference > -100 else -100
    return FINAL_VALUES[(won + 1) * 201 + difference + 100]


def terminal_value(state: PackedState, seat: int) -> int:
    """The value of a finished game for a seat."""
    best = -1
    rank = 0
    for other in range(state.players):
        if other != seat and board_at(state, other).score > best:
            best = board_at(state, other).score
    seats = winners(state)
    if not seats >> seat & 1:
        rank = -1
    elif seats == 1 << seat:
        rank = 1
    return final_value(board_at(state, seat).score - best, rank)


def tile_best_cell(state: PackedState) -> None:
    """Carries out a tiling decision: the cell that scores most."""
    board = board_at(state, state.turn)
    line = due_line(board)
    place(state, board, line, best_column(board, line, legal_columns(state, board, line)))
    advance_tiling(state)


def tile_greedily(state: PackedState) -> None:
    """Carries out all tiling decisions."""
    while state.phase == TILING:
        tile_best_cell(state)


def finish_round(state: PackedState) -> None:
    """What follows the last take, with all tiling decisions."""
    advance_tiling(state)
    tile_greedily(state)
