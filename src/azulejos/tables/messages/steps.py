"""What happened, as steps: each event with the flights of its tiles and the score after it.

Carried out in order, the flights lead from the state before a move to the state after it. Nothing
is recomputed here but which cells were counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ...notation import format_move
from ...rules import Tile
from ...rules.board import Wall
from ...rules.events import (
    BonusKind,
    BonusScored,
    Dealt,
    Discarded,
    Event,
    Fallen,
    FloorCharged,
    GameEnded,
    GameWon,
    Laid,
    LidTipped,
    LineDropped,
    MarkerTaken,
    MovedToCentre,
    OfferEnded,
    StarterChosen,
    Taken,
    Tiled,
)
from ...rules.material import SIZE
from ...rules.moves import CENTRE
from ...rules.position import Position
from ..line import Ply
from .types import Cell, Entry, Flight, Step

BAG, LID, MIDDLE = "bag", "lid", "centre"
PLACES = range(1, SIZE + 1)


def entry_of(ply: Ply) -> Entry:
    """A ply with its steps."""
    return Entry(
        ply=ply.number,
        move=format_move(ply.move),
        player=ply.player,
        round=ply.before.round,
        steps=list(steps_of(ply.before, ply.events)),
        scores=[board.score for board in ply.after.boards],
    )


def steps_of(before: Position, events: Iterable[Event]) -> Iterator[Step]:
    """A step an event, from this position on."""
    teller = _Teller(before)
    for event in events:
        yield teller.step(event)


class _Teller:
    """Follows the events: what a player holds comes from somewhere, scores and walls grow."""

    def __init__(self, before: Position) -> None:
        self._scores = [board.score for board in before.boards]
        self._walls = [board.wall for board in before.boards]
        self._hand = ""
        """The place that tiles which are laid or fall come from: a source, or a line that drops."""

    def step(self, event: Event) -> Step:
        return _STEPS[type(event)](self, event)

    # Preparation

    def _dealt(self, event: Dealt) -> Step:
        tiles = str(event.tiles)
        flights = _flights((tiles, BAG, f"display/{event.display}"))
        return Step(event="dealt", flights=flights, display=event.display, tiles=tiles)

    def _lid_tipped(self, event: LidTipped) -> Step:
        tiles = str(event.tiles)
        return Step(event="lid_tipped", flights=_flights((tiles, LID, BAG)), tiles=tiles)

    # Offer

    def _taken(self, event: Taken) -> Step:
        """The tiles fly with what follows, when it is known where to."""
        self._hand = MIDDLE if event.source == CENTRE else f"display/{event.source}"
        return Step(
            event="taken",
            flights=[],
            player=event.player,
            source=event.source,
            tiles=str(event.tiles),
        )

    def _to_centre(self, event: MovedToCentre) -> Step:
        tiles = str(event.tiles)
        flights = _flights((tiles, f"display/{event.display}", MIDDLE))
        return Step(event="to_centre", flights=flights, display=event.display, tiles=tiles)

    def _marker(self, event: MarkerTaken) -> Step:
        flights = _flights((Tile.MARKER, MIDDLE, _floor(event.player)))
        return Step(event="marker", flights=flights, player=event.player, space=event.space)

    def _laid(self, event: Laid) -> Step:
        tiles = str(event.tiles)
        return Step(
            event="laid",
            flights=_flights((tiles, self._hand, _line(event.player, event.line))),
            player=event.player,
            line=event.line,
            tiles=tiles,
            completed=event.completed,
        )

    def _fallen(self, event: Fallen) -> Step:
        tiles = "".join(event.tiles)
        return Step(
            event="fallen",
            flights=_flights((tiles, self._hand, _floor(event.player))),
            player=event.player,
            tiles=tiles,
            space=event.first_space,
        )

    def _discarded(self, event: Discarded) -> Step:
        tiles = str(event.tiles)
        flights = _flights((tiles, self._hand, LID))
        return Step(event="discarded", flights=flights, player=event.player, tiles=tiles)

    def _offer_ended(self, event: OfferEnded) -> Step:
        return Step(event="offer_ended", flights=[])

    # Tiling

    def _tiled(self, event: Tiled) -> Step:
        player, row, column = event.player, event.row, event.column
        self._put(player, row, column, event.tile)
        cell = f"player/{player}/wall/{row}/{column}"
        home = _line(player, row)
        return Step(
            event="tiled",
            flights=_flights((event.tile, home, cell), (str(event.to_lid), home, LID)),
            player=player,
            score=self._scored(player, event.points),
            row=row,
            column=column,
            tile=event.tile.value,
            horizontal=event.horizontal,
            vertical=event.vertical,
            across=self._run(player, row, column, 0, 1) if event.horizontal else [],
            down=self._run(player, row, column, 1, 0) if event.vertical else [],
            points=event.points,
        )

    def _line_dropped(self, event: LineDropped) -> Step:
        self._hand = _line(event.player, event.line)
        return Step(
            event="line_dropped",
            flights=[],
            player=event.player,
            line=event.line,
            tiles=str(event.tiles),
        )

    def _floor_charged(self, event: FloorCharged) -> Step:
        """The marker goes back to the centre, for the next round."""
        tiles = "".join(event.floor)
        home = _floor(event.player)
        marker = Tile.MARKER if Tile.MARKER in event.floor else ""
        return Step(
            event="floor_charged",
            flights=_flights((tiles.replace(Tile.MARKER, ""), home, LID), (marker, home, MIDDLE)),
            player=event.player,
            score=self._scored(event.player, -event.lost),
            tiles=tiles,
            penalty=event.penalty,
            lost=event.lost,
        )

    def _starter(self, event: StarterChosen) -> Step:
        return Step(event="starter", flights=[], player=event.player)

    # The end

    def _ended(self, event: GameEnded) -> Step:
        return Step(event="ended", flights=[], reason=event.reason.value)

    def _bonus(self, event: BonusScored) -> Step:
        return Step(
            event="bonus",
            flights=[],
            player=event.player,
            score=self._scored(event.player, event.points),
            kind=event.kind.value,
            which=str(event.which) if isinstance(event.which, Tile) else event.which,
            points=event.points,
            cells=self._bonus_cells(event),
        )

    def _won(self, event: GameWon) -> Step:
        winners = list(event.winners)
        return Step(event="won", flights=[], winners=winners, won_by=event.won_by.value)

    # Scores and walls

    def _scored(self, player: int, points: int) -> int:
        self._scores[player - 1] += points
        return self._scores[player - 1]

    def _put(self, player: int, row: int, column: int, tile: Tile) -> None:
        wall = self._walls[player - 1]
        cells = (*wall[row - 1][: column - 1], tile, *wall[row - 1][column:])
        self._walls[player - 1] = (*wall[: row - 1], cells, *wall[row:])

    def _run(self, player: int, row: int, column: int, down: int, across: int) -> list[Cell]:
        """The unbroken run through a cell in one direction, from its first cell on (R24, R25)."""
        wall = self._walls[player - 1]
        while _filled(wall, row - down, column - across):
            row, column = row - down, column - across
        cells = []
        while _filled(wall, row, column):
            cells.append((row, column))
            row, column = row + down, column + across
        return cells

    def _bonus_cells(self, event: BonusScored) -> list[Cell]:
        """R35; a joker is none of a colour's five (R50)."""
        wall = self._walls[event.player - 1]
        cells = [(row, column) for row in PLACES for column in PLACES]
        match event.kind:
            case BonusKind.ROW:
                return [cell for cell in cells if cell[0] == event.which]
            case BonusKind.COLUMN:
                return [cell for cell in cells if cell[1] == event.which]
            case BonusKind.COLOUR:
                return [(r, c) for r, c in cells if wall[r - 1][c - 1] == event.which]


