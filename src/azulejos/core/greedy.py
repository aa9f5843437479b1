"""Built-in opponents for games at full speed: random, greedy, and one that looks a move ahead.

The greedy one chooses as `bots.simple.GreedyBot` does and is tested against it
(tests/core/test_greedy.py). Like `offer.py` this file trusts its callers.
"""

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
        OFFER,
        OVER,
        PREPARATION,
        ActionList,
        PackedState,
        Scratch,
        board_at,
        copy_state,
        lowest_bit,
        state_at,
    )
    from .moves import is_place, line_of, list_legal, play, play_alone, random_action
    from .offer import deal, random_below
    from .tiling import PENALTY, drop_line, due_line, legal_columns, place

    RANDOM, GREEDY, LOOKAHEAD = 0, 1, 2  # the opponents, by number
    WORST_VALUE = -1000000  # below every value
    POINT = 480  # what a point is worth: its thirds, quarters and fifths leave room for tiles laid

OPPONENTS = ("random", "greedy", "lookahead")  # by name, in the same order


def play_on(state: PackedState, seat: int, opponent: int, random: list[int]) -> int:
    """The others move, and deals are made, until this seat is to move or the game is over."""
    moves = 0
    while state.phase != OVER:
        if state.phase == PREPARATION:
            deal(state, random)
        elif state.turn == seat:
            break
        else:
            play(state, choose_action(state, opponent, random))
            moves += 1
    return moves


def choose_action(state: PackedState, opponent: int, random: list[int]) -> int:
    if opponent == RANDOM:
        return random_action(state, random)
    return best_action(state, opponent == LOOKAHEAD, random)


def best_action(state: PackedState, looks_ahead: int, random: list[int]) -> int:
    """What scores best at the next tiling; ties are broken at random. There must be a move.

    Whoever looks ahead also counts what the next player's best answer brings that player.
    """
    if not cython.compiled:
        legal = ActionList()
        scratch = Scratch()
    count = list_legal(state, legal.actions, 0)
    best = WORST_VALUE
    ties = 0
    for number in range(count):
        copy_state(state_at(scratch.states, 0), state)
        value = value_of(scratch.states, legal.actions[number])
        if looks_ahead:
            copy_state(state_at(scratch.states, 0), state)
            play(state_at(scratch.states, 0), legal.actions[number])
            value -= answer_value(state_at(scratch.states, 0), state.turn)
        if value > best:
            best = value
            ties = 0
        if value == best:
            legal.actions[ties] = legal.actions[number]
            ties += 1
    return legal.actions[random_below(random, ties)]


def answer_value(state: PackedState, seat: int) -> int:
    """What its best take brings the next player; nothing where this seat goes on, or nobody."""
    if state.phase != OFFER or state.turn == seat:
        return 0
    if not cython.compiled:
        legal = ActionList()
        scratch = Scratch()
    copy_state(state_at(scratch.states, 0), state)
    before = POINT * tiling_value(scratch.states, 0, state.turn)
    best = WORST_VALUE
    count = list_legal(state, legal.actions, 0)
    for number in range(count):
        copy_state(state_at(scratch.states, 0), state)
        value = value_of(scratch.states, legal.actions[number])
        best = value if value > best else best
    return best - before


def value_of(states: list[PackedState], action: int) -> int:
    """Points at the next tiling, floor counted, and a begun line's share; then tiles laid.

    Plays on the first state. What tiling would bring without the move is the same for all moves
    and left out.
    """
    state = state_at(states, 0)
    seat = state.turn
    board = board_at(state, seat)
    if is_place(action):
        play_alone(state, action)
        score = board.score + tiling_value(states, 0, seat)
        return POINT * score if score > 0 else 0
    line = line_of(action)
    laid = board.free[line]
    play_alone(state, action)
    laid -= board.free[line]
    share = POINT * laid // line if line else 0
    return POINT * tiling_value(states, 0, seat) + share + laid


def tiling_value(states: list[PackedState], level: int, seat: int) -> int:
    """What a seat's tiling brings, floor charged, if it chooses best; overwrites this state."""
    state = state_at(states, level)
    board = board_at(state, seat)
    before = board.score
    while board.full_lines & 62:
        line = due_line(board)
        columns = legal_columns(state, board, line)
        if columns & (columns - 1):
            return board.score - before + best_column(states, level, seat, columns)
        if columns:
            place(state, board, line, lowest_bit(columns))
        else:
            drop_line(state, board, line)
    return board.score - before - PENALTY[board.floor_count]


def best_column(states: list[PackedState], level: int, seat: int, columns: int) -> int:
    """The same where the line that is due may go to several columns."""
    state = state_at(states, level)
    child = state_at(states, level + 1)
    line = due_line(board_at(state, seat))
    best = WORST_VALUE
    while columns:
        copy_state(child, state)
        place(child, board_at(child, seat), line, lowest_bit(columns))
        value = board_at(child, seat).score - board_at(state, seat).score
        value += tiling_value(states, level + 1, seat)
        best = value if value > best else best
        columns &= columns - 1
    return best
