"""Wall tiling on packed numbers: complete lines, floors, the end of the round and of the game."""

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
        JOKER,
        JOKER_LANE,
        LAST_ROUND,
        OFFER,
        ONE,
        OVER,
        PREPARATION,
        TILING,
        Board,
        Table,
        board_at,
        lowest_bit,
    )
    from .table import COUNT, NTH_LINE, deal, draw, fall, play_offer

    RUN = [0] * 160  # mask * 5 + place: the run through the place, 0 for a run of one (R25, R26)
    COLUMN = [0] * 36  # line * 6 + colour: its column on the coloured wall
    ROW_OPEN = [0] * 192  # line * 32 + taken cells: what the coloured wall lets into the line
    PENALTY = [0] * 128  # fallen items: what they cost (R27, E1)


def fill_look_up_tables() -> None:
    for number in range(128):
        PENALTY[number] = sum((1, 1, 2, 2, 2, 3, 3)[:number])
    for mask in range(32):
        for place_ in range(5):
            RUN[mask * 5 + place_] = run_length(mask, place_)
    for line in range(1, 6):
        for colour in range(5):
            COLUMN[line * 6 + colour] = (line - 1 + colour) % 5
        for mask in range(32):
            ROW_OPEN[line * 32 + mask] = colours_open(line, mask)


def run_length(mask: int, place: int) -> int:
    first = last = place
    while first > 0 and mask >> (first - 1) & 1:
        first -= 1
    while last < 4 and mask >> (last + 1) & 1:
        last += 1
    return 0 if first == last else last - first + 1


def colours_open(line: int, taken: int) -> int:
    bits = ONE << (JOKER_LANE + line)
    for colour in range(5):
        if not taken >> COLUMN[line * 6 + colour] & 1:
            bits |= ONE << (10 * colour + line)
    return bits


fill_look_up_tables()


def tile_walls(table: Table) -> None:
    """Tiles on until a player has a choice, who is then to move, or the round is over (E19)."""
    seat = table.starter
    for _ in range(table.players):
        board = board_at(table, seat)
        while board.full & 62:
            line = due_line(board)
            columns = legal_columns(table, board, line)
            if columns & (columns - 1):
                table.turn = seat
                table.phase = TILING
                return
            if columns:
                place(table, board, line, lowest_bit(columns))
            else:
                drop(table, board, line)
        seat = 0 if seat + 1 == table.players else seat + 1
    close_round(table)


def due_line(board: Board) -> int:
    """The topmost complete line, which is tiled next (R21); there must be one."""
    return lowest_bit(board.full & 62)


def legal_columns(table: Table, board: Board, line: int) -> int:
    """A bit for each column to which the tile of a complete line may go."""
    colour = board.colour[line]
    if colour != JOKER and not table.grey:
        return 1 << COLUMN[line * 6 + colour]  # R21, R46
    columns = ~(board.wall >> (line - 1) * 5) & 31  # R37, R45
    if board.jokers[line] == 0:
        cells = board.standing[colour]
        columns &= ~(cells | cells >> 5 | cells >> 10 | cells >> 15 | cells >> 20)  # R38
    return columns


def place(table: Table, board: Board, line: int, column: int) -> None:
    """The tile of a complete line goes to the wall and scores (R21 to R26); the rest to the lid."""
    row = line - 1
    colour = board.colour[line]
    jokers = board.jokers[line]
    tile = JOKER if jokers else colour  # R44
    board.wall |= 1 << (row * 5 + column)
    board.wall_by_column |= 1 << (column * 5 + row)
    board.standing[tile] |= 1 << (row * 5 + column)
    across = (board.wall >> row * 5) & 31
    down = (board.wall_by_column >> column * 5) & 31
    points = RUN[across * 5 + column] + RUN[down * 5 + row]
    board.score += points + (points == 0)
    table.lid += tiles_of_line(line, colour, jokers) - (ONE << 10 * tile)  # R22, E25
    empty(table, board, line)


def drop(table: Table, board: Board, line: int) -> None:
    """R39: no legal cell, so the line falls, after what lies on the floor (E18)."""
    fall(table, board, 10 * board.colour[line], line)
    empty(table, board, line)


def tiles_of_line(line: int, colour: int, jokers: int) -> int:
    return ((ONE * (line - jokers)) << 10 * colour) + ((ONE * jokers) << JOKER_LANE)


def empty(table: Table, board: Board, line: int) -> None:
    board.free[line] = line
    board.colour[line] = JOKER
    board.jokers[line] = 0
    board.full &= ~(1 << line)
    board.open |= row_open(table, board, line)


def row_open(table: Table, board: Board, line: int) -> int:
    """The bits of `Board.open` for an empty line: what its wall row does not bar (R16)."""
    row = 5 * line - 5
    if not table.grey:
        return ROW_OPEN[line * 32 + ((board.wall >> row) & 31)]  # R48 too: a joker bars its colour
    bits = ONE << (JOKER_LANE + line)
    for colour in range(5):
        if not board.standing[colour] >> row & 31:  # E27: a joker bars none
            bits |= ONE << (10 * colour + line)
    return bits


def close_round(table: Table) -> None:
    """Floors, the marker, and either the next round or the end (R27 to R30)."""
    rows = 0
    for seat in range(table.players):
        board = board_at(table, seat)
        score = board.score - PENALTY[board.fallen]
        board.score = score if score > 0 else 0
        board.floor = 0
        board.fallen = 0
        rows |= complete_rows(board.wall)
    table.marker = 1
    table.starter = table.next_starter
    table.turn = table.starter
    table.phase = PREPARATION
    if rows or table.round == LAST_ROUND or not table.bag | table.lid:
        end_game(table)  # R34, E20, E8
    if not rows and (table.round == LAST_ROUND or table.phase == PREPARATION):
        table.round += 1


def complete_rows(wall: int) -> int:
    """A bit for each complete row, or column if the wall is given by column."""
    pairs = wall & (wall >> 1)
    return pairs & (pairs >> 2) & (wall >> 4) & 0x108421


def end_game(table: Table) -> None:
    """The bonuses (R35, E12)."""
    table.phase = OVER
    for seat in range(table.players):
        board = board_at(table, seat)
        board.score += 2 * count_bits(complete_rows(board.wall))
        board.score += 7 * count_bits(complete_rows(board.wall_by_column))
        for colour in range(5):
            board.score += 10 * (count_bits(board.standing[colour]) == 5)


def count_bits(wall: int) -> int:
    return COUNT[wall & 1023] + COUNT[(wall >> 10) & 1023] + COUNT[wall >> 20]


def random_column(table: Table, random: list[int]) -> int:
    """A legal column for the tiling decision that is due, each equally likely."""
    board = board_at(table, table.turn)
    columns = legal_columns(table, board, due_line(board))
    return NTH_LINE[columns * 6 + draw(random, COUNT[columns])]


def play_out(table: Table, random: list[int]) -> int:
    """Random moves to the end of the game; returns how many, deals not counted."""
    moves = 0
    while table.phase != OVER:
        if table.phase == PREPARATION:
            deal(table, random)
        elif table.phase == OFFER:
            moves += play_offer(table, random)
            tile_walls(table)
        else:
            board = board_at(table, table.turn)
            place(table, board, due_line(board), random_column(table, random))
            moves += 1
            tile_walls(table)
    return moves
