"""Hints for people: what a strong player would do."""

from __future__ import annotations

from random import Random

from ..bots import GreedyBot, make_bot
from ..protocol import Limit
from ..rules import Move, Position

ADVISER = "master"
PATIENCE = Limit(movetime=300)


def advise(position: Position) -> Move:
    """A good move, found while nobody gets impatient; a plain one where there is no search."""
    try:
        bot = make_bot(ADVISER, seed=0)
        return bot.choose(position, PATIENCE).move
    except ImportError:
        return GreedyBot(Random(0)).choose(position).move
