"""Bots against bots from the command line: match, tournament."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...rules import RuleSet, UsageError
from ...rules.material import PLAYER_COUNTS
from ..app import Rules, app, console, say_if_slow
from ..output import (
    AsJson,
    appending,
    check_writable,
    is_stream,
    print_table,
    refuse_stream,
    tell_json,
)
from ..streams import INTERRUPTED, fail
from .long_running import (
    GOES_ON,
    Interrupts,
    On,
    ProgressBar,
    bots_for_shells,
    check_bots,
    pool_options,
)

if TYPE_CHECKING:
    from ...arena.match import MatchResults
    from ...arena.ratings import Anchor
    from ...arena.referee import GameResult
    from ...arena.tournament import TournamentResults
    from ...protocol.contract import Limit
    from ...statistics import Sprt
    from ...workers import PoolOptions, WorkerPool

    # Opens the pool by which games are played; is given whom to tell of workers that died.
    OpenPool = Callable[[Callable[[str], None]], WorkerPool]

LINE_EVERY = 10.0  # seconds

Games = Annotated[
    int, typer.Option("--games", min=1, max=10_000_000, help="How many games; whole groups.")
]
MoveTime = Annotated[
    str, typer.Option("--movetime", metavar="MS", help="CPU time a move: for all, or 200,20.")
]
Nodes = Annotated[
    str, typer.Option("--nodes", metavar="N", help="Nodes a move: for all, or 500,5000.")
]
Depth = Annotated[str, typer.Option("--depth", metavar="D", help="Depth of search, likewise.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, max=4096, help="How many games at a time: 1, or all that a cluster can."
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Repeat the deals, and the bots' own chances.")
]


@app.command()
def match(
    bots: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT BOT [BOT [BOT]]", help="The players.", autocompletion=bots_for_shells
        ),
    ],
    games: Games = 100,
    movetime: MoveTime = "",
    nodes: Nodes = "",
    depth: Depth = "",
    rules: Rules = RuleSet.STD,
    jobs: Jobs = None,
    on: On = "processes",
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop when it is clear which difference it is."),
    ] = None,
    alpha: Annotated[float, typer.Option(help="The risk to accept ELO1 wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="The risk to accept ELO0 wrongly.")] = 0.05,
    seed: Seed = None,
    as_json: AsJson = False,
    records: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append the games' records.")
    ] = None,
) -> None:
    """Let bots play a match: the same deals for every seat, and a result with its interval.

    For example: azulejos match medium casual --games 200 --jobs 2
    """
    if len(bots) not in PLAYER_COUNTS:
        raise UsageError("player_count", players=len(bots))
    where = pool_options(on)
    limits = _limits(movetime, nodes, depth, len(bots))
    test = _sequential_test(sprt, alpha, beta, len(bots))
    check_bots(bots, len(bots), rules)
    if as_json and is_stream(records):
        raise typer.BadParameter("standard output can't hold both the records and the JSON")
    check_writable(records)
    say_if_slow()
    from ...arena.match import MatchResults
    from ...arena.schedule import Contest, groups_for

    first = secrets.randbits(32) if seed is None else seed
    date = datetime.now(UTC).date().isoformat()
    contest = Contest(tuple(bots), limits, rules, str(first), f"match with seed {first}", date)
    groups = groups_for(games, len(bots))
    _say_if_rounded(games, groups * len(bots), len(bots))
    tally = MatchResults(contest)
    outcome = _play_match(tally, groups, _opener(where, jobs), test, records)
    if outcome.error and not tally.games:
        outcome.leave()
    if as_json:
        from ...arena.documents import match_document

        tell_json(match_document(tally, groups * len(bots), test, outcome.interrupted))
    else:
        _show_match(tally, test, to_stderr=is_stream(records))
    outcome.leave()


@app.command()
def tournament(
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT…", help="Two bots or more.", autocompletion=bots_for_shells),
    ],
    games: Games = 100,
    movetime: MoveTime = "",
    nodes: Nodes = "",
    depth: Depth = "",
    rules: Rules = RuleSet.STD,
    jobs: Jobs = None,
    on: On = "processes",
    seed: Seed = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the results, and go on from them.")
    ] = None,
    anchor: Annotated[
        str, typer.Option(metavar="BOT=ELO", help="Fix a bot's rating; else the mean is 0.")
    ] = "",
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the tables as Markdown.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let every bot meet every other, for a rating list. --games counts those of each pairing.

    For example: azulejos tournament casual medium greedy --games 50 --save list.jsonl
    """
    where = pool_options(on)
    refuse_stream(save, "a list that is kept")
    limits = _limits(movetime, nodes, depth, len(bots))
    fixed = _anchor(anchor, bots)
    if len(set(bots)) < max(2, len(bots)):
        raise typer.BadParameter("a tournament needs two bots or more, each of them only once")
    check_bots(bots, 2, rules)
    say_if_slow()
    from ...arena.journal import Journal, JournalError
    from ...arena.schedule import groups_for
    from ...arena.tournament import Tournament, TournamentResults

    pairs = groups_for(games, 2)
    with ExitStack() as stack:
        try:
            journal = stack.enter_context(Journal(save)) if save is not None else None
            found = journal.seed if journal else None
            first = next(s for s in (seed, found, secrets.randbits(32)) if s is not None)
            results = TournamentResults(
                Tournament(tuple(bots), limits, rules, first, pairs), journal
            )
        except JournalError as error:
            raise typer.BadParameter(str(error)) from error
        _say_if_rounded(games, pairs * 2, 2)
        outcome = _play_tournament(results, _opener(where, jobs))
    if outcome.error:
        outcome.error += f". {GOES_ON}" if save is not None else ""
        if not results.found:
            outcome.leave()
    if as_json:
        from ...arena.documents import tournament_document

        tell_json(tournament_document(results, fixed, outcome.interrupted))
    else:
        _show_tournament(results, fixed, as_markdown)
    outcome.leave()


