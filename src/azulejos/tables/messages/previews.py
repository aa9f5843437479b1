"""What every take would do: what several takes share is looked at once.

The law tells the same of a single move (`rules.preview`, `rules.refusal`), at the price of two
boards a move; with a hundred targets a message that would be most of a server's work. Here counts
are enough: how many tiles fit, how many fall, which line is complete then. Tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from ... import rules as law
from ...rules.material import FLOOR_SPACES
from ...rules.moves import CENTRE
from ...rules.offer import barred, takes_from
from ...rules.preview import Due, Tiling, best_of, due_of, tilings_of
from ...rules.tiles import KINDS, Heap
from ..errors import problem_of
from . import types as messages

JOKER = law.Tile.JOKER


def takes_of(
    position: law.Position,
) -> tuple[list[messages.Take], list[list[messages.Outlook]]]:
    """Every group that can be taken, and the outlooks of all of them."""
    board = _Board(position)
    takes = [
        board.take(source, tile, with_jokers)
        for source in range(CENTRE, len(position.displays) + 1)
        for tile, with_jokers in takes_from(position.source(source))
    ]
    return takes, board.outlooks


def targets_of(choices: messages.Choices, take: messages.Take) -> list[messages.Target]:
    """Where a take may go, and where not: the floor, then lines 1 to 5."""
    return [
        messages.Target(
            line=line,
            column=0,
            move=None if outlook["refusal"] else f"{take['source']}{take['take']}{line}",
            **outlook,
        )
        for line, outlook in enumerate(choices["outlooks"][take["outlook"]])
    ]


_Completed = tuple[int, law.Tile, bool]
"""A line, the tile that completes it, and whether with jokers."""


class _Board:
    """The board of the player to move, looked at for all takes from one position."""

    def __init__(self, position: law.Position) -> None:
        self._position = position
        self._board = board = position.board(position.turn)
        self._on_floor = len(board.floor)
        self._free = [line.free for line in board.lines]
        self._refusals = [
            _refusals(position.rules, line.size, line.tiles.counts, row)
            for line, row in zip(board.lines, board.wall, strict=True)
        ]
        self._due = due_of(board)
        self._now = tilings_of(position.rules, board.wall, self._due)
        self._points, self._penalty = best_of(self._now, self._on_floor)
        self.outlooks: list[list[messages.Outlook]] = []
        self._known: dict[tuple[law.Tile, int, int, bool], int] = {}
        self._tilings: dict[_Completed, tuple[Tiling, ...]] = {}

    def take(self, source: int, tile: law.Tile, with_jokers: bool) -> messages.Take:
        heap = self._position.source(source)
        marker = source == CENTRE and self._position.marker_in_centre
        tiles, jokers = heap[tile], heap[JOKER] if with_jokers else 0
        sign = f"{tile}{JOKER}" if jokers else str(tile)
        group = tile, tiles, jokers, marker
        if group not in self._known:  # Equal groups fare alike, wherever they lie.
            self._known[group] = len(self.outlooks)
            self.outlooks.append(list(self._look(*group)))
        return {
            "source": source,
            "take": sign,
            "tiles": tile * tiles + JOKER * jokers,
            "outlook": self._known[group],
        }

    def _look(
        self, tile: law.Tile, tiles: int, jokers: int, marker: bool
    ) -> Iterator[messages.Outlook]:
        """By line. Nothing is barred from the floor (E4), jokers where their colour is (E22)."""
        count = tiles + jokers
        yield self._outlook(0, count, marker, None)
        unfinished = self._outlook(count, 0, marker, None)
        for line, refusals in enumerate(self._refusals, start=1):
            free = self._free[line - 1]
            if refused := refusals[tile]:
                yield refused
            elif count < free:
                yield unfinished
            else:  # The colour is laid first (E23).
                completed = line, tile, free > tiles
                yield self._outlook(free, count - free, marker, completed)

    def _outlook(
        self, laid: int, falling: int, marker: bool, completed: _Completed | None
    ) -> messages.Outlook:
        ways = self._now if completed is None else self._tilings_with(completed)
        # The marker first (E2), beside a full floor if need be (E1), where tiles find no space.
        floor = self._on_floor + marker
        floor += min(falling, max(0, FLOOR_SPACES - floor))
        points, penalty = best_of(ways, floor)
        preview: messages.Preview = {
            "laid": laid,
            "falling": falling,
            "marker": marker,
            "completes": completed is not None,
            "penalty": penalty - self._penalty,
            "points": points - self._points,
            "score": max(0, self._board.score + points - penalty),
        }
        return {"preview": preview, "refusal": None}

    def _tilings_with(self, completed: _Completed) -> tuple[Tiling, ...]:
        """The ways to tile with a line complete."""
        if completed not in self._tilings:
            line, tile, with_jokers = completed
            held = self._board.line(line)
            joker = with_jokers or tile is JOKER or held.tiles[JOKER]
            full = Due(JOKER if joker else tile, held.colour if tile is JOKER else tile)
            due = (*self._due[: line - 1], full, *self._due[line:])
            self._tilings[completed] = tilings_of(self._position.rules, self._board.wall, due)
        return self._tilings[completed]


@lru_cache(maxsize=4096)
def _refusals(
    rules: law.RuleSet, number: int, held: tuple[int, ...], row: tuple[law.Tile | None, ...]
) -> dict[law.Tile, messages.Outlook | None]:
    """For each tile that may not go to a line, beside this row of the wall, why not; else None.

    Lines and rows are alike at many tables.
    """
    board = law.Board().with_line(number, Heap(held))
    board = replace(board, wall=(*board.wall[: number - 1], row, *board.wall[number:]))
    return {kind: _refused(barred(rules, board, kind, number)) for kind in KINDS}


def _refused(why: law.AzulejosError | None) -> messages.Outlook | None:
    return None if why is None else messages.Outlook(preview=None, refusal=problem_of(why))
