"""Bots that users write in Python: a class with one method, which answers with a move.

    @azulejos.bot("first")
    class First:
        def choose(self, position):
            return azulejos.legal_moves(position)[0]

The decorator gives it a name, and so does an entry point of the group `azulejos.bots` in a package;
the spec `python:MODULE:CLASS` needs neither. Whatever goes wrong in such a class becomes one
sentence that names the bot (BotError), and is nobody else's trouble.
"""

from __future__ import annotations

import importlib
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import Parameter, signature
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard, TypeVar

from ..notation import NotationError, format_move, parse_move
from ..protocol import BotError, Limit, Thought
from ..protocol.contract import Report
from ..rules import Move, Position, refusal
from .errors import BotSpecError
from .simple import choices

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "azulejos.bots"
FAILURES = (Exception, SystemExit)  # all that a bot can raise without being the user's wish
_NAME = re.compile("[a-z][a-z0-9_-]{0,19}")


class BotClass(Protocol):
    """A user's class. What else it may have, and when that is called: docs/write-a-bot.md."""

    def choose(self, position: Position) -> Move | str | Thought:
        """A legal move of the position: as a value, as text, or with what was thought of it."""


UserClass = TypeVar("UserClass", bound=type[BotClass])

_registered: dict[str, type[BotClass]] = {}


def bot(name: str) -> Callable[[UserClass], UserClass]:
    """Gives a class a name, by which specs find it in this process.

    >>> @bot("last")
    ... class Last:
    ...     def choose(self, position):
    ...         return choices(position)[-1]
    >>> find_class("last") is Last
    True
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise BotSpecError("bad_bot_name", name=str(name))

    from .specs import OWN_NAMES  # which needs this module

    if name in OWN_NAMES:
        raise BotSpecError("bot_name_taken", name=name)

    def register(found: UserClass) -> UserClass:
        check_class(found, name)
        _registered[name] = found
        return found

    return register


def user_names() -> tuple[str, ...]:
    """The names that decorators and installed packages have given."""
    return tuple(sorted({*_registered, *(point.name for point in _entry_points())}))


def find_class(name: str) -> type[BotClass] | None:
    """The class of a name; None if nobody has given it."""
    if name in _registered:
        return _registered[name]
    points = [point for point in _entry_points() if point.name == name]
    return _checked_import(points[0].value, points[0].load) if points else None


def import_class(path: str) -> type[BotClass]:
    """The class of `MODULE:CLASS`; modules are also looked for in the working folder."""
    module, _, name = path.partition(":")
    if not module or not name:
        raise BotSpecError("no_python_class")

    def load() -> object:
        here = str(Path.cwd())
        if here not in sys.path:  # as with `python -m`; last, so that it hides nothing
            sys.path.append(here)
        return getattr(importlib.import_module(module), name)

    return _checked_import(path, load)


def _checked_import(path: str, load: Callable[[], object]) -> type[BotClass]:
    try:
        found = load()
    except FAILURES as error:
        why = f"{type(error).__name__}: {error}"
        raise BotSpecError("bad_python_bot", bot=path, why=why) from error
    return check_class(found, path)


def check_class(found: object, name: str) -> type[BotClass]:
    if not is_bot_class(found):
        raise BotSpecError("no_bot_class", bot=name)
    return found


def is_bot_class(found: object) -> TypeGuard[type[BotClass]]:
    return isinstance(found, type) and callable(getattr(found, "choose", None))


def spec_of_class(found: type[BotClass]) -> str:
    """The name that a class was given; without one, where it lies."""
    for name, registered in _registered.items():
        if registered is found:
            return name
    return f"python:{path_of_class(found)}"


def path_of_class(found: type[BotClass]) -> str:
    return f"{found.__module__}:{found.__qualname__}"


def registered_class(name: str) -> type[BotClass] | None:
    """The class that a decorator has given this name."""
    return _registered.get(name)


def _entry_points() -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points  # Few have such bots, and all would wait for it.

    return tuple(entry_points(group=ENTRY_POINTS))


class PythonBot:
    """A user's class as a bot (`protocol.Bot`): checks its answers, and says what it fails at."""

    def __init__(self, name: str, made_from: type[BotClass], generator: Random) -> None:
        self.name = name
        self._class = made_from
        with self._failing("__init__"):
            takes = _parameters(made_from)
            self._bot: Any = made_from(**({"random": generator} if "random" in takes else {}))
            self._wants_limit = "limit" in _parameters(self._bot.choose)

    def new_game(self) -> None:
        self._call("new_game")

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        choices(position)  # refuses positions where nobody is to move
        with self._failing("choose"):
            more = {"limit": limit} if self._wants_limit else {}
            answer = self._bot.choose(position, **more)
        thought = answer if isinstance(answer, Thought) else Thought(self._move(answer))
        if not isinstance(thought.move, Move):
            raise BotError(f"the bot {self.name} answers with {thought.move!r}, which is no move")
        if why := refusal(position, thought.move):
            raise BotError(f"the bot {self.name} chose {format_move(thought.move)}, but {why}")
        return thought

    def _move(self, answer: object) -> Move:
        if isinstance(answer, str):
            try:
                return parse_move(answer)
            except NotationError as error:
                raise BotError(f"the bot {self.name} answers with {answer!r}: {error}") from error
        if not isinstance(answer, Move):
            raise BotError(f"the bot {self.name} answers with {answer!r}, which is no move")
        return answer

    def stop(self) -> None:
        self._call("stop")

    def close(self) -> None:
        self._call("close")

    def _call(self, method: str) -> None:
        """What a class need not have."""
        found = getattr(self._bot, method, None)
        if callable(found):
            with self._failing(method):
                found()

    @contextmanager
    def _failing(self, method: str) -> Iterator[None]:
        try:
            yield
        except FAILURES as error:
            what = f"{type(error).__name__}: {error}".removesuffix(": ")
            where = _place(error, self._class)
            raise BotError(f"the bot {self.name} failed in {method}: {what}{where}") from error


def _parameters(function: Callable[..., object]) -> set[str]:
    """The names under which it takes something."""
    kinds = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    found = signature(function).parameters.values()
    return {parameter.name for parameter in found if parameter.kind in kinds}


def _place(error: BaseException, made_from: type[BotClass]) -> str:
    """The last line of the user's own module that it came from, as part of a sentence."""
    file = getattr(sys.modules.get(made_from.__module__), "__file__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if file is None or frame.filename == file]
    if file is None or not own:
        return ""
    return f" ({Path(own[-1].filename).name}, line {own[-1].lineno})"