# Checks before anything starts


def _limits(movetime: str, nodes: str, depth: str, bots: int) -> tuple[Limit, ...]:
    from ...arena.schedule import limits_of

    try:
        return limits_of({"movetime": movetime, "nodes": nodes, "depth": depth}, bots)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def _sequential_test(
    bounds: tuple[float, float] | None, alpha: float, beta: float, bots: int
) -> Sprt | None:
    if bounds is None:
        return None
    from ...statistics import Sprt

    if bots != 2:
        raise typer.BadParameter("a sequential test is for two bots")
    if not -4000 < bounds[0] < bounds[1] < 4000:
        raise typer.BadParameter("ELO0 must be less than ELO1, and both between -4000 and 4000")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise typer.BadParameter("the risks alpha and beta lie between 0 and 0.5")
    return Sprt(*bounds, alpha, beta)


def _anchor(text: str, bots: list[str]) -> Anchor | None:
    if not text:
        return None
    from ...arena.ratings import Anchor

    bot, _, elo = text.rpartition("=")  # a spec may hold a = too
    if bot not in bots:
        raise typer.BadParameter(f"an anchor is one of the bots, =, its Elo; not {text!r}")
    try:
        return Anchor(bots.index(bot), int(elo))
    except ValueError:
        raise typer.BadParameter(f"an anchor's Elo is a whole number, not {elo!r}") from None


def _say_if_rounded(wanted: int, played: int, players: int) -> None:
    if wanted != played:
        group = "pairs" if players == 2 else f"groups of {players}"
        asked = "1 game is" if wanted == 1 else f"{wanted} games are"
        typer.echo(f"{asked} rounded up to {played}: whole {group}.", err=True)


# Play


@dataclass(slots=True)
class _Outcome:
    """How play came to its end; what is known by then is shown in any case."""

    interrupted: bool = False
    error: str = ""

    def leave(self) -> None:
        if self.error:
            fail(self.error)
        if self.interrupted:
            raise typer.Exit(INTERRUPTED)


@contextmanager
def _outcome() -> Iterator[_Outcome]:
    from ...workers import WorkerPoolError

    outcome = _Outcome()
    try:
        yield outcome
    except KeyboardInterrupt:
        outcome.interrupted = True
    except WorkerPoolError as error:
        outcome.error = str(error)
    except OSError as error:
        outcome.error = f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _progress_bar() -> ProgressBar:
    return ProgressBar(console(stderr=True), LINE_EVERY, with_end=False)


def _opener(options: PoolOptions, jobs: int | None) -> OpenPool:
    """Never in this process: a bot may kill the one that it plays in."""
    from ...workers import open_pool

    return lambda report: open_pool(options, jobs, report, isolated=True)


def _play_match(
    tally: MatchResults, groups: int, open_here: OpenPool, test: Sprt | None, records: Path | None
) -> _Outcome:
    from ...arena.match import run_match
    from ...arena.play import play_games
    from ...arena.report import failure_line, running

    contest, total = tally.contest, groups * tally.contest.players
    with (
        _outcome() as outcome,
        _record_file(records) as keep,
        _progress_bar() as bar,
        open_here(bar.say) as pool,
        Interrupts() as interrupts,
    ):

        def on_result(result: GameResult) -> None:
            keep(result)
            if result.failure:
                bar.warn(failure_line(result))
            bar.update("games", len(tally.games), total, running(tally, test))

        bar.update("games", 0, total)
        results = play_games(pool, contest.schedule(groups))
        run_match(tally, results, test, on_result, interrupts.uninterrupted)
    return outcome


@contextmanager
def _record_file(path: Path | None) -> Iterator[Callable[[GameResult], None]]:
    """A function that appends a game's record; does nothing without a file."""
    if path is None:
        yield lambda result: None
        return
    with appending(path) as file:
        is_first = is_stream(path) or not file.tell()

        def keep(result: GameResult) -> None:
            nonlocal is_first
            file.write(("" if is_first else "\n") + str(result.record))
            file.flush()
            is_first = False

        yield keep


def _play_tournament(results: TournamentResults, open_here: OpenPool) -> _Outcome:
    from ...arena.play import play_games
    from ...arena.report import failure_line
    from ...arena.tournament import run_tournament

    done, total = 2 * len(results.found), results.tournament.total
    with (
        _outcome() as outcome,
        _progress_bar() as bar,
        open_here(bar.say) as pool,
    ):

        def on_result(result: GameResult) -> None:
            if result.failure:
                bar.warn(failure_line(result))
            nonlocal done
            done += 1
            bar.update("games", done, total, " - ".join(result.scheduled.contest.specs))

        bar.update("games", done, total)
        run_tournament(results, play_games(pool, results.missing()), on_result)
    return outcome


# Results


def _show_match(tally: MatchResults, test: Sprt | None, to_stderr: bool) -> None:
    """Not among records, where standard output has those."""
    from ...arena.report import match_sentences, match_table, rich_table

    print_table(rich_table(match_table(tally)), to_stderr)
    for line in match_sentences(tally, test):
        typer.echo(line, err=to_stderr)


def _show_tournament(results: TournamentResults, anchor: Anchor | None, as_markdown: bool) -> None:
    from ...arena.report import markdown, rating_sentences, rating_tables, rich_table

    if not results.found:
        typer.echo("No pair of games was finished.")
        return
    for table in rating_tables(results, anchor):
        if as_markdown:
            typer.echo(markdown(table) + "\n")
        else:
            print_table(rich_table(table))
    for line in rating_sentences(results, anchor):
        typer.echo(line)
