"""Self-play: games for the network to learn from.

A game is kept as the seed of its deals, its actions and the value that the search gave to each,
so that its positions can be made again whatever the network wants to see of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from ..core import Generator, State
from ..search import AlphaBeta, Network, TreeSearch
from ..search.arrays import read_arrays, write_arrays

NO_VALUE = -32768  # of a move that was not searched for
MOST_VALUE = 32767  # that the files can hold
CHUNK = 250  # games a file
MOST_ACTIONS = 2000 * CHUNK  # of a file's games; a long game has some hundred
MOST_BYTES = {  # of a file's arrays, as they lie in `PlayedGames`
    "seeds": 8 * CHUNK,
    "starts": 8 * CHUNK,
    "actions": 2 * MOST_ACTIONS,
    "values": 2 * MOST_ACTIONS,
}


class PlayedGame(NamedTuple):
    """One game: the seed of its deals, and each action with its value."""

    seed: int
    actions: list[int]
    values: list[int]


@dataclass
class PlayedGames:
    """Games, one after the other; `starts` says where each one's actions begin."""

    seeds: list[int]
    starts: list[int]
    actions: list[int]
    values: list[int]

    def games(self) -> Iterator[PlayedGame]:
        ends = [*self.starts[1:], len(self.actions)]
        for seed, start, end in zip(self.seeds, self.starts, ends, strict=True):
            yield PlayedGame(seed, self.actions[start:end], self.values[start:end])


def make_searcher(network: Network) -> AlphaBeta | TreeSearch:
    return AlphaBeta(network) if network.players == 2 else TreeSearch(network)


def play_chunk(
    network: Network, nodes: int, slips: float, chunk: int, games: int = CHUNK
) -> PlayedGames:
    """One file's games; their seeds follow from the chunk's number.

    `slips` is the share of moves that are not the best. Only the last chunk of a generation has
    fewer than CHUNK games.
    """
    played = PlayedGames([], [], [], [])
    searcher = make_searcher(network)
    for seed in range(chunk * CHUNK, chunk * CHUNK + games):
        played.seeds.append(seed)
        played.starts.append(len(played.actions))
        play_game(searcher, nodes, slips, seed, played)
    return played


def play_game(
    searcher: AlphaBeta | TreeSearch, nodes: int, slips: float, seed: int, played: PlayedGames
) -> None:
    network = searcher.network
    state = State(network.players, network.rules)
    deals = Generator(seed)
    chance = Random(f"slips/{seed}")
    searcher.forget()
    while not state.is_over:
        if state.deal_is_due:
            state.deal(deals)
            continue
        if chance.random() < slips:
            action, value = slip(network, state, chance), NO_VALUE
        else:
            action, value = searcher.decide(state, nodes)
            value = max(-MOST_VALUE, min(MOST_VALUE, value))
        played.actions.append(action)
        played.values.append(value)
        state.apply(action)


def slip(network: Network, state: State, chance: Random) -> int:
    """A move that is not thought through: any, or one that looks good at first sight."""
    if chance.random() < 0.3:
        return chance.choice(state.legal_actions())
    judged = network.evaluate_actions(state)
    chance.shuffle(judged)
    some = judged[: max(2, len(judged) // 4)]
    return max(some, key=lambda pair: pair[1])[0]


def write_chunk(path: Path, played: PlayedGames) -> None:
    write_arrays(
        path,
        seeds=np.array(played.seeds, np.int64),
        starts=np.array(played.starts, np.int64),
        actions=np.array(played.actions, np.int16),
        values=np.array(played.values, np.int16),
    )


def read_chunk(path: Path) -> PlayedGames:
    """Raises OSError if the file can't be read, and many exceptions if it is damaged."""
    arrays = read_arrays(path, MOST_BYTES)
    return PlayedGames(*(arrays[name].tolist() for name in MOST_BYTES))
