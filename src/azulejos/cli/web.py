"""The game in the browser: play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..folders import VARIABLE, data_folder
from ..locales import catalogue, system_language
from .app import Language, app, fail, words_of


@app.command()
def play(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; the usual one or a free one if not given."),
    ] = None,
    host: Annotated[
        str, typer.Option(help="The address to listen at: others reach it only if you say so.")
    ] = "127.0.0.1",
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only print the address, open no browser.")
    ] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=f"Where games are kept; {VARIABLE} or the usual if not given."
        ),
    ] = None,
    lang: Language = "",
) -> None:
    """Play in the browser: opens the page, or prints its address where there is no screen."""
    language = words_of(lang or system_language()).language
    from ..server.launch import LaunchError, Wishes, launch

    folder = data_folder() if data is None else data
    wishes = Wishes(folder.absolute(), host, port, not no_browser)
    words = catalogue(language, "server")

    def warn(text: str) -> None:
        typer.echo(text, err=True)

    try:
        status = launch(wishes, words, typer.echo, warn)
    except LaunchError as error:
        fail(str(error))
    raise typer.Exit(status)
