"""Bots by text: `casual`, `alphabeta:nodes=20000`, `mcts:movetime=500`, `engine:COMMAND`.

Names and options are read in any case; everything after `engine:` is a command line, left as it
is. What does not exist is refused with a list of what does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ..protocol import Bot, Limit
from ..rules import UsageError
from .levels import LEVELS, Level, level_names
from .opponents import level_bot
from .searching import SearchBot, alphabeta, tree_search
from .simple import GreedyBot, RandomBot

ENGINE = "engine"
_NUMBER = re.compile("0*[1-9][0-9]{0,11}")
HABIT = Limit(movetime=1000)  # of searching bots whose spec says nothing else


class Spec(NamedTuple):
    """A spec's text, taken apart; the rest of an engine's spec is its command."""

    name: str
    limit: Limit = Limit()
    command: str = ""

    def __str__(self) -> str:
        """The same spec in its shortest form."""
        found = ((key, value) for key, value in self.limit._asdict().items() if value is not None)
        options = ",".join(f"{key}={value}" for key, value in found)
        return ":".join(part for part in (self.name, self.command or options) if part)


class Kind(NamedTuple):
    """A kind of bot that is no level: the options of its spec, and how it is made."""

    options: tuple[str, ...]
    make: Callable[[Spec, Random], Bot]


def make_bot(spec: str, seed: int | None = None, players: int | None = None) -> Bot:
    """The bot of a spec; raises UsageError if there is none, or none for so many players.

    With a seed, and a limit in nodes, it plays the same moves again.

    >>> make_bot("Alphabeta:nodes=1000", seed=1).name
    'alphabeta:nodes=1000'
    """
    found = parse_spec(spec)
    if found.name == "alphabeta" and players not in (None, 2):
        raise UsageError("two_players_only", bot=found.name, players=players or 0)
    generator = Random(seed)
    if found.name in KINDS:
        return KINDS[found.name].make(found, generator)
    return level_bot(_level(found.name), generator)


def make_level(name: str) -> Bot:
    """The bot of a level for programs that set a limit at every move, which keeps its strength.

    Only the strongest has no strength to keep: it takes whatever time it is given.
    """
    return level_bot(_level(name), Random(), steady=name != LEVELS[-1].name)


def _level(name: str) -> Level:
    return LEVELS[level_names().index(name)]


def bot_names() -> tuple[str, ...]:
    """All names that a spec may begin with: the levels, weakest first, then the other kinds."""
    return (*level_names(), *KINDS)


def spec_form(name: str) -> str:
    """How a spec of this name may look.

    >>> spec_form("mcts")
    'mcts[:nodes=N,movetime=MS]'
    """
    if name == ENGINE:
        return f"{ENGINE}:COMMAND"
    options = KINDS[name].options if name in KINDS else ()
    values = ",".join(f"{key}={'MS' if key == 'movetime' else 'N'}" for key in options)
    return f"{name}[:{values}]" if values else name


def parse_spec(text: str) -> Spec:
    """Takes a spec apart; raises UsageError."""
    name, colon, rest = text.strip().partition(":")
    name = name.strip().lower()
    if name not in bot_names():
        raise UsageError("unknown_bot", bot=name, bots=", ".join(bot_names()))
    if name == ENGINE:
        if not rest.strip():
            raise UsageError("no_engine_command")
        return Spec(name, command=rest.strip())
    return Spec(name, _parse_options(name, rest) if colon else Limit())


def _parse_options(name: str, text: str) -> Limit:
    known = KINDS[name].options if name in KINDS else ()
    found: dict[str, int] = {}
    for part in text.lower().split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if not known:
            raise UsageError("bot_without_options", bot=name, option=key)
        if key not in known:
            raise UsageError("unknown_bot_option", bot=name, option=key, options=", ".join(known))
        if key in found:
            raise UsageError("bot_option_twice", bot=name, option=key)
        if not _NUMBER.fullmatch(value):
            raise UsageError("bad_bot_option", bot=name, option=key, value=value)
        found[key] = int(value)
    return Limit(**found)


def _alphabeta(spec: Spec, generator: Random) -> Bot:
    return SearchBot(str(spec), _habit(spec), alphabeta, generator)


def _tree_search(spec: Spec, generator: Random) -> Bot:
    return SearchBot(str(spec), _habit(spec), tree_search, generator)


def _habit(spec: Spec) -> Limit:
    return spec.limit if spec.limit != Limit() else HABIT


def _engine(spec: Spec, _: Random) -> Bot:
    from ..protocol.client import Engine

    return Engine(spec.command)


KINDS = {
    "random": Kind((), lambda _, generator: RandomBot(generator)),
    "greedy": Kind((), lambda _, generator: GreedyBot(generator)),
    "alphabeta": Kind(("depth", "nodes", "movetime"), _alphabeta),
    "mcts": Kind(("nodes", "movetime"), _tree_search),
    ENGINE: Kind((), _engine),
}
