"""Networks from the command line.

train makes one, shrink makes its file small, calibrate makes its winning chances honest.
"""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...extras import importing, require
from ...rules import RuleSet
from ..app import PlayerCount, Rules, app, say_if_slow
from ..output import AsJson, refuse_stream, tell_json
from .long_running import Jobs, On, pool_options, working

if TYPE_CHECKING:
    from ...training.calibration.reliability import Bin
    from ...training.calibration.run import CalibrationRun
    from ...training.config import TrainingConfig

MOST_SCALE = 100.0
NODES = {2: 1000, 3: 500, 4: 500}  # a move, by the number of players, to calibrate
DEEP_NODES = 20_000


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
    require("train", "numpy")
    from ...training.config import standard_config
    from ...training.files import check_beginning

    config = standard_config(rules.value, players, seed, scale, begin, generations)
    check_beginning(folder, config)
    with importing("train"):  # now, rather than after hours of self-play
        import_module("torch")
    say_if_slow()
    from ...training.run import train as carry_out

    with working(where, jobs) as (bar, pool):
        path = carry_out(folder, config, jobs or 1, bar.say, bar.update, pool)
    _show(path, config, as_json)


def _show(path: Path, config: TrainingConfig, as_json: bool) -> None:
    from ...search import weights

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


@app.command()
def shrink(
    kinds: Annotated[
        list[str] | None,
        typer.Argument(metavar="KIND…", help="Shipped networks, such as std-2."),
    ] = None,
    weights: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A network of one's own, with its card beside it."),
    ] = None,
    grain: Annotated[
        float,
        typer.Option(min=0.01, max=100, help="How coarsely: 2 doubles the error of the values."),
    ] = 1.2,
    as_json: AsJson = False,
) -> None:
    """Make a network's file small: weights are rounded the more, the less they matter.

    For example: azulejos shrink --weights my-network/std-2.npz
    """
    if not kinds and weights is None:
        raise typer.BadParameter("name a kind, such as std-2, or a file with --weights")
    require("numpy", "numpy")
    from ...search.weights import shipped_file
    from ...training.rounding import Rounding
    from ...training.rounding import shrink as carry_out

    say_if_slow()
    for name in _kinds(kinds, weights):
        path = weights or shipped_file(name)
        before, after = carry_out(path, Rounding(grain))
        if as_json:
            tell_json({"network": str(path), "before": before, "after": after})
        else:
            typer.echo(f"{path}: {before} bytes before, {after} now")


@app.command()
def calibrate(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the games are kept.")],
    kinds: Annotated[
        list[str] | None,
        typer.Argument(metavar="KIND…", help="Such as std-2; all twelve if none is given."),
    ] = None,
    weights: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A network of one's own, instead of the shipped ones."),
    ] = None,
    games: Annotated[int, typer.Option(min=100, max=1_000_000, help="How many a kind.")] = 4000,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Nodes a move.", show_default="1000; 500 with three and four"),
    ] = None,
    deep_nodes: Annotated[
        int, typer.Option(min=1, help="Nodes of the longer searches, in some positions.")
    ] = DEEP_NODES,
    jobs: Jobs = None,
    on: On = "processes",
    diagram: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the reliability of all shipped networks, as SVG."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fit winning chances to the results of games, and check them on other games.

    Writes the card beside each network. Can be stopped at any time, and goes on with more games.
    For example: azulejos calibrate calibration std-2 grey-2 --jobs 2
    """
    where = pool_options(on)
    require("numpy", "numpy")
    named = _kinds(kinds, weights)
    runs = [_run(folder, name, weights, games, nodes, deep_nodes) for name in named]
    say_if_slow()
    from ...training.calibration.run import calibrate as carry_out

    with working(where, jobs) as (bar, pool):
        reports = {run.name: carry_out(run, pool, bar.update) for run in runs}
    if diagram is not None:
        _draw(diagram)
    if as_json:
        found = {name: _figures(report.games, report.bins) for name, report in reports.items()}
        tell_json(found)
        return
    for name, report in reports.items():
        typer.echo(f"{name}, {report.games} games")
        for kind, bins in report.bins.items():
            typer.echo(f"  {_sentence(kind, bins)}")


def _kinds(names: list[str] | None, weights: Path | None) -> list[str]:
    from ...search.weights import kinds, name_of, read_weights

    if weights is not None:
        game = read_weights(weights).card.get("game")
        if names or game is None:
            raise typer.BadParameter("--weights takes its kind from the card beside the file")
        return [name_of(game["rules"], game["players"])]
    for name in names or []:
        if name not in kinds():
            raise typer.BadParameter(f"there is no kind {name!r}: they are {', '.join(kinds())}")
    return names or kinds()


def _run(
    folder: Path, name: str, weights: Path | None, games: int, nodes: int | None, deep_nodes: int
) -> CalibrationRun:
    from ...search.weights import shipped_file
    from ...training.calibration.run import CalibrationRun

    rules, number = name.rsplit("-", 1)
    players = int(number)
    path = weights or shipped_file(name)
    both = nodes or NODES[players], max(nodes or 0, deep_nodes)
    return CalibrationRun(folder / name, path, rules, players, both, games)


def _sentence(kind: str, bins: list[Bin]) -> str:
    from ...training.calibration.reliability import mean_difference, worst

    largest = worst(bins)
    figures = f"{100 * abs(largest.difference):.1f} % (± {100 * largest.error:.1f})"
    cells = " ".join(f"{100 * each.difference:+.1f}±{100 * each.error:.1f}" for each in bins)
    mean = 100 * mean_difference(bins)
    return f"{kind}: at most {figures}, on average {mean:.1f} %; by tenths {cells}"


def _figures(games: int, bins: dict[str, list[Bin]]) -> dict[str, Any]:
    return {"games": games, **{kind: [each._asdict() for each in bins[kind]] for kind in bins}}


def _draw(path: Path) -> None:
    from ...files import write_atomically
    from ...search.weights import kinds, read_card, shipped_file
    from ...training.calibration.diagram import Panel, draw_reliability
    from ...training.calibration.reliability import Bin

    panels = []
    for name in kinds():
        found = read_card(shipped_file(name).with_suffix(".json")).get("calibration")
        if found is not None:
            bins = {kind: [Bin(*each) for each in rows] for kind, rows in found["bins"].items()}
            panels.append(Panel(name, found["games"], bins))
    write_atomically(path, draw_reliability(panels).encode())
