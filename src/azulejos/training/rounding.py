"""Small files: a network's weights rounded the more coarsely, the less they matter.

A weight's error reaches the value as often as its row occurs in games, and as strongly as its unit
is heard by the heads. So a weight may be the coarser, the rarer its row is and the less its unit
says. How often rows occur is counted in games that the network plays.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..files import write_atomically
from ..search import Network
from ..search.layout import ALL_ROWS, STAGES, UNITS
from ..search.weights import read_weights, write_network
from .errors import RoundingError
from .examples import replay, table_of
from .selfplay import CHUNK, play_chunk

CARD_KEY = "rounding"
FILE_STEP = 2
"""The finest step, which all others are multiples of."""
GRAIN = 1.2
"""The step of a weight whose row always occurs, and whose unit is heard like most."""
COARSEST = 1024
NODES, SLIPS = 60, 0.05  # a move, and of these games
GAMES = 500
FIRST_CHUNK = 4000
SHARE = 0.6  # of the positions within a round
UNSEEN = 0.5  # how often a row has occurred that never did
SIDE_HEADS = 0.1  # how much the heads for people count beside the search's, squared
LEAST_HEARD = 1e-3  # of what most units are; what is heard less is left out


class Rounding(NamedTuple):
    """How finely weights are rounded, and what rows are counted in; a card tells it."""

    grain: float = GRAIN
    games: int = GAMES
    nodes: int = NODES


def shrink(path: Path, rounding: Rounding) -> tuple[int, int]:
    """Makes the file of a network with a card small, and notes that; the bytes before and after.

    Raises WeightsError, and RoundingError for a network that is small already: what is rounded
    twice has the errors of both times.
    """
    weights = read_weights(path)
    card = weights.card
    if CARD_KEY in card:
        raise RoundingError("network_is_small", file=str(path))
    before = path.read_bytes()
    network = weights.network(card["game"]["rules"], card["game"]["players"])
    rows = rounded_rows(network, rounding)
    write_network(path, rows, network.heads_array, FILE_STEP)
    size = path.stat().st_size
    card["file"] |= {"bytes": size, "rows": int(rows.any(axis=1).sum()), "step": FILE_STEP}
    card[CARD_KEY] = {**rounding._asdict(), "network": hashlib.sha256(before).hexdigest()}
    text = json.dumps(card, indent=1) + "\n"
    write_atomically(path.with_suffix(".json"), text.encode())
    return len(before), size


def rounded_rows(network: Network, rounding: Rounding) -> Any:
    """The network's rows with weights that are multiples of coarse steps; the same every time."""
    facts = played_facts(network, rounding)
    steps = row_steps(facts, rounding.grain)[:, None] * unit_factors(network, facts)
    steps = np.clip(steps, FILE_STEP, COARSEST)
    return (np.rint(network.rows / steps) * steps).astype(np.int32)


def played_facts(network: Network, rounding: Rounding) -> Any:
    """The facts of many positions, a row each, as `training.examples` has them."""
    facts: list[list[int]] = []
    for number, first in enumerate(range(0, rounding.games, CHUNK)):
        games = min(CHUNK, rounding.games - first)
        played = play_chunk(network, rounding.nodes, SLIPS, FIRST_CHUNK + number, games)
        for game in played.games():
            facts += [position.facts for position in replay(network, game, SHARE, None)[0]]
    return table_of(facts)


def row_steps(facts: Any, grain: float) -> Any:
    """Powers of two, so that few different weights are left; larger for rows that are rare."""
    counts = np.bincount(facts.ravel(), minlength=ALL_ROWS + 1)[:ALL_ROWS]
    often = np.maximum(counts, UNSEEN) / len(facts)
    return _power_of_two(grain / np.sqrt(often))


def unit_factors(network: Network, facts: Any) -> Any:
    """How much coarser the weights of each unit may be than those of most."""
    sums = accumulators(network.rows, facts)
    active = (sums > 0).mean(axis=0)
    active[0] = 1.0  # It is linear.
    heads = (network.heads_array.astype(float) ** 2).reshape(STAGES, 3, UNITS).mean(axis=0)
    heard = np.sqrt(active * (heads[0] + SIDE_HEADS * (heads[1] + heads[2])))
    usual = np.median(np.sort(heard)[-(UNITS // 2) :])
    return _power_of_two(1 / np.maximum(heard / usual, LEAST_HEARD))


def accumulators(rows: Any, facts: Any) -> Any:
    """The hidden layer before it is bent, for each position."""
    padded = np.vstack([rows, np.zeros((1, UNITS), rows.dtype)]).astype(np.int32)
    sums = np.zeros((len(facts), UNITS), np.int32)
    for column in facts.T:
        sums += padded[column]
    return sums


def _power_of_two(numbers: Any) -> Any:
    return np.exp2(np.rint(np.log2(numbers)))
