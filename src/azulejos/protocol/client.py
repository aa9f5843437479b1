"""A program that speaks the engine protocol, as a bot.

Trusts it in nothing: every answer has a deadline and every move is judged by the law. Whatever
goes wrong is one BotError; the process has ended then, and the next request starts a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Self

from ..rules import Position, UsageError, legal_moves
from .contract import BotError, Limit, Report, Thought
from .engine_process import EngineError, EngineProcess, shown
from .move_request import MoveRequest, Timeouts, lines_until

MOST_OPTIONS = 200
LONGEST_NAME = 60
LONGEST_OPTION = 1000
UNLIMITED = Limit()
DEFAULT_LIMIT = Limit(movetime=1000)
TIMEOUTS = Timeouts()


class Engine:
    """A bot that is any program, by its command line: `Engine("./player --depth 4")`.

    It is started when it is first needed. Without any limit it thinks as `default_limit` says.
    """

    def __init__(
        self,
        command: str,
        options: Mapping[str, str] | None = None,
        *,
        default_limit: Limit = DEFAULT_LIMIT,
        timeouts: Timeouts = TIMEOUTS,
    ) -> None:
        self._command = command
        self._wishes = dict(options or {})
        self._default_limit = default_limit
        self._timeouts = timeouts
        self._name = shown(command, LONGEST_NAME)
        self._options: dict[str, str] = {}
        self._program: EngineProcess | None = None
        self._request: MoveRequest | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """What the program calls itself; its command as long as it has not been started."""
        return self._name

    @property
    def options(self) -> dict[str, str]:
        """The options that it has told of: each name, and what it says of it (`type combo …`)."""
        return dict(self._options)

    def start(self) -> None:
        """Starts the program now, if it is not running; raises BotError."""
        with self._task():
            self._ready()

    def new_game(self) -> None:
        with self._task():
            self._ready().say("newgame")
            self._ready()

    def choose(
        self, position: Position, limit: Limit = UNLIMITED, report: Report | None = None
    ) -> Thought:
        if not legal_moves(position):
            raise UsageError("no_move_due")
        limit = self._default_limit if limit == UNLIMITED else limit
        self._request = request = MoveRequest(position, limit, self._timeouts, report)
        try:
            with self._task():
                return request.ask(self._ready())
        finally:
            self._request = None

    def stop(self) -> None:
        request = self._request
        if request:
            request.hurry()

    def close(self) -> None:
        program, self._program = self._program, None
        if program:
            with suppress(EngineError):
                program.say("quit")
            program.end(self._timeouts.quit, politely=True)

    @contextmanager
    def _task(self) -> Iterator[None]:
        """Any EngineError becomes a BotError; after any break the process has ended."""
        try:
            yield
        except EngineError as error:
            raise BotError(f"the engine {self.name} {error}{self._give_up()}") from error
        except BaseException:
            self._give_up()
            raise

    def _give_up(self) -> str:
        """Ends the process; gives its last words, as a part of a sentence."""
        program, self._program = self._program, None
        if program is None:
            return ""
        program.end(self._timeouts.quit)
        return f" (its last words: {program.last_words})" if program.last_words else ""

    def _ready(self) -> EngineProcess:
        """The program, running and listening; all that it wrote before is forgotten."""
        program = self._program
        if program is None:
            self._program = program = EngineProcess(self._command)
            self._shake_hands(program)
            program.say("newgame")
        program.say("isready")
        for _ in lines_until(program, "readyok", self._timeouts.ready):
            pass
        return program

    def _shake_hands(self, program: EngineProcess) -> None:
        self._options = {}
        program.say("azul")
        for line in lines_until(program, "azulok", self._timeouts.ready):
            match line.split(maxsplit=2):
                case ["id", "name", name]:
                    self._name = shown(name, LONGEST_NAME)
                case ["option", "name", option] if len(self._options) < MOST_OPTIONS:
                    name, _, kind = option.partition(" type ")
                    self._options[shown(name)] = shown(f"type {kind}", LONGEST_OPTION)
        for name, value in self._wishes.items():
            self._set_option(program, name, value)

    def _set_option(self, program: EngineProcess, name: str, value: str) -> None:
        if name.lower() not in (option.lower() for option in self._options):
            known = ", ".join(self._options) or "none"
            raise EngineError(f"has no option {shown(name)!r}: its options are {shown(known)}")
        if "\n" in value or "\r" in value:
            raise EngineError(f"can't be given a value of several lines for its option {name}")
        program.say(f"setoption name {name} value {value}")
