"""What a legal move would do to its player's board, for user interfaces and simple bots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from .board import Board
from .material import RuleSet, floor_penalty
from .moves import CENTRE, Deal, Move, Place, Take
from .offer import land
from .play import refusal
from .position import Position
from .tiles import Tile
from .tiling import drop_line, legal_columns, tile_line


@dataclass(frozen=True, slots=True)
class Preview:
    """A move's effect on its player's board if nothing else changed there until the next tiling.

    Where tiling leaves a choice, the owner is taken to choose what scores best.
    """

    laid: int = 0
    """Spaces filled on the pattern line."""
    falling: int = 0
    """Tiles that fall to the floor line, or to the lid if it is full; the marker not counted."""
    marker: bool = False
    """Is the first-player marker taken too?"""
    completes: bool = False
    """Is the line complete then?"""
    penalty: int = 0
    """By how much the floor line, with the marker, will cost more."""
    points: int = 0
    """By how much the next tiling will bring more on the wall; for a tiling decision, now."""
    score: int = 0
    """The board's score after that tiling, floor charged, bonuses not counted."""


def preview(position: Position, move: Move) -> Preview:
    """What a legal take or tiling decision would do; raises IllegalMoveError for an illegal one."""
    if error := refusal(position, move):
        raise error
    match move:
        case Take():
            return _preview_take(position, move)
        case Place():
            return _preview_place(position, move)
        case Deal():
            return Preview()  # A deal belongs to nobody's board.


def _preview_take(position: Position, take: Take) -> Preview:
    board = position.board(position.turn)
    tiles = position.source(take.source).only(*take.kinds)
    marker = take.source == CENTRE and position.marker_in_centre
    landing = land(board, tiles, take.line, marker)
    points_before, penalty_before = best_tiling(position.rules, board)
    points, penalty = best_tiling(position.rules, landing.board)
    return Preview(
        laid=len(landing.laid),
        falling=len(tiles) - len(landing.laid),
        marker=marker,
        completes=bool(landing.laid) and landing.board.line(take.line).complete,
        penalty=penalty - penalty_before,
        points=points - points_before,
        score=max(0, board.score + points - penalty),
    )


def _preview_place(position: Position, place: Place) -> Preview:
    board = position.board(position.turn)
    step = tile_line(position.turn, board, place.line, place.column)
    points, penalty = best_tiling(position.rules, step.board)
    return Preview(
        points=step.board.score - board.score,
        score=max(0, step.board.score + points - penalty),
    )


def best_tiling(rules: RuleSet, board: Board) -> tuple[int, int]:
    """The wall points and the floor penalty of a board that is tiled as its owner would wish."""
    return _best_tiling(rules, replace(board, score=0, floor=(Tile.MARKER,) * len(board.floor)))


@lru_cache(maxsize=4096)
def _best_tiling(rules: RuleSet, board: Board) -> tuple[int, int]:
    """Of a board whose score and floor tiles are blanked, so that equal tilings are found again."""
    tilings = ((tiled.score, floor_penalty(len(tiled.floor))) for tiled in _tilings(rules, board))
    return max(tilings, key=lambda tiling: tiling[0] - tiling[1])


def _tilings(rules: RuleSet, board: Board) -> Iterator[Board]:
    """All boards that a tiling may lead to, floors not charged yet."""
    line = board.first_complete_line
    if not line:
        yield board
        return
    columns = legal_columns(rules, board, line)
    steps = [tile_line(0, board, line, column) for column in columns]
    for step in steps or [drop_line(0, board, line)]:
        yield from _tilings(rules, step.board)
