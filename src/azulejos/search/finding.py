"""What a search has found, and the checks that all searches share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..core import State
    from .network import Network


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
    solved: bool = False  # to the end of the round, nothing guessed


def check_limits(
    network: Network,
    state: State,
    movetime: float | None,
    nodes: int | None,
    depth: int | None,
) -> None:
    from ..rules.errors import UsageError
    from .network import check_state

    check_state(network, state)
    if state.is_over or state.deal_is_due:
        raise UsageError("no_move_due")
    for name, limit in (("movetime", movetime), ("nodes", nodes), ("depth", depth)):
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} must be more than 0, not {limit}")


def words_of(network: Network, state: State, line: tuple[int, ...]) -> Finding:
    """A first move with what the network says of the end of its expected line."""
    walk = state.copy()
    for action in line:
        walk.apply(action)
    score, chance = network.judge(walk, state.turn - 1)
    return Finding(line[0], score=score, chance=chance, line=line)
