"""The bots: they see a position and choose a move (`azulejos.protocol.Bot`).

`make_bot` makes one from a few words: a level from `novice` to `master`, another kind such as
`greedy` or `alphabeta:nodes=20000`, or any program behind the engine protocol.

>>> from azulejos import Game
>>> game, bot = Game(seed=1), make_bot("greedy", seed=1)
>>> events = game.play(bot.choose(game.position).move)
"""

from .errors import BotSpecError
from .levels import FRIENDLY, LEVELS, Level, level_names
from .simple import GreedyBot, RandomBot, greedy_value
from .specs import Spec, bot_names, make_bot, make_level, parse_spec, spec_form

__all__ = [
    "FRIENDLY",
    "LEVELS",
    "BotSpecError",
    "GreedyBot",
    "Level",
    "RandomBot",
    "Spec",
    "bot_names",
    "greedy_value",
    "level_names",
    "make_bot",
    "make_level",
    "parse_spec",
    "spec_form",
]
