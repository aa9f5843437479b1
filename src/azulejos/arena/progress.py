"""How far it is: a bar with the time left on a terminal, elsewhere a line now and then.

Everything goes to standard error, so that the result can be piped.
"""

from __future__ import annotations

from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

LINE_EVERY = 10.0  # seconds
MOST_FAILURES = 10  # that are told one by one


class Watch:
    """Shows progress and news until its `with` ends."""

    def __init__(self, console: Console, games: int, done: int = 0) -> None:
        self._console = console
        self._games = games
        self._done = done
        self._failures = 0
        self._next_line = monotonic() + LINE_EVERY
        self._bar = Progress(
            MofNCompleteColumn(),
            BarColumn(bar_width=20),
            TimeRemainingColumn(),
            TextColumn("{task.fields[result]}", markup=False),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=games, completed=done, result="")

    def __enter__(self) -> Watch:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def say(self, line: str) -> None:
        """A line of news, above the bar if there is one."""
        self._console.print(line, soft_wrap=True)

    def failure(self, line: str) -> None:
        """The same for a bot's failure, of which there may be too many."""
        self._failures += 1
        if self._failures <= MOST_FAILURES:
            self.say(line)
        if self._failures == MOST_FAILURES:
            self.say("Further failures are counted but not told.")

    def game(self, result: str) -> None:
        """One more game is played; `result` is what there is so far."""
        self._done += 1
        self._bar.update(self._task, completed=self._done, result=result)
        if not self._console.is_terminal and monotonic() >= self._next_line:
            self._next_line = monotonic() + LINE_EVERY
            self.say(f"{self._done} of {self._games} games: {result}")
