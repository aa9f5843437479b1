"""The bots: they see a position and choose a move (`azulejos.protocol.Bot`).

`make_bot` makes one from a few words: a level from `novice` to `master`, another kind such as
`greedy` or `alphabeta:nodes=20000`, any program behind the engine protocol, or a class in Python
that a user has written (`python_bots.py`).

>>> from azulejos import Game
>>> game, bot = Game(seed=1), make_bot("greedy", seed=1)
>>> events = game.play(bot.choose(game.position).move)
"""

from .errors import BotSpecError
from .levels import FRIENDLY, LEVELS, Level, level_names
from .python_bots import BotClass, bot, is_bot_class
from .simple import GreedyBot, RandomBot, greedy_value
from .specs import (
    Spec,
    bot_names,
    bot_text,
    bring_to_tables,
    make_bot,
    make_level,
    parse_spec,
    spec_form,
    table_bots,
)

__all__ = [
    "FRIENDLY",
    "LEVELS",
    "BotClass",
    "BotSpecError",
    "GreedyBot",
    "Level",
    "RandomBot",
    "Spec",
    "bot",
    "bot_names",
    "bot_text",
    "bring_to_tables",
    "greedy_value",
    "is_bot_class",
    "level_names",
    "make_bot",
    "make_level",
    "parse_spec",
    "spec_form",
    "table_bots",
]
