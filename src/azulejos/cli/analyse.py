"""What a position is worth, and each of its moves: analyse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from ..locales import Catalogue, system_language
from ..locales.numbers import percent, signed
from ..notation import format_move
from ..protocol import Limit
from ..rules import AzulejosError, Phase, Position
from .app import Language, Threads, app, console, say_if_slow, words_of
from .output import AsJson, number_table, print_table, tell_json
from .positions import PositionText, answer_each
from .streams import INTERRUPTED, fail

if TYPE_CHECKING:
    from ..analysis import Analysis, Evaluation, RankedMove

PATIENCE = 1000  # milliseconds
DEALS = 32
DEAL_NODES = 1000  # for each deal, if no limit is given
MOVES_SHOWN = 5
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
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Moves to look ahead at most.")
    ] = None,
    threads: Threads = 1,
    deals: Annotated[
        int, typer.Option(metavar="N", min=2, help="Where a deal is due: how many are sampled.")
    ] = DEALS,
    top: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help=f"How many moves are shown; {MOVES_SHOWN}, or all in JSON."
        ),
    ] = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="A line whenever the search has got deeper.")
    ] = False,
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """Rank all moves by the winning chance, with loss, expected lead and expected line.

    Ctrl-C ends it, and shows what was found. Where a deal is due, or the game is over, it tells
    what the players can expect.
    """
    words = words_of(lang or system_language())
    limit = Limit(movetime, nodes, depth)
    say_if_slow()

    def answer(table: Position) -> None:
        if table.phase in (Phase.PREPARATION, Phase.OVER):
            _show_evaluation(table.phase, _expectation(table, limit, deals), as_json, words)
            return
        from ..analysis import analyses

        given = (limit if limit.given else Limit(movetime=PATIENCE)).given
        steps = analyses(table, **given, threads=threads)
        Follower(table, words, top, stream, as_json).follow(steps)

    try:
        answer_each(position, answer, as_json)
    except AzulejosError as error:
        fail(words.error(error))


def _expectation(position: Position, limit: Limit, deals: int) -> Evaluation:
    """Where nobody moves; all deals share the time."""
    from ..analysis import evaluate

    if limit.movetime is not None:
        limit = limit._replace(movetime=max(1, limit.movetime // deals))
    limit = limit if limit.given else Limit(nodes=DEAL_NODES)
    return evaluate(position, **limit.given, deals=deals)


def _show_evaluation(phase: Phase, found: Evaluation, as_json: bool, words: Catalogue) -> None:
    key = "analyse.over" if phase is Phase.OVER else "analyse.deal_due"
    if as_json:
        tell_json({"phase": str(phase), **_evaluation_as_json(found), "moves": []})
        return
    typer.echo(words.text(key))
    print_table(_players_table(found, words))
    if found.deals:
        error = percent(found.error, words)
        typer.echo(words.text("analyse.averaged", deals=str(found.deals), error=error))


class Follower:
    """Follows an analysis to its end, or to Ctrl-C, and shows what was found."""

    def __init__(
        self, position: Position, words: Catalogue, top: int | None, stream: bool, as_json: bool
    ) -> None:
        self._name = words.text("name.player", number=position.turn)
        self._mover = position.turn - 1
        self._phase = position.phase
        self._words = words
        self._stream = stream
        self._as_json = as_json
        self._top = top if top is not None or as_json else MOVES_SHOWN

    def follow(self, steps: Iterator[Analysis]) -> None:
        last: Analysis | None = None
        interrupted = False
        screen = console()
        live = Live(console=screen, transient=True, auto_refresh=False)
        try:
            with live:
                for last in steps:
                    if self._stream:
                        self._tell_step(last)
                    elif screen.is_terminal and not self._as_json:
                        live.update(self._picture(last), refresh=True)
        except KeyboardInterrupt:
            interrupted = True
        if last is not None and not self._stream:
            self._show(last, interrupted)
        if interrupted:
            raise typer.Exit(INTERRUPTED)

    def _show(self, analysis: Analysis, interrupted: bool) -> None:
        if self._as_json:
            tell_json(self._document(analysis))
            return
        print_table(self._picture(analysis))
        typer.echo(self._words.text("analyse.columns"))
        for sentence in _certainty(analysis, self._words):
            typer.echo(sentence)
        if interrupted:
            typer.echo(self._words.text("analyse.stopped"))

    def _tell_step(self, analysis: Analysis) -> None:
        if self._as_json:
            tell_json(self._document(analysis))
            return
        best, words = analysis.best, self._words
        depth, nodes = str(analysis.depth), str(analysis.nodes)
        searched = words.text("analyse.searched", depth=depth, nodes=nodes)
        value = percent(best.value, words)
        typer.echo(f"{format_move(best.move)} {value} {_line(best)}  {searched}")

    def _document(self, analysis: Analysis) -> dict[str, object]:
        return {"phase": str(self._phase), **_analysis_as_json(analysis, self._top)}

    def _picture(self, analysis: Analysis) -> Group:
        words = self._words
        parts: list[Text | Table] = [
            Text(words.text("analyse.title", name=self._name)),
            _moves_table(analysis.moves[: self._top], self._mover, words),
        ]
        if len(analysis.best.chances) > 2:
            parts.append(Text(words.text("analyse.chances")))
            parts.append(_players_table(analysis.evaluation, words))
        return Group(*parts)


def _moves_table(moves: tuple[RankedMove, ...], mover: int, words: Catalogue) -> Table:
    table = number_table(words, "analyse.move", "analyse.chance", "analyse.loss", "analyse.score")
    table.add_column(words.text("analyse.line"))
    for number, ranked in enumerate(moves):
        cells = (
            format_move(ranked.move),
            percent(ranked.value, words),
            percent(ranked.loss, words),
            signed(ranked.leads[mover], words),
            _line(ranked),
        )
        table.add_row(*map(Text, cells), style="" if number else "bold")
    return table


def _players_table(found: Evaluation, words: Catalogue) -> Table:
    table = number_table(words, "analyse.player", "analyse.chance", "analyse.score")
    for number, (chance, lead) in enumerate(zip(found.chances, found.leads, strict=True), start=1):
        name = words.text("name.player", number=number)
        table.add_row(*map(Text, (name, percent(chance, words), signed(lead, words))))
    return table


def _line(ranked: RankedMove) -> str:
    moves = [format_move(move) for move in ranked.line[:LONGEST_LINE]]
    return " ".join(moves) + (" …" if len(ranked.line) > LONGEST_LINE else "")


def _certainty(analysis: Analysis, words: Catalogue) -> list[str]:
    depth, nodes = str(analysis.depth), str(analysis.nodes)
    if analysis.gap is None:
        return [words.text("analyse.only")]
    if analysis.exact:
        return [words.text("analyse.solved")]
    key = "analyse.clear" if analysis.is_clear else "analyse.close"
    gap, swing = percent(analysis.gap, words), percent(analysis.best.swing, words)
    searched = words.text("analyse.searched", depth=depth, nodes=nodes)
    return [searched, words.text(key, gap=gap, swing=swing)]


def _analysis_as_json(analysis: Analysis, top: int | None) -> dict[str, object]:
    return {
        **_evaluation_as_json(analysis.evaluation),
        "moves": [_move_as_json(ranked) for ranked in analysis.moves[:top]],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "exact": analysis.exact,
        "gap": analysis.gap,
        "clear": analysis.is_clear,
    }


def _evaluation_as_json(found: Evaluation) -> dict[str, object]:
    return {
        "chances": found.chances,
        "leads": [round(lead, 2) for lead in found.leads],
        "error": found.error,
        "deals": found.deals,
    }


def _move_as_json(ranked: RankedMove) -> dict[str, object]:
    return {
        "move": format_move(ranked.move),
        "value": ranked.value,
        "loss": ranked.loss,
        "chances": ranked.chances,
        "leads": [round(lead, 2) for lead in ranked.leads],
        "line": [format_move(move) for move in ranked.line],
        "exact": ranked.exact,
        "depth": ranked.depth,
        "visits": ranked.visits,
        "swing": ranked.swing,
    }
