"""Pictures of positions from the command line, for `azulejos show`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import typer

from ..drawing.pixels import png_of
from ..drawing.svg import draw_svg
from ..rules import Position
from .output import write_output


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
