"""Making networks from the command line: train."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..extras import importing
from ..rules import RuleSet
from .app import PlayerCount, Rules, app, console, fail, say_if_slow
from .long_running import GOES_ON, INTERRUPTED, Jobs, On, pool_options
from .output import AsJson, refuse_stream, tell_json
from .progress import ProgressBar

if TYPE_CHECKING:
    from ..training.config import TrainingConfig

MOST_SCALE = 100.0


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where everything is kept.")],
    rules: Rules = RuleSet.STD,
    players: PlayerCount = 2,
    seed: Annotated[int, typer.Option(min=0, max=999, help="Other games, another network.")] = 0,
    jobs: Jobs = None,
    on: On = "processes",
    scale: Annotated[float, typer.Option(help="0.1: a tenth of the games; 2: twice as many.")] = 1,
    begin: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="NETWORK",
            help="What to begin with: a kind's shipped network (std-3), or a file.",
            show_default="one made by hand",
        ),
    ] = "",
    generations: Annotated[
        int | None,
        typer.Option(min=1, max=100, help="More add to a run that was begun with fewer."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a network for one kind of game, by self-play. Takes hours; can be stopped at any time.

    For example: azulejos train my-network --players 3 --jobs 4
    """
    if not 0 < scale <= MOST_SCALE:
        raise typer.BadParameter(f"the scale is more than 0, at most {MOST_SCALE:g}, not {scale}")
    where = pool_options(on)
    refuse_stream(folder, "a training run")
    from ..training.config import standard_config
    from ..training.files import check_beginning

    config = standard_config(rules.value, players, seed, scale, begin, generations)
    check_beginning(folder, config)
    with importing("train"):  # now, rather than after hours of self-play
        import_module("torch")
    say_if_slow()
    from ..training.run import train as carry_out
    from ..workers import WorkerPoolError, open_pool

    try:
        with ProgressBar(console(stderr=True)) as bar, open_pool(where, jobs, bar.say) as pool:
            path = carry_out(folder, config, jobs or 1, bar.say, bar.update, pool)
    except KeyboardInterrupt:
        typer.echo(f"Stopped. {GOES_ON}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except WorkerPoolError as error:
        fail(f"{error}. {GOES_ON}")
    _show(path, config, as_json)


def _show(path: Path, config: TrainingConfig, as_json: bool) -> None:
    from ..search import weights

    if as_json:
        tell_json({"network": str(path), "card": str(path.with_suffix(".json"))})
        return
    typer.echo(f"The network: {path}")
    typer.echo(f"Its card: {path.with_suffix('.json')}")
    if "," not in str(path):  # No spec can name such a file.
        typer.echo(f"To compare it with the one that is in use: {match_command(path, config)}")
    home = Path(weights.__file__).with_name("weights")
    typer.echo(f"For all bots to play with it, copy both files to {home}")


def match_command(path: Path, config: TrainingConfig) -> str:
    """The command for a match against the network in use, as a shell reads it."""
    bot = "alphabeta" if config.players == 2 else "mcts"
    command = ["azulejos", "match", f"{bot}:weights={path}", *[bot] * (config.players - 1)]
    command += ["--games", str(200 * config.players), "--movetime", "20"]
    if config.players == 2:
        command += ["--sprt", "0", "20"]
    if config.rules != RuleSet.STD:
        command += ["--rules", config.rules]
    return shlex.join(command)
