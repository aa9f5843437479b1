"""A program that speaks the engine protocol, as a bot.

Trusts it in nothing: every answer has a deadline and every move is judged by the law. Whatever
goes wrong is one BotError; the process has ended then, and the next question starts a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Self

from ..rules import Position, UsageError, legal_moves
from .contract import BotError, Limit, Report, Thought
from .process import Program, Trouble, shown
from .question import Patience, Question, lines_until

MOST_OPTIONS = 200
LONGEST_NAME = 60
LONGEST_OPTION = 1000
UNLIMITED = Limit()
HABIT = Limit(movetime=1000)
PATIENCE = Patience()


class Engine:
    """A bot that is any program, by its command line: `Engine("./player --depth 4")`.

    It is started when it is first needed. Without any limit it thinks as `habit` says.
    """

    def __init__(
        self,
        command: str,
        options: Mapping[str, str] | None = None,
        *,
        habit: Limit = HABIT,
        patience: Patience = PATIENCE,
    ) -> None:
        self._command = command
        self._wishes = dict(options or {})
        self._habit = habit
        self._patience = patience
        self._name = shown(command, LONGEST_NAME)
        self._options: dict[str, str] = {}
        self._program: Program | None = None
        self._question: Question | None = None

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
        limit = self._habit if limit == UNLIMITED else limit
        self._question = question = Question(position, limit, self._patience, report)
        try:
            with self._task():
                return question.put_to(self._ready())
        finally:
            self._question = None

    def stop(self) -> None:
        question = self._question
        if question:
            question.hurry()

    def close(self) -> None:
        program, self._program = self._program, None
        if program:
            with suppress(Trouble):
                program.say("quit")
            program.end(self._patience.quit, politely=True)

    @contextmanager
    def _task(self) -> Iterator[None]:
        """Makes a BotError of any trouble; after it, or any other break, the process has ended."""
        try:
            yield
        except Trouble as trouble:
            raise BotError(f"the engine {self.name} {trouble}{self._give_up()}") from trouble
        except BaseException:
            self._give_up()
            raise

    def _give_up(self) -> str:
        """Ends the process; gives its last words, as a part of a sentence."""
        program, self._program = self._program, None
        if program is None:
            return ""
        program.end(self._patience.quit)
        return f" (its last words: {program.last_words})" if program.last_words else ""

    def _ready(self) -> Program:
        """The program, running and listening; all that it wrote before is forgotten."""
        program = self._program
        if program is None:
            self._program = program = Program(self._command)
            self._shake_hands(program)
            program.say("newgame")
        program.say("isready")
        for _ in lines_until(program, "readyok", self._patience.ready):
            pass
        return program

    def _shake_hands(self, program: Program) -> None:
        self._options = {}
        program.say("azul")
        for line in lines_until(program, "azulok", self._patience.ready):
            match line.split(maxsplit=2):
                case ["id", "name", name]:
                    self._name = shown(name, LONGEST_NAME)
                case ["option", "name", option] if len(self._options) < MOST_OPTIONS:
                    name, _, kind = option.partition(" type ")
                    self._options[shown(name)] = shown(f"type {kind}", LONGEST_OPTION)
        for name, value in self._wishes.items():
            self._set_option(program, name, value)

    def _set_option(self, program: Program, name: str, value: str) -> None:
        if name.lower() not in (option.lower() for option in self._options):
            known = ", ".join(self._options) or "none"
            raise Trouble(f"has no option {shown(name)!r}: its options are {shown(known)}")
        if "\n" in value or "\r" in value:
            raise Trouble(f"can't be given a value of several lines for its option {name}")
        program.say(f"setoption name {name} value {value}")
