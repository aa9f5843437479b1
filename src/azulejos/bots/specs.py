"""Bots by text: `casual`, `alphabeta:nodes=20000`, `engine:COMMAND`, `python:MODULE:CLASS`.

Names and options are read in any case; a file after `weights=`, and everything after `engine:` or
`python:`, are left as they are. Names that users have given their own classes are known too
(`python_bots.py`). What does not exist is refused with a list of what does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..protocol import Bot, Limit
from ..protocol.contract import MOST_THREADS
from ..rules import RuleSet
from .errors import BotSpecError
from .levels import LEVELS, Level, level_names
from .opponents import level_bot
from .python_bots import PythonBot, find_class, import_class, user_names
from .python_bots import bot as register
from .searching import (
    LookaheadGreedyBot,
    NetworkLoader,
    SearchBot,
    SearcherFactory,
    alphabeta,
    bundled_network,
    network_from,
    tree_search,
)
from .simple import GreedyBot, RandomBot

ENGINE = "engine"
PYTHON = "python"
THREADS = "threads"
WEIGHTS = "weights"
_NUMBER = re.compile("0*[1-9][0-9]{0,11}")
_brought: list[str] = []  # the names of bots that tables may have besides the levels
DEFAULT_LIMIT = Limit(movetime=1000)  # of searching bots whose spec says nothing else


class Spec(NamedTuple):
    """A spec's text, taken apart.

    `command` is the rest of a spec that runs somebody's own code: an engine's command line, or the
    module and the class of a bot in Python.
    """

    name: str
    limit: Limit = Limit()
    command: str = ""
    weights: str = ""  # the file of its network, if it has one of its own
    threads: int = 1  # that it searches with

    def __str__(self) -> str:
        """The same spec in its shortest form."""
        found: dict[str, object] = {**self.limit.given}
        if self.threads > 1:
            found[THREADS] = self.threads
        if self.weights:
            found[WEIGHTS] = self.weights
        options = ",".join(f"{key}={value}" for key, value in found.items())
        return ":".join(part for part in (self.name, self.command or options) if part)


class BotRequest(NamedTuple):
    """What a bot is made from: its spec, its chances, and what is known of its games."""

    spec: Spec
    generator: Random
    players: int | None
    rules: RuleSet | None


class BotKind(NamedTuple):
    """A kind of bot that is no level: the options of its spec, and how it is made."""

    options: tuple[str, ...]
    make: Callable[[BotRequest], Bot]


def make_bot(
    spec: str,
    seed: int | Random | None = None,
    players: int | None = None,
    rules: RuleSet | None = None,
    threads: int = 1,
) -> Bot:
    """The bot of a spec; raises BotSpecError if there is none, or none for such games.

    With a seed, or a generator that has one, and a limit in nodes, it plays the same moves again.
    `threads` is for the strongest level alone; a spec of a search names its own.

    >>> make_bot("Alphabeta:nodes=1000", seed=1).name
    'alphabeta:nodes=1000'
    """
    found = parse_spec(spec)
    generator = seed if isinstance(seed, Random) else Random(seed)
    if found.name in BOT_KINDS:
        return BOT_KINDS[found.name].make(BotRequest(found, generator, players, rules))
    if found.name in level_names():
        return level_bot(_level(found.name), generator, threads=threads)
    made_from = find_class(found.name)
    assert made_from is not None, "parse_spec knows what there is"
    return PythonBot(found.name, made_from, generator)


def make_level(name: str, threads: int = 1) -> Bot:
    """The bot of a level for programs that set a limit at every move, which keeps its strength.

    Only the strongest has no strength to keep: it takes whatever time it is given, and threads.
    """
    is_strongest = name == LEVELS[-1].name
    return level_bot(_level(name), Random(), fixed_strength=not is_strongest, threads=threads)


def _level(name: str) -> Level:
    return LEVELS[level_names().index(name)]


def bot_names() -> tuple[str, ...]:
    """All names that a spec may begin with: levels, weakest first, other kinds, users' own."""
    return (*OWN_NAMES, *(name for name in user_names() if name not in OWN_NAMES))


def bring_to_tables(text: str) -> str:
    """Lets the tables of this process have a user's bot, besides the levels; its name there.

    For whoever starts a server, never for a visitor: a spec runs code. Raises BotSpecError.
    """
    spec = parse_spec(text)
    name = spec.name
    if name == PYTHON:
        made_from = import_class(spec.command)
        name = made_from.__name__.lower()
        register(name)(made_from)
    elif name in OWN_NAMES:
        raise BotSpecError("bot_not_for_tables", bot=text)
    if name not in _brought:
        _brought.append(name)
    return name


def table_bots() -> tuple[str, ...]:
    """All that may sit at a table: the levels, weakest first, and what the host has brought."""
    return (*level_names(), *_brought)


