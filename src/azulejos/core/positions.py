"""Conversion between packed states and positions of `rules/`, exact both ways; the empty state.

The one file of the core that knows both. Seats, kinds, rows and columns count from 0 here and
from 1 in a position.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

from .actions import RULES

if not cython.compiled:
    from .layout import (
        ALL_LANES,
        ALL_OPEN,
        COLOUR_LANES,
        JOKER,
        JOKER_LANE,
        LANES,
        MARKER,
        MARKER_LANE,
        OFFER,
        ONE,
        PREPARATION,
        Board,
        PackedState,
        board_at,
    )
    from .tiling import open_colours

    FLOOR_TILE = [0] * 16  # four bits of a floor line: the tile they stand for, in lanes

if TYPE_CHECKING:
    from ..rules.board import Board as RulesBoard
    from ..rules.moves import Deal
    from ..rules.position import Position
    from ..rules.tiles import Heap

LETTERS = "BYRKWJ"
GAPS = ("11111", "1111", "111", "11")  # free cells of a row, before they are counted
HIGHEST_SCORE = 2**14  # far above any game's, and safe to add to


def fill_lookup_tables() -> None:
    for kind in range(6):
        FLOOR_TILE[kind + 1] = ONE << 10 * kind
    FLOOR_TILE[MARKER] = ONE << MARKER_LANE


fill_lookup_tables()


def set_up(state: PackedState, players: int, grey: int, with_jokers: int, starter: int) -> None:
    """The empty state before the first deal (R1 to R6, R40)."""
    replaced = 0
    if with_jokers:
        replaced = 1 if players == 2 else 2
    state.available = 0
    state.bag = ((LANES & COLOUR_LANES) * (20 - replaced)) + ((ONE * 5 * replaced) << JOKER_LANE)
    state.lid = 0
    for source in range(10):
        state.sources[source] = 0
    state.players = players
    state.turn = starter
    state.starter = starter
    state.next_starter = starter
    state.marker = 1
    state.phase = PREPARATION
    state.round = 1
    state.grey = grey
    state.with_jokers = with_jokers
    for seat in range(4):
        clear_board(board_at(state, seat))


def clear_board(board: Board) -> None:
    board.open_lines = ALL_OPEN
    board.floor = 0
    board.score = 0
    board.wall = 0
    board.wall_by_column = 0
    for line in range(6):
        board.wall_by_kind[line] = 0
        board.free[line] = line
        board.colour[line] = JOKER
        board.jokers[line] = 0
    board.full_lines = 0
    board.floor_count = 0


def lanes_of(heap: Heap) -> int:
    """A `Heap` of `rules/` in lanes; checked, because any caller may have made it."""
    if len(heap.counts) != 6:
        raise ValueError(f"a heap has six kinds of tiles, not {len(heap.counts)}")
    lanes = 0
    for kind in range(6):
        number = index(heap.counts[kind])
        if not 0 <= number <= 100:
            raise ValueError(f"a heap can't hold {number} tiles of a kind")
        count = number
        lanes |= count << 10 * kind
    return lanes


def read_position(state: PackedState, position: Position) -> None:
    """Reads a position that `rules.validity.check` has passed."""
    rules = position.rules
    players = len(position.boards)
    set_up(state, players, rules.grey_wall, rules.jokers, position.starter - 1)
    state.turn = position.turn - 1
    state.round = position.round
    state.marker = position.marker_in_centre
    state.bag = lanes_of(position.bag)
    state.lid = lanes_of(position.lid)
    for source in range(2 * players + 2):
        set_source(state, source, lanes_of(position.source(source)))
    for seat in range(players):
        read_board(state, seat, position.boards[seat])
    state.phase = ("offer", "tiling", "preparation", "over").index(position.phase)


def set_source(state: PackedState, source: int, tiles: int) -> None:
    state.sources[source] = tiles
    for lane in range(0, 60, 10):
        if (tiles >> lane) & 1023:
            state.available |= ONE << (lane + source)


def read_board(state: PackedState, seat: int, board_value: RulesBoard) -> None:
    board = board_at(state, seat)
    check_shape(board_value)
    score = index(board_value.score)
    if score > HIGHEST_SCORE:
        raise OverflowError(f"the core can't hold a score of {score}")
    board.score = score
    for row in range(5):
        for column in range(5):
            tile = board_value.wall[row][column]
            if tile is not None:
                board.wall |= 1 << (row * 5 + column)
                board.wall_by_column |= 1 << (column * 5 + row)
                board.wall_by_kind[LETTERS.index(tile)] |= 1 << (row * 5 + column)
    for line in range(1, 6):
        read_line(state, board, line, lanes_of(board_value.lines[line - 1].tiles))
    for tile in board_value.floor:
        if tile == "F":
            item = MARKER
            state.next_starter = seat
        else:
            item = LETTERS.index(tile) + 1
            state.lid += ONE << 10 * (item - 1)
        board.floor |= (ONE * item) << 4 * board.floor_count
        board.floor_count += 1


def check_shape(board: RulesBoard) -> None:
    """`rules.validity.check` looks at the tiles on a board, not at its dimensions."""
    lines = [line.size for line in board.lines]
    wall = [len(row) for row in board.wall]
    if lines != [1, 2, 3, 4, 5] or wall != [5] * 5 or len(board.floor) > 8:
        raise ValueError("a board has lines of 1 to 5 spaces, a wall of 5 by 5, a floor of 7")


def read_line(state: PackedState, board: Board, line: int, tiles: int) -> None:
    for lane in range(0, JOKER_LANE, 10):
        if (tiles >> lane) & 1023:
            board.colour[line] = lane // 10
            board.free[line] -= (tiles >> lane) & 1023
    board.jokers[line] = tiles >> JOKER_LANE
    board.free[line] -= board.jokers[line]
    board.open_lines &= ~(LANES << line)
    if board.free[line] == 0:
        board.full_lines |= 1 << line
    elif board.colour[line] == JOKER:
        board.open_lines |= open_colours(state, board, line)
    else:
        board.open_lines |= ((ONE << 10 * board.colour[line]) | (ONE << JOKER_LANE)) << line


def write_position(state: PackedState) -> Position:
    """The position of `rules/` for a packed state."""
    from ..rules.material import RuleSet
    from ..rules.position import Position

    lid = state.lid
    boards = []
    for seat in range(state.players):
        board = board_at(state, seat)
        boards.append(write_board(board))
        lid -= floor_tiles(board.floor) & ALL_LANES
    return Position(
        rules=RuleSet(RULES[state.grey + 2 * state.with_jokers]),
        displays=tuple(heap_of(state.sources[n]) for n in range(1, 2 * state.players + 2)),
        centre=heap_of(state.sources[0]),
        marker_in_centre=state.marker != 0,
        boards=tuple(boards),
        turn=state.turn + 1,
        starter=state.starter + 1,
        round=state.round,
        bag=heap_of(state.bag),
        lid=heap_of(lid),
    )


def write_text(state: PackedState) -> str:
    """The text of the same position (docs/notation.md), without making the position first."""
    players = state.players
    lid = state.lid
    fields = [RULES[state.grey + 2 * state.with_jokers]]
    fields.append("/".join([tiles_text(state.sources[n]) for n in range(1, 2 * players + 2)]))
    centre = tiles_text(state.sources[0])
    if state.marker:
        centre = "F" if centre == "-" else "F" + centre
    fields.append(centre)
    for seat in range(players):
        board = board_at(state, seat)
        fields.append(board_text(board))
        lid -= floor_tiles(board.floor) & ALL_LANES
    fields += [str(state.turn + 1), str(state.starter + 1), str(state.round)]
    fields += [counts_text(state.bag), counts_text(lid)]
    return " ".join(fields)


def board_text(board: Board) -> str:
    lines = []
    for line in range(1, 6):
        own = line - board.free[line] - board.jokers[line]
        kind = board.colour[line]
        lines.append(LETTERS[kind] * own + "J" * board.jokers[line] or "-")
    cells = ["1"] * 25
    for kind in range(6):
        for cell in range(25):
            if board.wall_by_kind[kind] >> cell & 1:
                cells[cell] = LETTERS[kind]
    rows = "/".join(["".join(cells[row : row + 5]) for row in range(0, 25, 5)])
    for gap in GAPS:
        rows = rows.replace(gap, str(len(gap)))
    floor = ""
    items = board.floor
    while items:
        floor += "BYRKWJF"[(items & 15) - 1]
        items >>= 4
    return f"{board.score}:{'/'.join(lines)}:{rows}:{floor or '-'}"


def tiles_text(lanes: int) -> str:
    if lanes == 0:
        return "-"
    return "".join([LETTERS[kind] * ((lanes >> 10 * kind) & 1023) for kind in range(6)])


def counts_text(lanes: int) -> str:
    if lanes == 0:
        return "-"
    counts = [(lanes >> 10 * kind) & 1023 for kind in range(6)]
    return "".join([f"{LETTERS[kind]}{counts[kind]}" for kind in range(6) if counts[kind]])


def heap_of(lanes: int) -> Heap:
    from ..rules.tiles import Heap

    return Heap(tuple([(lanes >> 10 * kind) & 1023 for kind in range(6)]))


def floor_tiles(floor: int) -> int:
    """The tiles on a floor line in lanes, the marker in a lane above them."""
    tiles = 0
    for _ in range(8):
        tiles += FLOOR_TILE[floor & 15]
        floor >>= 4
    return tiles


def write_board(board: Board) -> RulesBoard:
    from ..rules.board import Board as RulesBoard
    from ..rules.board import PatternLine
    from ..rules.tiles import Tile

    lines = []
    for line in range(1, 6):
        tiles = (ONE * board.jokers[line]) << JOKER_LANE
        tiles += (ONE * (line - board.free[line] - board.jokers[line])) << 10 * board.colour[line]
        lines.append(PatternLine(line, heap_of(tiles)))
    cells: list[Tile | None] = [None] * 25
    for kind in range(6):
        for cell in range(25):
            if board.wall_by_kind[kind] >> cell & 1:
                cells[cell] = Tile(LETTERS[kind])
    floor = []
    items = board.floor
    while items:
        floor.append(Tile("BYRKWJF"[(items & 15) - 1]))
        items >>= 4
    wall = tuple([tuple(cells[row : row + 5]) for row in range(0, 25, 5)])
    return RulesBoard(board.score, tuple(lines), wall, tuple(floor))


def deal_given(state: PackedState, deal: Deal) -> int:
    """Carries out a deal if it could have been drawn; returns 0 and changes nothing if not."""
    displays = [lanes_of(heap) for heap in deal.displays]
    bag = state.bag
    lid = state.lid
    if state.phase != PREPARATION or len(displays) != 2 * state.players + 1:
        return 0
    for display in displays:
        due = min(4, count_tiles(bag) + count_tiles(lid))
        if count_tiles(display) != due:
            return 0
        if count_tiles(bag) < due:
            if not contains(display, bag) or not contains(lid, display - bag):
                return 0
            bag = lid - (display - bag)  # E7
            lid = 0
        elif contains(bag, display):
            bag -= display
        else:
            return 0
    state.bag = bag
    state.lid = lid
    for number, display in enumerate(displays):
        set_source(state, number + 1, display)
    state.phase = OFFER
    return 1


def count_tiles(tiles: int) -> int:
    return ((tiles * LANES) >> JOKER_LANE) & 1023


def contains(tiles: int, other: int) -> int:
    for lane in range(0, 60, 10):
        if (tiles >> lane) & 1023 < (other >> lane) & 1023:
            return 0
    return 1
