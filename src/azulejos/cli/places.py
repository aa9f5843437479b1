"""The option `--on`, which several commands share: where work is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..places import Where

On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="processes of this machine, ray (started here, or RAY_ADDRESS), or ray://HOST:PORT.",
    ),
]
GOES_ON = "The same command goes on where it was."


def where_of(text: str) -> Where:
    from ..places import parse_where

    try:
        return parse_where(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
