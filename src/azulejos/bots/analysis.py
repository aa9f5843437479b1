"""What the search thinks of every move of a position, and how sure it is of the best."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

from ..protocol import Limit, Thought
from ..rules import Position, UsageError
from .errors import AnalysisError
from .searching import SearcherFactory, state_of, strongest_searcher, thought_of

if TYPE_CHECKING:
    from ..search import SearchResult

LAST_ITERATIONS = 3  # the iterations that show whether the estimate has settled


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves, the best first, each with a score, a chance and a line of its own.

    Of displays that hold the same, only one is looked at.
    """

    moves: tuple[Thought, ...]
    depth: int
    nodes: int
    solved: bool
    """Was every line followed to the end of the round? Then only later rounds are estimated."""
    gap: float | None
    """By how much the best move is above the second, as a share; None if there is no second."""
    swing: float
    """By how much the best move's share still moved in the last iterations; 0 if it is solved."""

    @property
    def is_clear(self) -> bool:
        """Is the best move further ahead than the estimate still moves?"""
        return self.gap is None or self.gap > self.swing


def analyse(
    position: Position, limit: Limit, make_searcher: SearcherFactory = strongest_searcher
) -> Analysis:
    """Half of the limit for the best move, half to compare it with all others.

    Raises UsageError where nobody is to move, or where the search can't go.
    """
    state = state_of(position)
    if state is None:
        raise AnalysisError("score_too_high")
    if not state.legal_actions():
        raise UsageError("no_move_due")
    searcher = make_searcher(position)
    half = _half(limit)
    found: list[SearchResult] = []
    best = searcher.think(state, *half, found.append)
    found = found or [best]  # the last report is the answer itself
    ranked = searcher.rank(state, *half)
    shares = [_share(result) for result in ranked[:2]]
    last = [_share(result) for result in found[-LAST_ITERATIONS:]]
    return Analysis(
        moves=tuple(thought_of(result) for result in ranked),
        depth=ranked[0].depth,
        nodes=best.nodes + ranked[0].nodes,
        solved=ranked[0].solved,
        gap=max(0.0, shares[0] - shares[1]) if len(shares) == 2 else None,
        swing=0.0 if ranked[0].solved else max(last) - min(last),
    )


def _half(limit: Limit) -> tuple[float | None, int | None, int | None]:
    seconds = None if limit.movetime is None else limit.movetime / 2000
    return seconds, None if limit.nodes is None else max(1, limit.nodes // 2), limit.depth


def _share(result: SearchResult) -> float:
    """What the search compares, between 0 and 1: half the winning chance, half the points."""
    return 1 / (1 + exp(-result.value / 1000))
