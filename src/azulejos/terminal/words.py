"""The game in sentences: what happened, what lies where, what a move would do.

Serves the log of the drawn game and, alone, everyone who listens instead of looking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..locales import Catalogue
from ..rules import Board, Move, Outcome, Place, Position, Tile, WonBy, preview
from ..rules.events import (
    BonusScored,
    Discarded,
    Event,
    Fallen,
    FloorCharged,
    GameEnded,
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
from ..rules.material import FLOOR_SPACES
from ..rules.moves import CENTRE


class Teller:
    """Tells a game between players of these names in one language."""

    def __init__(self, words: Catalogue, names: Sequence[str]) -> None:
        self.words = words
        self.names = names

    def name(self, player: int) -> str:
        return self.names[player - 1]

    # What happened

    def events(self, events: Iterable[Event]) -> Iterator[str]:
        """A sentence an event, for those worth one: deals are told by showing the displays."""
        for event in events:
            if sentence := self.event(event):
                yield sentence

    def event(self, event: Event) -> str:
        text, tiles = self.words.text, self.words.tiles
        match event:
            case Taken(player, source, heap):
                key = "event.taken_centre" if source == CENTRE else "event.taken_display"
                return text(key, name=self.name(player), source=source, tiles=tiles(heap))
            case MovedToCentre(_, heap):
                return text("event.to_centre", tiles=tiles(heap))
            case MarkerTaken(player, space):
                beside = space > FLOOR_SPACES
                key = "event.marker_beside" if beside else "event.marker"
                return text(key, name=self.name(player), space=space)
            case Laid(_, line, heap, completed):
                key = "event.laid_complete" if completed else "event.laid"
                return text(key, line=line, tiles=tiles(heap))
            case Fallen(_, fallen, _):
                return text("event.fallen", tiles=tiles(fallen))
            case Discarded(_, heap):
                return text("event.discarded", tiles=tiles(heap))
            case LidTipped():
                return text("event.lid_tipped")
            case OfferEnded():
                return text("event.offer_ended")
            case StarterChosen(player):
                return text("event.starter", name=self.name(player))
        return self._scoring_event(event)

    def _scoring_event(self, event: Event) -> str:
        text = self.words.text
        match event:
            case Tiled():
                return self._tiled(event)
            case LineDropped(player, line, _):
                return text("event.line_dropped", name=self.name(player), line=line)
            case FloorCharged(player, _, penalty, lost):
                if lost < penalty:
                    return text("event.floor_to_zero", name=self.name(player), penalty=penalty)
                return text("event.floor_charged", lost, name=self.name(player))
            case BonusScored(player, kind, which, points):
                key = f"event.bonus_{kind}.{which}" if kind == "colour" else f"event.bonus_{kind}"
                return text(key, name=self.name(player), which=which, points=points)
            case GameEnded(reason):
                return text(f"event.ended_{reason}")
        return ""

    def _tiled(self, event: Tiled) -> str:
        """With the two parts of its points if there are two."""
        both = bool(event.horizontal and event.vertical)
        return self.words.text(
            "event.tiled_both" if both else "event.tiled",
            None if both else event.points,
            name=self.name(event.player),
            tile=self.words.text(f"tile.{event.tile}"),
            row=event.row,
            column=event.column,
            points=event.points,
            horizontal=event.horizontal,
            vertical=event.vertical,
        )

    def outcome(self, outcome: Outcome) -> Iterator[str]:
        """The final scores and the winner."""
        text = self.words.text
        for player, score in enumerate(outcome.scores, start=1):
            yield text("result.score", score, name=self.name(player))
        winners = self.words.listing([self.name(player) for player in outcome.winners])
        key = {
            WonBy.POINTS: "result.won",
            WonBy.ROWS: "result.won_by_rows",
            WonBy.SHARED: "result.shared",
        }[outcome.won_by]
        yield text(key, name=winners)

    # What lies where

    def table(self, position: Position) -> Iterator[str]:
        """The whole table: the displays first, then the boards from the player to move on."""
        yield self.words.text("plain.round", round=position.round)
        yield from self.displays(position)
        for player in position.seats_from(position.turn):
            yield from self.board(position, player)
        yield self.words.text("plain.bag", tiles=self.words.tiles(position.bag))
        yield self.words.text("plain.lid", tiles=self.words.tiles(position.lid))

    def round(self, position: Position) -> Iterator[str]:
        """How things stand for the player to move: the round, all scores, the own wall."""
        yield self.words.text("plain.round", round=position.round)
        for player in position.seats_from(position.turn):
            yield self._score(position, player)
        yield from self._wall(position.board(position.turn))

    def _score(self, position: Position, player: int) -> str:
        return self.words.text("plain.board", position.board(player).score, name=self.name(player))

    def displays(self, position: Position) -> Iterator[str]:
        for number, heap in enumerate(position.displays, start=1):
            if heap:
                tiles = self.words.tiles(heap)
                yield self.words.text("plain.display", number=number, tiles=tiles)
        centre = ([Tile.MARKER] if position.marker_in_centre else []) + list(position.centre)
        yield self.words.text("plain.centre", tiles=self.words.tiles(centre))

    def board(self, position: Position, player: int) -> Iterator[str]:
        """Only what is there: who listens has no use for empty lines."""
        board = position.board(player)
        yield self._score(position, player)
        yield from self.lines_and_floor(board)
        yield from self._wall(board)

    def lines_and_floor(self, board: Board) -> Iterator[str]:
        yield from self._lines(board)
        if board.floor:
            yield self.words.text("plain.floor", tiles=self.words.tiles(board.floor))

    def _lines(self, board: Board) -> Iterator[str]:
        lines = [line for line in board.lines if line.tiles]
        for line in lines:
            key, free = ("plain.line_full", None) if line.complete else ("plain.line", line.free)
            tiles = self.words.tiles(line.tiles)
            yield self.words.text(key, free, line=line.size, tiles=tiles)
        if not lines:
            yield self.words.text("plain.lines_empty")

    def _wall(self, board: Board) -> Iterator[str]:
        empty = True
        for row, cells in enumerate(board.wall, start=1):
            tiles = [
                self.words.text("plain.cell", tile=self.words.text(f"tile.{tile}"), column=column)
                for column, tile in enumerate(cells, start=1)
                if tile is not None
            ]
            if tiles:
                empty = False
                yield self.words.text("plain.row", row=row, cells=self.words.listing(tiles))
        if empty:
            yield self.words.text("plain.wall_empty")

    # What a move would do

    def preview(self, position: Position, move: Move) -> str:
        """`fills 2 spaces; completes the line; 3 points at the next tiling; …`"""
        text = self.words.text
        look = preview(position, move)
        if isinstance(move, Place):
            return text("preview.scores", look.points)
        parts = []
        if look.laid:
            parts.append(text("preview.laid", look.laid))
        if look.completes:
            parts.append(text("preview.completes"))
        if look.points:
            parts.append(text("preview.points", look.points))
        if look.falling:
            parts.append(text("preview.falling", look.falling))
        if look.marker:
            parts.append(text("preview.marker"))
        if look.penalty:
            parts.append(text("preview.penalty", look.penalty))
        return text("list.semicolon").join(parts) or text("preview.nothing")
