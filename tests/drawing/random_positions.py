"""Positions from random games of every kind, at every phase."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from azulejos import Game
from azulejos.rules import Position, RuleSet, draw_deal, legal_moves, play, start
from azulejos.rules.position import Phase

KINDS = [(players, rules.value) for players in (2, 3, 4) for rules in RuleSet]


def positions_of_a_game(players: int, rules: str, seed: int) -> Iterator[Position]:
    """Every position of one random game, deals due included."""
    random = Random(seed)
    position = start(players, rules)
    while True:
        yield position
        if position.phase is Phase.OVER:
            return
        if position.phase is Phase.PREPARATION:
            position = play(position, draw_deal(position, random)).position
        else:
            position = play(position, random.choice(list(legal_moves(position)))).position


def some_positions(players: int, rules: str, seed: int, number: int) -> list[Position]:
    """A few positions of a random game, its first and its last among them."""
    every = list(positions_of_a_game(players, rules, seed))
    step = max(1, (len(every) - 1) // (number - 1))
    return [*every[:-1:step][: number - 1], every[-1]]


def midgame(players: int = 2, rules: str = "std", seed: int = 1, plies: int = 7) -> Position:
    """A position with tiles on the table."""
    game = Game(players=players, rules=rules, seed=seed)
    random = Random(seed)
    for _ in range(plies):
        game.play(random.choice(game.legal_moves))
    return game.position
