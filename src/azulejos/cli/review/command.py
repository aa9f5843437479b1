"""What each move and each deal of a game was worth: review."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.table import Table
from rich.text import Text

from ...locales import Catalogue, catalogue_with, system_language
from ...locales.numbers import percent, signed
from ...notation import Record
from ...notation.record_files import records
from ...rules import AzulejosError
from ..app import Language, Threads, app, console, say_if_slow, words_of
from ..experiments.long_running import Jobs, On, ProgressBar, pool_options
from ..output import (
    STREAM,
    AsJson,
    check_writable,
    number_table,
    print_table,
    refuse_stream,
    tell_json,
    write_output,
)
from ..streams import BAD_INPUT, complain, fail
from .curves import draw_curve, draw_marks, sampled
from .words import (
    explanation_sentence,
    ledger_cells,
    ledger_columns,
    ledger_sentence,
    level_sentence,
    names_of,
    play_cells,
    play_columns,
    title_of,
)

if TYPE_CHECKING:
    from ...reviews import Decision, Progress, Review
    from ...workers import PoolOptions

WIDTH = 72  # columns of a curve at most


@app.command(name="review")
def review_records(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Files of records, or - to read them.")
    ],
    player: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Tell of this player; of all if none is given."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Positions to look at for each decision."),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, help="With how many others a deal is compared."),
    ] = None,
    threads: Threads = 1,
    jobs: Jobs = None,
    on: On = "processes",
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write a page with pictures instead."),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="FOLDER", help="Write tables of all games instead."),
    ] = None,
    as_json: AsJson = False,
    lang: Language = "",
) -> None:
    """Tell luck from skill: the curve of a game, its ledger, the costliest decisions and why.

    For example: azulejos match master casual --games 2 --records - | azulejos review -
    """
    words = catalogue_with(words_of(lang or system_language()).language, "review")
    if sum(map(bool, (html, parquet, as_json))) > 1:
        raise typer.BadParameter("a page is no JSON, and tables are neither: choose one of them")
    refuse_stream(parquet, "a folder")
    check_writable(html)
    place = pool_options(on)
    say_if_slow()
    games = _Games(files, player, words, as_json)
    tell = _Answer(player, words, as_json, keeps=bool(html or parquet))
    work = ReviewTask(nodes, deals, threads)
    if jobs is None and on == "processes":
        for game in games:
            tell.game(game, _with_progress(work, game))
    else:
        _review_together(games, work, place, jobs, tell)
    if not games.number:
        raise typer.BadParameter(f"{', '.join(files)} holds no record")
    tell.whole(html, parquet)
    if games.failed:
        raise typer.Exit(BAD_INPUT)


class NumberedRecord(NamedTuple):
    number: int
    record: Record


class _Games:
    """The records of some files that can be reviewed; what is wrong with the others is told."""

    def __init__(
        self, files: Sequence[str], player: int | None, words: Catalogue, as_json: bool
    ) -> None:
        self._files = files
        self._player = player
        self._words = words
        self._as_json = as_json
        self.number = 0
        self.failed = False

    def __iter__(self) -> Iterator[NumberedRecord]:
        for file in self._files:
            for record in records(sys.stdin if file == STREAM else file):
                self.number += 1
                try:
                    self._check(record)
                except AzulejosError as error:
                    self._complain(error)
                else:
                    yield NumberedRecord(self.number, record)

    def _check(self, record: Record) -> None:
        from ...reviews import ReviewError
        from ...reviews.reviewing import review_steps

        if self._player is not None and self._player > record.players:
            raise ReviewError("no_such_player", player=self._player, players=record.players)
        review_steps(record)

    def _complain(self, error: AzulejosError) -> None:
        self.failed = True
        sentence = self._words.error(error)
        complain(f"{self.number}: {sentence}")
        if self._as_json:
            tell_json({"error": error.code, "sentence": sentence})


@dataclass(frozen=True)
class ReviewTask:
    """What is done with every record, here or on a worker."""

    nodes: int | None
    deals: int | None
    threads: int

    def __call__(
        self, game: NumberedRecord, report: Callable[[Progress], None] | None = None
    ) -> Review:
        from ...reviews import review
        from ...reviews.reviewing import DEALS

        deals = self.deals or DEALS
        return review(
            game.record, nodes=self.nodes, deals=deals, threads=self.threads, report=report
        )


def _with_progress(work: ReviewTask, game: NumberedRecord) -> Review:
    with ProgressBar(console(stderr=True), with_end=False) as bar:
        return work(game, lambda progress: bar.update("review", progress.done, progress.plies))


def _review_together(
    games: _Games, work: ReviewTask, place: PoolOptions, jobs: int | None, tell: _Answer
) -> None:
    """In the order of the records, by as many as work at a time."""
    from ...workers import WorkerPoolError, open_pool

    waiting: deque[NumberedRecord] = deque()

    def remembered() -> Iterator[NumberedRecord]:
        for game in games:
            waiting.append(game)
            yield game

    try:
        with ProgressBar(console(stderr=True)) as bar, open_pool(place, jobs, bar.say) as pool:
            named = pool.map(work, remembered(), lambda game: f"record {game.number}")
            for done, found in enumerate(named, start=1):
                tell.game(waiting.popleft(), found)
                bar.update("reviews", done, games.number)
    except WorkerPoolError as error:
        fail(f"{error}")


class _Answer:
    """Tells reviews one by one, or keeps them for a page or tables."""

    def __init__(self, player: int | None, words: Catalogue, as_json: bool, keeps: bool) -> None:
        self._player = player
        self._words = words
        self._as_json = as_json
        self._keeps = keeps
        self._kept: list[tuple[NumberedRecord, Review]] = []

    def game(self, game: NumberedRecord, found: Review) -> None:
        if self._keeps:
            self._kept.append((game, found))
        elif self._as_json:
            tell_json(_document(game.record, found, self._player))
        else:
            Teller(found, game.number, self._player, self._words).tell()

    def whole(self, html: Path | None, parquet: Path | None) -> None:
        if html and self._kept:
            from .page import page_of

            numbered = [(game.number, found) for game, found in self._kept]
            write_output(html, page_of(numbered, self._player, self._words).encode())
        if parquet:
            from ...studies.reviews import write_tables

            names = write_tables(parquet, [(game.number, found) for game, found in self._kept])
            typer.echo("\n".join(map(str, names)))


class Teller:
    """Tells a review to a person."""

    def __init__(self, review: Review, number: int, player: int | None, words: Catalogue) -> None:
        self._review = review
        self._number = number
        self._player = player
        self._words = words
        self._names = names_of(review, words)
        seats = range(1, review.players + 1)
        self._players = [seat for seat in seats if player in (None, seat)]

    def tell(self) -> None:
        review, words = self._review, self._words
        if self._number > 1:
            typer.echo()
        typer.echo(title_of(review, self._number, words))
        if not review.finished:
            typer.echo(words.text("review.unfinished"))
        self._tell_curve()
        for seat in self._players:
            typer.echo(ledger_sentence(review, seat, self._names, words))
        typer.echo()
        rows = [row for seat in self._players for row in ledger_cells(review, seat, words)]
        print_table(_table(ledger_columns(words), rows, texts=2))
        typer.echo()
        typer.echo(words.text("review.play"))
        rows = [play_cells(review, seat, words) for seat in self._players]
        print_table(_table(play_columns(words), rows))
        for seat in self._players:
            if told := level_sentence(review, seat, self._names, words):
                typer.echo(told)
        typer.echo()
        self._tell_costliest()

    def _tell_curve(self) -> None:
        review = self._review
        shown = sampled(len(review.curve), WIDTH)
        indent = max(map(len, self._names)) + 2
        typer.echo()
        for seat in self._players:
            lines = draw_curve([review.curve[place].chances[seat - 1] for place in shown])
            labels = [*[""] * (len(lines) - 1), self._names[seat - 1]]
            for label, line in zip(labels, lines, strict=True):
                typer.echo(f"{label:{indent}}{line}".rstrip())
        marks = {
            next(column for column, place in enumerate(shown) if place > deal.ply): str(deal.round)
            for deal in review.deals
        }
        typer.echo(" " * indent + draw_marks(marks, len(shown)))
        typer.echo(self._words.text("review.curve"))
        typer.echo()

    def _tell_costliest(self) -> None:
        from ...reviews import explain

        words = self._words
        found = self._review.costliest(self._player)
        if not found:
            typer.echo(words.text("review.none"))
            return
        typer.echo(words.text("review.costliest"))
        print_table(self._decision_table(found))
        for decision in found:
            typer.echo(explanation_sentence(decision, explain(decision), words))

    def _decision_table(self, decisions: list[Decision]) -> Table:
        words = self._words
        table = number_table(words, "review.column.round")
        for key in ("review.player", "review.move", "review.column.better"):
            table.add_column(words.text(key))
        for key in ("review.loss", "review.points"):
            table.add_column(words.text(key), justify="right")
        table.add_column(words.text("review.column.judgement"))
        for each in decisions:
            table.add_row(
                str(each.round),
                Text(self._names[each.player - 1]),
                str(each.move),
                str(each.best),
                percent(each.loss, words),
                signed(-each.points, words),
                words.text(f"review.judgement.{each.judgement}"),
            )
        return table


def _table(columns: list[str], rows: list[list[str]], texts: int = 1) -> Table:
    """Without lines; all columns but the first ones are numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number >= texts else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def _document(record: Record, review: Review, player: int | None) -> dict[str, object]:
    """As the page gets it, with the record's tags; of one player what that player did."""
    from ...tables.advice.reviews import document_of

    found = document_of(review)

    def of_player(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [row for row in rows if player in (None, row["player"])]

    return {
        "tags": record.tags,
        **found,
        "decisions": of_player(found["decisions"]),
        "ledgers": of_player(found["ledgers"]),
        "play": of_player(found["play"]),
        "costliest": of_player(found["costliest"]),
    }
