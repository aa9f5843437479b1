"""Games for the server's tests: lines of all rule sets, orders for tables."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from azulejos.bots import GreedyBot
from azulejos.rules import Phase, RuleSet, draw_deal, legal_moves, start
from azulejos.tables.line import Line

KINDS = [(rules, players) for rules in RuleSet for players in (2, 3, 4)]
PERSON = {"kind": "person", "name": "", "level": None}


def bot(level: str = "novice") -> dict[str, Any]:
    return {"kind": "bot", "name": "", "level": level}


def order(*seats: dict[str, Any], rules: str = "std", starter: int | None = 1) -> dict[str, Any]:
    """A wish for a table; of two persons if nobody is named."""
    return {"rules": rules, "seats": list(seats) or [PERSON, PERSON], "starter": starter}


def initial_state(rules: RuleSet | str, players: int, seed: object = 0) -> Line:
    line = Line(start(players, rules))
    return line.played(draw_deal(line.position, Random(f"{seed}")))


@cache
def game_line(rules: RuleSet, players: int, seed: object = 0, greed: float = 0.7) -> Line:
    """A whole game, played greedily or at random: lines get complete, and floors get full."""
    generator = Random(f"{rules}/{players}/{seed}")
    bot = GreedyBot(generator)
    line = initial_state(rules, players, generator.random())
    while line.position.phase is not Phase.OVER:
        position = line.position
        if position.phase is Phase.PREPARATION:
            line = line.played(draw_deal(position, generator))
        elif generator.random() < greed:
            line = line.played(bot.choose(position).move)
        else:
            line = line.played(generator.choice(legal_moves(position)))
    return line
