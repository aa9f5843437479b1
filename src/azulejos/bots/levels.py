"""The levels: opponents from one who has just learned the rules to one who is hard to beat.

Only data. What the numbers do is in `opponents.py` and `sight.py`; what each level feels like is
told in the catalogues (`level.novice.about`). A level should win three games of four against the
one before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..protocol import Limit


@dataclass(frozen=True, slots=True)
class Level:
    """How somebody plays: what they see, how they judge it, how far they look ahead."""

    name: str
    sight: float = 1.0
    """How much of the table they notice, from 0 to 1 (`sight.py`)."""
    crowded_sight: float | None = None
    """The same with three or four players, if it differs: counting points goes further there."""
    floor: float = 1.0
    """The share of a floor penalty that they reckon with, if they judge by points."""
    eagerness: float = 0.0
    """The points that completing a line seems to be worth beyond those it scores."""
    judgement: Literal["points", "network"] = "network"
    """Do they count the points of the next tiling, or know what a board is worth?"""
    nodes: int | None = None
    """How far they look ahead with two players, in positions."""
    tree_nodes: int | None = None
    """The same with three or four, where the search is another and needs more of them."""
    movetime: int | None = None
    """How long they look ahead at most, in milliseconds; all three None: not at all."""

    @property
    def looks_ahead(self) -> bool:
        return self.default_limit(2) != Limit()

    def sight_with(self, players: int) -> float:
        """How much of the table they notice."""
        return self.sight if players == 2 or self.crowded_sight is None else self.crowded_sight

    def default_limit(self, players: int) -> Limit:
        nodes = self.nodes if players == 2 else self.tree_nodes
        return Limit(movetime=self.movetime, nodes=nodes)


LEVELS = (
    Level("novice", sight=0.15, floor=0.1, eagerness=2.0, judgement="points"),
    Level("beginner", sight=0.6, crowded_sight=0.35, floor=0.5, eagerness=1.0, judgement="points"),
    Level("casual", sight=0.55, crowded_sight=0.7),
    Level("medium"),
    Level("skilled", sight=0.86, nodes=200, tree_nodes=3_000),
    Level("advanced", sight=0.96, nodes=700, tree_nodes=20_000),
    Level("expert", nodes=6_000, tree_nodes=120_000),
    Level("master", nodes=300_000, tree_nodes=600_000, movetime=900),
)
"""Weakest first."""

FRIENDLY = "casual"
"""The opponent of those who do not choose one."""


def level_names() -> tuple[str, ...]:
    """Weakest first."""
    return tuple(level.name for level in LEVELS)
