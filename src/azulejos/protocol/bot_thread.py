"""The far side of the server: the thread in which a bot is made, thinks and is closed.

What goes wrong in a bot is said in one `info string` and never hidden behind some legal move.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue
from typing import TextIO

from ..notation import format_move
from ..rules import Position, refusal
from .contract import Bot, Limit, Thought
from .engine_process import shown
from .infos import NO_MOVE, format_info

LONGEST_SENTENCE = 300
MOST_JOBS = 100
AGAIN = 0.02  # seconds between two stops
FAILURES = (Exception, SystemExit)  # all that a bot can raise without being the user's wish


class LineWriter:
    """Writes lines, whole and at once, from any thread; falls silent when nobody reads them."""

    def __init__(self, sink: TextIO) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self.is_closed = False

    def write(self, text: str) -> None:
        with self._lock:
            if self.is_closed:
                return
            try:
                self._sink.write(f"{text}\n")
                self._sink.flush()
            except (OSError, ValueError):
                self.is_closed = True
                with suppress(OSError, ValueError):
                    self._sink.close()  # or the interpreter would try again, and complain

    def info(self, text: str) -> None:
        self.write(f"info string {shown(' '.join(text.split()), LONGEST_SENTENCE)}")

    def close(self) -> None:
        """Nothing is written after this."""
        self.is_closed = True


class GoCommand:
    """One `go`: a position, a limit, and whether the answer has to wait for a stop."""

    def __init__(self, position: Position, limit: Limit, until_stop: bool) -> None:
        self.position = position
        self.limit = limit
        self.until_stop = until_stop
        self.stopped = threading.Event()
        self.is_over = False
        self._lock = threading.Lock()
        self._bot: Bot | None = None
        self._found = threading.Event()

    def stop(self) -> None:
        """Lets the bot come to its end, even if it has not begun; returns at once."""
        if not self.stopped.is_set():
            self.stopped.set()
            threading.Thread(target=self._tell_bot, daemon=True).start()

    def _tell_bot(self) -> None:
        """Tells it again and again: a stop just before the bot begins would be lost."""
        while not self._found.is_set():
            with self._lock, suppress(Exception):
                if self._bot and not self._found.is_set():
                    self._bot.stop()
            self._found.wait(AGAIN)

    def think(self, bot: Bot, report: Callable[[Thought], None]) -> Thought:
        self._bot = bot
        try:
            return bot.choose(self.position, self.limit, report)
        finally:
            self.found()

    def found(self) -> None:
        """From now on no stop reaches the bot, which may already think about something else."""
        with self._lock:
            self._found.set()


class BotThread:
    """A thread that does one thing after the other with the bot of the present level."""

    def __init__(self, make: Callable[[str, int], Bot], level: str, writer: LineWriter) -> None:
        self._make = make
        self._level = level
        self._threads = 1
        self._writer = writer
        self._bot: Bot | None = None
        self._jobs: Queue[Callable[[], None] | None] = Queue(MOST_JOBS)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def is_overloaded(self) -> bool:
        return self._jobs.full()

    def do(self, job: Callable[[], None]) -> None:
        """Puts it at the end of the row."""
        self._jobs.put(job)

    def end(self, seconds: float) -> None:
        """Closes the bot when all is done; does not wait longer than that."""
        with suppress(Full):
            self._jobs.put(None, timeout=seconds)
        self._thread.join(seconds)

    # Jobs: only ever run in the thread

    def set_level(self, level: str) -> None:
        self._level = level
        self._close()

    def set_threads(self, number: int) -> None:
        self._threads = number
        self._close()

    def new_game(self) -> None:
        self._present().new_game()

    def get_ready(self) -> None:
        """Makes the bot now, which may take its time; that it can't be made is said, no more."""
        try:
            self._present()
        except FAILURES as error:
            self._complain(error)
        self._writer.write("readyok")

    def answer(self, search: GoCommand) -> None:
        move = NO_MOVE
        try:
            move = self._best_move(search)
        except FAILURES as error:
            self._complain(error)
        search.found()
        self._writer.write(f"bestmove {move}")
        search.is_over = True

    def refuse(self, reason: str) -> None:
        """The answer to a `go` that asks nothing."""
        self._writer.info(reason)
        self._writer.write(f"bestmove {NO_MOVE}")

    def _best_move(self, search: GoCommand) -> str:
        reported: list[Thought] = []

        def report(thought: Thought) -> None:
            reported[:] = [thought]
            self._writer.write(format_info(thought))
            if self._writer.is_closed:
                search.stop()

        thought = search.think(self._present(), report)
        if why := refusal(search.position, thought.move):
            raise ValueError(f"it chose {format_move(thought.move)}, but {why}")
        if reported != [thought]:
            report(thought)
        if search.until_stop:
            search.stopped.wait()
        return format_move(thought.move)

    def _present(self) -> Bot:
        if self._bot is None:
            self._bot = self._make(self._level, self._threads)
        return self._bot

    def _close(self) -> None:
        bot, self._bot = self._bot, None
        if bot:
            bot.close()

    def _work(self) -> None:
        while job := self._jobs.get():
            self._try(job)
        self._try(self._close)

    def _try(self, job: Callable[[], None]) -> None:
        try:
            job()
        except FAILURES as error:
            self._complain(error)

    def _complain(self, error: BaseException) -> None:
        self._writer.info(f"the bot failed: {type(error).__name__}: {error}")
