"""How fast core and search are: bench."""

from __future__ import annotations

import warnings
from typing import Annotated

import typer

from ...extras import require
from ...rules import RuleSet, UsageError
from ...rules.material import PLAYER_COUNTS
from ..app import PlayerCount, Rules, app, say_if_slow
from ..output import AsJson, tell_json

BENCHES = ("playouts", "steps", "batch", "perft", "search")


@app.command()
def bench(
    what: Annotated[
        str, typer.Argument(metavar="[WHAT]", help=f"{', '.join(BENCHES)}; all if not given.")
    ] = "",
    players: PlayerCount = 2,
    rules: Rules = RuleSet.STD,
    threads: Annotated[
        int,
        typer.Option(
            min=1, max=1024, help="For playouts, batch and search; more than one go by the clock."
        ),
    ] = 1,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each takes, about.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure speed: random games, single steps, batches, perft, searches with their signature."""
    if what and what not in BENCHES:
        raise typer.BadParameter(f"there is no bench {what!r}: use {', '.join(BENCHES)}")
    if players not in PLAYER_COUNTS:
        raise UsageError("player_count", players=players)
    require("numpy", "numpy")
    say_if_slow()
    from ...bench import in_words, measure

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it has just been said
        for name in [what] if what else BENCHES:
            figures = measure(name, players, str(rules), seconds, threads)
            if as_json:
                tell_json(dict(figures))
            else:
                typer.echo(in_words(figures))
