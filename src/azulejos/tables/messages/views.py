"""What lies on the table and what may be done, as messages: states and choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from ... import rules as law
from ...notation import format_move
from ...rules.material import FLOOR_PENALTIES, SIZE, coloured_cell
from ...rules.tiles import Heap
from ..errors import problem_of
from . import types as messages
from .previews import takes_of

LINES = range(1, SIZE + 1)
PENALTIES = list(FLOOR_PENALTIES)


def pattern_of(rules: law.RuleSet) -> list[str] | None:
    """The colours printed on the wall, a row a text."""
    if rules.grey_wall:
        return None
    return ["".join(coloured_cell(row, column) for column in LINES) for row in LINES]


class States:
    """Positions of one game, one after the other: most boards are as they were, and known."""

    def __init__(self) -> None:
        self._known: list[tuple[law.Board, str, messages.Board]] = []

    def of(self, position: law.Position) -> messages.State:
        self._known = [
            last if last and last[0] is board else (board, str(board), _board(board))
            for last, board in zip_longest(self._known, position.boards)
        ]
        marker = law.Tile.MARKER if position.marker_in_centre else ""
        return messages.State(
            position=position.text_with([text for _, text, _ in self._known]),
            phase=position.phase.value,
            round=position.round,
            turn=position.turn,
            starter=position.starter,
            displays=[str(display) for display in position.displays],
            centre=f"{marker}{position.centre}",
            boards=[told for _, _, told in self._known],
            bag=_counts(position.bag),
            lid=_counts(position.lid),
        )


def state_of(position: law.Position) -> messages.State:
    return States().of(position)


def _board(board: law.Board) -> messages.Board:
    return messages.Board(
        score=board.score,
        lines=[str(line.tiles) for line in board.lines],
        wall=[_row(row) for row in board.wall],
        floor="".join(board.floor),
    )


@lru_cache(maxsize=4096)
def _row(row: tuple[law.Tile | None, ...]) -> str:
    return "".join(cell or "." for cell in row)


def _counts(heap: Heap) -> dict[str, int]:
    return {str(kind): heap[kind] for kind in heap.kinds}


def choices_of(position: law.Position) -> messages.Choices | None:
    """What the player to move may do, and why not the rest; None where nobody is to move."""
    match position.phase:
        case law.Phase.OFFER:
            takes, outlooks = takes_of(position)
            cells = []
        case law.Phase.TILING:
            takes, outlooks, cells = [], [], list(_cells(position))
        case _:
            return None
    return messages.Choices(player=position.turn, takes=takes, outlooks=outlooks, cells=cells)


def _cells(position: law.Position) -> Iterator[messages.Target]:
    line = position.board(position.turn).first_complete_line
    for column in LINES:
        place = law.Place(line, column)
        refusal = law.refusal(position, place)
        yield messages.Target(
            line=line,
            column=column,
            move=format_move(place) if refusal is None else None,
            preview=preview_of(law.preview(position, place)) if refusal is None else None,
            refusal=None if refusal is None else problem_of(refusal),
        )


def preview_of(look: law.Preview) -> messages.Preview:
    return messages.Preview(
        laid=look.laid,
        falling=look.falling,
        marker=look.marker,
        completes=look.completes,
        penalty=look.penalty,
        points=look.points,
        score=look.score,
    )
