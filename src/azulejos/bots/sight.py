"""What a player notices: weak players do not look at every group of tiles, nor at every line.

Knows nothing of what is good. Chance decides what is overlooked, but not evenly: a pair on a
display catches the eye sooner than one tile in a crowded centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..rules import CENTRE, FLOOR, Move, Position, Take, Tile

FEW_GROUPS = 4  # so many are seen at a glance
CROWD = 6  # so many tiles in the centre are a heap
LONG_LINES = (4, 5)
CLOSER = 0.9  # what is left of blindness at every further look

Group = tuple[int, Tile]  # a source and what lies there


def noticed(
    position: Position, moves: Sequence[Move], sight: float, generator: Random
) -> Sequence[Move]:
    """The moves that come to mind; `sight` is 1 for those who see all, and 0 for the blind.

    Nobody overlooks anything where few groups are left, or in tiling. Who sees nothing but floor
    looks again, and closer, as long as a line is open.
    """
    takes = [move for move in moves if isinstance(move, Take)]
    groups = list(dict.fromkeys((take.source, take.tile) for take in takes))
    if sight >= 1 or len(groups) <= FEW_GROUPS or all(take.line == FLOOR for take in takes):
        return moves
    blindness = 1 - sight
    while True:
        seen = {g for g in groups if generator.random() >= blindness * hiddenness(position, g)}
        lines = _lines_in_mind(position, blindness, generator)
        found = [take for take in takes if (take.source, take.tile) in seen and take.line in lines]
        if any(take.line != FLOOR for take in found):
            return found
        blindness *= CLOSER


def hiddenness(position: Position, group: Group) -> float:
    """How easily a group is overlooked; 1 for several tiles on a display, more for the rest."""
    source, tile = group
    heap = position.source(source)
    hidden = 1.0 if heap[tile] > 1 else 1.3
    return hidden * 1.3 if source == CENTRE and len(heap) >= CROWD else hidden


def _lines_in_mind(position: Position, blindness: float, generator: Random) -> set[int]:
    """The lines that one thinks of: a long one that is not begun is easily forgotten."""
    board = position.board(position.turn)
    forgotten = {
        line
        for line in LONG_LINES
        if generator.random() < blindness / 2 and not board.line(line).tiles
    }
    return {FLOOR, *(line.size for line in board.lines)} - forgotten
