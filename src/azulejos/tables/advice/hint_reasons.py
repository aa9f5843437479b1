"""Why a move is good, in codes that the page puts into words (`hint.why.<code>`).

Nothing here searches: reasons are facts about the move that the law and its previews tell, so that
each is true whatever made the move. The list of codes is in docs/server.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ...rules import (
    FLOOR,
    Board,
    Phase,
    Place,
    Position,
    Preview,
    RuleSet,
    Take,
    Tile,
    legal_moves,
    play,
    preview,
)
from ...rules.board import Wall
from ...rules.material import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    ROW_BONUS,
    SIZE,
    coloured_column,
    floor_penalty,
)
from ...rules.offer import land
from ...rules.scoring import column_cells
from ...rules.tiling import tile_line
from ..messages.types import Datum, Reason

MOST = 4
WORTH_TELLING = 2  # points
LITTLE = 3  # points
NEARLY = (3, 4)  # tiles of five
LOOKED_AHEAD = "looked_ahead"
Weighed = tuple[float, Reason]


def reasons_for(position: Position, move: Take | Place) -> list[Reason]:
    """The weightiest first; at least one."""
    case = _TakeCase(position, move) if isinstance(move, Take) else _PlaceCase(position, move)
    found = sorted(case.reasons(), key=lambda weighed: -weighed[0])
    reasons = [reason for _, reason in found[:MOST]]
    if sum(weight for weight, _ in found) < WORTH_TELLING:
        reasons = [*reasons[: MOST - 1], Reason(code=LOOKED_AHEAD, data={})]
    return reasons


def _reason(weight: float, code: str, **data: Datum) -> Weighed:
    return weight, Reason(code=code, data=data)


def _net(look: Preview) -> int:
    """Points less penalty at the next tiling."""
    return look.points - look.penalty


@dataclass(frozen=True)
class _TakeCase:
    """What speaks for a take."""

    position: Position
    move: Take

    @cached_property
    def look(self) -> Preview:
        return preview(self.position, self.move)

    @property
    def board(self) -> Board:
        return self.position.board(self.position.turn)

    def reasons(self) -> Iterator[Weighed]:
        yield from self._own_board()
        yield from self._compared()
        if self.look.marker:
            yield _reason(1.5, "starts_next", count=self._marker_costs())
        yield from self._kept_from()
        yield from self._spoilt()
        yield from self._on_the_wall()

    def _own_board(self) -> Iterator[Weighed]:
        look, line = self.look, self.move.line
        if look.completes and look.points > 0:
            yield _reason(2 + look.points, "completes_line", line=line, count=look.points)
        elif look.laid and not look.completes:
            left = self.board.line(line).free - look.laid
            yield _reason(0.6 * look.laid, "fills", line=line, count=look.laid, left=left)
        if not look.falling and line != FLOOR:
            yield _reason(0.4, "no_falling")

    def _compared(self) -> Iterator[Weighed]:
        """With all other moves, by what the next tiling brings."""
        net = _net(self.look)
        best = max(_net(preview(self.position, move)) for move in legal_moves(self.position))
        if net > 0 and net == best:
            yield _reason(2.5, "most_points")
        elif net < 0 and net == best:
            yield _reason(5, "least_bad", count=-net)
        elif -LITTLE <= net < 0:
            yield _reason(1, "costs_only", count=-net)

    def _marker_costs(self) -> int:
        space = len(self.board.floor)
        return floor_penalty(space + 1) - floor_penalty(space)

    def _kept_from(self) -> Iterator[Weighed]:
        """What the other who wants these tiles most could have done with them, and now can't."""
        chances = [chance for chance in map(self._chance, self._others()) if chance]
        if chances:
            points, player, line = max(chances)
            tile = str(self.move.tile)
            yield _reason(points, "keeps_from", player=player, tile=tile, line=line, count=points)

    def _others(self) -> list[int]:
        return self.position.seats_from(self.position.turn)[1:]

    def _chance(self, player: int) -> tuple[int, int, int] | None:
        """The points, player and line of the best that this player could do with these tiles."""
        theirs = replace(self.position, turn=player)
        found = []
        for move in legal_moves(theirs):
            if isinstance(move, Take) and _group(move) == _group(self.move) and move.line != FLOOR:
                look = preview(theirs, move)
                if look.completes and _net(look) >= WORTH_TELLING:
                    found.append((_net(look), player, move.line))
        best = max(found, default=None)
        return None if best is None or self._still_there(player, best[2], best[0]) else best

    def _still_there(self, player: int, line: int, points: int) -> bool:
        """Can the player do as well with tiles that are left?"""
        after = play(self.position, self.move).position
        if after.phase is not Phase.OFFER:
            return False
        theirs = replace(after, turn=player)
        return any(
            _net(preview(theirs, move)) >= points
            for move in legal_moves(theirs)
            if isinstance(move, Take) and (move.tile, move.line) == (self.move.tile, line)
        )

    def _spoilt(self) -> Iterator[Weighed]:
        """Whoever comes next can only lose, whatever they take."""
        after = play(self.position, self.move).position
        if after.phase is Phase.OFFER and after.round == self.position.round:
            best = max(_net(preview(after, move)) for move in legal_moves(after))
            if -best >= WORTH_TELLING:
                yield _reason(-best, "spoils", player=after.turn, count=-best)

    def _on_the_wall(self) -> Iterator[Weighed]:
        """Where it is certain where the tile will go: on a coloured wall, with a colour."""
        if not self.look.completes or self.position.rules.grey_wall:
            return
        tiles = self.position.source(self.move.source).only(*self.move.kinds)
        board = land(self.board, tiles, self.move.line, self.look.marker).board
        if board.line(self.move.line).colour is None:
            return
        wall, column = _tiled(self.position.rules, board, self.move.line)
        lead = self.look.score - max(self.position.board(p).score for p in self._others())
        yield from _wall_reasons(wall, self.move.line, column, lead)


