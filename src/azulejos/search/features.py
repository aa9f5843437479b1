"""The input features of the network: the indices of the active ones (see `layout.py`).

A player's board is seen as if the round were tiled now: complete lines are on the wall and scored,
the floor is charged. That is `settle`; with a choice of cells (grey wall, jokers) the tile goes
where it scores most. A board's own features do not change while others move, so that their
accumulator can be reused; the features of the offer change with every take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import cython_stub as cython

if not cython.compiled:
    from ..core.layout import (
        JOKER,
        JOKER_LANE,
        LANES,
        ONE,
        PREPARATION,
        Board,
        PackedState,
        lowest_bit,
    )
    from ..core.offer import POPCOUNT
    from ..core.tiling import COLUMN, PENALTY, RUN_LENGTH, complete_rows, count_bits, legal_columns
    from .layout import (
        CENTRE,
        COLOURS,
        COLUMNS,
        DEMAND,
        DIFFERENCE,
        FLOOR,
        GROUPS,
        KINDS_OF_TILES,
        LAST_OF_COLOUR,
        LAST_OF_COLUMN,
        LAST_OF_ROW,
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
        OfferSummary,
        Side,
        copy_board,
    )

    ROW_START = [0] * 6  # line: the first feature of its wall row and line
    ROW_STATES = [0] * 6  # line: how many states it can be in while not complete
    TERNARY = [0] * 32  # a mask's bits as digits to the base of three
    SIZE_BIT = [0] * 1024  # the size of a group as one of five bits
    LARGEST = [0] * 32768  # five numbers of three bits: the largest
    SPACES = [0] * 64  # a mask of lines (bit 0 the floor): three bits for each line in it


def fill_lookup_tables() -> None:
    start = WALL_ROWS
    for line in range(1, 6):
        ROW_START[line] = start
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


fill_lookup_tables()


def summarise_offer(state: PackedState, offer: OfferSummary) -> None:
    """Summarises what is on offer: tiles by kind, sizes and number of groups; and the supply."""
    tiles = 0
    sizes = 0
    if state.available:
        for source in range(2 * state.players + 2):
            contents = state.sources[source]
            if contents:
                tiles += contents
                for lane in range(0, 60, 10):
                    sizes |= SIZE_BIT[(contents >> lane) & 1023] << lane
    offer.tiles = tiles
    offer.sizes = sizes
    offer.groups = count_groups(state.available)
    if state.bag != offer.bag or state.lid != offer.lid:
        estimate_supply(state, offer)


def count_groups(available: int) -> int:
    """How many groups are on offer; each take removes at least one."""
    count = POPCOUNT[available & 1023] + POPCOUNT[(available >> 10) & 1023]
    count += POPCOUNT[(available >> 20) & 1023] + POPCOUNT[(available >> 30) & 1023]
    return count + POPCOUNT[(available >> 40) & 1023] + POPCOUNT[(available >> 50) & 1023]


def estimate_supply(state: PackedState, offer: OfferSummary) -> None:
    """How many tiles of each kind the next deal brings on average, at most eleven."""
    bag = state.bag
    lid = state.lid
    offer.bag = bag
    offer.lid = lid
    need = 4 * (2 * state.players + 1)
    held = sum_of_lanes(bag)
    more = need - held if held < need else 0
    returned = sum_of_lanes(lid)
    offer.supply = 0
    for lane in range(0, 60, 10):
        if more:
            expected = (bag >> lane) & 1023
            if returned:
                expected += (more * ((lid >> lane) & 1023) + returned // 2) // returned
        else:
            expected = (need * ((bag >> lane) & 1023) + held // 2) // held
        expected = expected if expected < 11 else 11
        offer.supply |= (ONE * expected) << lane


def sum_of_lanes(lanes: int) -> int:
    """All kinds together; fewer than 1024."""
    return ((lanes * LANES) >> JOKER_LANE) & 1023


def settle(state: PackedState, board: Board, side: Side) -> None:
    """The board as tiling would leave it, the score with the floor charged."""
    settled = side.board
    copy_board(settled, board)
    while settled.full_lines & 62:
        line = lowest_bit(settled.full_lines & 62)
        columns = legal_columns(state, settled, line)
        if columns:
            column = lowest_bit(columns)
            if columns & (columns - 1):
                column = best_column(settled, line, columns)
            settled.score += points_of(settled, line, column)
            tile = JOKER if settled.jokers[line] else settled.colour[line]
            settled.wall |= 1 << (5 * line - 5 + column)
            settled.wall_by_column |= 1 << (column * 5 + line - 1)
            settled.wall_by_kind[tile] |= 1 << (5 * line - 5 + column)
        else:
            settled.floor_count += line  # R39
        settled.free[line] = line
        settled.colour[line] = JOKER
        settled.jokers[line] = 0
        settled.full_lines &= ~(1 << line)
    score = settled.score - PENALTY[settled.floor_count]
    side.score = score if score > 0 else 0
    side.ends_game = complete_rows(settled.wall) != 0


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
    points = RUN_LENGTH[across * 5 + column] + RUN_LENGTH[down * 5 + row]
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
        bonus += 10 * (count_bits(board.wall_by_kind[colour]) == 5)
    return bonus


def board_features(
    state: PackedState, side: Side, offer: OfferSummary, features: list[int], base: int
) -> int:
    """The features of a settled board, without those of the offer; returns how many."""
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
                if not state.grey:
                    column = COLUMN[line * 6 + colour]
                    begun_columns |= begun << 5 * column
                    points = points_of(board, line, column)
                else:
                    points = points_of(
                        board, line, best_column(board, line, legal_columns(state, board, line))
                    )
                features[count] = base + LINES + ((line - 1) * 6 + free) * 12 + points
                features[count + 1] = (
                    base
                    + SUPPLY
                    + ((line - 1) * 6 + free) * 12
                    + ((offer.supply >> 10 * colour) & 1023)
                )
                count += 2
        features[count] = base + ROW_START[line] + place
        count += 1
    for place in range(5):
        mask = 2 * TERNARY[(board.wall_by_column >> 5 * place) & 31]
        mask += TERNARY[(begun_columns >> 5 * place) & 31]
        features[count] = base + COLUMNS + 243 * place + mask
        mask = 2 * TERNARY[rows_with(board.wall_by_kind[place])]
        mask += TERNARY[(begun_colours >> 5 * place) & 31]
        features[count + 1] = base + COLOURS + 243 * place + mask
        count += 2
    for place in range(4):
        features[count] = base + PAIRS + 1024 * place + ((board.wall >> 5 * place) & 1023)
        count += 1
    if state.grey or state.with_jokers:
        count = variant_features(state, side, features, base, count)
    return count


def variant_features(
    state: PackedState, side: Side, features: list[int], base: int, count: int
) -> int:
    """What the variants add: the colours of each row (grey wall), the jokers in each line."""
    board = side.board
    for line in range(1, 6):
        free = board.free[line]
        if state.grey:
            row = ROW_START[line] + colours_of_row(board, line - 1) * ROW_STATES[line]
            if free < line:
                row += 1 + board.colour[line] * (line - 1) + line - free - 1
            features[count] = base + ROW_COLOURS + row
            count += 1
        if state.with_jokers and board.jokers[line]:
            features[count] = base + LINE_JOKERS + ((line - 1) * 5 + board.jokers[line]) * 6 + free
            count += 1
    return count


def next_deal_features(
    state: PackedState, board: Board, offer: OfferSummary, features: list[int], base: int
) -> int:
    """What the next deal may bring a board whose round is tiled; returns how many.

    For each kind of tile: the lines that are open to it and those begun with it, and how many are
    expected. The last deal before a bag is empty brings exactly what is in it.
    """
    kinds = JOKER + state.with_jokers
    begun = 0  # five bits a kind: the lines begun with it
    for line in range(1, 6):
        if board.free[line] < line:
            begun |= 1 << (5 * board.colour[line] + line - 1)
    for kind in range(kinds):
        lines = TERNARY[((board.open_lines >> 10 * kind) & 62) >> 1]
        lines += TERNARY[(begun >> 5 * kind) & 31]
        number = (offer.supply >> 10 * kind) & 1023
        features[kind] = base + KINDS_OF_TILES + (243 * (kind == JOKER) + lines) * 12 + number
    return last_cells(state, board, offer, features, base, kinds)


def last_cells(
    state: PackedState,
    board: Board,
    offer: OfferSummary,
    features: list[int],
    base: int,
    count: int,
) -> int:
    """The one or two cells that a row, a column or a colour still lacks.

    On the grey wall a row lacks colours, not cells, and what a column lacks is not known.
    """
    for place in range(5):
        missing = 31 & ~(board.wall >> 5 * place)
        number = count_bits(missing)
        if 1 <= number <= 2:
            if state.grey:
                missing = 31 & ~colours_of_row(board, place)
            while missing:
                kind = lowest_bit(missing)
                missing &= missing - 1
                if not state.grey:
                    kind = (kind + 5 - place) % 5
                features[count] = (
                    base + LAST_OF_ROW + last_cell(board, offer, number, place + 1, kind)
                )
                count += 1
        missing = 31 & ~(board.wall_by_column >> 5 * place)
        number = count_bits(missing)
        if 1 <= number <= 2 and not state.grey:
            while missing:
                line = lowest_bit(missing) + 1
                missing &= missing - 1
                kind = (place + 6 - line) % 5
                features[count] = (
                    base + LAST_OF_COLUMN + last_cell(board, offer, number, line, kind)
                )
                count += 1
        missing = 31 & ~rows_with(board.wall_by_kind[place])
        number = count_bits(missing)
        if 1 <= number <= 2:
            while missing:
                line = lowest_bit(missing) + 1
                missing &= missing - 1
                features[count] = (
                    base + LAST_OF_COLOUR + last_cell(board, offer, number, line, place)
                )
                count += 1
    return count


def last_cell(board: Board, offer: OfferSummary, number: int, line: int, kind: int) -> int:
    """One of so many missing cells: the spaces that its line has for the kind, and the supply."""
    free = board.free[line] * ((board.open_lines >> (10 * kind + line)) & 1)
    supply = (offer.supply >> 10 * kind) & 1023
    return (((number - 1) * 5 + line - 1) * 6 + free) * 12 + supply


def colours_of_row(board: Board, row: int) -> int:
    """A bit for each colour that stands in a row of the wall, which counts from 0."""
    mask = 0
    for colour in range(5):
        mask |= ((board.wall_by_kind[colour] >> 5 * row & 31) != 0) << colour
    return mask


def offer_features(
    state: PackedState, board: Board, offer: OfferSummary, features: list[int], base: int
) -> int:
    """The features of the offer for a board's lines, and its floor; returns how many."""
    open_lines = board.open_lines
    spaces = 0
    count = 1
    features[0] = base + FLOOR + (board.floor_count if board.floor_count < 9 else 9)
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
            features[count] = base + SIZES + ((line - 1) * 6 + free) * 32 + (sizes & 31)
            features[count + 1] = base + TOTALS + ((line - 1) * 6 + free) * 12 + number
            count += 2
    lost = 0
    for lane in range(0, 60, 10):
        number = (offer.tiles >> lane) & 1023
        if number:
            largest = LARGEST[spaces & SPACES[(open_lines >> lane) & 63]]
            lost += number * (largest == 0)
            number = number if number < 12 else 12
            features[count] = base + DEMAND + (lane // 10 * 13 + number) * 6 + largest
            count += 1
    features[count] = base + LOST + (lost if lost < 13 else 13)
    return count + 1


def round_of(state: PackedState, offer: OfferSummary) -> int:
    """The round that is judged, from 0: the next one if the offer is over."""
    return state.round - (offer.groups > 0 or state.phase == PREPARATION)


def stage_of(state: PackedState, offer: OfferSummary) -> int:
    """The stage of the game, whose heads judge: the round, and how much of it is left."""
    round_ = round_of(state, offer)
    part = (offer.groups + 3 * state.players - 1) // (3 * state.players)
    return 4 * (round_ if round_ < 4 else 4) + (part if part < 3 else 3)


def global_features(
    state: PackedState,
    offer: OfferSummary,
    seat: int,
    difference: int,
    ends: int,
    features: list[int],
) -> int:
    """The features of the game as a whole, as a seat sees it; returns how many."""
    turn = state.turn
    round_ = round_of(state, offer)
    holder = 0
    if offer.groups == 0:
        if state.phase != PREPARATION:  # the offer is over, the round not yet closed
            turn = state.next_starter
    elif state.marker == 0:
        holder = 1 + (state.next_starter + state.players - seat) % state.players
    turn = (turn + state.players - seat) % state.players
    round_ = round_ if round_ < 9 else 9
    centre = sum_of_lanes(state.sources[0])
    centre = centre if centre < 15 else 15
    difference = difference if difference < 60 else 60
    difference = difference if difference > -60 else -60
    stage = (difference + 62) // 5
    features[0] = GROUPS + ((offer.groups if offer.groups < 31 else 31) * 5 + holder) * 2 + ends
    features[1] = ROUND + (round_ * 2 + ends) * 4 + turn
    features[2] = CENTRE + centre * 2 + (holder == 0)
    features[3] = DIFFERENCE + difference + 60
    features[4] = STAGE + round_ * 25 + (stage if stage < 24 else 24)
    return 5
