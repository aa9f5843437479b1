"""What a move earns: a win, a difference of final scores, or points and leads as they come.

For environments that play on a `State`; `core.Batch` does the same for many games at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core.rewards import REWARDS

if TYPE_CHECKING:
    from ..core import State

__all__ = ["AS_THEY_COME", "REWARDS", "check_rewards", "rewards_of"]

AS_THEY_COME = ("points", "lead")  # paid whenever scores change, not at the end

NOTHING = {players: (0.0,) * players for players in (2, 3, 4)}


def check_rewards(kind: str) -> None:
    """Refuses a kind of rewards that does not exist."""
    if kind not in REWARDS:
        raise ValueError(f"there are no rewards {kind!r}: use one of {', '.join(REWARDS)}")


def rewards_of(kind: str, state: State, scores_before: tuple[int, ...]) -> tuple[float, ...]:
    """What each seat gets for the latest move; `scores_before` are the scores before it.

    >>> from azulejos.core import Generator, State
    >>> state = State(players=2)
    >>> rewards_of("win", state, state.scores)
    (0.0, 0.0)
    >>> moves = state.play_out(Generator(1))
    >>> state.scores, [rewards_of(kind, state, (0, 0)) for kind in REWARDS]
    ((0, 2), [(-1.0, 1.0), (-2.0, 2.0), (0.0, 2.0), (-2.0, 2.0)])
    """
    if kind in AS_THEY_COME:
        pairs = zip(state.scores, scores_before, strict=True)
        points = tuple([float(now - before) for now, before in pairs])
        return points if kind == "points" else for_the_difference(points)
    if not state.is_over:
        return NOTHING[state.players]
    if kind == "win":
        return for_the_win(state.players, state.winners)
    return for_the_difference(state.scores)


def for_the_win(players: int, winners: tuple[int, ...]) -> tuple[float, ...]:
    """A winner gets 1, or shares it; the others lose it in equal parts. They add up to 0.

    >>> for_the_win(2, (1,)), for_the_win(2, (1, 2)), for_the_win(3, (2,))
    ((1.0, -1.0), (0.0, 0.0), (-0.5, 1.0, -0.5))
    """
    won = (players / len(winners) - 1) / (players - 1)
    lost = -1 / (players - 1)
    return tuple([won if player in winners else lost for player in range(1, players + 1)])


def for_the_difference(scores: Sequence[float]) -> tuple[float, ...]:
    """The own score less the mean of the others'. They add up to 0.

    >>> for_the_difference((30, 20)), for_the_difference((30, 20, 10))
    ((10.0, -10.0), (15.0, 0.0, -15.0))
    """
    others = len(scores) - 1
    total = sum(scores)
    return tuple([score - (total - score) / others for score in scores])
