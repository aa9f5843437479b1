"""Prints what the core does in seeded games, as a trace to compare: `python traces.py slow 20`.

The arguments say how the core must run in this process, `slow` or `fast`, and how many games of
every kind are played.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import azulejos.core
from azulejos.core import Batch, Generator, State, playouts

KINDS = [
    (rules, players) for rules in ("std", "grey", "joker", "grey+joker") for players in (2, 3, 4)
]
PERFT = Path(__file__).parent.parent / "data" / "perft.txt"


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def game(rules: str, players: int, seed: int) -> Iterator[str]:
    """A line for every position: its key, its legal actions; now and then its text."""
    state = State(players, rules, seed % players + 1)
    generator = Generator(seed)
    moves = 0
    while not state.is_over:
        if state.deal_is_due:
            state.deal(generator)
            yield str(state)
        else:
            actions = state.legal_actions()
            yield f"{state.key():016x} {digest(str(actions).encode())}"
            state.apply(actions[generator.below(len(actions))])
            moves += 1
    yield f"{moves} {state} {generator.below(2**32)}"


def random_games(rules: str, players: int) -> Iterator[str]:
    state = State(players, rules)
    state.deal(Generator(players))
    yield str(playouts(state, 30, seed=players))
    generator = Generator(3)
    yield f"{state.play_out(generator)} {state.key():016x} {generator.below(2**32)}"


def batch(rules: str, players: int) -> Iterator[str]:
    """Steps of games side by side, long enough for some of them to end."""
    games = Batch(3, players, rules, seed=players)
    generator = Generator(players)
    for _ in range(100 * players):
        actions = games.sample(generator)
        step = games.step(actions)
        arrays = " ".join(digest(array.tobytes()) for array in list[Any](step))
        yield f"{actions.tolist()} {arrays} {step.rewards.tolist()} {step.ends.tolist()}"


def perfts() -> Iterator[str]:
    for line in PERFT.read_text().splitlines():
        state = State.from_text(line.split(" | ")[0])
        yield f"{state.perft(1)} {state.perft(2) if state.perft(1) < 100 else '-'}"


def trace(games: int) -> Iterator[str]:
    for rules, players in KINDS:
        for seed in range(games):
            yield from game(rules, players, seed)
        yield from random_games(rules, players)
        yield from batch(rules, players)
    yield from perfts()


if __name__ == "__main__":
    slow = bool(azulejos.core.WHY_SLOW)
    if slow != (sys.argv[1] == "slow"):
        sys.exit(f"the core should be {sys.argv[1]}: {azulejos.core.WHY_SLOW or 'compiled'}")
    sys.stdout.writelines(f"{line}\n" for line in trace(int(sys.argv[2])))
