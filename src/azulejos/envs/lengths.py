"""How long a game can last and what it can bring: bounds that follow from the rules.

Games that players want to win last some 40 to 100 moves; these are what no game can pass.
"""

from __future__ import annotations

from ..core.actions import check_kind
from ..rules.material import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    DISPLAY_SIZE,
    LAST_ROUND,
    ROW_BONUS,
    SIZE,
    RuleSet,
    all_tiles,
    display_count,
)
from ..rules.tiles import Tile

# The most that a wall can bring. A tile that is the k-th of its row and the j-th of its column
# scores at most k for the row and j for the column, a run of one nothing (R25, R26): at most
# 2 + 3 + 4 + 5 for each of ten rows and columns. One that is the first of its row and of its
# column scores 1 (R24), and at most five can be that. Floors only take away (R27).
MOST_ON_WALL = 2 * SIZE * sum(range(2, SIZE + 1)) + SIZE
MOST_POINTS = MOST_ON_WALL + SIZE * (ROW_BONUS + COLUMN_BONUS + COLOUR_BONUS)  # R35: 240


def longest_game(players: int = 2, rules: RuleSet | str = "std") -> int:
    """No game has more moves: takes and tiling decisions of all players together.

    >>> [longest_game(players) for players in (2, 3, 4)], longest_game(2, "grey")
    ([1000, 1400, 1800], 1040)
    """
    check_kind(players, rules)
    return LAST_ROUND * most_takes(players) + most_decisions(players, RuleSet(rules))


def most_takes(players: int) -> int:
    """Of a round: each take takes a tile (R10), and no tile comes to the offer after the deal.

    So many are possible: displays of four colours, and after each take from one of them three
    takes from the centre.
    """
    return DISPLAY_SIZE * display_count(players)


def most_decisions(players: int, rules: RuleSet) -> int:
    """Of a whole game: each fills a cell of a wall, and nothing ever leaves a wall.

    The last free cell of a row is no decision (E19), which leaves four in each of five rows. On
    the coloured wall only jokers have a choice (E26), and there are few.
    """
    on_walls = players * SIZE * (SIZE - 1)
    if rules.grey_wall:
        return on_walls
    return min(on_walls, all_tiles(rules, players)[Tile.JOKER])


def longest_chance(players: int = 2) -> int:
    """No game draws more tiles, one by one, in all its deals: every display filled, every round.

    >>> [longest_chance(players) for players in (2, 3, 4)]
    [1000, 1400, 1800]
    """
    check_kind(players, "std")
    return LAST_ROUND * DISPLAY_SIZE * display_count(players)
