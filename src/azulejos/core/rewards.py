"""The rewards for each seat: of a finished game, or as points are scored.

Points and leads are no matter of the end: `batch.py` pays them step by step. All kinds but points
add up to 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

if not cython.compiled:
    from .layout import PackedState, board_at
    from .moves import winners

    WIN, DIFFERENCE, POINTS, LEAD = range(4)

REWARDS = ("win", "difference", "points", "lead")


def write_rewards(state: PackedState, kind: int, rewards: list[float], start: int) -> None:
    """Writes the rewards of a game that has just ended, from `start` on."""
    if kind == WIN:
        pay_winners(state, rewards, start)
    elif kind == DIFFERENCE:
        pay_differences(state, rewards, start)


def pay_winners(state: PackedState, rewards: list[float], start: int) -> None:
    """The winners share what the others lose."""
    won = winners(state)
    players = 1.0 * state.players
    count = 0
    for seat in range(state.players):
        count += won >> seat & 1
    for seat in range(state.players):
        share = (players / count if won >> seat & 1 else 0.0) - 1
        rewards[start + seat] = share / (players - 1)


def pay_differences(state: PackedState, rewards: list[float], start: int) -> None:
    """The own score less the mean of the others'."""
    total = 0.0
    for seat in range(state.players):
        total += board_at(state, seat).score
    for seat in range(state.players):
        score = board_at(state, seat).score
        rewards[start + seat] = score - (total - score) / (state.players - 1)


def pay_leads(rewards: list[float], start: int, players: int) -> None:
    """Points that were paid become what they are more than the mean of the others'."""
    total = 0.0
    for seat in range(players):
        total += rewards[start + seat]
    for seat in range(players):
        points = rewards[start + seat]
        rewards[start + seat] = points - (total - points) / (players - 1)
