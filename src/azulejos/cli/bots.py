"""The bots: which there are, and ours for other programs by the engine protocol."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from .. import __version__
from ..bots import BotSpecError, bot_names, bot_text, level_names, make_level, spec_form
from ..locales import Catalogue, system_language
from ..rules import RuleSet
from .app import Language, app, say_if_slow, words_of
from .output import AsJson, print_table, tell_json

STRONGEST = level_names()[-1]
EXAMPLE = "azulejos terminal --bot medium --bot mcts:movetime=500"


@app.command(name="bots")
def list_bots(
    ratings: Annotated[
        bool, typer.Option("--ratings", help="How strong the levels are, as it was measured.")
    ] = False,
    rules: Annotated[
        RuleSet | None, typer.Option("--rules", help="Ratings with these rules only.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", min=2, max=4, help="Ratings with so many players.")
    ] = None,
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """List the levels and the other bots, for --bot and for matches."""
    words = words_of(lang or system_language())
    if ratings:
        _list_ratings(rules, players, words, as_json)
        return
    if rules or players:
        raise typer.BadParameter("--rules and --players go with --ratings")
    others = [name for name in bot_names() if name not in level_names()]
    if as_json:
        for name in (*level_names(), *others):
            form, about = spec_form(name), _description(name, words)
            tell_json({"bot": name, "level": name in level_names(), "form": form, "about": about})
        return
    for heading, names in (("bots.levels", level_names()), ("bots.others", others)):
        typer.echo(words.text(heading))
        print_table(_listing(names, words))
    typer.echo(words.text("bots.example", command=EXAMPLE))


def _list_ratings(
    rules: RuleSet | None, players: int | None, words: Catalogue, as_json: bool
) -> None:
    from ..bots.rating_lists import rating_list
    from .experiments.ratings import KINDS, document, show

    wanted = {
        name: kind
        for name, kind in KINDS.items()
        if rules in (None, kind[0]) and players in (None, kind[1])
    }
    missing = []
    for name, kind in wanted.items():
        found = rating_list(*kind)
        if as_json:
            tell_json(document(*kind, found))
        elif found is None:
            missing.append(name)
        else:
            show(found, words)
    if missing:
        typer.echo(words.text("bots.ratings.missing", kinds=", ".join(missing)))


def _listing(names: list[str] | tuple[str, ...], words: Catalogue) -> Table:
    grid = Table.grid(padding=(0, 2), pad_edge=True)
    for name in names:
        form = spec_form(name).replace(",movetime", ",\n  movetime")  # else too broad
        grid.add_row(Text(form, overflow="fold"), Text(_description(name, words)))
    return grid


def _description(name: str, words: Catalogue) -> str:
    """The level's name where it differs from the spec's, and what to expect."""
    if name not in level_names():
        return words.text(bot_text(name))
    shown, about = words.text(f"level.{name}"), words.text(f"level.{name}.about")
    return about if shown.lower() == name else f"{shown}. {about}"


@app.command()
def engine(
    level: Annotated[
        str, typer.Option(help=f"How strong: {', '.join(level_names())}.")
    ] = STRONGEST,
) -> None:
    """Speak the engine protocol, for graphical programs and for matches elsewhere."""
    from ..protocol.server import serve

    if level.lower() not in level_names():
        raise BotSpecError("unknown_bot", bot=level, bots=", ".join(level_names()))
    say_if_slow()
    name = f"azulejos {__version__}"
    serve(make_level, level_names(), level.lower(), sys.stdin, sys.stdout, name)
