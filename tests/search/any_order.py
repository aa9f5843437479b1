"""Solves small positions with moves tried in an order drawn by lot; interpreted only."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from search_cases import RULES, network_of_chance, round_ends

from azulejos.core import WHY_SLOW
from azulejos.search import AlphaBeta
from azulejos.search.alphabeta import Minimax
from azulejos.search.layout import move_at

ACTIONS = 685


def main() -> None:
    if not WHY_SLOW:
        sys.exit("compiled code can't be changed")
    engine: Any = Minimax
    ordered = engine.score_moves
    dice = Random(1)

    def shuffled(self: Any, ply: int, listed: int, hash_move: int, include_wasteful: int) -> int:
        count: int = ordered(self, ply, listed, hash_move, include_wasteful)
        for number in range(count):
            move_at(self.moves, ply * ACTIONS + number).score = dice.randrange(1000)
        return count

    for rules in RULES:
        network = network_of_chance(rules, 2)
        for state in list(round_ends(rules, seed=6, groups=4, moves=14))[:5]:
            engine.score_moves = ordered
            usual = AlphaBeta(network).think(state)
            engine.score_moves = shuffled
            other = AlphaBeta(network).think(state)
            sys.stdout.write(f"{usual.value == other.value} {usual.nodes == other.nodes}\n")


if __name__ == "__main__":
    main()
