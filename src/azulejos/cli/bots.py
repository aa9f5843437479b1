"""Which opponents there are."""

from __future__ import annotations

import typer
from rich.table import Table
from rich.text import Text

from ..bots import bot_names, level_names, spec_form
from ..locales import Catalogue, system_language
from .app import Language, app, console, words_of

EXAMPLE = "azulejos terminal --bot medium --bot mcts:movetime=500"


@app.command(name="bots")
def list_bots(lang: Language = "") -> None:
    """List the levels and the other bots, for --bot and for matches."""
    words = words_of(lang or system_language())
    others = [name for name in bot_names() if name not in level_names()]
    for heading, names in (("bots.levels", level_names()), ("bots.others", others)):
        typer.echo(words.text(heading))
        console().print(_listing(names, words))
    typer.echo(words.text("bots.example", command=EXAMPLE))


def _listing(names: list[str] | tuple[str, ...], words: Catalogue) -> Table:
    grid = Table.grid(padding=(0, 2), pad_edge=True)
    for name in names:
        form = spec_form(name).replace(",movetime", ",\n  movetime")  # else too broad
        grid.add_row(Text(form, overflow="fold"), Text(_description(name, words)))
    return grid


def _description(name: str, words: Catalogue) -> str:
    """The level's name where it differs from the spec's, and what to expect."""
    if name not in level_names():
        return words.text(f"bot.{name}")
    shown, about = words.text(f"level.{name}"), words.text(f"level.{name}.about")
    return about if shown.lower() == name else f"{shown}. {about}"
