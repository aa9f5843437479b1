"""Actions: which are legal, playing one, masks, perft, and the hash key of a state.

The numbering is explained in docs/research.md; `actions.py` turns numbers into moves of
`rules/`. Like `offer.py` this file trusts its callers, all in this package.
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
        ACTIONS,
        FIRST_JOKER_TAKE,
        FIRST_MIXED_TAKE,
        FIRST_PLACE,
        GOLDEN_RATIO,
        JOKER_LANE,
        LANE_SHIFT,
        LANES,
        LINE_SHIFT,
        MASK_64,
        MIX_1,
        MIX_2,
        OFFER,
        TILING,
        WITH_JOKERS,
        Board,
        PackedState,
        board_at,
        copy_state,
        load_eight,
        lowest_bit,
        state_at,
        store_eight,
        store_six,
    )
    from .offer import POPCOUNT, joker_takes, random_take, take
    from .tiling import (
        advance_tiling,
        complete_rows,
        count_bits,
        due_line,
        legal_columns,
        place,
        random_column,
    )

    TAKE_CODES = [0] * ACTIONS  # action: its take code for `offer.take`, 0 for tiling decisions
    BIT_BYTES = [0] * 512  # mask * 8 + place: the bits of a mask of six, a byte each


def fill_lookup_tables() -> None:
    for mask in range(64):
        for place_ in range(6):
            BIT_BYTES[mask * 8 + place_] = mask >> place_ & 1
    for source in range(10):
        for line in range(6):
            here = source | line << LINE_SHIFT
            TAKE_CODES[FIRST_JOKER_TAKE + source * 6 + line] = here | JOKER_LANE << LANE_SHIFT
            for colour in range(5):
                number = (source * 5 + colour) * 6 + line
                TAKE_CODES[number] = here | 10 * colour << LANE_SHIFT
                TAKE_CODES[FIRST_MIXED_TAKE + number] = TAKE_CODES[number] | WITH_JOKERS


fill_lookup_tables()


def is_place(action: int) -> int:
    return FIRST_PLACE <= action < FIRST_JOKER_TAKE


def line_to_tile(state: PackedState) -> int:
    """The line of the tiling decision that is due."""
    return due_line(board_at(state, state.turn))


def open_columns(state: PackedState) -> int:
    """A bit for each column that the tiling decision may choose."""
    return legal_columns(state, board_at(state, state.turn), line_to_tile(state))


def is_legal(state: PackedState, action: int) -> int:
    if action < 0 or action >= ACTIONS:
        return 0
    if is_place(action):
        if state.phase != TILING or (action - FIRST_PLACE) // 5 + 1 != line_to_tile(state):
            return 0
        return open_columns(state) >> (action - FIRST_PLACE) % 5 & 1
    if state.phase != OFFER:
        return 0
    take_code = TAKE_CODES[action]
    source = take_code & 15
    line = (take_code >> LINE_SHIFT) & 15
    lane = (take_code >> LANE_SHIFT) & 63
    there = (state.available >> (lane + source)) & (
        state.boards[state.turn].open_lines >> (lane + line)
    )
    if take_code & WITH_JOKERS:
        there &= state.available >> (JOKER_LANE + source)
    return there & 1


def play(state: PackedState, action: int) -> None:
    """Plays a legal action and all that follows without a decision."""
    play_alone(state, action)
    if state.available == 0:
        advance_tiling(state)


def play_alone(state: PackedState, action: int) -> None:
    """Plays a legal action and nothing of what follows, though the offer may be over."""
    if is_place(action):
        board = board_at(state, state.turn)
        place(state, board, line_to_tile(state), (action - FIRST_PLACE) % 5)
    else:
        take(state, TAKE_CODES[action])


def line_of(action: int) -> int:
    """The line of a take, 0 for the floor."""
    return (TAKE_CODES[action] >> LINE_SHIFT) & 15


def random_action(state: PackedState, random: list[int]) -> int:
    """A legal action, each equally likely; there must be one."""
    if state.phase == TILING:
        return FIRST_PLACE + 5 * line_to_tile(state) - 5 + random_column(state, random)
    take_code = random_take(state, random)
    source = take_code & 15
    line = (take_code >> LINE_SHIFT) & 15
    lane = (take_code >> LANE_SHIFT) & 63
    if lane == JOKER_LANE:
        return FIRST_JOKER_TAKE + source * 6 + line
    first = FIRST_MIXED_TAKE if take_code & WITH_JOKERS else 0
    return first + source * 30 + lane // 10 * 6 + line


def count_legal(state: PackedState) -> int:
    """How many moves the player to move has; 0 when a deal is due or the game is over."""
    if state.phase == TILING:
        return POPCOUNT[open_columns(state)]
    if state.phase != OFFER:
        return 0
    available = state.available
    open_lines = state.boards[state.turn].open_lines
    count = 0
    for lane in range(0, JOKER_LANE, 10):
        count += POPCOUNT[(available >> lane) & 1023] * POPCOUNT[(open_lines >> lane) & 63]
    if available >> JOKER_LANE:
        takes = joker_takes(available, open_lines)
        for lane in range(0, 60, 10):
            count += (takes >> lane) & 1023
    return count


def list_legal(state: PackedState, actions: list[int], start: int) -> int:
    """Writes the legal actions in rising order, from `start` on; returns where they end."""
    if state.phase == TILING:
        columns = open_columns(state)
        first = FIRST_PLACE + 5 * line_to_tile(state) - 5
        return list_bits(columns, first, actions, start)
    if state.phase != OFFER:
        return start
    available = state.available
    open_lines = state.boards[state.turn].open_lines
    jokers = available >> JOKER_LANE
    sources = 2 * state.players + 2
    for source in range(sources):
        start = list_colours(available, open_lines, source, 0, actions, start)
    if jokers:
        for source in range(sources):
            if jokers >> source & 1:
                first = FIRST_JOKER_TAKE + source * 6
                start = list_bits(open_lines >> JOKER_LANE, first, actions, start)
        for source in range(sources):
            if jokers >> source & 1:
                start = list_colours(
                    available, open_lines, source, FIRST_MIXED_TAKE, actions, start
                )
    return start


def list_colours(
    available: int, open_lines: int, source: int, first: int, actions: list[int], start: int
) -> int:
    for colour in range(5):
        if available >> (10 * colour + source) & 1:
            number = first + (source * 5 + colour) * 6
            start = list_bits((open_lines >> 10 * colour) & 63, number, actions, start)
    return start


def list_bits(bits: int, first: int, actions: list[int], start: int) -> int:
    while bits:
        actions[start] = first + lowest_bit(bits)
        start += 1
        bits &= bits - 1
    return start


def write_mask(state: PackedState, mask: list[int], start: int, width: int) -> None:
    """Writes a 1 for every legal action and 0 for the others, from `start` on.

    Without branches, six actions at a time: the processor could not predict them.
    """
    open_lines = state.boards[state.turn].open_lines
    sources = 2 * state.players + 2
    write_colours(state.available, open_lines, sources, mask, start)
    for action in range(30 * sources, width):
        mask[start + action] = 0
    if state.phase == TILING:
        columns = open_columns(state)
        start += FIRST_PLACE + 5 * line_to_tile(state) - 5
        for column in range(5):
            mask[start + column] = columns >> column & 1
    elif state.with_jokers:
        jokers = state.available >> JOKER_LANE
        with_jokers = state.available & (LANES * jokers)
        write_colours(with_jokers, open_lines, sources, mask, start + FIRST_MIXED_TAKE)
        start += FIRST_JOKER_TAKE
        row = load_eight(BIT_BYTES, 8 * (open_lines >> JOKER_LANE))
        for source in range(sources):
            store_six(mask, start + 6 * source, row * (jokers >> source & 1))


def write_colours(
    available: int, open_lines: int, sources: int, mask: list[int], start: int
) -> None:
    """Of the eight bytes that are stored at once, the next colour's write over the last two."""
    end = start + 30 * sources
    for colour in range(4):
        row = load_eight(BIT_BYTES, 8 * ((open_lines >> 10 * colour) & 63))
        held = available >> 10 * colour
        for first in range(start + 6 * colour, end, 30):
            store_eight(mask, first, row * (held & 1))
            held >>= 1
    row = load_eight(BIT_BYTES, 8 * ((open_lines >> 40) & 63))
    held = available >> 40
    for first in range(start + 24, end, 30):
        store_six(mask, first, row * (held & 1))
        held >>= 1


