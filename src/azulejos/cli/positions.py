"""Positions and records from the command line: moves, apply, show, replay, perft."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..drawing.text import full_names, show_table
from ..locales import system_language
from ..notation import format_move, format_position, parse_move, parse_position, parse_records
from ..rules import Move, Phase, Position, UsageError, divide, legal_moves, perft, play
from ..terminal.store import read_text
from .app import STDIN, Language, app, console, say_if_slow, words_of
from .pictures import Picture, Theme

if TYPE_CHECKING:
    from ..core import State

PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position's text in quotes, or - to read it.")
]


def position_of(text: str) -> Position:
    """The position that the user gave, as text or on standard input."""
    return parse_position(sys.stdin.readline() if text == STDIN else text)


@app.command()
def moves(position: PositionText) -> None:
    """List the legal moves, one a line."""
    table = position_of(position)
    for move in legal_moves(table):
        typer.echo(format_move(move))
    if table.phase is Phase.PREPARATION:
        typer.echo("A deal is due: chance moves.", err=True)
    if table.phase is Phase.OVER:
        typer.echo("The game is over: nobody moves.", err=True)


@app.command(name="apply")
def apply_moves(
    position: PositionText,
    moves: Annotated[list[str], typer.Argument(metavar="MOVE…", help="Moves; deals are some too.")],
) -> None:
    """Play moves and print the position after them."""
    table = position_of(position)
    for move in moves:
        table = play(table, parse_move(move)).position
    typer.echo(format_position(table))


@app.command()
def show(
    position: PositionText,
    svg: Annotated[bool, typer.Option("--svg", help="Print a picture instead, as SVG.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the SVG goes.")
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option("--png", metavar="FILE", help="Make a PNG; needs the extra “picture”."),
    ] = None,
    width: Annotated[
        int | None, typer.Option(min=50, max=10_000, help="The PNG's, in pixels.")
    ] = None,
    theme: Annotated[Theme | None, typer.Option(help="The picture's: light or dark.")] = None,
    names: Annotated[
        str, typer.Option("--names", help="The players' names, with commas between.")
    ] = "",
    lang: Language = "",
) -> None:
    """Draw a position for a person: in colour on a terminal, or as a picture in the page's art.

    For example: azulejos show POSITION --svg --theme dark > table.svg
    """
    table = position_of(position)
    words = words_of(lang or system_language())
    called = [name.strip() for name in names.split(",")] if names else []
    called = full_names(table, called, words)
    if svg or out or png:
        picture = Picture(table, called, words.language, theme or Theme.LIGHT)
        picture.write(svg, out, png, width)
    elif theme or width:
        raise typer.BadParameter("--theme and --width are for pictures: add --svg or --png FILE")
    else:
        show_table(console(), table, called, words)


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of records, or - to read it.")
    ],
    positions: Annotated[
        bool, typer.Option("--positions", help="Print the position after every move.")
    ] = False,
) -> None:
    """Replay records, check their results and print their final positions."""
    text = sys.stdin.read() if file == STDIN else read_text(Path(file))
    records = parse_records(text)
    if not records:
        raise typer.BadParameter(f"{file} holds no record")
    for number, record in enumerate(records):
        if positions and number:
            typer.echo()
        table = record.start()
        for played in record.replay():
            table = played.position
            if positions:
                typer.echo(format_position(table))
        record.check_result(table)
        if not positions:
            typer.echo(format_position(table))


@app.command(name="perft")
def count_leaves(
    position: PositionText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many plies deep.")],
    by_move: Annotated[bool, typer.Option("--divide", help="Count by first move too.")] = False,
) -> None:
    """Count the leaves so many plies deep; the count is printed last."""
    table = position_of(position)
    if depth < 0:
        raise UsageError("negative_depth", depth=depth)
    if not by_move or depth == 0:
        typer.echo(_perft(table, depth))
        return
    counts = _divide(table, depth)
    for move, count in counts.items():
        typer.echo(f"{format_move(move)} {count}")
    typer.echo(sum(counts.values()) or 1)  # A position without moves is itself a leaf.


def _perft(table: Position, depth: int) -> int:
    state = _core_state(table)
    return state.perft(depth) if state else perft(table, depth)


def _divide(table: Position, depth: int) -> dict[Move, int]:
    state = _core_state(table)
    if state is None:
        return divide(table, depth)
    from ..core import move_of

    counts = {move_of(action): count for action, count in state.divide(depth).items()}
    return {move: counts[move] for move in legal_moves(table)}  # in the law's order


def _core_state(table: Position) -> State | None:
    """The position for the fast core, if it can hold it."""
    say_if_slow()
    from ..core import State

    try:
        return State.from_position(table)
    except OverflowError:
        return None
