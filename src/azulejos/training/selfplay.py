"""Self-play: games for the network to learn from.

A game is kept as the seed of its deals, its actions and the value that the search gave to each,
so that its positions can be made again whatever the network wants to see of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ..core import Generator, State
from ..search import AlphaBeta, Network, TreeSearch

NO_VALUE = -32768  # of a move that was not searched for
CHUNK = 250  # games a file


@dataclass
class Played:
    """Games, one after the other; `starts` says where each one's actions begin."""

    seeds: list[int]
    starts: list[int]
    actions: list[int]
    values: list[int]


def play_chunk(network: Network, nodes: int, slips: float, chunk: int) -> Played:
    """One file's games; their seeds follow from the chunk's number.

    `slips` is the share of moves that are not the best.
    """
    played = Played([], [], [], [])
    searcher = AlphaBeta(network) if network.players == 2 else TreeSearch(network)
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        played.seeds.append(seed)
        played.starts.append(len(played.actions))
        play_game(searcher, nodes, slips, seed, played)
    return played


def play_game(
    searcher: AlphaBeta | TreeSearch, nodes: int, slips: float, seed: int, played: Played
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
        played.actions.append(action)
        played.values.append(value)
        state.apply(action)


def slip(network: Network, state: State, chance: Random) -> int:
    """A move that is not thought through: any, or one that looks good at first sight."""
    if chance.random() < 0.3:
        return chance.choice(state.legal_actions())
    judged = network.judge_actions(state)
    chance.shuffle(judged)
    some = judged[: max(2, len(judged) // 4)]
    return max(some, key=lambda pair: pair[1])[0]


def write_chunk(path: Path, played: Played) -> None:
    arrays: dict[str, Any] = {
        "seeds": np.array(played.seeds, np.int64),
        "starts": np.array(played.starts, np.int64),
        "actions": np.array(played.actions, np.int16),
        "values": np.array(played.values, np.int16),
    }
    partial = path.with_suffix(".partial.npz")
    np.savez_compressed(partial, **arrays)
    partial.replace(path)


def read_chunk(path: Path) -> Played:
    with np.load(path) as arrays:
        return Played(*(arrays[name].tolist() for name in ("seeds", "starts", "actions", "values")))
