"""Players that need no plan, for games at full speed: one at random, one that is greedy.

The greedy one chooses as `bots.simple.GreedyBot` does, which reads like the rulebook and which it
is held to (tests/core/test_greedy.py). Like `table.py` this file trusts its callers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

if not cython.compiled:
    from .layout import (
        OVER,
        PREPARATION,
        Found,
        Scratch,
        Table,
        board_at,
        copy_table,
        lowest_bit,
        table_at,
    )
    from .moves import is_place, line_of, list_legal, play, play_alone, random_action
    from .table import deal, draw
    from .tiling import PENALTY, drop, due_line, legal_columns, place

    RANDOM, GREEDY = 0, 1  # the opponents, by number
    NOTHING = -1000000  # less than anything is worth
    POINT = 480  # what a point is worth: its thirds, quarters and fifths leave room for tiles laid

OPPONENTS = ("random", "greedy")  # by name, in the same order


def play_on(table: Table, seat: int, opponent: int, random: list[int]) -> int:
    """The others move, and deals are made, until this seat is to move or the game is over."""
    moves = 0
    while table.phase != OVER:
        if table.phase == PREPARATION:
            deal(table, random)
        elif table.turn == seat:
            break
        else:
            play(table, choose(table, opponent, random))
            moves += 1
    return moves


def choose(table: Table, opponent: int, random: list[int]) -> int:
    return greedy_action(table, random) if opponent == GREEDY else random_action(table, random)


def greedy_action(table: Table, random: list[int]) -> int:
    """What scores best at the next tiling; equals are settled by chance. There must be a move."""
    if not cython.compiled:
        found = Found()
        scratch = Scratch()
    count = list_legal(table, found.numbers, 0)
    best = NOTHING
    equals = 0
    for number in range(count):
        copy_table(table_at(scratch.tables, 0), table)
        value = value_of(scratch.tables, found.numbers[number])
        if value > best:
            best = value
            equals = 0
        if value == best:
            found.numbers[equals] = found.numbers[number]
            equals += 1
    return found.numbers[draw(random, equals)]


def value_of(tables: list[Table], action: int) -> int:
    """Points at the next tiling, floor counted, and a begun line's share; then tiles laid.

    Plays on the first table. What tiling would bring without the move is the same for all moves
    and left out.
    """
    table = table_at(tables, 0)
    seat = table.turn
    board = board_at(table, seat)
    if is_place(action):
        play_alone(table, action)
        score = board.score + tiling_value(tables, 0, seat)
        return POINT * score if score > 0 else 0
    line = line_of(action)
    laid = board.free[line]
    play_alone(table, action)
    laid -= board.free[line]
    share = POINT * laid // line if line else 0
    return POINT * tiling_value(tables, 0, seat) + share + laid


def tiling_value(tables: list[Table], level: int, seat: int) -> int:
    """What a seat's tiling brings, floor charged, if it chooses best; spoils this table."""
    table = table_at(tables, level)
    board = board_at(table, seat)
    before = board.score
    while board.full & 62:
        line = due_line(board)
        columns = legal_columns(table, board, line)
        if columns & (columns - 1):
            return board.score - before + best_column(tables, level, seat, columns)
        if columns:
            place(table, board, line, lowest_bit(columns))
        else:
            drop(table, board, line)
    return board.score - before - PENALTY[board.fallen]


def best_column(tables: list[Table], level: int, seat: int, columns: int) -> int:
    """The same where the line that is due may go to several columns."""
    table = table_at(tables, level)
    child = table_at(tables, level + 1)
    line = due_line(board_at(table, seat))
    best = NOTHING
    while columns:
        copy_table(child, table)
        place(child, board_at(child, seat), line, lowest_bit(columns))
        value = board_at(child, seat).score - board_at(table, seat).score
        value += tiling_value(tables, level + 1, seat)
        best = value if value > best else best
        columns &= columns - 1
    return best
