"""Making winning chances honest from the command line: calibrate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import app, console, fail, say_if_slow
from .long_running import GOES_ON, INTERRUPTED, Jobs, On, pool_options
from .output import AsJson, tell_json
from .progress import ProgressBar

if TYPE_CHECKING:
    from ..training.calibration.reliability import Bin
    from ..training.calibration.run import CalibrationRun

NODES = {2: 1000, 3: 2000, 4: 2000}  # a move, by the number of players


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
    games: Annotated[int, typer.Option(min=100, max=1_000_000, help="How many a kind.")] = 2000,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Nodes a move.", show_default="1000; 2000 with three and four"),
    ] = None,
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
    runs = [_run(folder, name, weights, games, nodes) for name in _kinds(kinds, weights)]
    say_if_slow()
    from ..training.calibration.run import calibrate as carry_out
    from ..workers import WorkerPoolError, open_pool

    try:
        with ProgressBar(console(stderr=True)) as bar, open_pool(where, jobs, bar.say) as pool:
            reports = {run.name: carry_out(run, pool, bar.update) for run in runs}
    except KeyboardInterrupt:
        typer.echo(f"Stopped. {GOES_ON}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except WorkerPoolError as error:
        fail(f"{error}. {GOES_ON}")
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
    from ..search.weights import kinds, name_of, read_weights

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
    folder: Path, name: str, weights: Path | None, games: int, nodes: int | None
) -> CalibrationRun:
    from ..search.weights import shipped_file
    from ..training.calibration.run import CalibrationRun

    rules, number = name.rsplit("-", 1)
    players = int(number)
    path = weights or shipped_file(name)
    return CalibrationRun(folder / name, path, rules, players, nodes or NODES[players], games)


def _sentence(kind: str, bins: list[Bin]) -> str:
    from ..training.calibration.reliability import largest_difference, mean_difference

    largest, mean = 100 * largest_difference(bins), 100 * mean_difference(bins)
    cells = " ".join(f"{100 * each.difference:+.1f}" for each in bins)
    return f"{kind}: at most {largest:.1f} %, on average {mean:.1f} %; by tenths {cells}"


def _figures(games: int, bins: dict[str, list[Bin]]) -> dict[str, Any]:
    return {"games": games, **{kind: [each._asdict() for each in bins[kind]] for kind in bins}}


def _draw(path: Path) -> None:
    from ..files import write_atomically
    from ..search.weights import kinds, read_card, shipped_file
    from ..training.calibration.diagram import Panel, draw_reliability
    from ..training.calibration.reliability import Bin

    panels = []
    for name in kinds():
        found = read_card(shipped_file(name).with_suffix(".json")).get("calibration")
        if found is not None:
            bins = {kind: [Bin(*each) for each in rows] for kind, rows in found["bins"].items()}
            panels.append(Panel(name, found["games"], bins))
    write_atomically(path, draw_reliability(panels).encode())
