"""Prints what the search finds in seeded games: `python search_traces.py slow all 120`.

The arguments say how the search must run in this process, `slow` or `fast`, in which kinds of game,
and its nodes.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

from search_cases import KINDS, corners, is_offer, network_of_chance, random_game

import azulejos.core
from azulejos.core import State
from azulejos.search import AlphaBeta, TreeSearch
from azulejos.search.network import describe

# All of them, or every rule set and every number of players at least once.
WHICH = {"all": KINDS, "some": [*KINDS[::4], ("grey+joker", 2)], "few": KINDS[::4]}
SPARSE = {"all": 1, "some": 1, "few": 6}  # of the rare positions one in so many


def trace(which: str, nodes: int) -> Iterator[str]:
    for rules, players in WHICH[which]:
        yield from findings(rules, players, nodes)
    yield from judgements(WHICH[which], SPARSE[which])


def findings(rules: str, players: int, nodes: int) -> Iterator[str]:
    """All ways to ask both searches, in some positions of a game; memory is kept, as in a game."""
    network = network_of_chance(rules, players)
    searchers: list[AlphaBeta | TreeSearch] = [TreeSearch(network)]
    if players == 2:
        searchers.append(AlphaBeta(network))
    for number, state in enumerate(random_game(rules, players, seed=players)):
        if number % 37 == 3 or (not is_offer(state) and number % 9 == 0):
            for searcher in searchers:
                yield f"{rules} {players} {number} {searcher.think(state, nodes=nodes)}"
                yield f"{searcher.think(state, depth=2, nodes=nodes)}"
                yield f"{searcher.decide(state, nodes)} {searcher.nodes}"
                yield f"{[result[:4] for result in searcher.rank(state, nodes=nodes)]}"


def judgements(kinds: list[tuple[str, int]], sparse: int) -> Iterator[str]:
    """What the network sees and says."""
    for state in corners()[::sparse]:
        yield judgement(state)
    for rules, players in kinds:
        for number, state in enumerate(random_game(rules, players, seed=5)):
            if number % 29 == 0:
                yield judgement(state)


def judgement(state: State) -> str:
    network = network_of_chance(state.rules, state.players)
    seats = range(state.players)
    features = hashlib.sha256(str([describe(state, seat) for seat in seats]).encode()).hexdigest()
    said = [(network.value(state, seat), network.evaluate(state, seat)) for seat in seats]
    return f"{state} {features[:16]} {said} {network.evaluate_actions(state)[:5]}"


if __name__ == "__main__":
    slow = bool(azulejos.core.WHY_SLOW)
    if slow != (sys.argv[1] == "slow"):
        sys.exit(f"the search should be {sys.argv[1]}: {azulejos.core.WHY_SLOW or 'compiled'}")
    sys.stdout.writelines(f"{line}\n" for line in trace(sys.argv[2], int(sys.argv[3])))
