"""Making networks from the command line: train."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from ..rules import RuleSet
from .app import PlayerCount, Rules, app, console, fail, say_if_slow

if TYPE_CHECKING:
    from ..training.plan import Plan

INTERRUPTED = 130
LINE_EVERY = 30.0  # seconds, where there is no terminal
MEMORY = 3600.0  # seconds; a file of games takes minutes, and the time left is reckoned from them
MOST_SCALE = 100.0
NO_TORCH = (
    "training needs PyTorch, which can't be imported ({why}):"
    " install it with pip install 'azulejos[train]', or torch by itself"
)
GOES_ON = "The same command goes on where it was."


@app.command()
def train(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where everything is kept.")],
    rules: Rules = RuleSet.STD,
    players: PlayerCount = 2,
    seed: Annotated[int, typer.Option(min=0, max=999, help="Other games, another network.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes play.")] = 1,
    scale: Annotated[float, typer.Option(help="0.1: a tenth of the games; 2: twice as many.")] = 1,
) -> None:
    """Make a network for one kind of game, by self-play. Takes hours; can be stopped at any time.

    For example: azulejos train my-network --players 3 --jobs 4
    """
    if not 0 < scale <= MOST_SCALE:
        raise typer.BadParameter(f"the scale is more than 0, at most {MOST_SCALE:g}, not {scale}")
    from ..training.plan import standard_plan

    plan = standard_plan(rules.value, players, seed, scale)
    _check_torch()
    say_if_slow()
    from concurrent.futures.process import BrokenProcessPool

    from ..training.run import train as carry_out

    try:
        with _Watch(console(stderr=True)) as watch:
            path = carry_out(folder, plan, jobs, watch.say, watch.progress)
    except KeyboardInterrupt:
        typer.echo(f"Stopped. {GOES_ON}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenProcessPool:
        fail(f"a process that should play has died, perhaps for lack of memory. {GOES_ON}")
    _show(path, plan)


def _check_torch() -> None:
    """Now, rather than after the hours of self-play that come before it is needed."""
    try:
        import_module("torch")
    except ImportError as error:
        fail(NO_TORCH.format(why=error))


def _show(path: Path, plan: Plan) -> None:
    from ..search import weights

    typer.echo(f"The network: {path}")
    typer.echo(f"Its card: {path.with_suffix('.json')}")
    if "," not in str(path):  # No spec can name such a file.
        typer.echo(f"To compare it with the one that is in use: {match_command(path, plan)}")
    home = Path(weights.__file__).with_name("weights")
    typer.echo(f"For all bots to play with it, copy both files to {home}")


def match_command(path: Path, plan: Plan) -> str:
    """The command for a match against the network in use, as a shell reads it."""
    bot = "alphabeta" if plan.players == 2 else "mcts"
    command = ["azulejos", "match", f"{bot}:weights={path}", *[bot] * (plan.players - 1)]
    command += ["--games", str(200 * plan.players), "--movetime", "20"]
    if plan.players == 2:
        command += ["--sprt", "0", "20"]
    if plan.rules != RuleSet.STD:
        command += ["--rules", plan.rules]
    return shlex.join(command)


class _Watch:
    """How far it is: a bar with the time left on a terminal, elsewhere a line now and then."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._what = ""
        self._next_line = 0.0
        self._task = TaskID(0)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            MofNCompleteColumn(),
            BarColumn(bar_width=20),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            speed_estimate_period=MEMORY,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> _Watch:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def say(self, line: str) -> None:
        """A line of news, above the bar if there is one."""
        self._console.print(line, soft_wrap=True)

    def progress(self, what: str, done: int, total: int) -> None:
        if what != self._what:
            if self._what:
                self._bar.remove_task(self._task)
            self._what = what
            self._task = self._bar.add_task(what, total=total, completed=done)
            self._next_line = monotonic() + LINE_EVERY
        self._bar.update(self._task, completed=done, total=total)
        if not self._console.is_terminal and (done == total or monotonic() >= self._next_line):
            self._next_line = monotonic() + LINE_EVERY
            self.say(f"{what}: {done} of {total}")
