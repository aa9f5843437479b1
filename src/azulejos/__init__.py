"""azulejos: the tile-laying board game, as a library that reads like the rulebook.

>>> import azulejos as az
>>> game = az.Game(players=2, rules="std", seed=1)
>>> move = game.legal_moves[0]
>>> events = game.play(move)

Positions are values: `az.play(position, move)` gives the next one and what happened.
Every public name is shown at work in docs/library.md.

A name's module is loaded when the name is first used: whoever needs only the fast core,
`azulejos.core`, does not wait for the rest. A new name is added twice, for type checkers and for
Python itself, and tests/test_public_names.py compares the two.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import analysis as analysis
    from . import bots as bots
    from . import core as core
    from . import drawing as drawing
    from . import envs as envs
    from . import notation as notation
    from . import protocol as protocol
    from . import reviews as reviews
    from . import rules as rules
    from .analysis import Analysis as Analysis
    from .analysis import AnalysisError as AnalysisError
    from .analysis import Evaluation as Evaluation
    from .analysis import RankedMove as RankedMove
    from .analysis import analyse as analyse
    from .analysis import analyses as analyses
    from .analysis import evaluate as evaluate
    from .arena.library import play_match as play_match
    from .arena.library import play_tournament as play_tournament
    from .bots import bot as bot
    from .drawing.svg import draw_svg as draw_svg
    from .extras import MissingExtraError as MissingExtraError
    from .game import Game as Game
    from .notation import NotationError as NotationError
    from .notation import Record as Record
    from .notation import Step as Step
    from .notation import format_move as format_move
    from .notation import format_position as format_position
    from .notation import format_record as format_record
    from .notation import parse_move as parse_move
    from .notation import parse_position as parse_position
    from .notation import parse_record as parse_record
    from .notation import parse_records as parse_records
    from .notation import play as play
    from .notation import preview as preview
    from .notation import refusal as refusal
    from .notation.record_files import load as load
    from .notation.record_files import records as records
    from .protocol import Bot as Bot
    from .protocol import BotError as BotError
    from .protocol import Limit as Limit
    from .protocol import Thought as Thought
    from .reviews import Review as Review
    from .reviews import ReviewError as ReviewError
    from .reviews import explain as explain
    from .reviews import review as review
    from .rules import AzulejosError as AzulejosError
    from .rules import Board as Board
    from .rules import Deal as Deal
    from .rules import Event as Event
    from .rules import Heap as Heap
    from .rules import IllegalMoveError as IllegalMoveError
    from .rules import ImpossiblePositionError as ImpossiblePositionError
    from .rules import Move as Move
    from .rules import Outcome as Outcome
    from .rules import Phase as Phase
    from .rules import Place as Place
    from .rules import Played as Played
    from .rules import Position as Position
    from .rules import Preview as Preview
    from .rules import RuleSet as RuleSet
    from .rules import Take as Take
    from .rules import Tile as Tile
    from .rules import UsageError as UsageError
    from .rules import draw_deal as draw_deal
    from .rules import legal_moves as legal_moves
    from .rules import perft as perft
    from .rules import start as start
else:
    # Hidden from type checkers, or every misspelt name would pass as "something loaded later".
    from importlib import import_module

    _ROOMS = (
        *("analysis", "bots", "core", "drawing", "envs", "notation", "protocol", "reviews"),
        "rules",
    )
    _HOMES = {
        "analysis": (
            "Analysis",
            "AnalysisError",
            "Evaluation",
            "RankedMove",
            "analyse",
            "analyses",
            "evaluate",
        ),
        "arena.library": (
            "play_match",
            "play_tournament",
        ),
        "bots": ("bot",),
        "drawing.svg": ("draw_svg",),
        "extras": ("MissingExtraError",),
        "game": ("Game",),
        "notation": (
            "NotationError",
            "Record",
            "Step",
            "format_move",
            "format_position",
            "format_record",
            "parse_move",
            "parse_position",
            "parse_record",
            "parse_records",
            "play",
            "preview",
            "refusal",
        ),
        "notation.record_files": (
            "load",
            "records",
        ),
        "protocol": (
            "Bot",
            "BotError",
            "Limit",
            "Thought",
        ),
        "reviews": ("Review", "ReviewError", "explain", "review"),
        "rules": (
            "AzulejosError",
            "Board",
            "Deal",
            "Event",
            "Heap",
            "IllegalMoveError",
            "ImpossiblePositionError",
            "Move",
            "Outcome",
            "Phase",
            "Place",
            "Played",
            "Position",
            "Preview",
            "RuleSet",
            "Take",
            "Tile",
            "UsageError",
            "draw_deal",
            "legal_moves",
            "perft",
            "start",
        ),
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
    __all__ = ["__version__", *_HOME_OF]

    def __getattr__(name):
        if name in _ROOMS:
            return import_module(f".{name}", __name__)
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
        return globals()[name]

    def __dir__():
        return sorted({*globals(), *__all__, *_ROOMS})
