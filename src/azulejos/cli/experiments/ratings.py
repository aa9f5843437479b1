"""How strong the levels are: measures them, kind of game by kind of game, and shows the lists."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from ...bots import level_names
from ...bots.rating_lists import ANCHOR, ANCHOR_ELO, RatingList, shipped_folder, write_list
from ...locales import Catalogue, system_language
from ...rules import RuleSet
from ...rules.material import PLAYER_COUNTS
from ..app import app, say_if_slow, words_of
from ..output import AsJson, print_table, refuse_stream, tell_json
from ..streams import fail
from .long_running import Jobs, On, pool_options, working

if TYPE_CHECKING:
    from ...arena.ladder import Ladder
    from ...arena.referee import GameResult
    from ...arena.tournament import TournamentResults
    from ...workers import PoolOptions

Kind = tuple[RuleSet, int]
KINDS: dict[str, Kind] = {
    f"{rules}-{players}": (rules, players) for rules in RuleSet for players in PLAYER_COUNTS
}
NOT_MEASURED = "-"


@app.command()
def ratings(
    kinds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KIND…]",
            help="Such as std-2 or grey+joker-4; all kinds of game, if none is given.",
            autocompletion=lambda: list(KINDS),
        ),
    ] = None,
    save: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help="Keep the games' results, and go on from them."),
    ] = Path("ratings"),
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=1,
            max=10_000_000,
            help="Of each level against the one below: 200 with two players, 120 with more.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the deals and the bots' own chances.")] = 1,
    up_to: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="Leave out the levels above, which think for long; they can be added later.",
            autocompletion=lambda: list(level_names()),
        ),
    ] = level_names()[-1],
    into: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where the lists are written; else the package's."),
    ] = None,
    jobs: Jobs = None,
    on: On = "processes",
    as_json: AsJson = False,
) -> None:
    """Measure how strong the levels are in a kind of game: a rating list.

    For example: azulejos ratings std-2 --save ratings
    """
    where = pool_options(on)
    refuse_stream(save, "the results that are kept")
    wanted = [_kind(text) for text in kinds or KINDS]
    _check_level(up_to)
    folder = into or shipped_folder()
    save.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    say_if_slow()
    words = words_of(system_language())
    for rules, players in wanted:
        found = _measure(_ladder(rules, players, games, seed, up_to), save, folder, where, jobs)
        if as_json:
            tell_json(document(rules, players, found))
        else:
            show(found, words)


def _kind(text: str) -> Kind:
    if text not in KINDS:
        raise typer.BadParameter(
            f"there is no kind of game {text!r}: use one of {', '.join(KINDS)}"
        )
    return KINDS[text]


def _check_level(name: str) -> None:
    if name not in level_names()[1:]:
        known = ", ".join(level_names()[1:])
        raise typer.BadParameter(f"there is no level {name!r} above another: use one of {known}")


def _ladder(rules: RuleSet, players: int, games: int | None, seed: int, highest: str) -> Ladder:
    from ...arena.ladder import LARGER_TABLE_GAMES, TWO_PLAYER_GAMES, Ladder

    usual = TWO_PLAYER_GAMES if players == 2 else LARGER_TABLE_GAMES
    return Ladder.of_kind(rules, players, games or usual, seed, highest)


def _measure(
    ladder: Ladder, save: Path, folder: Path, where: PoolOptions, jobs: int | None
) -> RatingList:
    """Plays what is missing; the list is written in any case, with what is known by then."""
    from ...arena.journal import Journal, JournalError
    from ...arena.ladder import rating_list
    from ...arena.tournament import TournamentResults

    kind = f"{ladder.rules}-{ladder.players}"
    try:
        with Journal(save / f"{kind}.jsonl") as journal:
            results = TournamentResults(ladder, journal)
            try:
                _play(results, kind, where, jobs)
            finally:
                found = rating_list(results, ladder, datetime.now(UTC).date().isoformat())
                if results.found:
                    write_list(folder, found)
    except JournalError as error:
        fail(str(error))
    return found


def _play(results: TournamentResults, kind: str, where: PoolOptions, jobs: int | None) -> None:
    from ...arena.play import play_games
    from ...arena.report import failure_line
    from ...arena.tournament import run_tournament

    missing = list(results.missing())
    total = results.tournament.total
    done = total - len(missing)
    with working(where, jobs) as (bar, pool):

        def on_result(result: GameResult) -> None:
            nonlocal done
            if result.failure:
                bar.warn(failure_line(result))
            done += 1
            bar.update(kind, done, total, " - ".join(result.scheduled.contest.specs[:2]))

        bar.update(kind, done, total)
        run_tournament(results, play_games(pool, missing), on_result)


def document(rules: RuleSet, players: int, found: RatingList | None) -> dict[str, Any]:
    """A list as JSON; of a kind of game that was not measured, that it was not."""
    known: dict[str, Any] = {"rules": str(rules), "players": players, "measured": bool(found)}
    return known | (found.to_json() if found else {})


def show(found: RatingList, words: Catalogue) -> None:
    """A list for people: the strongest first."""
    texts = {"rules": found.rules, "players": found.players, "date": found.date}
    typer.echo(words.text("bots.ratings.kind", **texts))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(words.text("bots.ratings.level"))
    for title in ("Elo", "95 %", "games", "share", "95 %"):
        key = f"bots.ratings.{title}"
        table.add_column(words.text(key) if key in words else title, justify="right", no_wrap=True)
    for level in reversed(level_names()):
        table.add_row(level, *_rating_cells(found, level, words), *_step_cells(found, level, words))
    print_table(table)
    fair = f"{100 * found.fair_share:.0f}"
    typer.echo(words.text("bots.ratings.meaning", anchor=ANCHOR, elo=ANCHOR_ELO, fair=fair))
    typer.echo(f"    {found.command}\n")


def _rating_cells(found: RatingList, level: str, words: Catalogue) -> list[str]:
    rating = found.levels.get(level)
    if rating is None:
        return [NOT_MEASURED, NOT_MEASURED, "0"]
    low, high = (f"{end:.0f}" for end in rating.interval)
    between = words.text("bots.ratings.range", low=low, high=high)
    return [str(rating.elo), between, str(rating.games)]


def _step_cells(found: RatingList, level: str, words: Catalogue) -> list[str]:
    step = found.step_of(level)
    if step is None:
        return ["", ""] if level == level_names()[0] else [NOT_MEASURED, NOT_MEASURED]
    low, high = (f"{100 * end:.1f}" for end in step.interval)
    return [f"{100 * step.share:.1f} %", words.text("bots.ratings.range", low=low, high=high)]
