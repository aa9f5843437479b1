"""The game on packed numbers: deals and takes, given or random. No validation, no words.

Compiled by Cython with `table.pxd` beside it, or run as it stands. The law is `rules/`, and this
file is held to it move by move (tests/core/test_lockstep.py). What is played here must be legal.

A random move is chosen almost without branches, because a processor can't foresee them.
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
        ALL_LANES,
        COLOUR_LANES,
        FLOOR_LINE,
        FLOOR_SPACES,
        HALF_WORD,
        JOKER_LANE,
        LANE_AT,
        LANE_TOPS,
        LANES,
        LINE_AT,
        MARKER,
        ODD,
        OFFER,
        ONE,
        STEP,
        WHOLE_WORD,
        WITH_JOKERS,
        Board,
        Table,
        board_at,
        lowest_bit,
    )

    SOURCE_HASH = 0  # a compiled module carries the hash of the files it was made from
    COUNT = [0] * 1024  # mask: how many bits are set
    NTH_SOURCE = [0] * 10240  # mask * 10 + n: the place of the n-th bit
    NTH_LINE = [0] * 384  # the same for masks of six bits, mask * 6 + n
    QUOTIENT = [0] * 1024  # k * 8 + n: k // n
    LINE_BITS = [0] * 6  # line: its bits in `Board.open`; none for the floor, always open (E4)
    SPACE = [0] * 128  # fallen items: the shift of the next space of the floor line
    FALLING = [0] * 32  # n: the lowest n spaces of the floor line, each holding 1


def source_hash() -> int:
    """The hash that the build put in, 0 when interpreted."""
    return SOURCE_HASH


def fill_look_up_tables() -> None:
    for mask in range(1024):
        for place in range(10):
            if mask >> place & 1:
                NTH_SOURCE[mask * 10 + COUNT[mask]] = place
                if mask < 64:
                    NTH_LINE[mask * 6 + COUNT[mask]] = place
                COUNT[mask] += 1
    for line in range(1, 6):
        LINE_BITS[line] = LANES << line
    for number in range(128):
        SPACE[number] = 4 * min(number, FLOOR_SPACES)
        for divisor in range(1, 8):
            QUOTIENT[number * 8 + divisor] = number // divisor
    for number in range(32):
        FALLING[number] = 0x1111111 & ((1 << SPACE[number]) - 1)


fill_look_up_tables()


def draw(random: list[int], number: int) -> int:
    """A random number below `number`, and the generator's next word."""
    word = random[0]
    random[0] = next_word(word)
    return below_number(word, number)


def next_word(word: int) -> int:
    """The generator is a permuted congruential one (PCG-XSH-RS); its state is one word."""
    return (word * STEP + ODD) & WHOLE_WORD


def below_number(word: int, number: int) -> int:
    word = ((word ^ (word >> 22)) >> (22 + (word >> 61))) & HALF_WORD
    return (word * number) >> 32


def deal(table: Table, random: list[int]) -> None:
    """Fills the displays in order, tile by tile (R31 to R33)."""
    word = random[0]  # kept at hand: memory would be slower
    bag = table.bag
    below = (bag * LANES) & ALL_LANES  # a kind's lane counts its tiles and those of lower kinds
    left = below >> JOKER_LANE
    available = 0
    for display in range(1, 2 * table.players + 2):
        heap = 0
        for _ in range(4):
            if left == 0:
                bag = table.lid  # E7
                table.lid = 0
                below = (bag * LANES) & ALL_LANES
                left = below >> JOKER_LANE
                if left == 0:
                    break  # E8
            beyond = ((below | LANE_TOPS) - (below_number(word, left) + 1) * LANES) & LANE_TOPS
            word = next_word(word)
            lane = lowest_bit(beyond) - 9
            left -= 1
            bag -= ONE << lane
            below -= LANES << lane
            heap += ONE << lane
            available |= ONE << (lane + display)
        table.heaps[display] = heap
    random[0] = word
    table.bag = bag
    table.available = available
    table.phase = OFFER


