"""The Typer app, its entry point, and what its commands share.

Every command answers bad input with one sentence on standard error and exit code 2.
"""

from __future__ import annotations

import os
import re
import sys
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from ..extras import MissingExtraError
from ..locales import LANGUAGES, Catalogue, catalogue, system_language
from ..protocol.contract import MOST_THREADS
from ..rules import AzulejosError, RuleSet
from . import version_line, why_slow

if TYPE_CHECKING:
    from rich.console import Console

BAD_INPUT = 2

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
    """The command's entry point: turns every wrong input into one sentence and exit code 2."""
    _mend_streams()
    try:
        status = app(prog_name="azulejos", standalone_mode=False)
        if not sys.stdout.closed:  # as the engine leaves it whose reader has gone
            sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except typer.TyperException as error:
        fail(error.format_message())
    except MissingExtraError as error:
        fail(catalogue(system_language()).error(error))
    except AzulejosError as error:
        fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough, as in `azulejos random | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)


def _mend_streams() -> None:
    """A closed stream reads and writes nothing; a sign that a stream can't bear is replaced."""
    sys.stdin = sys.stdin or StringIO()
    sys.stdout = sys.stdout or StringIO()
    sys.stderr = sys.stderr or StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def fail(sentence: str) -> NoReturn:
    """Ends the program over bad input."""
    complain(sentence)
    sys.exit(BAD_INPUT)


def complain(sentence: str) -> None:
    """One line about bad input, whatever is in it; no-break spaces stay."""
    line = re.sub(r"\s+", " ", sentence.strip(), flags=re.ASCII)
    typer.echo(f"azulejos: {line}", err=True)


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
