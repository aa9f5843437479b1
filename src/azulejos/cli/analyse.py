"""The best moves of a position, with what they promise and how sure that is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from ..locales import Catalogue, system_language
from ..notation import format_move
from ..protocol import Limit, Thought
from ..rules import AzulejosError, Phase
from .app import Language, app, console, fail, say_if_slow, words_of
from .positions import PositionText, position_of

if TYPE_CHECKING:
    from ..bots.analysis import Analysis

PATIENCE = 1000  # milliseconds
LONGEST_LINE = 6  # moves that are shown of a line; JSON has them all


@app.command(name="analyse")
def analyse_position(
    position: PositionText,
    movetime: Annotated[
        int | None,
        typer.Option(metavar="MS", min=1, help=f"CPU time; {PATIENCE} if nothing is given."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Positions to look at: the same result every time."),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="How many moves are shown.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
    lang: Language = "",
) -> None:
    """Show the best moves with the expected lead, the winning chance and the expected line."""
    words = words_of(lang or system_language())
    table = position_of(position)
    if table.phase in (Phase.PREPARATION, Phase.OVER):
        _say_nobody_moves(table.phase, as_json, words)
        return
    say_if_slow()
    from ..bots.analysis import analyse

    limit = Limit(PATIENCE if movetime is None and nodes is None else movetime, nodes)
    try:
        analysis = analyse(table, limit)
    except AzulejosError as error:
        fail(words.error(error))
    if as_json:
        typer.echo(json.dumps(_as_json(analysis, top)))
        return
    name = words.text("name.player", number=table.turn)
    typer.echo(words.text("analyse.title", name=name))
    console().print(_moves(analysis.moves[:top], words))
    typer.echo(words.text("analyse.columns"))
    for sentence in _certainty(analysis, words):
        typer.echo(sentence)


def _say_nobody_moves(phase: Phase, as_json: bool, words: Catalogue) -> None:
    key = "analyse.over" if phase is Phase.OVER else "analyse.deal_due"
    typer.echo(words.text(key), err=as_json)
    if as_json:
        typer.echo(json.dumps({"phase": str(phase), "moves": []}))


def _moves(thoughts: tuple[Thought, ...], words: Catalogue) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words.text("analyse.move"))
    table.add_column(words.text("analyse.score"), justify="right")
    table.add_column(words.text("analyse.chance"), justify="right")
    table.add_column(words.text("analyse.line"))
    for number, thought in enumerate(thoughts):
        cells = (
            format_move(thought.move),
            _decimal(f"{(thought.score or 0.0) + 0.0:+.1f}", words),
            _percent(thought.chance or 0.0, words),
            _line(thought),
        )
        table.add_row(*map(Text, cells), style="" if number else "bold")
    return table


def _line(thought: Thought) -> str:
    moves = [format_move(move) for move in thought.line[:LONGEST_LINE]]
    return " ".join(moves) + (" …" if len(thought.line) > LONGEST_LINE else "")


def _certainty(analysis: Analysis, words: Catalogue) -> list[str]:
    depth, nodes = str(analysis.depth), str(analysis.nodes)
    if analysis.gap is None:
        return [words.text("analyse.only")]
    if analysis.solved:
        return [words.text("analyse.solved")]
    key = "analyse.clear" if analysis.is_clear else "analyse.close"
    gap, swing = _percent(analysis.gap, words), _percent(analysis.swing, words)
    searched = words.text("analyse.searched", depth=depth, nodes=nodes)
    return [searched, words.text(key, gap=gap, swing=swing)]


def _percent(share: float, words: Catalogue) -> str:
    return words.text("analyse.percent", number=_decimal(f"{100 * share:.1f}", words))


def _decimal(number: str, words: Catalogue) -> str:
    """With the comma that five of our six languages write."""
    return number if words.language == "en" else number.replace(".", ",")


def _as_json(analysis: Analysis, top: int) -> dict[str, object]:
    return {
        "moves": [_thought_as_json(thought) for thought in analysis.moves[:top]],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "solved": analysis.solved,
        "gap": None if analysis.gap is None else round(analysis.gap, 4),
        "swing": round(analysis.swing, 4),
        "clear": analysis.is_clear,
    }


def _thought_as_json(thought: Thought) -> dict[str, object]:
    return {
        "move": format_move(thought.move),
        "score": None if thought.score is None else round(thought.score, 2),
        "chance": None if thought.chance is None else round(thought.chance, 4),
        "line": [format_move(move) for move in thought.line],
    }
