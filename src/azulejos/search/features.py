"""The facts that the network sees, each by its number: see `layout.py` for what a row is.

A player's board is looked at as if the round were tiled now: complete lines are on the wall and
scored, the floor is charged. That is `settle`; with a choice of cells (grey wall, jokers) the tile
goes where it scores most. The facts of a board do not change while others move, so their sum can
be kept; the facts about what lies on offer change with every take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import shadow as cython

if not cython.compiled:
    from ..core.layout import (
        JOKER,
        JOKER_LANE,
        LANES,
        ONE,
        PREPARATION,
        Board,
        Table,
        lowest_bit,
    )
    from ..core.table import COUNT
    from ..core.tiling import COLUMN, PENALTY, RUN, complete_rows, count_bits, legal_columns
    from .layout import (
        CENTRE,
        COLOURS,
        COLUMNS,
        DEMAND,
        DIFFERENCE,
        FLOOR,
        GROUPS,
        LINE_JOKERS,
        LINES,
        LOST,
        PAIRS,
        ROUND,
        ROW_COLOURS,
        SIZES,
        STAGE,
        SUPPLY,
        TOTALS,
        WALL_ROWS,
        Offer,
        Side,
        copy_board,
    )

    ROW_AT = [0] * 6  # line: where the facts of its wall row and line begin
    ROW_STATES = [0] * 6  # line: how many states it can be in while not complete
    TERNARY = [0] * 32  # a mask's bits as digits to the base of three
    SIZE_BIT = [0] * 1024  # the size of a group as one of five bits
    LARGEST = [0] * 32768  # five numbers of three bits: the largest
    SPACES = [0] * 64  # a mask of lines (bit 0 the floor): three bits for each line in it


def fill_look_up_tables() -> None:
    start = WALL_ROWS
    for line in range(1, 6):
        ROW_AT[line] = start
        ROW_STATES[line] = 1 + 6 * (line - 1)
        start += 32 * ROW_STATES[line]
    for mask in range(32):
        TERNARY[mask] = sum(3**place for place in range(5) if mask >> place & 1)
    for number in range(1, 1024):
        SIZE_BIT[number] = 1 << min(number, 5) - 1
    for number in range(32768):
        LARGEST[number] = min(5, max(number >> shift & 7 for shift in range(0, 15, 3)))
    for mask in range(64):
        SPACES[mask] = sum(7 << 3 * (line - 1) for line in range(1, 6) if mask >> line & 1)


fill_look_up_tables()


def survey(table: Table, offer: Offer) -> None:
    """What lies on offer: tiles by kind, sizes of groups, their number; and the supply."""
    tiles = 0
    sizes = 0
    if table.available:
        for source in range(2 * table.players + 2):
            heap = table.heaps[source]
            if heap:
                tiles += heap
                for lane in range(0, 60, 10):
                    sizes |= SIZE_BIT[(heap >> lane) & 1023] << lane
    offer.tiles = tiles
    offer.sizes = sizes
    offer.groups = count_groups(table.available)
    if table.bag != offer.bag or table.lid != offer.lid:
        foresee(table, offer)


def count_groups(available: int) -> int:
    """How many groups lie on offer; each take removes at least one."""
    count = COUNT[available & 1023] + COUNT[(available >> 10) & 1023]
    count += COUNT[(available >> 20) & 1023] + COUNT[(available >> 30) & 1023]
    return count + COUNT[(available >> 40) & 1023] + COUNT[(available >> 50) & 1023]


def foresee(table: Table, offer: Offer) -> None:
    """How many tiles of each kind the next deal brings on average, at most eleven."""
    bag = table.bag
    lid = table.lid
    offer.bag = bag
    offer.lid = lid
    need = 4 * (2 * table.players + 1)
    held = sum_of_lanes(bag)
    more = need - held if held < need else 0
    tipped = sum_of_lanes(lid)
    offer.supply = 0
    for lane in range(0, 60, 10):
        if more:
            expected = (bag >> lane) & 1023
            if tipped:
                expected += (more * ((lid >> lane) & 1023) + tipped // 2) // tipped
        else:
            expected = (need * ((bag >> lane) & 1023) + held // 2) // held
        expected = expected if expected < 11 else 11
        offer.supply |= (ONE * expected) << lane


def sum_of_lanes(lanes: int) -> int:
    """All kinds together; fewer than 1024."""
    return ((lanes * LANES) >> JOKER_LANE) & 1023


def settle(table: Table, board: Board, side: Side) -> None:
    """The board as tiling would leave it, the score with the floor charged."""
    spare = side.board
    copy_board(spare, board)
    while spare.full & 62:
        line = lowest_bit(spare.full & 62)
        columns = legal_columns(table, spare, line)
        if columns:
            column = lowest_bit(columns)
            if columns & (columns - 1):
                column = best_column(spare, line, columns)
            spare.score += points_of(spare, line, column)
            tile = JOKER if spare.jokers[line] else spare.colour[line]
            spare.wall |= 1 << (5 * line - 5 + column)
            spare.wall_by_column |= 1 << (column * 5 + line - 1)
            spare.standing[tile] |= 1 << (5 * line - 5 + column)
        else:
            spare.fallen += line  # R39
        spare.free[line] = line
        spare.colour[line] = JOKER
        spare.jokers[line] = 0
        spare.full &= ~(1 << line)
    score = spare.score - PENALTY[spare.fallen]
    side.score = score if score > 0 else 0
    side.ends = complete_rows(spare.wall) != 0


def best_column(board: Board, line: int, columns: int) -> int:
    """The cell that scores most; the first among equals."""
    best = -1
    found = 0
    while columns:
        column = lowest_bit(columns)
        columns &= columns - 1
        points = points_of(board, line, column)
        if points > best:
            best = points
            found = column
    return found


def points_of(board: Board, line: int, column: int) -> int:
    """What a tile would score there (R23 to R26)."""
    row = line - 1
    across = (board.wall >> 5 * row) & 31 | 1 << column
    down = (board.wall_by_column >> 5 * column) & 31 | 1 << row
    points = RUN[across * 5 + column] + RUN[down * 5 + row]
    return points + (points == 0)


def rows_with(cells: int) -> int:
    """A bit for each wall row that has one of the cells."""
    bits = (cells | cells >> 1 | cells >> 2 | cells >> 3 | cells >> 4) & 0x108421
    return ((bits * 0x11111) >> 16) & 31


def bonus_of(board: Board) -> int:
    """The bonuses if the game ended with this wall (R35)."""
    bonus = 2 * count_bits(complete_rows(board.wall))
    bonus += 7 * count_bits(complete_rows(board.wall_by_column))
    for colour in range(5):
        bonus += 10 * (count_bits(board.standing[colour]) == 5)
    return bonus


def board_rows(table: Table, side: Side, offer: Offer, rows: list[int], base: int) -> int:
    """The facts of a settled board, those on what lies on offer left out; returns how many."""
    board = side.board
    count = 0
    begun_columns = 0  # five bits each: the rows whose begun line leads there
    begun_colours = 0
    for line in range(1, 6):
        free = board.free[line]
        mask = (board.wall >> 5 * line - 5) & 31
        place = mask * ROW_STATES[line]
        if free < line:
            colour = board.colour[line]
            place += 1 + colour * (line - 1) + line - free - 1
            begun = 1 << (line - 1)
            if colour < JOKER:
                begun_colours |= begun << 5 * colour
                if not table.grey:
                    column = COLUMN[line * 6 + colour]
                    begun_columns |= begun << 5 * column
                    points = points_of(board, line, column)
                else:
                    points = points_of(
                        board, line, best_column(board, line, legal_columns(table, board, line))
                    )
                rows[count] = base + LINES + ((line - 1) * 6 + free) * 12 + points
                rows[count + 1] = (
                    base
                    + SUPPLY
                    + ((line - 1) * 6 + free) * 12
                    + ((offer.supply >> 10 * colour) & 1023)
                )
                count += 2
        rows[count] = base + ROW_AT[line] + place
        count += 1
    for place in range(5):
        mask = 2 * TERNARY[(board.wall_by_column >> 5 * place) & 31]
        mask += TERNARY[(begun_columns >> 5 * place) & 31]
        rows[count] = base + COLUMNS + 243 * place + mask
        mask = 2 * TERNARY[rows_with(board.standing[place])]
        mask += TERNARY[(begun_colours >> 5 * place) & 31]
        rows[count + 1] = base + COLOURS + 243 * place + mask
        count += 2
    for place in range(4):
        rows[count] = base + PAIRS + 1024 * place + ((board.wall >> 5 * place) & 1023)
        count += 1
    if table.grey or table.with_jokers:
        count = grey_rows(table, side, rows, base, count)
    return count


def grey_rows(table: Table, side: Side, rows: list[int], base: int, count: int) -> int:
    """What a grey wall and jokers add: the colours of each row, the jokers in each line."""
    board = side.board
    for line in range(1, 6):
        free = board.free[line]
        if table.grey:
            row = 5 * line - 5
            mask = 0
            for colour in range(5):
                mask |= ((board.standing[colour] >> row & 31) != 0) << colour
            row = ROW_AT[line] + mask * ROW_STATES[line]
            if free < line:
                row += 1 + board.colour[line] * (line - 1) + line - free - 1
            rows[count] = base + ROW_COLOURS + row
            count += 1
        if table.with_jokers and board.jokers[line]:
            rows[count] = base + LINE_JOKERS + ((line - 1) * 5 + board.jokers[line]) * 6 + free
            count += 1
    return count


def offer_rows(table: Table, board: Board, offer: Offer, rows: list[int], base: int) -> int:
    """What lies on offer for the lines of a board, and its floor; returns how many facts."""
    open_lines = board.open
    spaces = 0
    count = 1
    rows[0] = base + FLOOR + (board.fallen if board.fallen < 9 else 9)
    for line in range(1, 6):
        free = board.free[line]
        if free:
            spaces |= free << 3 * (line - 1)
            chosen = ((open_lines >> line) & LANES) * 1023  # all bits of the lanes that may go here
            sizes = offer.sizes & chosen
            sizes = sizes | sizes >> 10 | sizes >> 20 | sizes >> 30 | sizes >> 40 | sizes >> 50
            tiles = offer.tiles & chosen
            number = ((tiles * LANES) >> JOKER_LANE) & 1023
            if free == line:
                number >>= 1
            number = number if number < 11 else 11
            rows[count] = base + SIZES + ((line - 1) * 6 + free) * 32 + (sizes & 31)
            rows[count + 1] = base + TOTALS + ((line - 1) * 6 + free) * 12 + number
            count += 2
    lost = 0
    for lane in range(0, 60, 10):
        number = (offer.tiles >> lane) & 1023
        if number:
            largest = LARGEST[spaces & SPACES[(open_lines >> lane) & 63]]
            lost += number * (largest == 0)
            number = number if number < 12 else 12
            rows[count] = base + DEMAND + (lane // 10 * 13 + number) * 6 + largest
            count += 1
    rows[count] = base + LOST + (lost if lost < 13 else 13)
    return count + 1


def table_rows(
    table: Table, offer: Offer, seat: int, difference: int, ends: int, rows: list[int]
) -> int:
    """The facts of the table as a whole, as a seat sees them; returns how many."""
    turn = table.turn
    round_ = table.round
    holder = 0
    if offer.groups == 0:
        if table.phase != PREPARATION:  # the offer is over, the round not yet closed
            turn = table.next_starter
            round_ += 1
    elif table.marker == 0:
        holder = 1 + (table.next_starter + table.players - seat) % table.players
    turn = (turn + table.players - seat) % table.players
    round_ = round_ if round_ < 10 else 10
    round_ -= 1
    centre = sum_of_lanes(table.heaps[0])
    centre = centre if centre < 15 else 15
    difference = difference if difference < 60 else 60
    difference = difference if difference > -60 else -60
    stage = (difference + 62) // 5
    rows[0] = GROUPS + ((offer.groups if offer.groups < 31 else 31) * 5 + holder) * 2 + ends
    rows[1] = ROUND + (round_ * 2 + ends) * 4 + turn
    rows[2] = CENTRE + centre * 2 + (holder == 0)
    rows[3] = DIFFERENCE + difference + 60
    rows[4] = STAGE + round_ * 25 + (stage if stage < 24 else 24)
    return 5