def winners(state: PackedState) -> int:
    """A bit for each seat that has won: most points, then most rows, else shared (R36, E13)."""
    best = -1
    seats = 0
    for seat in range(state.players):
        board = board_at(state, seat)
        rank = board.score * 8 + count_bits(complete_rows(board.wall))
        if rank > best:
            best = rank
            seats = 0
        if rank == best:
            seats |= 1 << seat
    return seats


def perft(states: list[PackedState], level: int, depth: int, actions: list[int]) -> int:
    """Leaf nodes below a level's state; `states` and `actions` have room for every level."""
    state = state_at(states, level)
    legal = count_legal(state)
    if depth == 0 or legal == 0:
        return 1
    if depth == 1:
        return legal  # counted, not played
    leaves = 0
    start = level * ACTIONS
    list_legal(state, actions, start)
    for index in range(start, start + legal):
        child = state_at(states, level + 1)
        copy_state(child, state)
        play(child, actions[index])
        leaves += perft(states, level + 1, depth - 1, actions)
    return leaves


def mix_bits(word: int) -> int:
    """A bijective 64-bit mixer (the finaliser of SplitMix64)."""
    word = ((word ^ (word >> 30)) * MIX_1) & MASK_64
    word = ((word ^ (word >> 27)) * MIX_2) & MASK_64
    return word ^ (word >> 31)


def hash_word(key: int, word: int) -> int:
    key = ((key ^ word) * GOLDEN_RATIO) & MASK_64
    return key ^ (key >> 29)


def hash_state(state: PackedState) -> int:
    """A hash key of 64 bits."""
    key = state.players | state.grey << 4 | state.with_jokers << 5 | state.marker << 6
    key |= state.turn << 8 | state.starter << 12 | state.round << 16
    key = hash_word(hash_word(key, state.bag), state.lid)
    for source in range(2 * state.players + 2):
        key = hash_word(key, state.sources[source])
    for seat in range(state.players):
        key = hash_board(key, board_at(state, seat))
    return mix_bits(key)


def hash_board(key: int, board: Board) -> int:
    word = board.floor << 32
    key = hash_word(key, word | board.score)
    word = 0
    for line in range(1, 6):
        word = word << 10 | board.free[line] << 6 | board.colour[line] << 3 | board.jokers[line]
    key = hash_word(key, word)
    for kind in range(0, 6, 2):
        word = board.wall_by_kind[kind]
        key = hash_word(key, word << 32 | board.wall_by_kind[kind + 1])
    return key
