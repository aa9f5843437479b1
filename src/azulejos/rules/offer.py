"""Factory offer (A): which takes are legal, why another is not, and what a take does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .board import Board
from .errors import IllegalMoveError
from .events import Discarded, Event, Fallen, Laid, MarkerTaken, MovedToCentre, Taken
from .material import SIZE, RuleSet, coloured_column
from .moves import CENTRE, FLOOR, Take
from .position import Position
from .tiles import EMPTY, KINDS, Heap, Tile

LINES = range(1, SIZE + 1)


def legal_takes(position: Position) -> Iterator[Take]:
    """All legal takes, ordered by source, kind and line; the floor is always one (E4)."""
    board = position.board(position.turn)
    targets = {
        kind: [FLOOR, *(line for line in LINES if not barred(position.rules, board, kind, line))]
        for kind in KINDS
    }
    for source in range(len(position.displays) + 1):
        for tile, with_jokers in takes_from(position.source(source)):
            for line in targets[tile]:
                yield Take(source, tile, line, with_jokers)


def takes_from(heap: Heap) -> Iterator[tuple[Tile, bool]]:
    """What may be taken from a place (R41): a colour, its jokers, a colour with all its jokers."""
    for kind in heap.kinds:
        yield kind, False
    if heap[Tile.JOKER]:
        for colour in heap.colours:
            yield colour, True


def barred(rules: RuleSet, board: Board, tile: Tile, line: int) -> IllegalMoveError | None:
    """Why tiles of this kind may not go to this line; None if they may.

    Jokers may go to any line that is not full; a colour with jokers where the colour may (E22).
    """
    target = board.line(line)
    if target.complete:
        return IllegalMoveError("line_full", line=line)  # E4
    if tile is Tile.JOKER:
        return None
    held = target.colour
    if held is not None and held is not tile:
        return IllegalMoveError("line_has_colour", line=line, held=held)  # R14
    return barred_by_row(rules, board, tile, line)


def barred_by_row(rules: RuleSet, board: Board, tile: Tile, row: int) -> IllegalMoveError | None:
    """R16, and on the coloured wall R48; on a grey wall a joker bars no colour (E27)."""
    if tile in board.wall[row - 1]:
        return IllegalMoveError("colour_in_row", tile=tile, row=row)
    if not rules.grey_wall and board.cell(row, coloured_column(row, tile)) is Tile.JOKER:
        return IllegalMoveError("joker_in_row", tile=tile, row=row)
    return None


def refuse_take(position: Position, take: Take) -> IllegalMoveError | None:
    """Why a take is illegal in a position that waits for one; None if it is legal."""
    if not CENTRE <= take.source <= len(position.displays):
        return IllegalMoveError(
            "no_such_display", source=take.source, displays=len(position.displays)
        )
    if Tile.JOKER in take.kinds and not position.rules.jokers:
        return IllegalMoveError("no_jokers_in_game")
    heap = position.source(take.source)
    if not heap:
        if take.source == CENTRE:
            return IllegalMoveError("centre_empty")
        return IllegalMoveError("display_empty", source=take.source)
    if not heap[take.tile]:
        if take.source == CENTRE:
            return IllegalMoveError("not_in_centre", tile=take.tile)
        return IllegalMoveError("not_on_display", tile=take.tile, source=take.source)
    if take.with_jokers and not heap[Tile.JOKER]:
        return IllegalMoveError("no_joker_to_add", tile=take.tile)
    if take.line == FLOOR:
        return None
    return barred(position.rules, position.board(position.turn), take.tile, take.line)


@dataclass(frozen=True, slots=True)
class Landing:
    """Where the tiles of a take come to lie on its player's board, marker first (E2)."""

    board: Board
    laid: Heap
    fallen: tuple[Tile, ...]
    discarded: Heap


def land(board: Board, tiles: Heap, line: int, marker: bool) -> Landing:
    """One line, filled as far as it goes, the excess to the floor; or all to the floor (E3)."""
    if marker:
        board = board.with_marker()
    laid = EMPTY
    if line != FLOOR:
        laid = tiles.first(board.line(line).free)  # the colour first (E23)
        board = board.with_line(line, board.line(line).tiles + laid)
    before = len(board.floor)
    board, discarded = board.with_fallen(tiles - laid)
    return Landing(board, laid, board.floor[before:], discarded)


def take(position: Position, move: Take) -> tuple[Position, list[Event]]:
    """Plays a legal take and passes the turn clockwise (R9); the caller sees to the offer's end."""
    player = position.turn
    source = position.source(move.source)
    tiles = source.only(*move.kinds)
    rest = source - tiles
    marker = move.source == CENTRE and position.marker_in_centre  # R11
    landing = land(position.board(player), tiles, move.line, marker)
    displays, centre = _sources_after(position, move.source, rest)
    position = replace(
        position,
        displays=displays,
        centre=centre,
        marker_in_centre=position.marker_in_centre and not marker,
        boards=(*position.boards[: player - 1], landing.board, *position.boards[player:]),
        turn=position.seats_from(player)[1],
        lid=position.lid + landing.discarded,  # E5
    )
    return position, list(_take_events(player, move, tiles, rest, marker, landing))


def _sources_after(position: Position, source: int, rest: Heap) -> tuple[tuple[Heap, ...], Heap]:
    """Displays and centre: the rest of a display goes there, that of the centre stays (R10)."""
    displays = position.displays
    if source == CENTRE:
        return displays, rest
    return (*displays[: source - 1], EMPTY, *displays[source:]), position.centre + rest


def _take_events(
    player: int, move: Take, tiles: Heap, rest: Heap, marker: bool, landing: Landing
) -> Iterator[Event]:
    yield Taken(player, move.source, tiles)
    if move.source != CENTRE and rest:
        yield MovedToCentre(move.source, rest)
    if marker:
        yield MarkerTaken(player, landing.board.floor.index(Tile.MARKER) + 1)
    if landing.laid:
        completed = landing.board.line(move.line).complete
        yield Laid(player, move.line, landing.laid, completed)
    yield from fall_events(player, landing.board, landing.fallen, landing.discarded)


def fall_events(
    player: int, board: Board, fallen: tuple[Tile, ...], discarded: Heap
) -> Iterator[Event]:
    """Of a board on which these tiles have just fallen."""
    if fallen:
        yield Fallen(player, fallen, len(board.floor) - len(fallen) + 1)
    if discarded:
        yield Discarded(player, discarded)
