"""What commands share that run for long: who does the work, how far it is, bots that are tried
first, Ctrl-C.

How far it is goes to standard error, so that results can be piped.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from types import FrameType
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

from ...game import Game
from ...notation import format_record
from ...rules import RuleSet
from ..app import console
from ..streams import INTERRUPTED, fail

if TYPE_CHECKING:
    from ...workers import PoolOptions, WorkerPool

GOES_ON = "The same command goes on where it was."
LINE_EVERY = 30.0  # seconds, where there is no terminal
SPEED_PERIOD = 3600.0  # seconds; a file of games takes minutes, and the time left follows from them
MOST_WARNINGS = 10  # that are told one by one
On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="processes of this machine, ray (started here, or RAY_ADDRESS), or ray://HOST:PORT.",
    ),
]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, max=4096, help="How many processes play: 1, or all that a cluster has."
    ),
]


def pool_options(text: str) -> PoolOptions:
    """The worker pool that `--on` means."""
    from ...workers import parse_pool

    try:
        return parse_pool(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def bots_for_shells() -> list[str]:
    """What a shell completes where a bot is due."""
    from ...bots import bot_names

    return list(bot_names())


def check_bots(specs: Iterable[str], players: int, rules: RuleSet) -> None:
    """Every bot can be made, and named in a record."""
    from ...bots import make_bot
    from ...protocol.contract import BotError

    for spec in dict.fromkeys(specs):
        format_record(Game(players, rules, names=(f"bot:{spec}",)).record)
        try:
            with closing(make_bot(spec, 0, players, rules)) as bot:
                bot.new_game()  # Starts an engine, if it is one.
        except BotError as error:
            raise typer.BadParameter(f"{spec}: {error}") from error


class Interrupts:
    """Ctrl-C, which waits while something is done that must not be left half done."""

    def __init__(self) -> None:
        self._is_waiting = self._is_uninterrupted = False

    def __enter__(self) -> Interrupts:
        self._before = signal.signal(signal.SIGINT, self._received)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _received(self, number: int, frame: FrameType | None) -> None:
        if not self._is_uninterrupted:
            raise KeyboardInterrupt
        self._is_waiting = True

    @contextmanager
    def uninterrupted(self) -> Iterator[None]:
        self._is_uninterrupted = True
        yield
        self._is_uninterrupted = False
        if self._is_waiting:
            raise KeyboardInterrupt


class ProgressBar:
    """A bar with the time left on a terminal, elsewhere a line now and then, and at each end.

    For a `with`. Where the result follows anyway, the last line can be left out (`with_end`).
    """

    def __init__(
        self, console: Console, line_every: float = LINE_EVERY, with_end: bool = True
    ) -> None:
        self._console = console
        self._line_every = line_every
        self._with_end = with_end
        self._what = ""
        self._warnings = 0
        self._next_line = 0.0
        self._task = TaskID(0)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            MofNCompleteColumn(),
            BarColumn(bar_width=20),
            TimeRemainingColumn(),
            TextColumn("{task.fields[result]}", markup=False),
            console=console,
            transient=True,
            speed_estimate_period=SPEED_PERIOD,
            disable=not console.is_terminal,
        )

    def __enter__(self) -> ProgressBar:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def say(self, line: str) -> None:
        """A line of news, above the bar if there is one."""
        self._console.print(line, soft_wrap=True)

    def warn(self, line: str) -> None:
        """The same for failures, of which there may be too many."""
        self._warnings += 1
        if self._warnings <= MOST_WARNINGS:
            self.say(line)
        if self._warnings == MOST_WARNINGS:
            self.say("Further failures are counted but not told.")

    def update(self, what: str, done: int, total: int, result: str = "") -> None:
        """So many are done of what is counted now; `result` is what is known so far."""
        if what != self._what:
            if self._what:
                self._bar.remove_task(self._task)
            self._what = what
            self._task = self._bar.add_task(what, total=total, completed=done, result=result)
            self._next_line = monotonic() + self._line_every
        self._bar.update(self._task, completed=done, total=total, result=result)
        if self._console.is_terminal:
            return
        if monotonic() >= self._next_line or (self._with_end and done == total):
            self._next_line = monotonic() + self._line_every
            self.say(f"{what}: {done} of {total}" + (f", {result}" if result else ""))


@contextmanager
def working(place: PoolOptions, jobs: int | None) -> Iterator[tuple[ProgressBar, WorkerPool]]:
    """A pool, and a bar beside it, for work that is kept and can be gone on with."""
    from ...protocol.contract import BotError
    from ...workers import WorkerPoolError, open_pool

    try:
        with ProgressBar(console(stderr=True)) as bar, open_pool(place, jobs, bar.say) as pool:
            yield bar, pool
    except KeyboardInterrupt:
        typer.echo(f"Stopped. {GOES_ON}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except (WorkerPoolError, BotError) as error:
        fail(f"{error}. {GOES_ON}")
