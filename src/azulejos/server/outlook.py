"""What every take would do, as text ready to be sent: what several takes share is looked at once.

The law tells the same of a single move (`rules.preview`, `rules.refusal`), at the price of two
boards a move; with a hundred targets a message that would be most of a server's work. Here counts
are enough: how many tiles fit, how many fall, which line is complete then. Tests compare the two.
"""

from __future__ import annotations

from functools import lru_cache

from .. import rules as law
from ..rules.board import PatternLine
from ..rules.errors import IllegalMoveError
from ..rules.material import FLOOR_SPACES, SIZE
from ..rules.moves import CENTRE, FLOOR
from ..rules.offer import barred, takes_from
from ..rules.preview import Tiling, best_of, tilings_of
from ..rules.tiles import Heap
from . import messages
from .errors import problem_of

LINES = range(1, SIZE + 1)
JOKER = law.Tile.JOKER


def takes_text(position: law.Position) -> str:
    """JSON of `messages.Take`s: every group that can be taken, each with its six targets."""
    outlook = _Outlook(position)
    takes = [
        outlook.take(source, tile, with_jokers)
        for source in range(CENTRE, len(position.displays) + 1)
        for tile, with_jokers in takes_from(position.source(source))
    ]
    return f"[{','.join(takes)}]"


class _Outlook:
    """The board of the player to move, looked at for all takes from one position."""

    def __init__(self, position: law.Position) -> None:
        self._position = position
        self._board = board = position.board(position.turn)
        self._on_floor = len(board.floor)
        self._free = [0, *(line.free for line in board.lines)]
        self._refused: dict[tuple[law.Tile, int], str] = {}
        self._tilings: dict[tuple[int, law.Tile, bool], tuple[Tiling, ...]] = {}
        self._previews: dict[tuple[int, law.Tile, int, int, bool], str] = {}
        self._now = tilings_of(position.rules, board.wall, board.lines)
        self._points, self._penalty = best_of(self._now, self._on_floor)

    def take(self, source: int, tile: law.Tile, with_jokers: bool) -> str:
        heap = self._position.source(source)
        tiles, jokers = heap[tile], heap[JOKER] if with_jokers else 0
        marker = source == CENTRE and self._position.marker_in_centre
        sign = f"{tile}{JOKER}" if with_jokers else str(tile)
        targets = []
        for line in (FLOOR, *LINES):
            target = self._refusal(tile, line)
            if not target:
                look = self._preview(line, tile, tiles, jokers, marker)
                target = (
                    f'{{"line":{line},"column":0,"move":"{source}{sign}{line}",'
                    f'"preview":{look},"refusal":null}}'
                )
            targets.append(target)
        return (
            f'{{"source":{source},"take":"{sign}","tiles":"{tile * tiles}{JOKER * jokers}",'
            f'"targets":[{",".join(targets)}]}}'
        )

    def _refusal(self, tile: law.Tile, line: int) -> str:
        """A colour with jokers is barred where the colour is (E22), nothing from the floor (E4)."""
        key = tile, line
        if key not in self._refused:
            why = barred(self._position.rules, self._board, tile, line) if line != FLOOR else None
            self._refused[key] = _refused_text(line, why.code, *why.data.items()) if why else ""
        return self._refused[key]

    def _preview(self, line: int, tile: law.Tile, tiles: int, jokers: int, marker: bool) -> str:
        """Equal groups of tiles fare alike, wherever they lie, but for the marker."""
        key = line, tile, tiles, jokers, marker
        if key not in self._previews:
            self._previews[key] = self._look(*key)
        return self._previews[key]

    def _look(self, line: int, tile: law.Tile, tiles: int, jokers: int, marker: bool) -> str:
        laid = min(tiles + jokers, self._free[line])
        falling = tiles + jokers - laid
        completes = 0 < laid == self._free[line]
        ways = self._completed(line, tile, min(tiles, laid), laid) if completes else self._now
        # The marker first (E2), beside a full floor if need be (E1), where tiles find no space.
        floor = self._on_floor + marker
        floor += min(falling, max(0, FLOOR_SPACES - floor))
        points, penalty = best_of(ways, floor)
        score = max(0, self._board.score + points - penalty)
        return (
            f'{{"laid":{laid},"falling":{falling},"marker":{_TRUTH[marker]},'
            f'"completes":{_TRUTH[completes]},"penalty":{penalty - self._penalty},'
            f'"points":{points - self._points},"score":{score}}}'
        )

    def _completed(self, line: int, tile: law.Tile, tiles: int, laid: int) -> tuple[Tiling, ...]:
        """The ways to tile with this line complete; the colour is laid first (E23)."""
        key = line, tile, laid > tiles
        if key not in self._tilings:
            more = Heap.some(tiles, tile) + Heap.some(laid - tiles, JOKER)
            lines = list(self._board.lines)
            lines[line - 1] = PatternLine(line, lines[line - 1].tiles + more)
            rules, wall = self._position.rules, self._board.wall
            self._tilings[key] = tilings_of(rules, wall, tuple(lines))
        return self._tilings[key]


_TRUTH = ("false", "true")


@lru_cache(maxsize=1024)
def _refused_text(line: int, code: str, *data: tuple[str, str | int]) -> str:
    """There are few reasons, which come again and again."""
    problem = problem_of(IllegalMoveError(code, **dict(data)))
    target = messages.Target(line=line, column=0, move=None, preview=None, refusal=problem)
    return target.model_dump_json()
