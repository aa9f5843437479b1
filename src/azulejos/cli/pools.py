"""The option `--on`, which several commands share: which worker pool does the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ..workers import PoolOptions

On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="processes of this machine, ray (started here, or RAY_ADDRESS), or ray://HOST:PORT.",
    ),
]
GOES_ON = "The same command goes on where it was."


def pool_options(text: str) -> PoolOptions:
    from ..workers import parse_pool

    try:
        return parse_pool(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
