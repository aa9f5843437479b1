"""Small things to learn from, for all tests of training."""

from __future__ import annotations

from azulejos.search import Network
from azulejos.search.start import starting_network
from azulejos.training.config import Generation, TrainingConfig
from azulejos.training.selfplay import PlayedGames, play_chunk

RULES = ("std", "grey", "joker", "grey+joker")
KINDS = [(rules, players) for rules in RULES for players in (2, 3, 4)]


def some_games(
    rules: str, players: int, games: int = 2, slips: float = 0.1
) -> tuple[Network, PlayedGames]:
    network = starting_network(rules, players)
    return network, play_chunk(network, nodes=20, slips=slips, chunk=3, games=games)


def tiny_config(
    rules: str = "std", players: int = 2, seed: int = 0, begin: str = ""
) -> TrainingConfig:
    generations = (
        Generation(games=3, nodes=20, trust=1.0, search=0.0, epochs=1),
        Generation(games=4, nodes=20, epochs=2),
    )
    return TrainingConfig(rules, players, generations, slips=0.1, seed=seed, begin=begin)
