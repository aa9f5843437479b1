"""The Typer app, its entry point, and what its commands share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ..locales import LANGUAGES, Catalogue, catalogue
from ..protocol.contract import MOST_THREADS
from ..rules import RuleSet
from . import version_line, why_slow
from .streams import INTERRUPTED, fail, run

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    name="azulejos",
    help="The tile-laying board game: play it, replay it, take it apart.",
    epilog="For example: azulejos random --seed 1 | azulejos replay - | azulejos show -",
    rich_markup_mode="rich",
)

PlayerCount = Annotated[int, typer.Option("--players", help="2, 3 or 4 players.")]
Rules = Annotated[RuleSet, typer.Option("--rules", help="The rule set.")]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        help=f"One of {', '.join(LANGUAGES)}.",
        autocompletion=lambda: list(LANGUAGES),
    ),
]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        metavar="N",
        min=1,
        max=MOST_THREADS,
        help="Threads to search with; only with one do equal nodes give equal answers.",
    ),
]


def main() -> NoReturn:
    """The command's entry point."""
    run(_run_app)


def _run_app() -> object:
    try:
        return app(prog_name="azulejos", standalone_mode=False)
    except typer.TyperException as error:
        fail(error.format_message())
    except typer.Abort:
        sys.exit(INTERRUPTED)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(version_line())
        raise typer.Exit


def say_if_slow() -> None:
    """Where speed matters: that the core is not compiled, and why."""
    if reason := why_slow():
        typer.echo(f"The core runs interpreted, which is slow: {reason}", err=True)


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def words_of(language: str) -> Catalogue:
    """The texts in a language that the user asked for."""
    language = language.lower()
    if language not in LANGUAGES:
        raise typer.BadParameter(
            f"there is no language {language!r}: use one of {', '.join(LANGUAGES)}"
        )
    return catalogue(language)


def console(stderr: bool = False) -> Console:
    """Where tables are drawn: what we print is never markup."""
    from rich.console import Console  # Who plays in the browser does not wait for it.

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)
