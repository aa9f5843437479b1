"""How commands answer, the same for all: JSON, tables, counted things, files, and `-`.

`--json` means: everything on standard output, one JSON object a line. `-` means: standard input
where something is read, standard output where something is written.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from ..locales import Catalogue
from ..rules import Position
from .app import console

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

STREAM = "-"
UNBROKEN = 10_000  # columns, where nobody looks on: a table is as broad as its words
WRITING = os.O_WRONLY | os.O_APPEND | os.O_CREAT

AsJson = Annotated[bool, typer.Option("--json", help="JSON on standard output, one object a line.")]


def tell_json(document: dict[str, Any]) -> None:
    typer.echo(json.dumps(document, allow_nan=False, ensure_ascii=False))


def position_document(position: Position) -> dict[str, Any]:
    """What there is to say of a position, by name; its text has all of it."""
    outcome = position.outcome
    return {
        "position": str(position),
        "rules": str(position.rules),
        "players": position.players,
        "phase": str(position.phase),
        "round": position.round,
        "turn": None if outcome else position.turn,
        "scores": [board.score for board in position.boards],
        "winners": list(outcome.winners) if outcome else None,
    }


def print_table(table: RenderableType, to_stderr: bool = False) -> None:
    """On a terminal as broad as that; words are not broken for a pipe or a file."""
    target = console(to_stderr)
    if not target.is_terminal and "COLUMNS" not in os.environ:
        target.width = UNBROKEN
    target.print(table)


def number_table(words: Catalogue, first: str, *numbers: str) -> Table:
    """Without lines; all columns but the first are numbers."""
    from rich.table import Table  # Who asks for --help does not wait for it.

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words.text(first))
    for key in numbers:
        table.add_column(words.text(key), justify="right")
    return table


def counted(number: int, thing: str) -> str:
    """
    >>> counted(1, "game"), counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def is_stream(path: Path | None) -> bool:
    return path is not None and str(path) == STREAM


def refuse_stream(path: Path | None, what: str) -> None:
    """For what has to be a place on the disk."""
    if is_stream(path):
        raise typer.BadParameter(f"{what} can't be a stream: give a name instead of {STREAM}")


def write_output(path: Path, content: bytes) -> None:
    """To standard output or to a file; raises OSError."""
    if is_stream(path):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    else:
        path.write_bytes(content)


def check_writable(path: Path | None) -> None:
    """Raises OSError now rather than after hours."""
    if path is not None and not is_stream(path):
        existed = path.exists()
        os.close(os.open(path, WRITING, 0o666))
        if not existed:
            path.unlink()


@contextmanager
def appending(path: Path) -> Iterator[IO[str]]:
    """A file to add text to, or standard output."""
    if is_stream(path):
        yield sys.stdout
        return
    with path.open("a", encoding="utf-8", newline="\n") as file:
        yield file
