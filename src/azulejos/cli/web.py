"""The game in the browser: play, and serve it to others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..folders import VARIABLE
from ..locales import system_language
from ..protocol.contract import MOST_THREADS
from . import launching
from .app import Language, app, words_of

OwnBots = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BOT",
        help="A bot of your own at the tables beside the levels: python:MODULE:CLASS, or its name.",
    ),
]

Engine = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Let visitors work out reviews on their own devices, with the engine of a folder "
        "that `azulejos site` has made.",
    ),
]


@app.command()
def play(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; the usual one or a free one if not given."),
    ] = None,
    host: Annotated[
        str,
        typer.Option(help="The address to listen at; for others there is `azulejos serve`."),
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
    bot: OwnBots = None,
    engine: Engine = None,
    lang: Language = "",
) -> None:
    """Play in the browser: opens the page, or prints its address where there is no screen."""
    _bring(bot or [])
    _launch(lang, data, host=host, port=port, browser=not no_browser, engine=_whole(engine))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 is for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; the usual one or a free one if not given."),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="How others reach it over the internet: https://games.example.org"
        ),
    ] = "",
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="AZULEJOS_DATABASE",
            help="Keep the games in a database: postgresql://user@host/name (extra `cluster`).",
        ),
    ] = "",
    redis: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="AZULEJOS_REDIS",
            help="Needed by several processes on one database: redis://host (extra `cluster`).",
        ),
    ] = "",
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=f"Where games are kept; {VARIABLE} or the usual if not given."
        ),
    ] = None,
    people_per_address: Annotated[
        int,
        typer.Option(min=1, max=1_000_000, help="How many people may play behind one address."),
    ] = 20,
    away_after: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            min=0.1,
            max=86_400,
            help="After how long the others may let a bot play for somebody who is gone.",
        ),
    ] = 60.0,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy, or a network of them, that is believed where requests come from; "
            "one on this machine always is.",
        ),
    ] = None,
    thinkers: Annotated[
        int, typer.Option(min=1, max=256, help="How many bots and hints think at the same time.")
    ] = 2,
    threads_per_bot: Annotated[
        int,
        typer.Option(
            min=1, max=MOST_THREADS, help="How many threads the strongest bots search with."
        ),
    ] = 1,
    bot: OwnBots = None,
    engine: Engine = None,
    lang: Language = "",
) -> None:
    """Play with others: serves the game to everybody who is invited, and prints the addresses."""
    _bring(bot or [])
    _launch(
        lang,
        data,
        host=host,
        port=port,
        browser=False,
        for_others=True,
        public_url=public_url,
        database=database,
        redis=redis,
        people_per_address=people_per_address,
        away_after=away_after,
        bot_threads=thinkers,
        threads_per_bot=threads_per_bot,
        trusted_proxies=tuple(trusted_proxy or ()),
        engine=_whole(engine),
    )


def _whole(folder: Path | None) -> Path | None:
    """Wherever the server goes to work."""
    return folder and folder.absolute()


def _bring(bots: list[str]) -> None:
    """The host's own bots to the tables; what is wrong with one is said before the start."""
    if not bots:
        return
    from ..bots import bring_to_tables, make_bot
    from ..protocol import BotError

    for spec in bots:
        try:
            make_bot(bring_to_tables(spec)).close()
        except BotError as error:
            raise typer.BadParameter(str(error)) from error


def _launch(lang: str, data: Path | None, **asked: Any) -> None:
    language = words_of(lang or system_language()).language
    raise typer.Exit(launching.serve(language, data, **asked))
