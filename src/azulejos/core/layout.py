"""How a game lies in memory: the constants, and the two records that hold it.

The interpreted twin of `layout.pxd`, where the same names are C constants, structs and macros.
Nothing here plays; see `table.py`. Seats, kinds (BYRKWJ), rows and columns count from 0 in the
core. Lines count from 1, because line 0 is the floor; so do displays, because source 0 is the
centre.

Whatever there is one of for each kind of tile lies side by side in *lanes* of ten bits, blue in
the lowest: the tiles of a heap, the sources that hold a kind, the lines that a kind may go to.
So one shift, ten times the kind, finds a kind everywhere, and all kinds are summed at once.
"""

from __future__ import annotations

from typing import Any

OFFER, TILING, PREPARATION, OVER = range(4)  # what the table waits for

JOKER = 5  # kinds 0 to 4 are colours; as the colour of a line it means: bound to none (E24)
JOKER_LANE = 50
MARKER_LANE = 60
MARKER = 7  # on the floor line a kind is written as kind + 1, the marker as this
FLOOR_SPACES = 7
LAST_ROUND = 50  # E20
ACTIONS = 685  # see actions.py
FIRST_PLACE, FIRST_JOKER_TAKE, FIRST_MIXED_TAKE = 300, 325, 385

# A take in one number: source, line, lane and whether jokers come along, for `table.take`.
LINE_AT, LANE_AT, WITH_JOKERS = 4, 8, 1 << 14

ONE = 1  # in C a number of 64 bits, so that it can be shifted far
LANES = 0x4010040100401  # 1 in every lane
LANE_TOPS = 0x8020080200802 << 8  # the highest bit of every lane
COLOUR_LANES = (1 << 50) - 1
ALL_LANES = (1 << 60) - 1
ALL_OPEN = 63 * LANES  # every kind may go to every line
FLOOR_LINE = 0xFFFFFFF  # seven spaces of four bits
HALF_WORD = 0xFFFFFFFF
WHOLE_WORD = 0xFFFFFFFFFFFFFFFF
LOW_HALVES, UPPER_HALVES = 0xFFFFF, 0xFFFFF << 32  # two lanes each, see `write_heap`
FIRST_AND_THIRD, SECOND_AND_FOURTH = 0x3FF000003FF, 0x3FF000003FF << 16
JOKER_NOT_COLOUR = (1 << 32) - (1 << 16)  # in a line's numbers: one more and one less
STEP, ODD = 0x5851F42D4C957F2D, 0x14057B7EF767814F  # of the random sequence, see `table.draw`
GOLDEN, STIR_1, STIR_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Board:
    """One player's board."""

    __slots__ = (
        "colour",
        "fallen",
        "floor",
        "free",
        "full",
        "jokers",
        "open",
        "score",
        "standing",
        "wall",
        "wall_by_column",
    )

    def __init__(self) -> None:
        self.open = 0  # lanes: the lines that a kind may go to (R14, R16, E4), the floor always
        self.floor = 0  # four bits an item in the order laid; the eighth can only be the marker
        self.score = 0
        self.wall = 0  # bit row * 5 + column: the cells that are taken
        self.wall_by_column = 0  # the same cells, bit column * 5 + row
        self.standing = [0] * 6  # the cells taken by each kind, as in `wall`
        self.free = [0] * 6  # the free spaces of a line; 0 for the floor
        self.colour = [0] * 6  # the colour that a line is bound to, or JOKER
        self.jokers = [0] * 6  # how many of a line's tiles are jokers
        self.full = 0  # bit line: the complete lines; bit 0 means nothing
        self.fallen = 0  # items that came to the floor, those that went on to the lid included


class Table:
    """All that lies on the table."""

    __slots__ = (
        "available",
        "bag",
        "boards",
        "grey",
        "heaps",
        "lid",
        "marker",
        "next_starter",
        "phase",
        "players",
        "round",
        "starter",
        "turn",
        "with_jokers",
    )

    def __init__(self) -> None:
        self.available = 0  # lanes: the sources that hold a kind
        self.bag = 0
        self.lid = 0  # with the tiles that lie on floors, which all end there (R28)
        self.heaps = [0] * 10  # the centre and the displays
        self.players = 0
        self.turn = 0
        self.starter = 0
        self.next_starter = 0  # the owner of the marker (R29), or the starter (E6)
        self.marker = 0  # 1 while it lies in the centre
        self.phase = 0
        self.round = 0
        self.grey = 0
        self.with_jokers = 0
        self.boards = [Board() for _ in range(4)]


class Found:
    """Room for a list of moves."""

    def __init__(self) -> None:
        self.numbers = [0] * ACTIONS


class Scratch:
    """Room for tables to try moves on: one, and one for each line that leaves a choice."""

    def __init__(self) -> None:
        self.tables = [Table() for _ in range(6)]


# What is done with pointers in C is done with references here.


def lowest_bit(bits: int) -> int:
    """The place of the lowest bit; there must be one."""
    return (bits & -bits).bit_length() - 1


def board_at(table: Table, seat: int) -> Board:
    return table.boards[seat]


def table_at(tables: list[Table], index: int) -> Table:
    return tables[index]


def new_tables(number: int) -> list[Table]:
    return [Table() for _ in range(number)]


def free_tables(tables: list[Table]) -> None:
    """C's memory must be given back; Python's comes back by itself."""


def new_numbers(number: int) -> list[int]:
    return [0] * number


def free_numbers(numbers: list[int]) -> None:
    """See free_tables."""


def new_words(number: int) -> list[list[int]]:
    return [[0] for _ in range(number)]


def word_at(words: list[list[int]], index: int) -> list[int]:
    return words[index]


def free_words(words: list[list[int]]) -> None:
    """See free_tables."""


def longs_at(memory: Any) -> Any:
    """The numbers of an array; in C a pointer to them, from their address."""
    return memory


bools_at = shorts_at = floats_at = longs_at


def address_of(array: Any) -> Any:
    """Where an array of one dimension lies; when interpreted, its numbers."""
    return array.data


def load_eight(source: list[int], start: int) -> int:
    """Eight bytes as one number, in whatever order the machine keeps them."""
    return int.from_bytes(source[start : start + 8], "little")


def store_six(target: list[int], start: int, word: int) -> None:
    """The first six of eight bytes that `load_eight` gave."""
    for place in range(6):
        target[start + place] = word >> 8 * place & 255


def store_eight(target: list[int], start: int, word: int) -> None:
    """All eight bytes that `load_eight` gave."""
    for place in range(8):
        target[start + place] = word >> 8 * place & 255


def store_lanes(target: list[int], start: int, lanes: int) -> None:
    """Four numbers at once, each from sixteen bits, the lowest first."""
    for place in range(4):
        target[start + place] = lanes >> 16 * place & 0x7FFF


def copy_table(target: Table, source: Table) -> None:
    _copy_fields(target, source)
    for board, other in zip(target.boards, source.boards, strict=True):
        _copy_fields(board, other)


def _copy_fields(target: Board | Table, source: Board | Table) -> None:
    for name in type(source).__slots__:
        value = getattr(source, name)
        if name != "boards":
            setattr(target, name, value[:] if isinstance(value, list) else value)
