"""Positions and records from the command line: moves, apply, show, replay, perft."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..drawing.pixels import png_of
from ..drawing.svg import draw_svg
from ..drawing.text import full_names, show_table
from ..locales import system_language
from ..notation import Record, parse_position
from ..notation.record_files import records
from ..notation.text_moves import play
from ..rules import AzulejosError, Move, Phase, Position, UsageError, divide, legal_moves, perft
from .app import Language, app, console, say_if_slow, words_of
from .output import STREAM, AsJson, position_document, tell_json, write_output
from .streams import BAD_INPUT, complain

if TYPE_CHECKING:
    from ..core import State

PositionText = Annotated[
    str,
    typer.Argument(
        metavar="POSITION", help="A position's text in quotes, or - to read one a line."
    ),
]


def position_of(text: str) -> Position:
    """The one position that the user gave, as text or on standard input."""
    if text == STREAM:
        text, *more = [line for line in sys.stdin if line.strip()] or [""]
        if more:
            raise typer.BadParameter(f"this is for one position, not for {len(more) + 1} lines")
    return parse_position(text)


def answer_each(
    text: str, answer: Callable[[Position], None], as_json: bool, between: str | None = ""
) -> None:
    """Answers the position, or every line of standard input; one that is none with a sentence.

    `between` stands between the answers for people. Bad lines show in the exit code.
    """
    if text != STREAM:
        answer(parse_position(text))
        return
    answered = failed = False
    for number, line in enumerate(sys.stdin, start=1):
        if not line.strip():
            continue
        if answered and not as_json and between is not None:
            typer.echo(between)
        answered = True
        try:
            answer(parse_position(line))
        except AzulejosError as error:
            failed = True
            complain(f"line {number}: {error}")
            if as_json:
                tell_json({"error": error.code, "sentence": str(error)})
    if not answered:
        parse_position("")  # which says what was expected
    if failed:
        raise typer.Exit(BAD_INPUT)


@app.command()
def moves(position: PositionText, as_json: AsJson = False) -> None:
    """List the legal moves, one a line."""

    def answer(table: Position) -> None:
        found = [str(move) for move in legal_moves(table)]
        if as_json:
            tell_json(position_document(table) | {"moves": found})
            return
        for move in found:
            typer.echo(move)
        if table.phase is Phase.PREPARATION:
            typer.echo("A deal is due: chance moves.", err=True)
        if table.phase is Phase.OVER:
            typer.echo("The game is over: nobody moves.", err=True)

    answer_each(position, answer, as_json)


@app.command(name="apply")
def apply_moves(
    position: PositionText,
    moves: Annotated[list[str], typer.Argument(metavar="MOVE…", help="Moves; deals are some too.")],
    as_json: AsJson = False,
) -> None:
    """Play moves and print the position after them."""

    def answer(table: Position) -> None:
        for move in moves:
            table = play(table, move).position
        if as_json:
            tell_json(position_document(table))
        else:
            typer.echo(str(table))

    answer_each(position, answer, as_json, between=None)


class Theme(StrEnum):
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Picture:
    """What is to be drawn, and how."""

    position: Position
    names: Sequence[str]
    language: str
    theme: Theme

    def write(self, svg: bool, out: Path | None, png: Path | None, width: int | None) -> None:
        """Prints the SVG or writes it to a file; makes the PNG, if one is wanted."""
        if width and not png:
            raise typer.BadParameter("--width is for PNG pictures: add --png FILE")
        drawing = draw_svg(
            self.position, names=self.names, language=self.language, theme=self.theme.value
        )
        if png:
            write_output(png, png_of(drawing, width))
        if out:
            write_output(out, drawing.encode())
        elif svg:
            # What is printed may reach a file in any encoding, and would be read as UTF-8.
            typer.echo(drawing.encode("ascii", "xmlcharrefreplace").decode(), nl=False)


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
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """Draw a position for a person: in colour on a terminal, or as a picture in the page's art.

    For example: azulejos show POSITION --svg --theme dark > table.svg
    """
    words = words_of(lang or system_language())
    given = [name.strip() for name in names.split(",")] if names else []
    is_picture = svg or out is not None or png is not None
    if (theme or width) and not is_picture:
        raise typer.BadParameter("--theme and --width are for pictures: add --svg or --png FILE")
    if as_json and is_picture:
        raise typer.BadParameter("a picture is no JSON: leave out --json")

    def answer(table: Position) -> None:
        called = full_names(table, given, words)
        if is_picture:
            picture = Picture(table, called, words.language, theme or Theme.LIGHT)
            picture.write(svg, out, png, width)
        elif as_json:
            tell_json(position_document(table) | {"names": called})
        else:
            show_table(console(), table, called, words)

    if is_picture:
        answer(position_of(position))  # one file holds one picture
    else:
        answer_each(position, answer, as_json)


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of records, or - to read it.")
    ],
    positions: Annotated[
        bool, typer.Option("--positions", help="Print the position after every move.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay records, check their results and print their final positions."""
    number = 0
    for number, record in enumerate(records(sys.stdin if file == STREAM else file), start=1):
        if as_json:
            tell_json(_replayed(record, positions))
            continue
        if positions and number > 1:
            typer.echo()
        _replay(record, typer.echo if positions else None)
    if not number:
        raise typer.BadParameter(f"{file} holds no record")


def _replay(record: Record, tell: Callable[[str], None] | None) -> None:
    table = record.start()
    for step in record.replay():
        table = step.position
        if tell:
            tell(str(table))
    record.check_result(table)
    if not tell:
        typer.echo(str(table))


def _replayed(record: Record, with_positions: bool) -> dict[str, Any]:
    steps = list(record.replay())
    final = steps[-1].position if steps else record.start()
    record.check_result(final)
    document = {"tags": record.tags, "moves": [str(step.move) for step in steps]}
    if with_positions:
        document["positions"] = [str(step.position) for step in steps]
    return document | position_document(final)


@app.command(name="perft")
def count_leaves(
    position: PositionText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many plies deep.")],
    by_move: Annotated[bool, typer.Option("--divide", help="Count by first move too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the leaves so many plies deep; the count is printed last."""
    if depth < 0:
        raise UsageError("negative_depth", depth=depth)
    by_move = by_move and depth > 0
    say_if_slow()

    def answer(table: Position) -> None:
        counts = _divide(table, depth) if by_move else {}
        # A position without moves is itself a leaf.
        leaves = (sum(counts.values()) or 1) if by_move else _perft(table, depth)
        if as_json:
            divided = {str(move): count for move, count in counts.items()}
            found = {"position": str(table), "depth": depth, "leaves": leaves}
            tell_json(found | ({"divide": divided} if by_move else {}))
            return
        for move, count in counts.items():
            typer.echo(f"{move} {count}")
        typer.echo(leaves)

    answer_each(position, answer, as_json, between="" if by_move else None)


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
    from ..core import State

    try:
        return State.from_position(table)
    except OverflowError:
        return None