def bot_text(name: str) -> str:
    """The key of the text that describes a bot which is no level."""
    return f"bot.{name}" if name in OWN_NAMES else "bot.own"


def spec_form(name: str) -> str:
    """How a spec of this name may look.

    >>> spec_form("mcts")
    'mcts[:nodes=N,movetime=MS,threads=N,weights=FILE]'
    """
    if name in COMMANDS:
        return f"{name}:{COMMANDS[name]}"
    options = BOT_KINDS[name].options if name in BOT_KINDS else ()
    signs = {"movetime": "MS", WEIGHTS: "FILE"}
    values = ",".join(f"{key}={signs.get(key, 'N')}" for key in options)
    return f"{name}[:{values}]" if values else name


def parse_spec(text: str) -> Spec:
    """Takes a spec apart; raises BotSpecError."""
    name, colon, rest = text.strip().partition(":")
    name = name.strip().lower()
    if name not in OWN_NAMES and name not in user_names():
        raise BotSpecError("unknown_bot", bot=name, bots=", ".join(bot_names()))
    if name in COMMANDS:
        if not rest.strip():
            raise BotSpecError("no_engine_command" if name == ENGINE else "no_python_class")
        return Spec(name, command=rest.strip())
    options = _parse_options(name, rest) if colon else {}
    weights = options.pop(WEIGHTS, "")
    numbers = {key: _number(name, key, value) for key, value in options.items()}
    threads = numbers.pop(THREADS, 1)
    if threads > MOST_THREADS:
        raise BotSpecError("too_many_threads", bot=name, most=MOST_THREADS)
    return Spec(name, Limit(**numbers), weights=weights, threads=threads)


def _parse_options(name: str, text: str) -> dict[str, str]:
    known = BOT_KINDS[name].options if name in BOT_KINDS else ()
    found: dict[str, str] = {}
    for part in text.split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        key = key.lower()
        if key not in known:
            raise _unknown_option(name, known, key, part.strip() if WEIGHTS in found else None)
        if key in found:
            raise BotSpecError("bot_option_twice", bot=name, option=key)
        if key == WEIGHTS and not value:
            raise BotSpecError("no_weights_file", bot=name)
        found[key] = value
    return found


def _unknown_option(name: str, known: tuple[str, ...], key: str, rest: str | None) -> BotSpecError:
    """What to say of it; `rest` is all of it, if it stands after a file and may be meant so."""
    if not known:
        return BotSpecError("bot_without_options", bot=name, option=key)
    options = ", ".join(known)
    if rest is not None:
        return BotSpecError("comma_in_weights", bot=name, text=rest, options=options)
    return BotSpecError("unknown_bot_option", bot=name, option=key, options=options)


def _number(name: str, key: str, value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise BotSpecError("bad_bot_option", bot=name, option=key, value=value)
    return int(value)


def _alphabeta(request: BotRequest) -> Bot:
    if request.players not in (None, 2):
        raise BotSpecError("two_players_only", bot=request.spec.name, players=request.players or 0)
    load, threads = _network_loader(request), request.spec.threads
    return _search_bot(request, lambda position: alphabeta(position, load, threads))


def _tree_search(request: BotRequest) -> Bot:
    load, threads = _network_loader(request), request.spec.threads
    return _search_bot(request, lambda position: tree_search(position, load, threads))


def _search_bot(request: BotRequest, make_searcher: SearcherFactory) -> Bot:
    spec = request.spec
    default_limit = spec.limit if spec.limit != Limit() else DEFAULT_LIMIT
    return SearchBot(str(spec), default_limit, make_searcher, request.generator)


def _network_loader(request: BotRequest) -> NetworkLoader:
    """A network in a file is read now: whatever is wrong with it should be known at once."""
    if not request.spec.weights:
        return bundled_network
    from ..search.weights import read_weights

    weights = read_weights(Path(request.spec.weights))
    weights.check(request.rules, request.players)
    return network_from(weights)


def _engine(request: BotRequest) -> Bot:
    from ..protocol.client import Engine

    return Engine(request.spec.command)


def _python(request: BotRequest) -> Bot:
    path = request.spec.command
    return PythonBot(path, import_class(path), request.generator)


BOT_KINDS = {
    "random": BotKind((), lambda request: RandomBot(request.generator)),
    "greedy": BotKind((), lambda request: GreedyBot(request.generator)),
    "lookahead": BotKind((), lambda request: LookaheadGreedyBot(request.generator)),
    "alphabeta": BotKind(("depth", "nodes", "movetime", THREADS, WEIGHTS), _alphabeta),
    "mcts": BotKind(("nodes", "movetime", THREADS, WEIGHTS), _tree_search),
    ENGINE: BotKind((), _engine),
    PYTHON: BotKind((), _python),
}
OWN_NAMES = (*level_names(), *BOT_KINDS)
COMMANDS = {ENGINE: "COMMAND", PYTHON: "MODULE:CLASS"}  # what follows the name
