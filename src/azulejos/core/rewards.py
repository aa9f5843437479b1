"""What a finished game is worth to each seat; of each kind the rewards add up to 0.

The third kind, points, is no matter of the end: `batch.py` pays it step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

if not cython.compiled:
    from .layout import Table, board_at
    from .moves import winners

    WIN, DIFFERENCE, POINTS = range(3)

REWARDS = ("win", "difference", "points")


def settle(table: Table, kind: int, rewards: list[float], start: int) -> None:
    """Writes the rewards of a game that has just ended, from `start` on."""
    if kind == WIN:
        pay_winners(table, rewards, start)
    elif kind == DIFFERENCE:
        pay_differences(table, rewards, start)


def pay_winners(table: Table, rewards: list[float], start: int) -> None:
    """The winners share what the others lose."""
    won = winners(table)
    players = 1.0 * table.players
    count = 0
    for seat in range(table.players):
        count += won >> seat & 1
    for seat in range(table.players):
        share = (players / count if won >> seat & 1 else 0.0) - 1
        rewards[start + seat] = share / (players - 1)


def pay_differences(table: Table, rewards: list[float], start: int) -> None:
    """The own score less the mean of the others'."""
    total = 0.0
    for seat in range(table.players):
        total += board_at(table, seat).score
    for seat in range(table.players):
        score = board_at(table, seat).score
        rewards[start + seat] = score - (total - score) / (table.players - 1)
