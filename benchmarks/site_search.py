"""Questions to the search, and its answers: the same file runs natively and in WebAssembly.

Positions of all twelve kinds of game, on their way to the end, each with a limit in nodes.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from azulejos.bots.searching import strongest_searcher
from azulejos.core import State
from azulejos.game import Game
from azulejos.notation import format_position, parse_position
from azulejos.rules import RuleSet

KINDS = [(rules.value, players) for rules in RuleSet for players in (2, 3, 4)]
MOST_NODES = 20_000


def questions(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """So many positions, as many of each kind; limits from 1 to 20 000, small ones as often."""
    random = Random(seed)
    found: list[dict[str, Any]] = []
    for number, (rules, players) in enumerate(KINDS):
        share = count * (number + 1) // len(KINDS) - count * number // len(KINDS)
        positions = _positions(rules, players, random)
        for _ in range(share):
            nodes = round(MOST_NODES ** random.random())
            found.append({"position": next(positions), "nodes": nodes})
    return found


def _positions(rules: str, players: int, random: Random) -> Iterator[str]:
    """Every fourth or so of games that are played at random."""
    while True:
        game = Game(players=players, rules=RuleSet(rules), seed=random.getrandbits(32))
        while moves := game.legal_moves:
            if random.random() < 0.25:
                yield format_position(game.position)
            game.play(random.choice(list(moves)))


def answers(
    asked: list[dict[str, Any]], clock: Callable[[], float] = time.process_time
) -> tuple[list[tuple[str, float]], float]:
    """What the search finds, and the seconds of CPU time that it took.

    The winning chance stands apart from all else: it is worked out by the C library's `exp`, whose
    last bit is not the same in all of them. Nothing is decided by it.
    """
    searchers: dict[tuple[str, int], Any] = {}
    found: list[tuple[str, float]] = []
    spent = 0.0
    for question in asked:
        position = parse_position(question["position"])
        kind = str(position.rules), position.players
        if kind not in searchers:
            searchers[kind] = strongest_searcher(position)
        searcher, state = searchers[kind], State.from_position(position)
        searcher.forget()
        begun = clock()
        result = searcher.think(state, nodes=question["nodes"])
        spent += clock() - begun
        found.append((json.dumps(result._replace(chance=0.0)), result.chance))
    return found, spent
