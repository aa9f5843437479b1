"""Tables from positions of the law, and back, exactly; and the empty table.

The one file of the core that knows both. Seats, kinds, rows and columns count from 0 here and
from 1 in a position.
"""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

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
        Table,
        board_at,
    )
    from .tiling import row_open

    FLOOR_TILE = [0] * 16  # what four bits of a floor line stand for

if TYPE_CHECKING:
    from ..rules.board import Board as BoardOfLaw
    from ..rules.moves import Deal
    from ..rules.position import Position
    from ..rules.tiles import Heap

LETTERS = "BYRKWJ"
HIGHEST_SCORE = 2**14  # far above any game's, and safe to add to


def fill_look_up_tables() -> None:
    for kind in range(6):
        FLOOR_TILE[kind + 1] = ONE << 10 * kind
    FLOOR_TILE[MARKER] = ONE << MARKER_LANE


fill_look_up_tables()


def set_up(table: Table, players: int, grey: int, with_jokers: int, starter: int) -> None:
    """The empty table before the first deal (R1 to R6, R40)."""
    replaced = 0
    if with_jokers:
        replaced = 1 if players == 2 else 2
    table.available = 0
    table.bag = ((LANES & COLOUR_LANES) * (20 - replaced)) + ((ONE * 5 * replaced) << JOKER_LANE)
    table.lid = 0
    for source in range(10):
        table.heaps[source] = 0
    table.players = players
    table.turn = starter
    table.starter = starter
    table.next_starter = starter
    table.marker = 1
    table.phase = PREPARATION
    table.round = 1
    table.grey = grey
    table.with_jokers = with_jokers
    for seat in range(4):
        clear(board_at(table, seat))


def clear(board: Board) -> None:
    board.open = ALL_OPEN
    board.floor = 0
    board.score = 0
    board.wall = 0
    board.wall_by_column = 0
    for line in range(6):
        board.standing[line] = 0
        board.free[line] = line
        board.colour[line] = JOKER
        board.jokers[line] = 0
    board.full = 0
    board.fallen = 0


def lanes_of(heap: Heap) -> int:
    """A heap of the law in lanes; any caller may have made it up."""
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


def read_position(table: Table, position: Position) -> None:
    """Lays out a position that the law's `check` has passed."""
    rules = position.rules
    players = len(position.boards)
    set_up(table, players, rules.grey_wall, rules.jokers, position.starter - 1)
    table.turn = position.turn - 1
    table.round = position.round
    table.marker = position.marker_in_centre
    table.bag = lanes_of(position.bag)
    table.lid = lanes_of(position.lid)
    for source in range(2 * players + 2):
        lay_heap(table, source, lanes_of(position.source(source)))
    for seat in range(players):
        read_board(table, seat, position.boards[seat])
    table.phase = ("offer", "tiling", "preparation", "over").index(position.phase)


def lay_heap(table: Table, source: int, heap: int) -> None:
    table.heaps[source] = heap
    for lane in range(0, 60, 10):
        if (heap >> lane) & 1023:
            table.available |= ONE << (lane + source)


def read_board(table: Table, seat: int, from_board: BoardOfLaw) -> None:
    board = board_at(table, seat)
    check_shape(from_board)
    score = index(from_board.score)
    if score > HIGHEST_SCORE:
        raise OverflowError(f"the core can't hold a score of {score}")
    board.score = score
    for row in range(5):
        for column in range(5):
            tile = from_board.wall[row][column]
            if tile is not None:
                board.wall |= 1 << (row * 5 + column)
                board.wall_by_column |= 1 << (column * 5 + row)
                board.standing[LETTERS.index(tile)] |= 1 << (row * 5 + column)
    for line in range(1, 6):
        read_line(table, board, line, lanes_of(from_board.lines[line - 1].tiles))
    for tile in from_board.floor:
        if tile == "F":
            item = MARKER
            table.next_starter = seat
        else:
            item = LETTERS.index(tile) + 1
            table.lid += ONE << 10 * (item - 1)
        board.floor |= (ONE * item) << 4 * board.fallen
        board.fallen += 1