_STEPS: dict[type[Event], Callable[[_Teller, Any], Step]] = {
    Dealt: _Teller._dealt,
    LidTipped: _Teller._lid_tipped,
    Taken: _Teller._taken,
    MovedToCentre: _Teller._to_centre,
    MarkerTaken: _Teller._marker,
    Laid: _Teller._laid,
    Fallen: _Teller._fallen,
    Discarded: _Teller._discarded,
    OfferEnded: _Teller._offer_ended,
    Tiled: _Teller._tiled,
    LineDropped: _Teller._line_dropped,
    FloorCharged: _Teller._floor_charged,
    StarterChosen: _Teller._starter,
    GameEnded: _Teller._ended,
    BonusScored: _Teller._bonus,
    GameWon: _Teller._won,
}


def _filled(wall: Wall, row: int, column: int) -> bool:
    return row in PLACES and column in PLACES and wall[row - 1][column - 1] is not None


def _flights(*flights: tuple[str, str, str]) -> list[Flight]:
    """Only those that carry something."""
    return [
        {"tiles": str(tiles), "from": origin, "to": to} for tiles, origin, to in flights if tiles
    ]


def _line(player: int, line: int) -> str:
    return f"player/{player}/line/{line}"


def _floor(player: int) -> str:
    return f"player/{player}/floor"
