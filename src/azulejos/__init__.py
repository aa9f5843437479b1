"""azulejos: the tile-laying board game, as a library that reads like the rulebook.

>>> import azulejos as az
>>> game = az.Game(players=2, rules="std", seed=1)
>>> move = game.legal_moves[0]
>>> events = game.play(move)

Positions are values: `az.play(position, move)` gives the next one and what happened.
"""

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
    "draw_deal",
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
    "preview",
    "start",
]
