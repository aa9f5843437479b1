"""Moves by number: which are legal, playing one, counting them, and a number for a whole table.

The numbering is explained in docs/research.md; `actions.py` turns numbers into moves of the law.
Like `table.py` this file trusts its callers, all in this package.
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
        ACTIONS,
        FIRST_JOKER_TAKE,
        FIRST_MIXED_TAKE,
        FIRST_PLACE,
        GOLDEN,
        JOKER_LANE,
        LANE_AT,
        LANES,
        LINE_AT,
        OFFER,
        STIR_1,
        STIR_2,
        TILING,
        WHOLE_WORD,
        WITH_JOKERS,
        Board,
        Table,
        board_at,
        copy_table,
        load_eight,
        lowest_bit,
        store_eight,
        store_six,
        table_at,
    )
    from .table import COUNT, joker_takes, random_take, take
    from .tiling import (
        complete_rows,
        count_bits,
        due_line,
        legal_columns,
        place,
        random_column,
        tile_walls,
    )

    PACKED = [0] * ACTIONS  # a take as `table.take` wants it, 0 for tiling decisions
    SPREAD = [0] * 512  # mask * 8 + place: the bits of a mask of six, one by one


def fill_look_up_tables() -> None:
    for mask in range(64):
        for place_ in range(6):
            SPREAD[mask * 8 + place_] = mask >> place_ & 1
    for source in range(10):
        for line in range(6):
            here = source | line << LINE_AT
            PACKED[FIRST_JOKER_TAKE + source * 6 + line] = here | JOKER_LANE << LANE_AT
            for colour in range(5):
                number = (source * 5 + colour) * 6 + line
                PACKED[number] = here | 10 * colour << LANE_AT
                PACKED[FIRST_MIXED_TAKE + number] = PACKED[number] | WITH_JOKERS


fill_look_up_tables()


def is_place(action: int) -> int:
    return FIRST_PLACE <= action < FIRST_JOKER_TAKE


def line_to_tile(table: Table) -> int:
    """The line of the tiling decision that is due."""
    return due_line(board_at(table, table.turn))


def open_columns(table: Table) -> int:
    """A bit for each column that the tiling decision may choose."""
    return legal_columns(table, board_at(table, table.turn), line_to_tile(table))


def is_legal(table: Table, action: int) -> int:
    if action < 0 or action >= ACTIONS:
        return 0
    if is_place(action):
        if table.phase != TILING or (action - FIRST_PLACE) // 5 + 1 != line_to_tile(table):
            return 0
        return open_columns(table) >> (action - FIRST_PLACE) % 5 & 1
    if table.phase != OFFER:
        return 0
    packed = PACKED[action]
    source = packed & 15
    line = (packed >> LINE_AT) & 15
    lane = (packed >> LANE_AT) & 63
    there = (table.available >> (lane + source)) & (table.boards[table.turn].open >> (lane + line))
    if packed & WITH_JOKERS:
        there &= table.available >> (JOKER_LANE + source)
    return there & 1


def play(table: Table, action: int) -> None:
    """Plays a legal action and all that follows without a decision."""
    play_alone(table, action)
    if table.available == 0:
        tile_walls(table)


def play_alone(table: Table, action: int) -> None:
    """Plays a legal action and nothing of what follows, though the offer may be over."""
    if is_place(action):
        board = board_at(table, table.turn)
        place(table, board, line_to_tile(table), (action - FIRST_PLACE) % 5)
    else:
        take(table, PACKED[action])


def line_of(action: int) -> int:
    """The line of a take, 0 for the floor."""
    return (PACKED[action] >> LINE_AT) & 15


def random_action(table: Table, random: list[int]) -> int:
    """A legal action, each equally likely; there must be one."""
    if table.phase == TILING:
        return FIRST_PLACE + 5 * line_to_tile(table) - 5 + random_column(table, random)
    packed = random_take(table, random)
    source = packed & 15
    line = (packed >> LINE_AT) & 15
    lane = (packed >> LANE_AT) & 63
    if lane == JOKER_LANE:
        return FIRST_JOKER_TAKE + source * 6 + line
    first = FIRST_MIXED_TAKE if packed & WITH_JOKERS else 0
    return first + source * 30 + lane // 10 * 6 + line


def count_legal(table: Table) -> int:
    """How many moves the player to move has; 0 when a deal is due or the game is over."""
    if table.phase == TILING:
        return COUNT[open_columns(table)]
    if table.phase != OFFER:
        return 0
    available = table.available
    open_lines = table.boards[table.turn].open
    count = 0
    for lane in range(0, JOKER_LANE, 10):
        count += COUNT[(available >> lane) & 1023] * COUNT[(open_lines >> lane) & 63]
    if available >> JOKER_LANE:
        takes = joker_takes(available, open_lines)
        for lane in range(0, 60, 10):
            count += (takes >> lane) & 1023
    return count


def list_legal(table: Table, found: list[int], start: int) -> int:
    """Writes the legal actions in rising order, from `start` on; returns where they end."""
    if table.phase == TILING:
        columns = open_columns(table)
        first = FIRST_PLACE + 5 * line_to_tile(table) - 5
        return list_bits(columns, first, found, start)
    if table.phase != OFFER:
        return start
    available = table.available
    open_lines = table.boards[table.turn].open
    jokers = available >> JOKER_LANE
    sources = 2 * table.players + 2
    for source in range(sources):
        start = list_colours(available, open_lines, source, 0, found, start)
    if jokers:
        for source in range(sources):
            if jokers >> source & 1:
                first = FIRST_JOKER_TAKE + source * 6
                start = list_bits(open_lines >> JOKER_LANE, first, found, start)
        for source in range(sources):
            if jokers >> source & 1:
                start = list_colours(available, open_lines, source, FIRST_MIXED_TAKE, found, start)
    return start


def list_colours(
    available: int, open_lines: int, source: int, first: int, found: list[int], start: int
) -> int:
    for colour in range(5):
        if available >> (10 * colour + source) & 1:
            number = first + (source * 5 + colour) * 6
            start = list_bits((open_lines >> 10 * colour) & 63, number, found, start)
    return start


def list_bits(bits: int, first: int, found: list[int], start: int) -> int:
    while bits:
        found[start] = first + lowest_bit(bits)
        start += 1
        bits &= bits - 1
    return start


def write_mask(table: Table, mask: list[int], start: int, width: int) -> None:
    """Writes a 1 for every legal action and 0 for the others, from `start` on.

    Without branches, six actions at a time: a processor could not foresee what lies where.
    """
    open_lines = table.boards[table.turn].open
    sources = 2 * table.players + 2
    write_colours(table.available, open_lines, sources, mask, start)
    for action in range(30 * sources, width):
        mask[start + action] = 0
    if table.phase == TILING:
        columns = open_columns(table)
        start += FIRST_PLACE + 5 * line_to_tile(table) - 5
        for column in range(5):
            mask[start + column] = columns >> column & 1
    elif table.with_jokers:
        jokers = table.available >> JOKER_LANE
        with_jokers = table.available & (LANES * jokers)
        write_colours(with_jokers, open_lines, sources, mask, start + FIRST_MIXED_TAKE)
        start += FIRST_JOKER_TAKE
        spread = load_eight(SPREAD, 8 * (open_lines >> JOKER_LANE))
        for source in range(sources):
            store_six(mask, start + 6 * source, spread * (jokers >> source & 1))


def write_colours(
    available: int, open_lines: int, sources: int, mask: list[int], start: int
) -> None:
    """Of the eight bytes that are stored at once, the next colour's write over the last two."""
    end = start + 30 * sources
    for colour in range(4):
        spread = load_eight(SPREAD, 8 * ((open_lines >> 10 * colour) & 63))
        held = available >> 10 * colour
        for first in range(start + 6 * colour, end, 30):
            store_eight(mask, first, spread * (held & 1))
            held >>= 1
    spread = load_eight(SPREAD, 8 * ((open_lines >> 40) & 63))
    held = available >> 40
    for first in range(start + 24, end, 30):
        store_six(mask, first, spread * (held & 1))
        held >>= 1


