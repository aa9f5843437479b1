"""One door to all of it: the command `azulejos`.

Only the module of the command that runs is loaded: who plays in the browser does not wait for
drawings and matches. The core, and with it NumPy, is loaded by those commands only that need it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import NoReturn

MODULES = {
    "web": ("play", "serve"),
    "positions": ("moves", "apply", "show", "replay", "perft"),
    "analyse": ("analyse",),
    "measure": ("bench",),
    "play": ("random", "terminal"),
    "bots": ("bots", "engine"),
    "arena": ("match", "tournament"),
    "selfplay": ("selfplay",),
    "train": ("train",),
    "calibrate": ("calibrate",),
}
"""The commands of each module, in the order in which --help lists them."""


def main() -> NoReturn:
    """The command's entry point."""
    load(*sys.argv[1:2])
    from .app import main as run

    run()


def load(command: str = "") -> None:
    """Importing a module adds its commands: one, or all where it is none of them."""
    wanted = [module for module, commands in MODULES.items() if command in commands]
    for module in wanted or MODULES:
        import_module(f".{module}", __package__)
