"""The table drawn for a person: tiles as coloured squares that always bear their letter.

A small letter is a cell that waits for that colour, a capital a tile. Where there is no colour,
tiles stand in brackets, so that nothing is lost. Draws any position, knows of no game around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import StringIO

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ..locales import FALLBACK, Catalogue, catalogue
from ..notation import PlayerNameError
from ..rules import Board, Heap, Phase, Position, Tile
from ..rules.material import FLOOR_PENALTIES, LAST_ROUND, SIZE, coloured_cell

STYLES = {
    Tile.BLUE: "bold white on rgb(0,90,180)",
    Tile.YELLOW: "bold black on rgb(240,190,40)",
    Tile.RED: "bold white on rgb(190,40,30)",
    Tile.BLACK: "bold white on rgb(80,80,90)",
    Tile.WHITE: "bold black on rgb(225,235,240)",
    Tile.JOKER: "bold white on rgb(130,60,150)",
    Tile.MARKER: "bold black on rgb(120,200,170)",
}
NOTHING = Text(" -", style="dim")
CELL = 3
DISPLAY_WIDTH = 4 * CELL
BOARD_WIDTH = 39
TABLE_WIDTH = 80
NAME_WIDTH = 18


@dataclass(frozen=True, slots=True)
class Symbols:
    dot: str
    arrow: str
    turn: str


SYMBOLS = Symbols("·", "▸", "▶")
ASCII_SYMBOLS = Symbols(".", ">", ">")


def text_of(
    position: Position,
    names: Sequence[str] | None = None,
    *,
    language: str = FALLBACK,
    colour: bool = True,
    width: int = TABLE_WIDTH,
) -> str:
    """The table as text: in ANSI colours, or plain.

    >>> from ..rules import start
    >>> print(text_of(start(2), colour=False).splitlines()[0])
    Round 1 · new tiles are due, then Player 1 starts
    """
    words = catalogue(language)
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        no_color=not colour,
        force_jupyter=False,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    show_table(console, position, full_names(position, names or [], words), words)
    assert isinstance(console.file, StringIO)
    return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines())


def full_names(position: Position, names: Sequence[str], words: Catalogue) -> list[str]:
    """The names that were given; players without one are called by their numbers."""
    if len(names) > position.players:
        raise PlayerNameError("too_many_names", names=len(names), players=position.players)
    given = [*names, *[""] * (position.players - len(names))]
    return [
        name or words.text("name.player", number=number)
        for number, name in enumerate(given, start=1)
    ]


def show_table(
    console: Console, position: Position, names: Sequence[str], words: Catalogue, fit: bool = False
) -> None:
    """Prints everything on the table: all of it is public (E9).

    To fit a window that is too low, the other players' boards shrink to their scores.
    """
    drawing = _drawing(console, position, names, words)
    table = drawing.table()
    if fit and console.is_terminal and len(console.render_lines(table)) + 2 > console.height:
        table = drawing.table(only=position.turn)
    console.print(table)


def show_board(
    console: Console, position: Position, player: int, names: Sequence[str], words: Catalogue
) -> None:
    """Prints one player's board."""
    console.print(_drawing(console, position, names, words).board(player))


def _drawing(
    console: Console, position: Position, names: Sequence[str], words: Catalogue
) -> _Drawing:
    colour = console.color_system is not None and not console.no_color
    symbols = SYMBOLS if console.encoding.lower().startswith("utf") else ASCII_SYMBOLS
    return _Drawing(position, names, words, colour, symbols)


