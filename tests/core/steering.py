"""Ways to choose moves so that odd corners of the rules come up often.

None of them plays well, and none keeps to its habit all the time.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulings import grey_columns

from azulejos.bots import greedy_value
from azulejos.rules import CENTRE, FLOOR, Move, Place, Position, Take, Tile
from azulejos.rules.material import FLOOR_SPACES

Value = Callable[[Position, Take], float]
Chooser = Callable[[Position, list[Move], Random], Move]

WHIM = 0.15  # how often any other move is played


def by_chance(position: Position, moves: list[Move], generator: Random) -> Move:
    return generator.choice(moves)


def by_greed(position: Position, moves: list[Move], generator: Random) -> Move:
    """The greediest of a few: to look at all takes as long as a whole random game."""
    few = generator.sample(moves, min(6, len(moves)))
    return max(few, key=lambda move: greedy_value(position, move))


def by_value(value: Value) -> Chooser:
    """The take of the highest value, equals settled by chance; decisions by chance."""

    def choose(position: Position, moves: list[Move], generator: Random) -> Move:
        if generator.random() < WHIM:
            return generator.choice(moves)
        few = generator.sample(moves, min(40, len(moves)))
        return max(few, key=lambda move: value(position, move) if isinstance(move, Take) else 0.0)

    return choose


def tiles_taken(position: Position, take: Take) -> int:
    return len(position.source(take.source).only(*take.kinds))


def floors(position: Position, take: Take) -> float:
    """Much to the floor; the marker only when the floor is full, and then at once."""
    full = len(position.board(position.turn).floor) >= FLOOR_SPACES
    marker = take.source == CENTRE and position.marker_in_centre
    return tiles_taken(position, take) * (take.line == FLOOR) + (20 if full else -20) * marker


def hoards(position: Position, take: Take) -> float:
    """Lines are begun and not completed, so that tiles lie on the boards and games are long."""
    if take.line == FLOOR:
        return 0.0
    board = position.board(position.turn)
    left = board.line(take.line).free - tiles_taken(position, take)
    almost = board.wall[take.line - 1].count(None) == 1
    if left <= 0:
        return -5.0 if almost else 1.0 + left
    return 3.0 - left


def blocks(position: Position, take: Take) -> float:
    """Colours go where few columns, or none, are left for them."""
    if take.line == FLOOR or take.tile is Tile.JOKER:
        return -4.0
    board = position.board(position.turn)
    left = board.line(take.line).free - tiles_taken(position, take)
    columns = len(grey_columns(board, take.tile, take.line))
    almost = board.wall[take.line - 1].count(None) == 1
    return 1.0 * (left <= 0) - columns + 4.0 * (columns == 0) - 3.0 * (almost and columns > 0)


def jokers(position: Position, take: Take) -> float:
    """Jokers alone to lines, or with a colour; colours to lines of jokers."""
    if take.line == FLOOR:
        return -3.0
    line = position.board(position.turn).line(take.line)
    value = 4.0 * (Tile.JOKER in take.kinds) + 2.0 * line.tiles[Tile.JOKER]
    left = line.free - tiles_taken(position, take)
    return value + 2.0 * (left == 0 or (take.with_jokers and left < 0))


def leaves_the_centre(position: Position, take: Take) -> float:
    """From displays, and so that little comes to the centre."""
    if take.source == CENTRE:
        return -5.0
    return float(tiles_taken(position, take)) - 0.5 * (take.line == FLOOR)


def narrows(position: Position, moves: list[Move], generator: Random) -> Move:
    """As `blocks`; and on the wall mostly the leftmost cell, so that columns are used up."""
    if isinstance(moves[0], Place) and generator.random() > WHIM:
        return moves[0]
    return by_value(blocks)(position, moves, generator)


STYLES: dict[str, Chooser] = {
    "random": by_chance,
    "greedy": by_greed,
    "floors": by_value(floors),
    "hoard": by_value(hoards),
    "grey_block": narrows,
    "jokers": by_value(jokers),
    "centre_never": by_value(leaves_the_centre),
}
