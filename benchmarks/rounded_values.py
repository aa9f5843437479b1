"""How much a network says otherwise after its weights were rounded: values and chances.

    python benchmarks/rounded_values.py BEFORE.npz AFTER.npz

Positions come from games of the network before, other ones than `azulejos shrink` counts in.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from azulejos.core import Generator, State
from azulejos.search import Network
from azulejos.search.calibration import calibrations_of, judge_state
from azulejos.search.weights import read_weights
from azulejos.training.selfplay import PlayedGame, play_chunk

CHUNK, NODES, SLIPS = 7000, 60, 0.05


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--games", type=int, default=80)
    asked = parser.parse_args()
    found = [read_weights(path) for path in (asked.before, asked.after)]
    game = found[0].card["game"]
    before, after = (each.network(game["rules"], game["players"]) for each in found)
    played = play_chunk(before, NODES, SLIPS, CHUNK, asked.games)
    said = [one for each in played.games() for one in compared(before, after, each)]
    values, chances = (np.array(column) for column in zip(*said, strict=True))
    print(
        f"{game['rules']}-{game['players']}: {len(said)} positions; value off by"
        f" {np.sqrt((values**2).mean()):.3f} logits (rms), winning chance by"
        f" {100 * np.abs(chances).mean():.2f} % on average,"
        f" {100 * np.quantile(np.abs(chances), 0.99):.1f} % in 1 of 100, bias"
        f" {100 * chances.mean():+.2f} %"
    )


def compared(before: Network, after: Network, game: PlayedGame) -> list[tuple[float, float]]:
    """What is off in the mover's value and chance, position by position."""
    calibration = calibrations_of(before.card).few
    state = State(before.players, before.rules)
    deals = Generator(game.seed)
    found = []
    state.deal(deals)
    for action in game.actions:
        mover = state.turn - 1
        one, other = (judge_state(network, state) for network in (before, after))
        chances = [calibration.estimate(each).chances[mover] for each in (one, other)]
        found.append((other.values[mover] - one.values[mover], chances[1] - chances[0]))
        state.apply(action)
        if state.deal_is_due:
            state.deal(deals)
    return found


if __name__ == "__main__":
    main()
