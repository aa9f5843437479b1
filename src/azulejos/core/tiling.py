"""Wall tiling on packed numbers: complete lines, floors, the end of the round and of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

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
        PackedState,
        board_at,
        lowest_bit,
    )
    from .offer import NTH_LINE, POPCOUNT, add_to_floor, deal, play_offer, random_below

    RUN_LENGTH = [0] * 160  # mask * 5 + place: the run there, 0 for a run of one (R25, R26)
    COLUMN = [0] * 36  # line * 6 + colour: its column on the coloured wall
    OPEN_COLOURS = [0] * 192  # line * 32 + taken cells: what the coloured wall lets into the line
    PENALTY = [0] * 128  # fallen items: what they cost (R27, E1)


def fill_lookup_tables() -> None:
    for number in range(128):
        PENALTY[number] = sum((1, 1, 2, 2, 2, 3, 3)[:number])
    for mask in range(32):
        for place_ in range(5):
            RUN_LENGTH[mask * 5 + place_] = run_length(mask, place_)
    for line in range(1, 6):
        for colour in range(5):
            COLUMN[line * 6 + colour] = (line - 1 + colour) % 5
        for mask in range(32):
            OPEN_COLOURS[line * 32 + mask] = open_colours_of_row(line, mask)


def run_length(mask: int, place: int) -> int:
    first = last = place
    while first > 0 and mask >> (first - 1) & 1:
        first -= 1
    while last < 4 and mask >> (last + 1) & 1:
        last += 1
    return 0 if first == last else last - first + 1


def open_colours_of_row(line: int, taken: int) -> int:
    bits = ONE << (JOKER_LANE + line)
    for colour in range(5):
        if not taken >> COLUMN[line * 6 + colour] & 1:
            bits |= ONE << (10 * colour + line)
    return bits


fill_lookup_tables()


def advance_tiling(state: PackedState) -> None:
    """Tiles on until a player has a choice, who is then to move, or the round is over (E19)."""
    seat = state.starter
    for _ in range(state.players):
        board = board_at(state, seat)
        while board.full_lines & 62:
            line = due_line(board)
            columns = legal_columns(state, board, line)
            if columns & (columns - 1):
                state.turn = seat
                state.phase = TILING
                return
            if columns:
                place(state, board, line, lowest_bit(columns))
            else:
                drop_line(state, board, line)
        seat = 0 if seat + 1 == state.players else seat + 1
    close_round(state)


def due_line(board: Board) -> int:
    """The topmost complete line, which is tiled next (R21); there must be one."""
    return lowest_bit(board.full_lines & 62)


def legal_columns(state: PackedState, board: Board, line: int) -> int:
    """A bit for each column to which the tile of a complete line may go."""
    colour = board.colour[line]
    if colour != JOKER and not state.grey:
        return 1 << COLUMN[line * 6 + colour]  # R21, R46
    columns = ~(board.wall >> (line - 1) * 5) & 31  # R37, R45
    if board.jokers[line] == 0:
        cells = board.wall_by_kind[colour]
        columns &= ~(cells | cells >> 5 | cells >> 10 | cells >> 15 | cells >> 20)  # R38
    return columns


def place(state: PackedState, board: Board, line: int, column: int) -> None:
    """The tile of a complete line goes to the wall and scores (R21 to R26); the rest to the lid."""
    row = line - 1
    colour = board.colour[line]
    jokers = board.jokers[line]
    tile = JOKER if jokers else colour  # R44
    board.wall |= 1 << (row * 5 + column)
    board.wall_by_column |= 1 << (column * 5 + row)
    board.wall_by_kind[tile] |= 1 << (row * 5 + column)
    across = (board.wall >> row * 5) & 31
    down = (board.wall_by_column >> column * 5) & 31
    points = RUN_LENGTH[across * 5 + column] + RUN_LENGTH[down * 5 + row]
    board.score += points + (points == 0)
    state.lid += tiles_of_line(line, colour, jokers) - (ONE << 10 * tile)  # R22, E25
    clear_line(state, board, line)


def drop_line(state: PackedState, board: Board, line: int) -> None:
    """R39: no legal cell, so the line falls, after what is on the floor (E18)."""
    add_to_floor(state, board, 10 * board.colour[line], line)
    clear_line(state, board, line)


def tiles_of_line(line: int, colour: int, jokers: int) -> int:
    return ((ONE * (line - jokers)) << 10 * colour) + ((ONE * jokers) << JOKER_LANE)


def clear_line(state: PackedState, board: Board, line: int) -> None:
    board.free[line] = line
    board.colour[line] = JOKER
    board.jokers[line] = 0
    board.full_lines &= ~(1 << line)
    board.open_lines |= open_colours(state, board, line)


def open_colours(state: PackedState, board: Board, line: int) -> int:
    """The bits of `Board.open_lines` for an empty line: what its wall row does not bar (R16)."""
    row = 5 * line - 5
    if not state.grey:
        taken = (board.wall >> row) & 31  # R48 too: a joker bars its colour
        return OPEN_COLOURS[line * 32 + taken]
    bits = ONE << (JOKER_LANE + line)
    for colour in range(5):
        if not board.wall_by_kind[colour] >> row & 31:  # E27: a joker bars none
            bits |= ONE << (10 * colour + line)
    return bits


def close_round(state: PackedState) -> None:
    """Floors, the marker, and either the next round or the end (R27 to R30)."""
    rows = 0
    for seat in range(state.players):
        board = board_at(state, seat)
        score = board.score - PENALTY[board.floor_count]
        board.score = score if score > 0 else 0
        board.floor = 0
        board.floor_count = 0
        rows |= complete_rows(board.wall)
    state.marker = 1
    state.starter = state.next_starter
    state.turn = state.starter
    state.phase = PREPARATION
    if rows or state.round == LAST_ROUND or not state.bag | state.lid:
        end_game(state)  # R34, E20, E8
    if not rows and (state.round == LAST_ROUND or state.phase == PREPARATION):
        state.round += 1


def complete_rows(wall: int) -> int:
    """A bit for each complete row, or column if the wall is given by column."""
    pairs = wall & (wall >> 1)
    return pairs & (pairs >> 2) & (wall >> 4) & 0x108421


def end_game(state: PackedState) -> None:
    """The bonuses (R35, E12)."""
    state.phase = OVER
    for seat in range(state.players):
        board = board_at(state, seat)
        board.score += 2 * count_bits(complete_rows(board.wall))
        board.score += 7 * count_bits(complete_rows(board.wall_by_column))
        for colour in range(5):
            board.score += 10 * (count_bits(board.wall_by_kind[colour]) == 5)


def count_bits(wall: int) -> int:
    return POPCOUNT[wall & 1023] + POPCOUNT[(wall >> 10) & 1023] + POPCOUNT[wall >> 20]


def random_column(state: PackedState, random: list[int]) -> int:
    """A legal column for the tiling decision that is due, each equally likely."""
    board = board_at(state, state.turn)
    columns = legal_columns(state, board, due_line(board))
    return NTH_LINE[columns * 6 + random_below(random, POPCOUNT[columns])]


def play_out(state: PackedState, random: list[int]) -> int:
    """Random moves to the end of the game; returns how many, deals not counted."""
    moves = 0
    while state.phase != OVER:
        if state.phase == PREPARATION:
            deal(state, random)
        elif state.phase == OFFER:
            moves += play_offer(state, random)
            advance_tiling(state)
        else:
            board = board_at(state, state.turn)
            place(state, board, due_line(board), random_column(state, random))
            moves += 1
            advance_tiling(state)
    return moves
