"""Games for the tests of reviews, and a judge whose weights never change."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

import azulejos as az
from azulejos.reviews import Review
from azulejos.search import Network
from azulejos.search.layout import ALL_ROWS, NEXT_DEAL, UNITS


def random_record(rules: str, players: int, seed: int, plies: int | None = None) -> az.Record:
    """A game of random moves, or the beginning of one: so many moves, deals not counted."""
    game, chance = az.Game(players=players, rules=rules, seed=seed), Random(seed)
    while not game.outcome and plies != 0:
        game.play(chance.choice(game.legal_moves))
        plies = plies and plies - 1
    return game.record


@cache
def quick_review(rules: str, players: int, seed: int = 1) -> Review:
    """Of a whole random game, by hardly any search."""
    return az.review(random_record(rules, players, seed), nodes=40, deals=2)


@pytest.fixture
def steady_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights that come with the package change; these, drawn by lot, do not."""
    monkeypatch.setattr("azulejos.analysis.searching.load_network", network_drawn_by_lot)


def network_drawn_by_lot(rules: str, players: int) -> Network:
    """Without rows of the next deal: others that come there later change nothing either."""
    chance = np.random.default_rng(7)
    rows = np.zeros((ALL_ROWS, UNITS))
    rows[:NEXT_DEAL] = chance.normal(0, 60, (NEXT_DEAL, UNITS))
    return Network(rules, players, rows, chance.normal(0, 256, (3, UNITS)))
