"""Are chances honest? What was said, in ten bins, beside what happened."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

BINS = 10
ENOUGH = 100  # games of a bin; what fewer say is mostly chance


class Bin(NamedTuple):
    """All chances between two tenths: how often said, the mean, what came of it."""

    positions: int
    games: int
    said: float
    happened: float
    error: float
    """The standard error of the difference; positions of a game have one result, so games count."""

    @property
    def difference(self) -> float:
        return self.happened - self.said


def bins_of(said: Any, happened: Any, game: Any) -> list[Bin]:
    """The bins in which anything was said, from 0 up; arrays with a row a position."""
    seats = said.shape[1]
    chances, results, games = said.ravel(), happened.ravel(), np.repeat(game, seats)
    places = np.minimum((chances * BINS).astype(int), BINS - 1)
    found = []
    for place in range(BINS):
        here = places == place
        if here.any():
            found.append(_bin(chances[here], results[here], games[here]))
    return found


def _bin(said: Any, happened: Any, game: Any) -> Bin:
    _, places, counts = np.unique(game, return_inverse=True, return_counts=True)
    difference = float((happened - said).mean())
    sums = np.bincount(places, weights=happened - said)  # one a game
    spread = float(np.sqrt(((sums - difference * counts) ** 2).sum()))
    return Bin(
        len(said), len(counts), float(said.mean()), float(happened.mean()), spread / len(said)
    )


def worst(bins: list[Bin]) -> Bin:
    """The bin with the largest difference, of those with enough games."""
    counted = [each for each in bins if each.games >= ENOUGH] or bins
    return max(counted, key=lambda each: abs(each.difference))


def mean_difference(bins: list[Bin]) -> float:
    """Weighted by how often a bin is met: the expected calibration error."""
    total = sum(each.positions for each in bins)
    return sum(each.positions * abs(each.difference) for each in bins) / total
