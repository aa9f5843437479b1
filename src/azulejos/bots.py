"""The bots: they see a position and choose a move. For now two simple ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .rules import FLOOR, Move, Position, Take, UsageError, legal_moves, preview

Bot = Callable[[Position], Move]


def make_bot(name: str, generator: Random) -> Bot:
    """A bot by its name; an unknown name is an error that lists what exists.

    >>> bot = make_bot("greedy", Random(1))
    """
    if name not in BOTS:
        raise UsageError("unknown_bot", bot=name, bots=", ".join(BOTS))
    return BOTS[name](generator)


def choices(position: Position) -> list[Move]:
    """The moves to choose from; raises UsageError where nobody is to move."""
    moves = legal_moves(position)
    if not moves:
        raise UsageError("no_move_due")
    return moves


def random_bot(generator: Random) -> Bot:
    """Any legal move, all equally likely."""
    return lambda position: generator.choice(choices(position))


def greedy_bot(generator: Random) -> Bot:
    """What scores best at the next tiling; equals are settled by chance."""

    def choose(position: Position) -> Move:
        moves = choices(position)
        values = [greedy_value(position, move) for move in moves]
        best = max(values)
        return generator.choice(
            [m for m, value in zip(moves, values, strict=True) if value == best]
        )

    return choose


def greedy_value(position: Position, move: Move) -> tuple[float, int]:
    """Points at the next tiling, floor counted; a begun line is worth the share that is filled.

    Among equals, more tiles laid are better.
    """
    look = preview(position, move)
    if not isinstance(move, Take):
        return look.score, 0
    share = look.laid / move.line if move.line != FLOOR else 0.0
    return look.points - look.penalty + share, look.laid


BOTS: dict[str, Callable[[Random], Bot]] = {"greedy": greedy_bot, "random": random_bot}
