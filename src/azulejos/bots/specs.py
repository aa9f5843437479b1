"""Bots by text: `casual`, `alphabeta:nodes=20000`, `mcts:movetime=500`, `engine:COMMAND`.

Names and options are read in any case; a file after `weights=`, and everything after `engine:`,
which is a command line, are left as they are. What does not exist is refused with a list of what
does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from ..protocol import Bot, Limit
from ..rules import RuleSet
from .errors import BotSpecError
from .levels import LEVELS, Level, level_names
from .opponents import level_bot
from .searching import (
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
WEIGHTS = "weights"
_NUMBER = re.compile("0*[1-9][0-9]{0,11}")
DEFAULT_LIMIT = Limit(movetime=1000)  # of searching bots whose spec says nothing else


class Spec(NamedTuple):
    """A spec's text, taken apart; the rest of an engine's spec is its command."""

    name: str
    limit: Limit = Limit()
    command: str = ""
    weights: str = ""  # the file of its network, if it has one of its own

    def __str__(self) -> str:
        """The same spec in its shortest form."""
        found: dict[str, object] = {**self.limit.given}
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
) -> Bot:
    """The bot of a spec; raises BotSpecError if there is none, or none for such games.

    With a seed, or a generator that has one, and a limit in nodes, it plays the same moves again.

    >>> make_bot("Alphabeta:nodes=1000", seed=1).name
    'alphabeta:nodes=1000'
    """
    found = parse_spec(spec)
    generator = seed if isinstance(seed, Random) else Random(seed)
    if found.name in BOT_KINDS:
        return BOT_KINDS[found.name].make(BotRequest(found, generator, players, rules))
    return level_bot(_level(found.name), generator)


def make_level(name: str) -> Bot:
    """The bot of a level for programs that set a limit at every move, which keeps its strength.

    Only the strongest has no strength to keep: it takes whatever time it is given.
    """
    return level_bot(_level(name), Random(), fixed_strength=name != LEVELS[-1].name)


def _level(name: str) -> Level:
    return LEVELS[level_names().index(name)]


def bot_names() -> tuple[str, ...]:
    """All names that a spec may begin with: the levels, weakest first, then the other kinds."""
    return (*level_names(), *BOT_KINDS)


def spec_form(name: str) -> str:
    """How a spec of this name may look.

    >>> spec_form("mcts")
    'mcts[:nodes=N,movetime=MS,weights=FILE]'
    """
    if name == ENGINE:
        return f"{ENGINE}:COMMAND"
    options = BOT_KINDS[name].options if name in BOT_KINDS else ()
    signs = {"movetime": "MS", WEIGHTS: "FILE"}
    values = ",".join(f"{key}={signs.get(key, 'N')}" for key in options)
    return f"{name}[:{values}]" if values else name


def parse_spec(text: str) -> Spec:
    """Takes a spec apart; raises BotSpecError."""
    name, colon, rest = text.strip().partition(":")
    name = name.strip().lower()
    if name not in bot_names():
        raise BotSpecError("unknown_bot", bot=name, bots=", ".join(bot_names()))
    if name == ENGINE:
        if not rest.strip():
            raise BotSpecError("no_engine_command")
        return Spec(name, command=rest.strip())
    options = _parse_options(name, rest) if colon else {}
    weights = options.pop(WEIGHTS, "")
    numbers = {key: _number(name, key, value) for key, value in options.items()}
    return Spec(name, Limit(**numbers), weights=weights)


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
    load = _network_loader(request)
    return _search_bot(request, lambda position: alphabeta(position, load))


def _tree_search(request: BotRequest) -> Bot:
    load = _network_loader(request)
    return _search_bot(request, lambda position: tree_search(position, load))


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


BOT_KINDS = {
    "random": BotKind((), lambda request: RandomBot(request.generator)),
    "greedy": BotKind((), lambda request: GreedyBot(request.generator)),
    "alphabeta": BotKind(("depth", "nodes", "movetime", WEIGHTS), _alphabeta),
    "mcts": BotKind(("nodes", "movetime", WEIGHTS), _tree_search),
    ENGINE: BotKind((), _engine),
}
