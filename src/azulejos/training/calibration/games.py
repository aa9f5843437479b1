"""Games that a network plays against itself, with all that its search said on the way.

A game is kept as the seed of its deals, its actions, and each search's value and expected line, so
that its positions can be judged again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ...core import Generator, State
from ...search import AlphaBeta, Network, TreeSearch
from ...search.arrays import read_arrays, write_arrays

CHUNK = 100  # games a file
FIRST_SEED = 1_000_000_000  # of deals; training's seeds are smaller
DEEP_POSITIONS = 4  # of a game, that are searched for longer
MOST_MOVES = 2000 * CHUNK  # of a file's games; a long game has some hundred
MOST_FOUND = {"values": 4, "solved": 1, "line_starts": 8, "lines": 2 * 64}  # bytes a move
MOST_BYTES = {  # of a file's arrays
    "seeds": 8 * CHUNK,
    "starts": 8 * CHUNK,
    "actions": 2 * MOST_MOVES,
    "deep_places": 8 * MOST_MOVES,
    **{
        f"{prefix}{name}": most * MOST_MOVES
        for prefix in ("", "deep_")
        for name, most in MOST_FOUND.items()
    },
}


class Found(NamedTuple):
    """What a search thought of the move that it prefers."""

    value: int
    solved: bool
    line: tuple[int, ...]


class Decision(NamedTuple):
    """A move that was played, what the search thought of it, and for some what a longer one did."""

    action: int
    found: Found
    deep: Found | None = None


class Game(NamedTuple):
    """One game: the seed of its deals, and its decisions."""

    seed: int
    decisions: list[Decision]


def play_chunk(network: Network, nodes: int, deep_nodes: int, chunk: int) -> list[Game]:
    """One file's games; their seeds follow from its number. The best move is always played."""
    searcher = AlphaBeta(network) if network.players == 2 else TreeSearch(network)
    seeds = range(chunk * CHUNK, (chunk + 1) * CHUNK)
    return [
        _look_deeper(searcher, deep_nodes, Game(seed, _play(searcher, nodes, seed)))
        for seed in seeds
    ]


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
        decisions.append(Decision(found.action, Found(found.value, found.solved, found.line)))
        state.apply(found.action)
    return decisions


def _look_deeper(searcher: AlphaBeta | TreeSearch, nodes: int, game: Game) -> Game:
    """Some positions again, each as if it were the only one: the game goes on as it was played."""
    count = len(game.decisions)
    chosen = set(Random(f"deep/{game.seed}").sample(range(count), min(DEEP_POSITIONS, count)))
    decisions: list[Decision] = []
    for state, decision in positions_of(searcher.network, game):
        if decision is None:
            continue
        if len(decisions) in chosen:
            searcher.forget()
            found = searcher.think(state, nodes=nodes)
            deep = Found(found.value, found.solved, found.line)
            decision = decision._replace(deep=deep)
        decisions.append(decision)
    return Game(game.seed, decisions)


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
    deep = {place: each.deep for place, each in enumerate(decisions) if each.deep is not None}
    write_arrays(
        path,
        seeds=np.array([game.seed for game in games], np.int64),
        starts=_starts([len(game.decisions) for game in games]),
        actions=np.array([decision.action for decision in decisions], np.int16),
        deep_places=np.array(list(deep), np.int64),
        **_arrays("", [decision.found for decision in decisions]),
        **_arrays("deep_", list(deep.values())),
    )


def _arrays(prefix: str, found: list[Found]) -> dict[str, Any]:
    return {
        f"{prefix}values": np.array([each.value for each in found], np.int32),
        f"{prefix}solved": np.array([each.solved for each in found], np.uint8),
        f"{prefix}line_starts": _starts([len(each.line) for each in found]),
        f"{prefix}lines": np.array([action for each in found for action in each.line], np.int16),
    }


def _starts(lengths: list[int]) -> Any:
    return np.cumsum([0, *lengths[:-1]], dtype=np.int64)


def read_games(path: Path) -> list[Game]:
    """Raises OSError if the file can't be read, and many exceptions if it is damaged."""
    arrays = {name: found.tolist() for name, found in read_arrays(path, MOST_BYTES).items()}
    deep = dict(zip(arrays["deep_places"], _found("deep_", arrays), strict=True))
    pairs = zip(arrays["actions"], _found("", arrays), strict=True)
    decisions = [Decision(*pair, deep.get(place)) for place, pair in enumerate(pairs)]
    parts = _parts(decisions, arrays["starts"])
    return [Game(seed, part) for seed, part in zip(arrays["seeds"], parts, strict=True)]


def _found(prefix: str, arrays: dict[str, Any]) -> list[Found]:
    lines = _parts(arrays[f"{prefix}lines"], arrays[f"{prefix}line_starts"])
    columns = zip(arrays[f"{prefix}values"], arrays[f"{prefix}solved"], lines, strict=True)
    return [Found(value, bool(solved), tuple(line)) for value, solved, line in columns]


Part = TypeVar("Part")


def _parts(all_of_them: list[Part], starts: list[int]) -> list[list[Part]]:
    ends = [*starts[1:], len(all_of_them)]
    return [all_of_them[start:end] for start, end in zip(starts, ends, strict=True)]
