"""Bots without a plan: one plays at random, one takes what scores best right now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ..protocol import Limit, Thought
from ..protocol.contract import Report
from ..rules import FLOOR, Move, Position, Take, UsageError, legal_moves, preview


def choices(position: Position) -> list[Move]:
    """The moves to choose from; raises UsageError where nobody is to move."""
    moves = legal_moves(position)
    if not moves:
        raise UsageError("no_move_due")
    return moves


def best_of(moves: Sequence[Move], value: Callable[[Move], Any], generator: Random) -> Move:
    """The move of the highest value; equals are settled by chance."""
    values = [value(move) for move in moves]
    best = max(values)
    return generator.choice([m for m, found in zip(moves, values, strict=True) if found == best])


def greedy_value(position: Position, move: Move) -> tuple[float, int]:
    """Points at the next tiling, floor counted; a begun line is worth the share that is filled.

    Among equals, more tiles laid are better.
    """
    look = preview(position, move)
    if not isinstance(move, Take):
        return look.score, 0
    share = look.laid / move.line if move.line != FLOOR else 0.0
    return look.points - look.penalty + share, look.laid


class InstantBot:
    """What all bots share that answer at once: nothing to stop, to forget or to give back."""

    name = ""

    def new_game(self) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class RandomBot(InstantBot):
    """Any legal move, all equally likely."""

    name = "random"

    def __init__(self, generator: Random) -> None:
        self._generator = generator

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        return Thought(self._generator.choice(choices(position)))


class GreedyBot(InstantBot):
    """What scores best at the next tiling; equals are settled by chance."""

    name = "greedy"

    def __init__(self, generator: Random) -> None:
        self._generator = generator

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        moves = choices(position)
        return Thought(best_of(moves, lambda m: greedy_value(position, m), self._generator))
