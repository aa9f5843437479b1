"""What the search thinks of every move of a position, and how sure it is of the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ..protocol import Limit, Thought
from ..rules import Position, UsageError
from .searching import Opener, state_of, strongest, thought_of

if TYPE_CHECKING:
    from ..search import Finding

LAST = 3  # the iterations that show whether the estimate has settled


@dataclass(frozen=True, slots=True)
class Analysis:
    """All moves, the best first, each with a score, a chance and a line of its own."""

    moves: tuple[Thought, ...]
    depth: int
    nodes: int
    solved: bool
    """Was every line followed to the end of the round? Then only later rounds are estimated."""
    swing: float
    """By how much the best move's chance still moved in the last iterations."""

    @property
    def gap(self) -> float | None:
        """By how much the best move's chance is above the second's; None if there is no second."""
        if len(self.moves) < 2:
            return None
        first, second = (thought.chance or 0.0 for thought in self.moves[:2])
        return max(0.0, first - second)

    @property
    def is_clear(self) -> bool:
        """Is the best move further ahead than the estimate still moves?"""
        return self.gap is None or self.gap > self.swing


def analyse(position: Position, limit: Limit, open_searcher: Opener | None = None) -> Analysis:
    """Half of the limit for the best move, half to compare it with all others.

    Raises UsageError where nobody is to move, or where the search can't go.
    """
    state = state_of(position)
    if state is None:
        raise UsageError("score_too_high")
    if not state.legal_actions():
        raise UsageError("no_move_due")
    searcher = (open_searcher or strongest(Random(0)))(position)
    half = _half(limit)
    found: list[Finding] = []
    found.append(searcher.think(state, *half, found.append))
    ranked = searcher.rank(state, *half)
    return Analysis(
        moves=tuple(thought_of(finding) for finding in ranked),
        depth=max(found[-1].depth, ranked[0].depth),
        nodes=found[-1].nodes + ranked[0].nodes,
        solved=ranked[0].solved,
        swing=_swing([finding.chance for finding in found]),
    )


def _half(limit: Limit) -> tuple[float | None, int | None, int | None]:
    seconds = None if limit.movetime is None else limit.movetime / 2000
    return seconds, None if limit.nodes is None else max(1, limit.nodes // 2), limit.depth


def _swing(chances: Sequence[float]) -> float:
    last = chances[-LAST:]
    return max(last) - min(last)