def winners(table: Table) -> int:
    """A bit for each seat that has won: most points, then most rows, else shared (R36, E13)."""
    best = -1
    seats = 0
    for seat in range(table.players):
        board = board_at(table, seat)
        rank = board.score * 8 + count_bits(complete_rows(board.wall))
        if rank > best:
            best = rank
            seats = 0
        if rank == best:
            seats |= 1 << seat
    return seats


def perft(tables: list[Table], level: int, depth: int, found: list[int]) -> int:
    """Leaves below the table of this level; `tables` and `found` have room for every level."""
    table = table_at(tables, level)
    legal = count_legal(table)
    if depth == 0 or legal == 0:
        return 1
    if depth == 1:
        return legal  # counted, not played
    leaves = 0
    start = level * ACTIONS
    list_legal(table, found, start)
    for index in range(start, start + legal):
        child = table_at(tables, level + 1)
        copy_table(child, table)
        play(child, found[index])
        leaves += perft(tables, level + 1, depth - 1, found)
    return leaves


def stir(word: int) -> int:
    """Spreads a word over all 64 bits, one to one (the finish of SplitMix64)."""
    word = ((word ^ (word >> 30)) * STIR_1) & WHOLE_WORD
    word = ((word ^ (word >> 27)) * STIR_2) & WHOLE_WORD
    return word ^ (word >> 31)


def add_word(key: int, word: int) -> int:
    key = ((key ^ word) * GOLDEN) & WHOLE_WORD
    return key ^ (key >> 29)


def key_of(table: Table) -> int:
    """A number of 64 bits: equal for equal positions, as good as never for others."""
    key = table.players | table.grey << 4 | table.with_jokers << 5 | table.marker << 6
    key |= table.turn << 8 | table.starter << 12 | table.round << 16
    key = add_word(add_word(key, table.bag), table.lid)
    for source in range(2 * table.players + 2):
        key = add_word(key, table.heaps[source])
    for seat in range(table.players):
        key = add_board(key, board_at(table, seat))
    return stir(key)


def add_board(key: int, board: Board) -> int:
    word = board.floor << 32
    key = add_word(key, word | board.score)
    word = 0
    for line in range(1, 6):
        word = word << 10 | board.free[line] << 6 | board.colour[line] << 3 | board.jokers[line]
    key = add_word(key, word)
    for kind in range(0, 6, 2):
        word = board.standing[kind]
        key = add_word(key, word << 32 | board.standing[kind + 1])
    return key
