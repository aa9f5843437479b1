"""How far work is that takes minutes or hours.

Everything goes to standard error, so that results can be piped.
"""

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
SPEED_PERIOD = 3600.0  # seconds; a file of games takes minutes, and the time left follows from them
MOST_WARNINGS = 10  # that are told one by one


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
