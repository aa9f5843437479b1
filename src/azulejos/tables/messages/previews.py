"""What every take would do: what several takes share is looked at once.

The law tells the same of a single move (`rules.preview`, `rules.refusal`), at the price of two
boards a move; with a hundred targets a message that would be most of a server's work. Here counts
are enough: how many tiles fit, how many fall, which line is complete then. Tests compare the two.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ... import rules as law
from ...rules.board import PatternLine
from ...rules.material import FLOOR_SPACES
from ...rules.moves import CENTRE
from ...rules.offer import barred, takes_from
from ...rules.preview import Tiling, best_of, due_of, tilings_of
from ...rules.tiles import Heap
from ..errors import problem_of
from . import types as messages

JOKER = law.Tile.JOKER


def takes_of(position: law.Position) -> list[messages.Take]:
    """Every group that can be taken, each with its six targets."""
    outlook = _Outlook(position)
    return [
        outlook.take(source, tile, with_jokers)
        for source in range(CENTRE, len(position.displays) + 1)
        for tile, with_jokers in takes_from(position.source(source))
    ]


class _Outlook:
    """The board of the player to move, looked at for all takes from one position."""

    def __init__(self, position: law.Position) -> None:
        self._position = position
        self._board = board = position.board(position.turn)
        self._on_floor = len(board.floor)
        self._free = [0, *(line.free for line in board.lines)]
        self._known: dict[tuple[law.Tile, int, int, bool], list[messages.Preview | None]] = {}
        self._refused: dict[law.Tile, list[messages.Target | None]] = {}
        self._tilings: dict[tuple[int, law.Tile, bool], tuple[Tiling, ...]] = {}
        self._due = due_of(board)
        self._now = tilings_of(position.rules, board.wall, self._due)
        self._points, self._penalty = best_of(self._now, self._on_floor)

    def take(self, source: int, tile: law.Tile, with_jokers: bool) -> messages.Take:
        heap = self._position.source(source)
        marker = source == CENTRE and self._position.marker_in_centre
        tiles, jokers = heap[tile], heap[JOKER] if with_jokers else 0
        sign = f"{tile}{JOKER}" if jokers else str(tile)
        looks = zip(self._refusals(tile), self._looks(tile, tiles, jokers, marker), strict=True)
        # There are so many of them that it matters how a dict is made.
        targets: list[messages.Target] = [
            refused
            or {
                "line": line,
                "column": 0,
                "move": f"{source}{sign}{line}",
                "preview": look,
                "refusal": None,
            }
            for line, (refused, look) in enumerate(looks)
        ]
        return messages.Take(
            source=source, take=sign, tiles=f"{tile * tiles}{JOKER * jokers}", targets=targets
        )

    def _refusals(self, tile: law.Tile) -> list[messages.Target | None]:
        """By line. Nothing is barred from the floor (E4), jokers where their colour is (E22)."""
        if tile not in self._refused:
            rules, board = self._position.rules, self._board
            lines = zip(board.lines, board.wall, strict=True)
            barred_from = [_refused(rules, tile, line, row) for line, row in lines]
            self._refused[tile] = [None, *barred_from]
        return self._refused[tile]

    def _looks(
        self, tile: law.Tile, tiles: int, jokers: int, marker: bool
    ) -> list[messages.Preview | None]:
        """By line. Equal groups of tiles fare alike, wherever they lie, but for the marker."""
        group = tile, tiles, jokers, marker
        if group not in self._known:
            self._known[group] = [
                None if refused else self._preview(line, tile, tiles, jokers, marker)
                for line, refused in enumerate(self._refusals(tile))
            ]
        return self._known[group]

    def _preview(
        self, line: int, tile: law.Tile, tiles: int, jokers: int, marker: bool
    ) -> messages.Preview:
        laid = min(tiles + jokers, self._free[line])
        falling = tiles + jokers - laid
        completes = 0 < laid == self._free[line]
        ways = self._completed(line, tile, min(tiles, laid), laid) if completes else self._now
        # The marker first (E2), beside a full floor if need be (E1), where tiles find no space.
        floor = self._on_floor + marker
        floor += min(falling, max(0, FLOOR_SPACES - floor))
        points, penalty = best_of(ways, floor)
        score = max(0, self._board.score + points - penalty)
        return {
            "laid": laid,
            "falling": falling,
            "marker": marker,
            "completes": completes,
            "penalty": penalty - self._penalty,
            "points": points - self._points,
            "score": score,
        }

    def _completed(self, line: int, tile: law.Tile, tiles: int, laid: int) -> tuple[Tiling, ...]:
        """The ways to tile with this line complete; the colour is laid first (E23)."""
        key = line, tile, laid > tiles
        if key not in self._tilings:
            more = Heap.some(tiles, tile) + Heap.some(laid - tiles, JOKER)
            full = PatternLine(line, self._board.line(line).tiles + more)
            due = (*self._due[: line - 1], full, *self._due[line:])
            self._tilings[key] = tilings_of(self._position.rules, self._board.wall, due)
        return self._tilings[key]


@lru_cache(maxsize=16384)
def _refused(
    rules: law.RuleSet, tile: law.Tile, line: PatternLine, row: tuple[law.Tile | None, ...]
) -> messages.Target | None:
    """The target of a tile that may not go to a line, beside this row of the wall; else None.

    Lines and rows are alike at many tables.
    """
    number = line.size
    board = law.Board().with_line(number, line.tiles)
    wall = (*board.wall[: number - 1], row, *board.wall[number:])
    why = barred(rules, replace(board, wall=wall), tile, number)
    if why is None:
        return None
    return messages.Target(line=number, column=0, move=None, preview=None, refusal=problem_of(why))
