"""The memory layout of a game: constants, and the two records that hold its state.

The interpreted twin of `layout.pxd`, where the same names are C constants, structs and macros.
Nothing here plays; see `offer.py`. Seats, kinds (BYRKWJ), rows and columns count from 0 in the
core. Lines count from 1, because line 0 is the floor; so do displays, because source 0 is the
centre.

What exists once for each kind of tile is packed into *lanes* of ten bits in one 64-bit word, blue
in the lowest: tile counts, the sources that hold a kind, the lines that a kind may go to. One
shift by ten times the kind selects a kind everywhere, and one multiplication sums all lanes.
"""

from __future__ import annotations

from typing import Any

OFFER, TILING, PREPARATION, OVER = range(4)  # phases: what the state waits for

JOKER = 5  # kinds 0 to 4 are colours; as the colour of a line it means: bound to none (E24)
JOKER_LANE = 50
MARKER_LANE = 60
MARKER = 7  # on the floor line a kind is written as kind + 1, the marker as this
FLOOR_SPACES = 7
LAST_ROUND = 50  # E20
ACTIONS = 685  # see actions.py
FIRST_PLACE, FIRST_JOKER_TAKE, FIRST_MIXED_TAKE = 300, 325, 385

# A take code: source, line, lane and whether jokers come along in one number, for `offer.take`.
LINE_SHIFT, LANE_SHIFT, WITH_JOKERS = 4, 8, 1 << 14

ONE = 1  # in C a number of 64 bits, so that it can be shifted far
LANES = 0x4010040100401  # 1 in every lane
LANE_TOPS = 0x8020080200802 << 8  # the highest bit of every lane
COLOUR_LANES = (1 << 50) - 1
ALL_LANES = (1 << 60) - 1
ALL_OPEN = 63 * LANES  # every kind may go to every line
FLOOR_LINE = 0xFFFFFFF  # seven spaces of four bits
MASK_32 = 0xFFFFFFFF
MASK_64 = 0xFFFFFFFFFFFFFFFF
LOW_HALVES, UPPER_HALVES = 0xFFFFF, 0xFFFFF << 32  # two lanes each, see `write_heap`
FIRST_AND_THIRD, SECOND_AND_FOURTH = 0x3FF000003FF, 0x3FF000003FF << 16
JOKER_NOT_COLOUR = (1 << 32) - (1 << 16)  # in a line's numbers: one more and one less
PCG_MULTIPLIER, PCG_INCREMENT = 0x5851F42D4C957F2D, 0x14057B7EF767814F  # see `offer.next_word`
GOLDEN_RATIO, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB  # hashing


class Board:
    """One player's board."""

    __slots__ = (
        "colour",
        "floor",
        "floor_count",
        "free",
        "full_lines",
        "jokers",
        "open_lines",
        "score",
        "wall",
        "wall_by_column",
        "wall_by_kind",
    )

    def __init__(self) -> None:
        self.open_lines = 0  # lanes: the lines open to a kind (R14, R16, E4), the floor always
        self.floor = 0  # four bits an item in the order laid; the eighth can only be the marker
        self.score = 0
        self.wall = 0  # bit row * 5 + column: the cells that are taken
        self.wall_by_column = 0  # the same cells, bit column * 5 + row
        self.wall_by_kind = [0] * 6  # the cells taken by each kind, as in `wall`
        self.free = [0] * 6  # the free spaces of a line; 0 for the floor
        self.colour = [0] * 6  # the colour that a line is bound to, or JOKER
        self.jokers = [0] * 6  # how many of a line's tiles are jokers
        self.full_lines = 0  # bit line: the complete lines; bit 0 means nothing
        self.floor_count = 0  # tiles and marker that fell, those that went on to the lid included


class PackedState:
    """The whole state of a game."""

    __slots__ = (
        "available",
        "bag",
        "boards",
        "grey",
        "lid",
        "marker",
        "next_starter",
        "phase",
        "players",
        "round",
        "sources",
        "starter",
        "turn",
        "with_jokers",
    )

    def __init__(self) -> None:
        self.available = 0  # lanes: the sources that hold a kind
        self.bag = 0
        self.lid = 0  # including the tiles on floor lines, which all end there (R28)
        self.sources = [0] * 10  # the centre and the displays
        self.players = 0
        self.turn = 0
        self.starter = 0
        self.next_starter = 0  # the owner of the marker (R29), or the starter (E6)
        self.marker = 0  # 1 while it is in the centre
        self.phase = 0
        self.round = 0
        self.grey = 0
        self.with_jokers = 0
        self.boards = [Board() for _ in range(4)]


class ActionList:
    """A buffer for the numbers of legal actions."""

    def __init__(self) -> None:
        self.actions = [0] * ACTIONS


class Scratch:
    """Scratch states to try moves on: one, and one for each line that leaves a choice."""

    def __init__(self) -> None:
        self.states = [PackedState() for _ in range(6)]


# References here, pointers in C.


def lowest_bit(bits: int) -> int:
    """The place of the lowest bit; there must be one."""
    return (bits & -bits).bit_length() - 1


def board_at(state: PackedState, seat: int) -> Board:
    return state.boards[seat]


def state_at(states: list[PackedState], index: int) -> PackedState:
    return states[index]


def new_states(number: int) -> list[PackedState]:
    return [PackedState() for _ in range(number)]


def free_states(states: list[PackedState]) -> None:
    """C memory must be freed; Python's is garbage-collected."""


def new_uint16(number: int) -> list[int]:
    return [0] * number


def free_uint16(numbers: list[int]) -> None:
    """See free_states."""


def new_uint64(number: int) -> list[list[int]]:
    return [[0] for _ in range(number)]


def uint64_at(words: list[list[int]], index: int) -> list[int]:
    return words[index]


def free_uint64(words: list[list[int]]) -> None:
    """See free_states."""


def int64_pointer(memory: Any) -> Any:
    """The elements of an array; in C a typed pointer to them, from their address."""
    return memory


bool_pointer = float_pointer = int64_pointer


def int16_pointer(memory: Any) -> Any:
    """The same; of plain bytes, two at a time."""
    return memory if memory.format == "h" else memory.cast("h")


def address_of(array: Any) -> Any:
    """The address of a one-dimensional array or of bytes; when interpreted, the buffer."""
    return memoryview(array)


def load_eight(source: list[int], start: int) -> int:
    """Eight bytes as one number, in the machine's byte order."""
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
    """Four 16-bit numbers at once, the lowest first."""
    for place in range(4):
        target[start + place] = lanes >> 16 * place & 0x7FFF


def copy_state(target: PackedState, source: PackedState) -> None:
    _copy_fields(target, source)
    for board, other in zip(target.boards, source.boards, strict=True):
        _copy_fields(board, other)


def _copy_fields(target: Board | PackedState, source: Board | PackedState) -> None:
    for name in type(source).__slots__:
        value = getattr(source, name)
        if name != "boards":
            setattr(target, name, value[:] if isinstance(value, list) else value)
