"""The answers of an analysis, as values.

The one value that moves are compared by is the winning chance of the player to move, as a share of
the win: 1 for a win, a half for a win that two share.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..rules import Move


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a position is worth to every player; tuples are in the order of the seats."""

    chances: tuple[float, ...]
    """Of winning; they add up to exactly 1. A win that several share counts in parts."""
    leads: tuple[float, ...]
    """Expected final points, less those of the best opponent."""
    error: float = 0.0
    """The standard error of the chances that comes from sampling deals; 0 if none was sampled."""
    deals: int = 0
    """How many deals were sampled."""
    final: bool = False
    """Is the game over? Then this is the result."""


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A legal move, and what it is worth."""

    move: Move
    value: float
    """The winning chance of the player to move, which moves are ranked by."""
    loss: float
    """How much less that is than the best move's value; 0 for the best."""
    chances: tuple[float, ...]
    """The winning chances of all players; they add up to exactly 1."""
    leads: tuple[float, ...]
    """Expected final points of each player, less those of the best opponent."""
    line: tuple[Move, ...]
    """The moves that are expected, with this one, up to the round's end at most."""
    exact: bool
    """Was everything followed to the end of the round? Then only later rounds are estimated."""
    depth: int
    """How many moves the search looked ahead, this one included; 0 if there was no time."""
    visits: int
    """How often a tree search (three or four players) tried it; 0 with two players."""
    swing: float
    """By how much its value still moved in the last iterations of the search; 0 if exact."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """All legal moves, the best first; of equal values the one with the larger lead."""

    moves: tuple[RankedMove, ...]
    depth: int
    """How many moves the search has looked ahead."""
    nodes: int
    """How many positions it has looked at."""
    exact: bool
    """Was everything followed to the end of the round? Then only later rounds are estimated."""

    @property
    def best(self) -> RankedMove:
        return self.moves[0]

    @property
    def evaluation(self) -> Evaluation:
        """What the position is worth: as much as its best move."""
        return Evaluation(self.best.chances, self.best.leads)

    @property
    def gap(self) -> float | None:
        """By how much the best move is ahead of the second; None if there is no second."""
        return self.moves[1].loss if len(self.moves) > 1 else None

    @property
    def is_clear(self) -> bool:
        """Is the best move further ahead than its value still moves?"""
        return self.gap is None or self.gap > self.best.swing
