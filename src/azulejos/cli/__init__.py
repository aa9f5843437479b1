"""One door to all of it: the command `azulejos`.

The core, and with it NumPy, is loaded by those commands only that need it.
"""

# Importing a module adds its commands, in the order in which --help lists them.
from . import web, positions, analyse, measure, play, bots, arena, engine, selfplay, train  # isort: skip
from .app import main
from .measure import BENCHES

__all__ = [
    "BENCHES",
    "analyse",
    "arena",
    "bots",
    "engine",
    "main",
    "measure",
    "play",
    "positions",
    "selfplay",
    "train",
    "web",
]
