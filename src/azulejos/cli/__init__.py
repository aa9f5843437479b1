"""One door to all of it: the command `azulejos`.

Only the module of the command that runs is loaded: who plays in the browser does not wait for
drawings and matches. The core is loaded by those commands only that need it.
"""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from typing import NoReturn

from .. import __version__

MODULES = {
    "web": ("play", "serve"),
    "site": ("site",),
    "positions": ("moves", "apply", "show", "replay", "perft"),
    "analyse": ("analyse",),
    "review.command": ("review",),
    "experiments.bench": ("bench",),
    "play": ("random", "terminal"),
    "bots": ("bots", "engine"),
    "experiments.arena": ("match", "tournament"),
    "experiments.ratings": ("ratings",),
    "experiments.selfplay": ("selfplay",),
    "experiments.train": ("train", "calibrate"),
}
"""The commands of each module, in the order in which --help lists them."""


def main() -> NoReturn:
    """The command's entry point."""
    if sys.argv[1:] == ["--version"]:  # asked by scripts, which should not wait for all of it
        if sys.stdout:  # somebody may have closed it
            sys.stdout.write(f"{version_line()}\n")
        sys.exit()
    if sys.argv[1:] == ["play"]:  # as most people type it: no option, so no parser is loaded
        from .launching import play
        from .streams import run

        run(play)
    load(*sys.argv[1:2])
    from .app import main as run_app

    run_app()


def version_line() -> str:
    """The version, and whether the core is compiled."""
    core = f"interpreted: {why_slow()}" if why_slow() else "compiled"
    return f"azulejos {__version__} (core {core})"


def why_slow() -> str:
    """Loads the core; what it would warn of is told by the caller, in a sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ..core import WHY_SLOW
    return WHY_SLOW


def load(command: str = "") -> None:
    """Importing a module adds its commands: one, or all where it is none of them."""
    wanted = [module for module, commands in MODULES.items() if command in commands]
    for module in wanted or MODULES:
        import_module(f".{module}", __package__)
