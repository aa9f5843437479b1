"""Our bots for other programs: the engine protocol on standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .. import __version__
from ..bots import BotSpecError, level_names, make_level
from .app import app, say_if_slow

STRONGEST = level_names()[-1]


@app.command()
def engine(
    level: Annotated[
        str, typer.Option(help=f"How strong: {', '.join(level_names())}.")
    ] = STRONGEST,
) -> None:
    """Speak the engine protocol, for graphical programs and for matches elsewhere."""
    from ..protocol.server import serve

    if level.lower() not in level_names():
        raise BotSpecError("unknown_bot", bot=level, bots=", ".join(level_names()))
    say_if_slow()
    name = f"azulejos {__version__}"
    serve(make_level, level_names(), level.lower(), sys.stdin, sys.stdout, name)
