"""Playing from the command line: random games, and the game in the terminal."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from ..bots import FRIENDLY, RandomBot, level_names
from ..game import Game
from ..locales import system_language
from ..rules import AzulejosError, RuleSet
from ..terminal.start import GameOptions, TerminalApp
from ..terminal.store import game_folders, unfinished
from .app import Language, PlayerCount, Rules, app, console, words_of
from .output import AsJson, position_document, refuse_stream, tell_json
from .streams import fail


@app.command(name="random")
def random_games(
    players: PlayerCount = 2,
    rules: Rules = RuleSet.STD,
    seed: Annotated[
        int | None, typer.Option(help="The first game's seed; then counted up.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Play random games and print their records."""
    first = secrets.randbits(32) if seed is None else seed
    for number in range(games):
        if number and not as_json:
            typer.echo()
        game = Game(players, rules, seed=first + number, names=("bot:random",) * players)
        bot = RandomBot(Random(f"{first + number}/moves"))
        while game.outcome is None:
            game.play(bot.choose(game.position).move)
        if as_json:
            tell_json({"record": str(game.record)} | position_document(game.position))
        else:
            typer.echo(str(game.record), nl=False)


@app.command()
def terminal(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A saved game to go on with.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A person at the keyboard; up to four."),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LEVEL",
            help=f"A bot: {', '.join(level_names())}, or another that `azulejos bots` lists; "
            f"{FRIENDLY} if not given.",
        ),
    ] = None,
    rules: Annotated[RuleSet | None, typer.Option(help="The rule set; std if not given.")] = None,
    starter: Annotated[int | None, typer.Option(help="Who starts; 1 if not given.")] = None,
    seed: Annotated[int | None, typer.Option(help="Repeat a game's deals.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Do not resume, start a new game.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Sentences instead of a drawing, for screen readers.")
    ] = False,
    list_games: Annotated[
        bool, typer.Option("--list", help="List the files of unfinished games, the latest first.")
    ] = False,
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """Play in the terminal against bots of all levels, or with up to four people at the keyboard.

    Without options it goes on with the last unfinished game, or starts one against a bot.
    """
    words = words_of(lang or system_language())
    refuse_stream(file, "a saved game")
    asked = new or any(option is not None for option in (player, bot, rules, starter, seed))
    if file is not None and (asked or list_games):
        raise typer.BadParameter("a saved game has its own players and rules: give FILE alone")
    if as_json and not list_games:
        raise typer.BadParameter("a game in the terminal is no JSON: --json goes with --list")
    if list_games:
        for path in unfinished(game_folders()):
            if as_json:
                tell_json({"file": str(path)})
            else:
                typer.echo(path)
        return
    with suppress(ImportError):
        import_module("readline")  # Lets people edit what they type, where the system has it.
    terminal_app = TerminalApp(console(), words, plain or os.environ.get("TERM") == "dumb")
    try:
        first = 1 if starter is None else starter
        options = GameOptions.of(player or [], bot or [], rules or RuleSet.STD, first, seed)
        if file is not None:
            terminal_app.resume(file)
        elif asked:
            terminal_app.play_new(options)
        else:
            terminal_app.resume_latest(options)
    except AzulejosError as error:
        fail(words.error(error))