def check_shape(board: BoardOfLaw) -> None:
    """The law's `check` asks what lies on a board, not whether it is one."""
    lines = [line.size for line in board.lines]
    wall = [len(row) for row in board.wall]
    if lines != [1, 2, 3, 4, 5] or wall != [5] * 5 or len(board.floor) > 8:
        raise ValueError("a board has lines of 1 to 5 spaces, a wall of 5 by 5, a floor of 7")


def read_line(table: Table, board: Board, line: int, tiles: int) -> None:
    for lane in range(0, JOKER_LANE, 10):
        if (tiles >> lane) & 1023:
            board.colour[line] = lane // 10
            board.free[line] -= (tiles >> lane) & 1023
    board.jokers[line] = tiles >> JOKER_LANE
    board.free[line] -= board.jokers[line]
    board.open &= ~(LANES << line)
    if board.free[line] == 0:
        board.full |= 1 << line
    elif board.colour[line] == JOKER:
        board.open |= row_open(table, board, line)
    else:
        board.open |= ((ONE << 10 * board.colour[line]) | (ONE << JOKER_LANE)) << line


def write_position(table: Table) -> Position:
    """The position that lies on the table."""
    from ..rules.material import RuleSet
    from ..rules.position import Position

    lid = table.lid
    boards = []
    for seat in range(table.players):
        board = board_at(table, seat)
        boards.append(write_board(board))
        lid -= floor_tiles(board.floor) & ALL_LANES
    return Position(
        rules=RuleSet(RULES[table.grey + 2 * table.with_jokers]),
        displays=tuple(heap_of(table.heaps[n]) for n in range(1, 2 * table.players + 2)),
        centre=heap_of(table.heaps[0]),
        marker_in_centre=table.marker != 0,
        boards=tuple(boards),
        turn=table.turn + 1,
        starter=table.starter + 1,
        round=table.round,
        bag=heap_of(table.bag),
        lid=heap_of(lid),
    )


def heap_of(lanes: int) -> Heap:
    from ..rules.tiles import Heap

    return Heap(tuple([(lanes >> 10 * kind) & 1023 for kind in range(6)]))


def floor_tiles(floor: int) -> int:
    """The tiles on a floor line as a heap, and in a lane above it the marker."""
    tiles = 0
    for _ in range(8):
        tiles += FLOOR_TILE[floor & 15]
        floor >>= 4
    return tiles


def write_board(board: Board) -> BoardOfLaw:
    from ..rules.board import Board as BoardOfLaw
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
            if board.standing[kind] >> cell & 1:
                cells[cell] = Tile(LETTERS[kind])
    floor = []
    items = board.floor
    while items:
        floor.append(Tile("BYRKWJF"[(items & 15) - 1]))
        items >>= 4
    wall = tuple([tuple(cells[row : row + 5]) for row in range(0, 25, 5)])
    return BoardOfLaw(board.score, tuple(lines), wall, tuple(floor))


def deal_given(table: Table, deal: Deal) -> int:
    """Lays out a deal if it could have been drawn; returns 0 and changes nothing if not."""
    displays = [lanes_of(heap) for heap in deal.displays]
    bag = table.bag
    lid = table.lid
    if table.phase != PREPARATION or len(displays) != 2 * table.players + 1:
        return 0
    for display in displays:
        due = min(4, tiles_in(bag) + tiles_in(lid))
        if tiles_in(display) != due:
            return 0
        if tiles_in(bag) < due:
            if not holds(display, bag) or not holds(lid, display - bag):
                return 0
            bag = lid - (display - bag)  # E7
            lid = 0
        elif holds(bag, display):
            bag -= display
        else:
            return 0
    table.bag = bag
    table.lid = lid
    for number, display in enumerate(displays):
        lay_heap(table, number + 1, display)
    table.phase = OFFER
    return 1


def tiles_in(heap: int) -> int:
    return ((heap * LANES) >> JOKER_LANE) & 1023


def holds(heap: int, other: int) -> int:
    for lane in range(0, 60, 10):
        if (heap >> lane) & 1023 < (other >> lane) & 1023:
            return 0
    return 1
