"""How far work is that takes hours, shown on standard error."""

from __future__ import annotations

from time import monotonic

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

LINE_EVERY = 30.0  # seconds, where there is no terminal
MEMORY = 3600.0  # seconds; a file of games takes minutes, and the time left is reckoned from them


class Watch:
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

    def __enter__(self) -> Watch:
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
