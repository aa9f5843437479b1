"""The table drawn for a person: tiles as coloured squares that always bear their letter.

A small letter is a cell that waits for that colour, a capital a tile: without colour nothing
is lost. Draws any position, knows nothing of a game in progress.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ..locales import Catalogue
from ..rules import Board, Phase, Position, Tile
from ..rules.material import FLOOR_PENALTIES, SIZE, RuleSet, coloured_cell

STYLES = {
    Tile.BLUE: "bold white on rgb(0,90,180)",
    Tile.YELLOW: "bold black on rgb(240,190,40)",
    Tile.RED: "bold white on rgb(190,40,30)",
    Tile.BLACK: "bold white on rgb(40,40,45)",
    Tile.WHITE: "bold black on rgb(225,235,240)",
    Tile.JOKER: "bold white on rgb(130,60,150)",
    Tile.MARKER: "bold black on rgb(120,200,170)",
}
EMPTY_SPACE = " · "
ARROW = " ▸ "


def draw_table(position: Position, names: Sequence[str], words: Catalogue) -> RenderableType:
    """Everything on the table, for whoever may look: all of it is public (E9)."""
    boards = [
        draw_board(position, player, name, words) for player, name in enumerate(names, start=1)
    ]
    return Group(
        _heading(position, names, words),
        Text(),
        _displays(position, words),
        _centre(position, words),
        Text(),
        Columns(boards, padding=(0, 1)),
        _supply(words.text("label.bag"), position.bag.counts, words),
        _supply(words.text("label.lid"), position.lid.counts, words),
    )


def _heading(position: Position, names: Sequence[str], words: Catalogue) -> Text:
    heading = Text(words.text("label.round", round=min(position.round, 50)), style="bold")
    name = names[position.turn - 1]
    match position.phase:
        case Phase.OFFER | Phase.TILING:
            state = words.text("label.turn", name=name)
        case Phase.PREPARATION:
            state = words.text("label.deal_due", name=name)
        case Phase.OVER:
            state = words.text("label.over")
    return heading.append(f" · {state}", style="not bold")


def _tile(tile: Tile) -> Text:
    return Text(f" {tile} ", style=STYLES[tile])


def _row(tiles: Iterable[Tile]) -> Text:
    return Text.assemble(*(_tile(tile) for tile in tiles))


def _displays(position: Position, words: Catalogue) -> RenderableType:
    parts = []
    for number, display in enumerate(position.displays, start=1):
        tiles = _row(display) if display else Text("-", style="dim")
        tiles.pad_right(12 - tiles.cell_len)
        parts.append(Text.assemble((f"{number} ", "bold"), tiles))
    return Group(Text(words.text("label.displays")), Columns(parts, padding=(0, 2)))


def _centre(position: Position, words: Catalogue) -> Text:
    tiles = ([Tile.MARKER] if position.marker_in_centre else []) + list(position.centre)
    content = _row(tiles) if tiles else Text("-", style="dim")
    return Text.assemble(words.text("label.centre"), "\n", ("0 ", "bold"), content)


def _supply(label: str, counts: Iterable[int], words: Catalogue) -> Text:
    total = words.text("label.count", sum(counts := list(counts)))
    pairs = [f"{kind}{count}" for kind, count in zip("BYRKWJ", counts, strict=True) if count]
    return Text(f"{label}: {total}  {' '.join(pairs)}", style="dim")


def draw_board(position: Position, player: int, name: str, words: Catalogue) -> Panel:
    """One board: pattern lines to the left, wall to the right, floor line below."""
    board = position.board(player)
    rows = [_line_and_row(position.rules, board, number) for number in range(1, SIZE + 1)]
    to_move = player == position.turn and position.phase is not Phase.OVER
    title = Text.assemble(
        "▶ " if to_move else "", (name, "bold"), "  ", words.text("label.score", board.score)
    )
    content = Group(*rows, Text(), *_floor(board, words))
    return Panel(content, title=title, width=39, border_style="green" if to_move else "dim")


def _line_and_row(rules: RuleSet, board: Board, number: int) -> Text:
    line = board.line(number)
    row = Text.assemble((f"{number} ", "bold"), "   " * (SIZE - number), EMPTY_SPACE * line.free)
    row.append_text(_row(reversed(list(line.tiles)))).append(ARROW)
    for column in range(1, SIZE + 1):
        cell = board.cell(number, column)
        if cell is not None:
            row.append_text(_tile(cell))
        elif rules.grey_wall:
            row.append(EMPTY_SPACE, style="dim")
        else:
            row.append(f" {coloured_cell(number, column).lower()} ", style="dim")
    return row


def _floor(board: Board, words: Catalogue) -> list[Text]:
    spaces = _row(board.floor)
    spaces.append(EMPTY_SPACE * max(0, len(FLOOR_PENALTIES) - len(board.floor)))
    penalties = "".join(f"{-penalty:>2} " for penalty in FLOOR_PENALTIES)
    return [
        Text.assemble(("0 ", "bold"), spaces),
        Text(f"  {penalties} {words.text('label.floor')}", style="dim"),
    ]
