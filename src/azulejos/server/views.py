"""What lies on the table and what may be done, as messages: states and choices."""

from __future__ import annotations

from collections.abc import Iterator

from .. import rules as law
from ..notation import format_move, format_position
from ..rules.material import FLOOR_PENALTIES, SIZE, coloured_cell
from ..rules.moves import CENTRE, FLOOR
from ..rules.offer import takes_from
from ..rules.tiles import Heap
from . import messages
from .errors import problem_of

LINES = range(1, SIZE + 1)
PENALTIES = list(FLOOR_PENALTIES)


def pattern_of(rules: law.RuleSet) -> list[str] | None:
    """The colours printed on the wall, a row a text."""
    if rules.grey_wall:
        return None
    return ["".join(coloured_cell(row, column) for column in LINES) for row in LINES]


def state_of(position: law.Position) -> messages.State:
    marker = law.Tile.MARKER if position.marker_in_centre else ""
    return messages.State(
        position=format_position(position),
        phase=position.phase.value,
        round=position.round,
        turn=position.turn,
        starter=position.starter,
        displays=[str(display) for display in position.displays],
        centre=f"{marker}{position.centre}",
        boards=[_board(board) for board in position.boards],
        bag=_counts(position.bag),
        lid=_counts(position.lid),
    )


def _board(board: law.Board) -> messages.Board:
    return messages.Board(
        score=board.score,
        lines=[str(line.tiles) for line in board.lines],
        wall=["".join(cell or "." for cell in row) for row in board.wall],
        floor="".join(board.floor),
    )


def _counts(heap: Heap) -> dict[str, int]:
    return {str(kind): heap[kind] for kind in heap.kinds}


def choices_of(position: law.Position) -> messages.Choices | None:
    """What the player to move may do, and why not the rest; None where nobody is to move."""
    match position.phase:
        case law.Phase.OFFER:
            takes = list(_takes(position))
            return messages.Choices(player=position.turn, takes=takes, cells=[])
        case law.Phase.TILING:
            cells = list(_cells(position))
            return messages.Choices(player=position.turn, takes=[], cells=cells)
    return None


def _takes(position: law.Position) -> Iterator[messages.Take]:
    """Equal groups of tiles fare alike, wherever they lie, but for the marker."""
    known: dict[object, messages.Target] = {}
    for source in range(CENTRE, len(position.displays) + 1):
        heap = position.source(source)
        for tile, with_jokers in takes_from(heap):
            tiles = heap.only(tile, law.Tile.JOKER) if with_jokers else heap.only(tile)
            take = f"{tile}{law.Tile.JOKER}" if with_jokers else str(tile)
            targets = []
            for line in (FLOOR, *LINES):
                look = (tiles, take, line, source == CENTRE)
                if look not in known:
                    known[look] = _target(position, law.Take(source, tile, line, with_jokers))
                targets.append(_from(source, known[look]))
            yield messages.Take(source=source, take=take, tiles=str(tiles), targets=targets)


def _from(source: int, target: messages.Target) -> messages.Target:
    """The same target for tiles from this source."""
    if target.move is None or target.move.startswith(str(source)):
        return target
    return target.model_copy(update={"move": f"{source}{target.move[1:]}"})


def _cells(position: law.Position) -> Iterator[messages.Target]:
    line = position.board(position.turn).first_complete_line
    for column in LINES:
        yield _target(position, law.Place(line, column))


def _target(position: law.Position, move: law.Take | law.Place) -> messages.Target:
    refusal = law.refusal(position, move)
    return messages.Target(
        line=move.line,
        column=move.column if isinstance(move, law.Place) else 0,
        move=format_move(move) if refusal is None else None,
        preview=preview_of(law.preview(position, move)) if refusal is None else None,
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
