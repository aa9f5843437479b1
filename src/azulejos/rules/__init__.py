"""The law: plain Python that reads like the rulebook, validates everything and tells what happened.

Imports the standard library only. Its values write themselves in the notation (`str(position)`);
reading text is for `azulejos.notation`. Holds no random generator. Rules are cited by their
numbers in docs/rules.md (`# R21`, `# E7`).
"""

from .board import Board, PatternLine
from .errors import AzulejosError, IllegalMoveError, ImpossiblePositionError, UsageError
from .events import Event, WonBy
from .material import RuleSet
from .moves import CENTRE, FLOOR, Deal, Move, Place, Take
from .perft import divide, perft
from .play import Played, legal_moves, play, refusal
from .position import Phase, Position, start
from .preparation import draw_deal
from .preview import Preview, preview
from .scoring import Outcome
from .tiles import COLOURS, Heap, Tile
from .validity import check, flaws

__all__ = [
    "CENTRE",
    "COLOURS",
    "FLOOR",
    "AzulejosError",
    "Board",
    "Deal",
    "Event",
    "Heap",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "Move",
    "Outcome",
    "PatternLine",
    "Phase",
    "Place",
    "Played",
    "Position",
    "Preview",
    "RuleSet",
    "Take",
    "Tile",
    "UsageError",
    "WonBy",
    "check",
    "divide",
    "draw_deal",
    "flaws",
    "legal_moves",
    "perft",
    "play",
    "preview",
    "refusal",
    "start",
]
