"""What is in the box: rule sets, numbers of tiles and displays, what is printed on the boards."""

from __future__ import annotations

from .names import Name
from .tiles import COLOURS, Heap, Tile

PLAYER_COUNTS = (2, 3, 4)
DISPLAY_SIZE = 4  # R6
SIZE = 5  # R2: five lines, five rows, five columns
FLOOR_PENALTIES = (1, 1, 2, 2, 2, 3, 3)  # R2, printed on the board
FLOOR_SPACES = len(FLOOR_PENALTIES)
LAST_ROUND = 50  # E20
TILES_A_COLOUR = 20  # R5

ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10  # R35


class RuleSet(Name):
    """The four ways to play; the value is the name in the notation."""

    STD = "std"
    GREY = "grey"
    JOKER = "joker"
    GREY_JOKER = "grey+joker"

    @property
    def grey_wall(self) -> bool:
        """Are the boards turned to their grey side (R37)?"""
        return self in (RuleSet.GREY, RuleSet.GREY_JOKER)

    @property
    def jokers(self) -> bool:
        """Are joker tiles in the game (R40)?"""
        return self in (RuleSet.JOKER, RuleSet.GREY_JOKER)


def display_count(players: int) -> int:
    """R4: 5, 7 or 9 displays."""
    return 2 * players + 1


def all_tiles(rules: RuleSet, players: int) -> Heap:
    """The 100 tiles of a game (R5), some of them replaced by jokers (R40)."""
    replaced = 0
    if rules.jokers:
        replaced = 1 if players == 2 else 2
    return Heap((TILES_A_COLOUR - replaced,) * len(COLOURS) + (replaced * len(COLOURS),))


def coloured_column(row: int, colour: Tile) -> int:
    """The column of a colour in a row of the coloured wall, both from 1."""
    return (row - 1 + COLOURS.index(colour)) % SIZE + 1


def coloured_cell(row: int, column: int) -> Tile:
    """The colour printed on a cell of the coloured wall."""
    return COLOURS[(column - row) % SIZE]


def floor_penalty(items: int) -> int:
    """What so many items on a floor line cost (R27); an eighth costs nothing more (E1)."""
    return sum(FLOOR_PENALTIES[:items])
