"""The factory offer on packed states: deals and takes, given or random. Nothing is validated.

Compiled by Cython with `offer.pxd` beside it, or interpreted as it stands. `rules/` is the
reference that this file is tested against move by move (tests/core/test_lockstep.py); callers must
play legally.

Random moves are chosen almost without branches, because the processor could not predict them.
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
        ALL_LANES,
        COLOUR_LANES,
        FLOOR_LINE,
        FLOOR_SPACES,
        JOKER_LANE,
        LANE_SHIFT,
        LANE_TOPS,
        LANES,
        LINE_SHIFT,
        MARKER,
        MASK_32,
        MASK_64,
        OFFER,
        ONE,
        PCG_INCREMENT,
        PCG_MULTIPLIER,
        WITH_JOKERS,
        Board,
        PackedState,
        board_at,
        lowest_bit,
    )

    SOURCE_HASH = 0  # a compiled module carries the hash of the files it was made from
    POPCOUNT = [0] * 1024  # mask: how many bits are set
    NTH_SOURCE = [0] * 10240  # mask * 10 + n: the place of the n-th bit
    NTH_LINE = [0] * 384  # the same for masks of six bits, mask * 6 + n
    QUOTIENT = [0] * 1024  # k * 8 + n: k // n
    LINE_BITS = [0] * 6  # line: its bits in `Board.open`; none for the floor, always open (E4)
    FLOOR_SHIFT = [0] * 128  # floor count: the shift of the next space of the floor line
    FLOOR_FILL = [0] * 32  # n: the lowest n spaces of the floor line, each holding 1


def source_hash() -> int:
    """The hash of the sources at build time, 0 when interpreted."""
    return SOURCE_HASH


def fill_lookup_tables() -> None:
    for mask in range(1024):
        for place in range(10):
            if mask >> place & 1:
                NTH_SOURCE[mask * 10 + POPCOUNT[mask]] = place
                if mask < 64:
                    NTH_LINE[mask * 6 + POPCOUNT[mask]] = place
                POPCOUNT[mask] += 1
    for line in range(1, 6):
        LINE_BITS[line] = LANES << line
    for number in range(128):
        FLOOR_SHIFT[number] = 4 * min(number, FLOOR_SPACES)
        for divisor in range(1, 8):
            QUOTIENT[number * 8 + divisor] = number // divisor
    for number in range(32):
        FLOOR_FILL[number] = 0x1111111 & ((1 << FLOOR_SHIFT[number]) - 1)


fill_lookup_tables()


def random_below(random: list[int], number: int) -> int:
    """A random number below `number`, and the generator's next word."""
    word = random[0]
    random[0] = next_word(word)
    return scale_below(word, number)


def next_word(word: int) -> int:
    """The generator is a permuted congruential one (PCG-XSH-RS); its state is one word."""
    return (word * PCG_MULTIPLIER + PCG_INCREMENT) & MASK_64


def scale_below(word: int, number: int) -> int:
    word = ((word ^ (word >> 22)) >> (22 + (word >> 61))) & MASK_32
    return (word * number) >> 32


def deal(state: PackedState, random: list[int]) -> None:
    """Fills the displays in order, tile by tile (R31 to R33)."""
    word = random[0]  # in a register: memory would be slower
    bag = state.bag
    below = (bag * LANES) & ALL_LANES  # prefix sums: each kind with all lower kinds
    left = below >> JOKER_LANE
    available = 0
    for display in range(1, 2 * state.players + 2):
        tiles = 0
        for _ in range(4):
            if left == 0:
                bag = state.lid  # E7
                state.lid = 0
                below = (bag * LANES) & ALL_LANES
                left = below >> JOKER_LANE
                if left == 0:
                    break  # E8
            beyond = ((below | LANE_TOPS) - (scale_below(word, left) + 1) * LANES) & LANE_TOPS
            word = next_word(word)
            lane = lowest_bit(beyond) - 9
            left -= 1
            bag -= ONE << lane
            below -= LANES << lane
            tiles += ONE << lane
            available |= ONE << (lane + display)
        state.sources[display] = tiles
    random[0] = word
    state.bag = bag
    state.available = available
    state.phase = OFFER