def random_take(table: Table, random: list[int]) -> int:
    """A legal take, packed as `take` wants it; each is equally likely.

    First the kind, by how many takes it has: sources times lines, once alone and once with jokers.
    """
    available = table.available
    open_lines = table.boards[table.turn].open
    jokers = available >> JOKER_LANE
    takes = 0
    for kind in range(5):
        lines = COUNT[(open_lines >> 10 * kind) & 63]
        ways = COUNT[(available >> 10 * kind) & 1023] * lines
        takes |= ways << 10 * kind
    if jokers:
        takes += joker_takes(available, open_lines)
    below = (takes * LANES) & ALL_LANES
    chosen = draw(random, below >> JOKER_LANE)
    beyond = ((below | LANE_TOPS) - (chosen + 1) * LANES) & LANE_TOPS
    lane = lowest_bit(beyond) - 9
    chosen -= ((below << 10) >> lane) & 1023
    mask = (open_lines >> lane) & 63
    lines = COUNT[mask]
    nth = QUOTIENT[chosen * 8 + lines]
    packed = NTH_LINE[mask * 6 + chosen - nth * lines] << LINE_AT | lane << LANE_AT
    mask = (available >> lane) & 1023
    if nth < COUNT[mask]:
        return packed | NTH_SOURCE[mask * 10 + nth]
    nth -= COUNT[mask]
    return packed | WITH_JOKERS | NTH_SOURCE[(mask & jokers) * 10 + nth]


def joker_takes(available: int, open_lines: int) -> int:
    """How many takes jokers add to each lane (R41)."""
    jokers = available >> JOKER_LANE
    ways = COUNT[jokers] * COUNT[open_lines >> JOKER_LANE]
    takes = ways << JOKER_LANE
    for kind in range(5):
        ways = COUNT[(available >> 10 * kind) & jokers] * COUNT[(open_lines >> 10 * kind) & 63]
        takes += ways << 10 * kind
    return takes


def take(table: Table, packed: int) -> None:
    """A legal take (R10 to R18). The caller ends the offer when nothing is available any more."""
    source = packed & 15
    line = (packed >> LINE_AT) & 15
    lane = (packed >> LANE_AT) & 63
    board = board_at(table, table.turn)
    heap = table.heaps[source]
    number = (heap >> lane) & 1023
    rest = heap - (number << lane)
    left = (table.available >> source) & LANES & ~(ONE << lane)

    marker = table.marker & (source == 0)  # R11
    table.marker ^= marker
    table.next_starter += marker * (table.turn - table.next_starter)
    board.floor |= (ONE * MARKER * marker) << SPACE[board.fallen]  # E2: before the tiles
    board.fallen += marker

    if lane == JOKER_LANE:
        lay_jokers(table, board, line, number)
    else:
        free = board.free[line]
        laid = number if number < free else free
        free -= laid
        fall(table, board, lane, number - laid)
        board.free[line] = free
        board.colour[line] = lane // 10
        board.open &= ~LINE_BITS[line]  # E4: a full line takes nothing, R14: another its colour
        board.open |= (((ONE << lane) | (ONE << JOKER_LANE)) * (free > 0)) << line
        board.full |= (free == 0) << line
        if packed & WITH_JOKERS:
            lay_jokers(table, board, line, rest >> JOKER_LANE)  # E23: after the colour
            rest &= COLOUR_LANES
            left &= COLOUR_LANES

    table.available = (table.available & ~(LANES << source)) | left
    table.heaps[source] = 0
    table.heaps[0] += rest  # R10; the centre's own rest comes back to it
    seat = table.turn + 1
    table.turn = 0 if seat == table.players else seat


def lay_jokers(table: Table, board: Board, line: int, number: int) -> None:
    """Jokers bind a line to no colour (E24)."""
    free = board.free[line]
    laid = number if number < free else free
    board.free[line] = free - laid
    board.jokers[line] += laid
    if free == laid:
        board.open &= ~LINE_BITS[line]
        board.full |= 1 << line
    fall(table, board, JOKER_LANE, number - laid)


def fall(table: Table, board: Board, lane: int, number: int) -> None:
    """Tiles fall to the floor line, and beyond its seven spaces to the lid (R17, R18, E5)."""
    table.lid += number << lane
    space = SPACE[board.fallen]
    board.floor |= ((FALLING[number] * (lane // 10 + 1)) << space) & FLOOR_LINE
    board.fallen += number


def play_offer(table: Table, random: list[int]) -> int:
    """Random takes to the end of the offer (R19); returns how many."""
    moves = 0
    while table.available:
        take(table, random_take(table, random))
        moves += 1
    return moves
