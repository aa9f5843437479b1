"""One request to a program, from `go` to `bestmove`: its deadline, its thoughts, its answer.

The law judges every move that the program names.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from ..notation import format_move, format_position, parse_move
from ..rules import AzulejosError, Position, refusal
from .contract import Limit, Report, Thought
from .engine_process import EngineError, EngineProcess, shown
from .infos import NO_MOVE, parse_info, thought_after

MOST_LINES = 100_000  # in one answer
LONGEST_WORDS = 200


class Timeouts(NamedTuple):
    """How long a program may take, in seconds on the clock.

    Generous, because a movetime counts CPU time and the machine may have other work.
    """

    ready: float = 10.0  # for azulok and readyok
    factor: float = 3.0  # times the movetime, and
    spare: float = 2.0  # so much more
    longest: float = 60.0  # where nodes or depth are the only limit
    grace: float = 2.0  # for the bestmove after a stop
    quit: float = 1.0  # to end when told so; then again before it is killed

    def for_move(self, limit: Limit) -> float:
        if limit.movetime is None:
            return self.longest
        return limit.movetime / 1000 * self.factor + self.spare


def lines_until(program: EngineProcess, last: str, seconds: float) -> Iterator[str]:
    """What a program writes up to this line; raises EngineError if it does not come."""
    until = monotonic() + seconds
    for _ in range(MOST_LINES):
        try:
            line = _read(program, lambda: until, last)
        except TimeoutError:
            raise EngineError(f"gave no {last} within {seconds:g} s") from None
        if line.lower() == last:
            return
        yield line
    raise EngineError(f"wrote {MOST_LINES} lines but no {last}")


def _read(program: EngineProcess, until: Callable[[], float], due: str) -> str:
    try:
        return program.read(until)
    except EngineError as error:
        raise EngineError(f"{error} instead of giving {due}") from error


class MoveRequest:
    """What to play here? `hurry` may come from any thread, at any time."""

    def __init__(
        self, position: Position, limit: Limit, timeouts: Timeouts, report: Report | None
    ) -> None:
        self._position = position
        self._limit = limit
        self._seconds = timeouts.for_move(limit)
        self._grace = timeouts.grace
        self._report = report
        self._lock = threading.Lock()  # for the next three
        self._program: EngineProcess | None = None
        self._until = 0.0
        self._hurried = False
        self._thought: Thought | None = None
        self._words = ""

    def hurry(self) -> None:
        """Lets the program answer at once: now, or as soon as it has been asked."""
        with self._lock:
            if not self._hurried:
                self._hurried = True
                self._stop()

    def ask(self, program: EngineProcess) -> Thought:
        """Asks, and waits for the answer; raises EngineError."""
        program.say(f"position {format_position(self._position)}")
        program.say(f"go {self._limits()}")
        with self._lock:
            self._program = program
            self._until = monotonic() + self._seconds
            if self._hurried:
                self._stop()
        for _ in range(MOST_LINES):
            line = self._next_line(program)
            key, _, rest = line.partition(" ")
            if key.lower() == "bestmove":
                return self._answer(rest)
            if key.lower() == "info":
                self._listen(rest)
        raise EngineError(f"wrote {MOST_LINES} lines but no bestmove")

    def _limits(self) -> str:
        return " ".join(f"{key} {value}" for key, value in self._limit.given.items())

    def _stop(self) -> None:
        if self._program:
            self._until = monotonic() + self._grace
            with suppress(EngineError):  # one who does not read is found out soon enough
                self._program.say("stop")
            self._program.wake()

    def _next_line(self, program: EngineProcess) -> str:
        if self._is_late and not self._hurried:
            self.hurry()  # One who talks on and on is late too.
        try:
            return _read(program, lambda: self._until, "bestmove")
        except TimeoutError:
            if self._hurried and self._is_late:  # not if a stop came just now
                late = f"gave no bestmove, not even {self._grace:g} s after a stop"
                raise EngineError(late) from None
            return ""

    @property
    def _is_late(self) -> bool:
        return monotonic() >= self._until

    def _listen(self, text: str) -> None:
        if text.lower().startswith("string "):
            self._words = shown(text.partition(" ")[2].strip(), LONGEST_WORDS)
        info = parse_info(text)
        if info is None or self._is_late:
            return
        thought = thought_after(self._thought, info, self._position)
        if thought:
            self._thought = thought
            if self._report:
                self._report(thought)

    def _answer(self, text: str) -> Thought:
        if text.lower() == NO_MOVE:
            raise EngineError("found no move" + (f" ({self._words})" if self._words else ""))
        try:
            move = parse_move(text.strip())
        except AzulejosError as error:
            raise EngineError(f"answered nonsense: {error}") from error
        if why := refusal(self._position, move):
            raise EngineError(f"played {format_move(move)}, which is not legal: {why}")
        thought = self._thought
        if thought is None:
            return Thought(move)
        if thought.move != move:
            return Thought(move, thought.depth, thought.nodes)
        return thought
