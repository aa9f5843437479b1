"""azulejos: the tile-laying board game, as a library that reads like the rulebook.

>>> import azulejos as az
>>> game = az.Game(players=2, rules="std", seed=1)
>>> move = game.legal_moves[0]
>>> events = game.play(move)

Positions are values: `az.play(position, move)` gives the next one and what happened.
Names are loaded when they are first used: those who need only the fast core, `azulejos.core`,
do not wait for the rest.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arena.library import play_match, play_tournament
    from .bots import bot
    from .drawing.svg import draw_svg
    from .game import Game
    from .notation import (
        NotationError,
        Record,
        format_move,
        format_position,
        format_record,
        parse_move,
        parse_position,
        parse_record,
        parse_records,
    )
    from .rules import (
        AzulejosError,
        Deal,
        Heap,
        IllegalMoveError,
        ImpossiblePositionError,
        Move,
        Phase,
        Place,
        Position,
        RuleSet,
        Take,
        Tile,
        UsageError,
        draw_deal,
        legal_moves,
        perft,
        play,
        preview,
        start,
    )

__version__ = "0.1.0"

__all__ = [
    "AzulejosError",
    "Deal",
    "Game",
    "Heap",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "Move",
    "NotationError",
    "Phase",
    "Place",
    "Position",
    "Record",
    "RuleSet",
    "Take",
    "Tile",
    "UsageError",
    "__version__",
    "bot",
    "draw_deal",
    "draw_svg",
    "format_move",
    "format_position",
    "format_record",
    "legal_moves",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_records",
    "perft",
    "play",
    "play_match",
    "play_tournament",
    "preview",
    "start",
]


_MODULES = ("bots", "core", "game", "notation", "rules")


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name in __all__:
        for home in ("rules", "notation", "game", "drawing.svg", "bots", "arena.library"):
            module = import_module(f".{home}", __name__)
            if hasattr(module, name):
                globals()[name] = getattr(module, name)
                return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
