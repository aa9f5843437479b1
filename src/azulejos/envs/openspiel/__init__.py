"""OpenSpiel: importing this registers the game `python_azulejos`.

>>> import pyspiel
>>> import azulejos.envs.openspiel
>>> game = pyspiel.load_game("python_azulejos(players=3,rules=grey+joker)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[-1], state.action_to_string(5)  # a joker: 10 of 100 tiles
((5, 0.1), 'J')

Chance is explicit: each of its nodes draws one tile of a deal. Everything is public.
"""

from importlib import import_module

from ...extras import importing

with importing("openspiel"):
    import_module("pyspiel")

from .game import GAME_TYPE, LOT, SHORT_NAME, AzulejosGame
from .players import BotPlayer, PlayoutEvaluator
from .state import AzulejosState

__all__ = [
    "GAME_TYPE",
    "LOT",
    "SHORT_NAME",
    "AzulejosGame",
    "AzulejosState",
    "BotPlayer",
    "PlayoutEvaluator",
]
