"""A bot behind the engine protocol: commands come in, thoughts and one `bestmove` each go out.

The thread that calls `serve` reads; `bot_thread.py` does all that concerns the bot in a second one,
so that `stop`, `isready` and `quit` are heard while it thinks. Knows no bots.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from ..notation import parse_position
from ..rules import AzulejosError, Position, legal_moves
from .bot_thread import BotThread, GoCommand, LineWriter
from .contract import MOST_THREADS, Bot, Limit
from .engine_process import shown

LONGEST_LINE = 4096  # characters; a position has a few hundred
FOREVER = 2**31 - 1  # milliseconds, 24 days: without any limit a bot would stop by its default
GRACE = 2.0  # seconds for the bot to come to its end when all is over
_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_OPTION = re.compile(r"name\s+(?P<name>.+?)\s+value\s+(?P<value>.+)", re.IGNORECASE)


def serve(
    make: Callable[[str, int], Bot],
    levels: Sequence[str],
    default: str,
    source: Iterable[str] | TextIO,
    sink: TextIO,
    name: str = "azulejos",
    author: str = "the azulejos maintainers",
) -> None:
    """Obeys the commands of `source` until it ends, or until `quit`; answers in `sink`.

    `make` gives the bot of a level, which may use so many threads; it is called, like the bot
    itself, in a thread of its own. Streams of files and pipes are set to UTF-8. A sink that nobody
    reads any more is closed.
    """
    for stream in (source, sink):
        if isinstance(stream, TextIOWrapper):
            with suppress(OSError, ValueError):  # too late if it was read from before
                stream.reconfigure(encoding="utf-8", errors="replace")
    writer = LineWriter(sink)
    greeting = _greeting(name, author, levels, default)
    session = _Session(writer, BotThread(make, default, writer), levels, greeting)
    try:
        for line in _lines(source):
            if not session.obey(line):
                break
    finally:
        session.end()


def _greeting(name: str, author: str, levels: Sequence[str], default: str) -> list[str]:
    choices = "".join(f" var {level}" for level in levels)
    return [
        f"id name {shown(name)}",
        f"id author {shown(author)}",
        f"option name Level type combo default {default}{choices}",
        f"option name Threads type spin default 1 min 1 max {MOST_THREADS}",
        "azulok",
    ]


def _lines(source: Iterable[str] | TextIO) -> Iterator[str]:
    """Line by line; of one that is too long, only a beginning that is too long as well."""
    with suppress(OSError, ValueError):  # a source that was closed has ended
        if not hasattr(source, "readline"):
            yield from source
            return
        is_rest = False
        while part := source.readline(LONGEST_LINE + 1):
            if not is_rest:
                yield part
            is_rest = not part.endswith("\n")


class _Session:
    """What was said so far, and what each command does; only ever run by the reading thread."""

    def __init__(
        self, writer: LineWriter, bot_thread: BotThread, levels: Sequence[str], greeting: list[str]
    ) -> None:
        self._writer = writer
        self._bot_thread = bot_thread
        self._levels = levels
        self._greeting = greeting
        self._position: Position | None = None
        self._search: GoCommand | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "azul": self._greet,
            "isready": self._isready,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._halt(),
        }

    def obey(self, line: str) -> bool:
        """Does what the line says, if it says anything; False if that was the last."""
        if self._writer.is_closed:
            return False
        command, rest = [*line.split(maxsplit=1), "", ""][:2]
        command = command.lower()
        if command == "quit":
            return False
        if len(line.rstrip("\r\n")) > LONGEST_LINE:
            self._refuse_long(command)
        elif command in self._commands:
            self._commands[command](rest.strip())
        return True

    def end(self) -> None:
        self._halt()
        self._bot_thread.end(GRACE)
        self._writer.close()

    def _greet(self, _: str) -> None:
        for line in self._greeting:
            self._writer.write(line)

    def _isready(self, _: str) -> None:
        if self._is_thinking:
            self._writer.write("readyok")
        else:
            self._do(self._bot_thread.get_ready)

    def _setoption(self, rest: str) -> None:
        option = _OPTION.fullmatch(rest)
        name = option["name"].lower() if option else ""
        if option and name == "level":
            self._set_level(option["value"])
        elif option and name == "threads":
            self._set_threads(option["value"])
        else:
            self._writer.info("there are two options: setoption name Level value …, and Threads")

    def _set_level(self, value: str) -> None:
        level = {level.lower(): level for level in self._levels}.get(value.lower())
        if level is None:
            known = ", ".join(self._levels)
            self._writer.info(f"there is no level {value!r}: the levels are {known}")
            return
        self._do(lambda: self._bot_thread.set_level(level))

    def _set_threads(self, value: str) -> None:
        if not _NUMBER.fullmatch(value) or int(value) > MOST_THREADS:
            self._writer.info(f"the threads are a number from 1 to {MOST_THREADS}, not {value!r}")
            return
        self._do(lambda: self._bot_thread.set_threads(int(value)))

    def _newgame(self, _: str) -> None:
        self._position = None
        self._do(self._bot_thread.new_game)

    def _set_position(self, rest: str) -> None:
        self._position = None  # A bad one must not leave the last one to be thought about.
        try:
            self._position = parse_position(rest)
        except AzulejosError as error:
            self._writer.info(f"bad position: {error}")

    def _go(self, rest: str) -> None:
        self._halt()  # A search under way answers first, with what it has.
        try:
            search = self._new_search(rest)
        except ValueError as error:
            self._refuse_go(str(error))
            return
        self._search = search
        self._do(lambda: self._bot_thread.answer(search))

    def _new_search(self, rest: str) -> GoCommand:
        """What a `go` asks for; raises ValueError with a sentence."""
        if self._position is None:
            raise ValueError("there is no position to think about")
        if not legal_moves(self._position):
            raise ValueError("no player is to move in this position")
        limit, until_stop = _limit_of(rest)
        return GoCommand(self._position, limit, until_stop)

    def _refuse_go(self, reason: str) -> None:
        self._do(lambda: self._bot_thread.refuse(reason))

    def _refuse_long(self, command: str) -> None:
        reason = f"the line is too long: at most {LONGEST_LINE} characters are read"
        if command == "position":
            self._position = None
        if command == "go":
            self._halt()
            self._refuse_go(reason)
        else:
            self._writer.info(reason)

    @property
    def _is_thinking(self) -> bool:
        return self._search is not None and not self._search.is_over

    def _halt(self) -> None:
        if self._search and not self._search.is_over:
            self._search.stop()

    def _do(self, job: Callable[[], None]) -> None:
        if self._bot_thread.is_overloaded:
            self._halt()  # else this thread would wait and could not hear the stop
        self._bot_thread.do(job)


def _limit_of(text: str) -> tuple[Limit, bool]:
    """The limit of a `go`, and whether it waits for a stop; raises ValueError with a sentence."""
    words = deque(text.lower().split())
    limit, is_infinite = Limit(), False
    while words:
        key = words.popleft()
        if key == "infinite":
            is_infinite = True
            continue
        if key not in Limit._fields:
            known = ", ".join(Limit._fields)
            raise ValueError(f"{shown(key)!r} is no limit: there are {known} and infinite")
        number = words.popleft() if words else ""
        if not _NUMBER.fullmatch(number):
            raise ValueError(f"{shown(number)!r} is no number for {key}")
        limit = limit._replace(**{key: int(number)})
    if limit == Limit():
        return Limit(movetime=FOREVER), True
    return limit, is_infinite