@dataclass(frozen=True, slots=True)
class _Drawing:
    position: Position
    names: Sequence[str]
    words: Catalogue
    colour: bool
    symbols: Symbols

    def table(self, only: int = 0) -> RenderableType:
        """All boards, or only one; the displays last, beside the prompt."""
        players = range(1, self.position.players + 1)
        boards = [self.board(player) for player in players if only in (0, player)]
        scores = [self._score(player) for player in players if only not in (0, player)]
        return Group(
            self._heading(),
            Columns(boards, padding=(0, 1)),
            *scores,
            self._supply("label.bag", self.position.bag),
            self._supply("label.lid", self.position.lid),
            Text(self.words.text("label.displays")),
            self._displays(),
            Text(self.words.text("label.centre")),
            self._centre(),
        )

    def _heading(self) -> Text:
        number = min(self.position.round, LAST_ROUND)
        state = {
            Phase.OFFER: "label.turn",
            Phase.TILING: "label.turn",
            Phase.PREPARATION: "label.deal_due",
            Phase.OVER: "label.over",
        }[self.position.phase]
        name = self.names[self.position.turn - 1]
        return Text.assemble(
            (self.words.text("label.round", round=number), "bold"),
            f" {self.symbols.dot} ",
            self.words.text(state, name=name),
        )

    def _tile(self, tile: Tile) -> Text:
        return Text(f" {tile} ", style=STYLES[tile]) if self.colour else Text(f"[{tile}]")

    def _free(self, spaces: int) -> str:
        return f" {self.symbols.dot} " * spaces

    def _tiles(self, tiles: Iterable[Tile]) -> Text:
        return Text.assemble(*(self._tile(tile) for tile in tiles))

    def _displays(self) -> Columns:
        parts = []
        for number, display in enumerate(self.position.displays, start=1):
            tiles = self._tiles(display) if display else NOTHING.copy()
            tiles.pad_right(DISPLAY_WIDTH - tiles.cell_len)
            parts.append(Text.assemble((f"{number} ", "bold"), tiles))
        return Columns(parts, padding=(0, 2))

    def _centre(self) -> Text:
        marker = [Tile.MARKER] if self.position.marker_in_centre else []
        tiles = self._tiles([*marker, *self.position.centre])
        return Text.assemble(("0 ", "bold"), tiles if tiles else NOTHING)

    def _supply(self, label: str, heap: Heap) -> Text:
        kinds = " ".join(f"{kind}{heap[kind]}" for kind in heap.kinds)
        total = self.words.text("label.count", len(heap))
        place, tiles = self.words.text(label), f"{total}  {kinds}".rstrip()
        return Text(self.words.text("label.supply", place=place, tiles=tiles), "dim")

    def _score(self, player: int, marked: bool = False) -> Text:
        name = Text(self.names[player - 1], style="bold")
        name.truncate(NAME_WIDTH, overflow="ellipsis")
        score = self.words.text("label.score", self.position.board(player).score)
        return Text.assemble(f"{self.symbols.turn} " if marked else "", name, "  ", score)

    def board(self, player: int) -> Panel:
        """Pattern lines to the left, wall to the right, floor line below."""
        board = self.position.board(player)
        to_move = player == self.position.turn and self.position.phase is not Phase.OVER
        rows = [self._line_and_row(board, number) for number in range(1, SIZE + 1)]
        content = Group(*rows, self._column_numbers(), *self._floor(board))
        border = "green" if to_move else "dim"
        title = self._score(player, marked=to_move)
        return Panel(content, title=title, width=BOARD_WIDTH, border_style=border)

    def _column_numbers(self) -> Text:
        numbers = "".join(f" {column} " for column in range(1, SIZE + 1))
        return Text(" " * (2 + CELL * SIZE + CELL) + numbers, style="dim")

    def _line_and_row(self, board: Board, number: int) -> Text:
        line = board.line(number)
        return Text.assemble(
            (f"{number} ", "bold"),
            " " * CELL * (SIZE - number),
            self._free(line.free),
            self._tiles(reversed(list(line.tiles))),  # R13: from the right
            f" {self.symbols.arrow} ",
            *(self._cell(board, number, column) for column in range(1, SIZE + 1)),
        )

    def _cell(self, board: Board, row: int, column: int) -> Text:
        tile = board.cell(row, column)
        if tile is not None:
            return self._tile(tile)
        if self.position.rules.grey_wall:
            return Text(self._free(1), style="dim")
        return Text(f" {coloured_cell(row, column).lower()} ", style="dim")

    def _floor(self, board: Board) -> list[Text]:
        free = self._free(max(0, len(FLOOR_PENALTIES) - len(board.floor)))
        penalties = "".join(f"{-penalty:>2} " for penalty in FLOOR_PENALTIES)
        return [
            Text.assemble(("0 ", "bold"), self._tiles(board.floor), free),
            Text(f"  {penalties} {self.words.text('label.floor')}", style="dim"),
        ]