@dataclass(frozen=True)
class _PlaceCase:
    """What speaks for a tiling decision."""

    position: Position
    move: Place

    def reasons(self) -> Iterator[Weighed]:
        points = preview(self.position, self.move).points
        others = [preview(self.position, move).points for move in legal_moves(self.position)]
        yield _reason(1 + points, "scores", count=points)
        if points == max(others) > min(others):
            yield _reason(2.5, "scores_most")
        player = self.position.turn
        board = self.position.board(player)
        after = tile_line(player, board, self.move.line, self.move.column).board
        rest = [other.score for other in self.position.boards if other is not board]
        lead = after.score - max(rest, default=0)
        yield from _wall_reasons(after.wall, self.move.line, self.move.column, lead)


def _group(move: Take) -> object:
    """The tiles that a take takes, wherever they go."""
    return move.source, move.kinds


def _tiled(rules: RuleSet, board: Board, line: int) -> tuple[Wall, int]:
    """A coloured wall with the tiles of all complete lines that hold a colour; a line's column."""
    columns = {}
    for place in board.lines:
        if place.complete and place.colour is not None:
            columns[place.size] = coloured_column(place.size, place.colour)
            board = board.with_cell(place.size, columns[place.size], place.wall_tile)
    return board.wall, columns[line]


def _wall_reasons(wall: Wall, row: int, column: int, lead: int) -> Iterator[Weighed]:
    """What a new tile means for its row, column and colour (R35)."""
    tile = wall[row - 1][column - 1]
    in_row = sum(cell is not None for cell in wall[row - 1])
    in_column = sum(cell is not None for cell in column_cells(wall, column))
    if in_row == SIZE:
        yield _reason(ROW_BONUS, "completes_row", row=row, count=ROW_BONUS)
        if lead > 0:
            yield _reason(6, "ends_game", row=row)
    elif in_row in NEARLY:
        yield _reason(0.2 * in_row, "prepares_row", row=row, count=in_row)
    if in_column == SIZE:
        yield _reason(COLUMN_BONUS, "completes_column", column=column, count=COLUMN_BONUS)
    elif in_column in NEARLY:
        yield _reason(0.5 * in_column, "prepares_column", column=column, count=in_column)
    if tile is not None and tile is not Tile.JOKER:  # R50
        yield from _colour_reasons(wall, tile)


def _colour_reasons(wall: Wall, tile: Tile) -> Iterator[Weighed]:
    number = sum(cell is tile for row in wall for cell in row)
    if number == SIZE:
        yield _reason(COLOUR_BONUS, "completes_colour", tile=str(tile), count=COLOUR_BONUS)
    elif number in NEARLY:
        yield _reason(0.6 * number, "prepares_colour", tile=str(tile), count=number)
