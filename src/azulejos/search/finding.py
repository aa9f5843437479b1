"""What a search is given and what it has found: limits, and findings."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..core import State
    from .network import Network

SECONDS, NODES, DEPTH = 1e9, 1 << 60, 1 << 20  # as good as no limit


class Finding(NamedTuple):
    """A move with what was found about it, for the player to move.

    `value` is what the search compares, 1000 to a logit; `score` the expected final difference of
    points and `chance` the winning chance, both read off the end of the expected line.
    """

    action: int
    depth: int = 0
    nodes: int = 0
    value: int = 0
    score: float = 0.0
    chance: float = 0.5
    line: tuple[int, ...] = ()
    solved: bool = False  # to the end of the round; tiling decisions go where they score most


class Limits(NamedTuple):
    """How long a search may think; the first limit that is reached ends it."""

    movetime: float = SECONDS  # of CPU time
    nodes: int = NODES
    depth: int = DEPTH


ENDLESS = Limits()


def limits_of(movetime: float | None, nodes: int | None, depth: int | None) -> Limits:
    """The limits as they are given, None for none."""
    for name, limit in (("movetime", movetime), ("nodes", nodes), ("depth", depth)):
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} must be more than 0, not {limit}")
    return Limits(
        SECONDS if movetime is None else min(float(movetime), SECONDS),
        NODES if nodes is None else min(index(nodes), NODES),
        DEPTH if depth is None else min(index(depth), DEPTH),
    )


def words_of(network: Network, state: State, line: tuple[int, ...]) -> Finding:
    """A first move with what the network says of the end of its expected line."""
    walk = state.copy()
    for action in line:
        walk.apply(action)
    score, chance = network.judge(walk, state.turn - 1)
    return Finding(line[0], score=score, chance=chance, line=line)
