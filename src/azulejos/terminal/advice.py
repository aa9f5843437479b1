"""Hints for people: what a strong player would do."""

from __future__ import annotations

from random import Random

from ..bots import GreedyBot
from ..rules import Position
from ..tables.advice.hints import Advice, HintSearch


def advise(position: Position) -> Advice:
    """A good move, found while nobody gets impatient; a plain one where there is no search."""
    try:
        return HintSearch(position).advise()
    except ImportError:
        return Advice(GreedyBot(Random(0)).choose(position).move)
