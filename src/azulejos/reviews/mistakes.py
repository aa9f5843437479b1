"""What kind of mistake it was: what the better move would have brought most of."""

from __future__ import annotations

from ..rules.names import Name
from .values import Explanation, PartKind


class MistakeKind(Name):
    """What was lost sight of."""

    FLOOR = "floor"  # tiles that fell, or fell later
    TEMPO = "tempo"  # who starts the next round
    COLOURS = "colours"  # what the others wanted, and got
    WALL = "wall"  # points of the own wall, now or later
    END = "end"  # when the game ends, and the bonuses then


_KINDS = {
    PartKind.TILES: MistakeKind.WALL,
    PartKind.FLOOR: MistakeKind.FLOOR,
    PartKind.BONUS: MistakeKind.END,
    PartKind.RIVAL: MistakeKind.COLOURS,
    PartKind.START: MistakeKind.TEMPO,
    PartKind.WALL: MistakeKind.WALL,
}


def mistake_kind(found: Explanation) -> MistakeKind:
    """By the largest part in favour of the better move; if only one of two lines ends the game, the
    end decides.
    """
    if found.ends[0] != found.ends[1]:
        return MistakeKind.END
    sums = dict.fromkeys(MistakeKind, 0.0)
    for part in found.parts:
        sums[_KINDS[part.kind]] += part.points
    best = max(sums, key=lambda kind: sums[kind])
    return best if sums[best] > 0 else MistakeKind.WALL