def random_take(state: PackedState, random: list[int]) -> int:
    """The take code of a legal take; each is equally likely.

    First the kind, by how many takes it has: sources times lines, once alone and once with jokers.
    """
    available = state.available
    open_lines = state.boards[state.turn].open_lines
    jokers = available >> JOKER_LANE
    takes = 0
    for kind in range(5):
        lines = POPCOUNT[(open_lines >> 10 * kind) & 63]
        ways = POPCOUNT[(available >> 10 * kind) & 1023] * lines
        takes |= ways << 10 * kind
    if jokers:
        takes += joker_takes(available, open_lines)
    below = (takes * LANES) & ALL_LANES
    chosen = random_below(random, below >> JOKER_LANE)
    beyond = ((below | LANE_TOPS) - (chosen + 1) * LANES) & LANE_TOPS
    lane = lowest_bit(beyond) - 9
    chosen -= ((below << 10) >> lane) & 1023
    mask = (open_lines >> lane) & 63
    lines = POPCOUNT[mask]
    nth = QUOTIENT[chosen * 8 + lines]
    take_code = NTH_LINE[mask * 6 + chosen - nth * lines] << LINE_SHIFT | lane << LANE_SHIFT
    mask = (available >> lane) & 1023
    if nth < POPCOUNT[mask]:
        return take_code | NTH_SOURCE[mask * 10 + nth]
    nth -= POPCOUNT[mask]
    return take_code | WITH_JOKERS | NTH_SOURCE[(mask & jokers) * 10 + nth]


def joker_takes(available: int, open_lines: int) -> int:
    """How many takes jokers add to each lane (R41)."""
    jokers = available >> JOKER_LANE
    ways = POPCOUNT[jokers] * POPCOUNT[open_lines >> JOKER_LANE]
    takes = ways << JOKER_LANE
    for kind in range(5):
        ways = (
            POPCOUNT[(available >> 10 * kind) & jokers] * POPCOUNT[(open_lines >> 10 * kind) & 63]
        )
        takes += ways << 10 * kind
    return takes


def take(state: PackedState, take_code: int) -> None:
    """A legal take (R10 to R18). The caller ends the offer when nothing is available any more."""
    source = take_code & 15
    line = (take_code >> LINE_SHIFT) & 15
    lane = (take_code >> LANE_SHIFT) & 63
    board = board_at(state, state.turn)
    tiles = state.sources[source]
    number = (tiles >> lane) & 1023
    rest = tiles - (number << lane)
    left = (state.available >> source) & LANES & ~(ONE << lane)

    marker = state.marker & (source == 0)  # R11
    state.marker ^= marker
    state.next_starter += marker * (state.turn - state.next_starter)
    board.floor |= (ONE * MARKER * marker) << FLOOR_SHIFT[board.floor_count]  # E2: before the tiles
    board.floor_count += marker

    if lane == JOKER_LANE:
        add_jokers(state, board, line, number)
    else:
        free = board.free[line]
        laid = number if number < free else free
        free -= laid
        add_to_floor(state, board, lane, number - laid)
        board.free[line] = free
        board.colour[line] = lane // 10
        # E4: a full line takes nothing, R14: another its colour.
        board.open_lines &= ~LINE_BITS[line]
        board.open_lines |= (((ONE << lane) | (ONE << JOKER_LANE)) * (free > 0)) << line
        board.full_lines |= (free == 0) << line
        if take_code & WITH_JOKERS:
            add_jokers(state, board, line, rest >> JOKER_LANE)  # E23: after the colour
            rest &= COLOUR_LANES
            left &= COLOUR_LANES

    state.available = (state.available & ~(LANES << source)) | left
    state.sources[source] = 0
    state.sources[0] += rest  # R10; the centre's own rest comes back to it
    seat = state.turn + 1
    state.turn = 0 if seat == state.players else seat


def add_jokers(state: PackedState, board: Board, line: int, number: int) -> None:
    """Jokers bind a line to no colour (E24)."""
    free = board.free[line]
    laid = number if number < free else free
    board.free[line] = free - laid
    board.jokers[line] += laid
    if free == laid:
        board.open_lines &= ~LINE_BITS[line]
        board.full_lines |= 1 << line
    add_to_floor(state, board, JOKER_LANE, number - laid)


def add_to_floor(state: PackedState, board: Board, lane: int, number: int) -> None:
    """Tiles fall to the floor line, and beyond its seven spaces to the lid (R17, R18, E5)."""
    state.lid += number << lane
    space = FLOOR_SHIFT[board.floor_count]
    board.floor |= ((FLOOR_FILL[number] * (lane // 10 + 1)) << space) & FLOOR_LINE
    board.floor_count += number


def play_offer(state: PackedState, random: list[int]) -> int:
    """Random takes to the end of the offer (R19); returns how many."""
    moves = 0
    while state.available:
        take(state, random_take(state, random))
        moves += 1
    return moves
