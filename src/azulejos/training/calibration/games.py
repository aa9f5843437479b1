"""Games that a network plays against itself, with all that its search said on the way.

A game is kept as the seed of its deals, its actions, and each search's value and expected line, so
that its positions can be judged again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from ...core import Generator, State
from ...search import AlphaBeta, Network, TreeSearch
from ...search.arrays import read_arrays, write_arrays

CHUNK = 100  # games a file
FIRST_SEED = 1_000_000_000  # of deals; training's seeds are smaller
MOST_MOVES = 2000 * CHUNK  # of a file's games; a long game has some hundred
MOST_BYTES = {  # of a file's arrays
    "seeds": 8 * CHUNK,
    "starts": 8 * CHUNK,
    "actions": 2 * MOST_MOVES,
    "values": 4 * MOST_MOVES,
    "solved": MOST_MOVES,
    "line_starts": 8 * MOST_MOVES,
    "lines": 2 * 64 * MOST_MOVES,
}


class Decision(NamedTuple):
    """A move that was played, and what the search thought of it."""

    action: int
    value: int
    solved: bool
    line: tuple[int, ...]


class Game(NamedTuple):
    """One game: the seed of its deals, and its decisions."""

    seed: int
    decisions: list[Decision]


def play_chunk(network: Network, nodes: int, chunk: int) -> list[Game]:
    """One file's games; their seeds follow from its number. The best move is always played."""
    searcher = AlphaBeta(network) if network.players == 2 else TreeSearch(network)
    seeds = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    return [Game(seed, _play(searcher, nodes, seed)) for seed in seeds]


def _play(searcher: AlphaBeta | TreeSearch, nodes: int, seed: int) -> list[Decision]:
    state = State(searcher.network.players, searcher.network.rules)
    deals = Generator(FIRST_SEED + seed)
    decisions = []
    searcher.forget()
    while not state.is_over:
        if state.deal_is_due:
            state.deal(deals)
            continue
        found = searcher.think(state, nodes=nodes)
        decisions.append(Decision(found.action, found.value, found.solved, found.line))
        state.apply(found.action)
    return decisions


def positions_of(network: Network, game: Game) -> Iterator[tuple[State, Decision | None]]:
    """The game again: each state but the first, with its decision if one was due; the end last.

    It is always the same object.
    """
    state = State(network.players, network.rules)
    deals = Generator(FIRST_SEED + game.seed)
    state.deal(deals)
    for decision in game.decisions:
        yield state, decision
        state.apply(decision.action)
        if state.deal_is_due:
            yield state, None
            state.deal(deals)
    yield state, None


def write_games(path: Path, games: list[Game]) -> None:
    decisions = [decision for game in games for decision in game.decisions]
    write_arrays(
        path,
        seeds=np.array([game.seed for game in games], np.int64),
        starts=_starts([len(game.decisions) for game in games]),
        actions=np.array([decision.action for decision in decisions], np.int16),
        values=np.array([decision.value for decision in decisions], np.int32),
        solved=np.array([decision.solved for decision in decisions], np.uint8),
        line_starts=_starts([len(decision.line) for decision in decisions]),
        lines=np.array([action for each in decisions for action in each.line], np.int16),
    )


Part = TypeVar("Part")


def _parts(all_of_them: list[Part], starts: list[int]) -> list[list[Part]]:
    ends = [*starts[1:], len(all_of_them)]
    return [all_of_them[start:end] for start, end in zip(starts, ends, strict=True)]


def _starts(lengths: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.cumsum([0, *lengths[:-1]], dtype=np.int64)


def read_games(path: Path) -> list[Game]:
    """Raises OSError if the file can't be read, and many exceptions if it is damaged."""
    arrays = {name: found.tolist() for name, found in read_arrays(path, MOST_BYTES).items()}
    lines = _parts(arrays["lines"], arrays["line_starts"])
    columns = (arrays["actions"], arrays["values"], arrays["solved"], lines)
    decisions = [
        Decision(action, value, bool(solved), tuple(line))
        for action, value, solved, line in zip(*columns, strict=True)
    ]
    parts = _parts(decisions, arrays["starts"])
    return [Game(seed, part) for seed, part in zip(arrays["seeds"], parts, strict=True)]
