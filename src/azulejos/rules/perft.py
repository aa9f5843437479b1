"""Counting leaves: the usual proof that two implementations know the same moves."""

from __future__ import annotations

from .errors import UsageError
from .moves import Move
from .play import legal_moves, play
from .position import Position


def perft(position: Position, depth: int) -> int:
    """The number of leaves `depth` plies deep.

    A position that waits for a deal, or a finished game, is a leaf, so chance never enters.
    """
    if depth < 0:
        raise UsageError("negative_depth", depth=depth)
    moves = legal_moves(position)
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move).position, depth - 1) for move in moves)


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Perft by first move; empty where there is none, and at depth 0."""
    if depth < 0:
        raise UsageError("negative_depth", depth=depth)
    if depth == 0:
        return {}
    return {move: perft(play(position, move).position, depth - 1) for move in legal_moves(position)}
