"""Data from the command line: selfplay."""

from __future__ import annotations

import secrets
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...extras import importing
from ...rules import RuleSet, UsageError
from ...rules.material import PLAYER_COUNTS
from ..app import PlayerCount, Rules, app, say_if_slow
from ..output import AsJson, counted, refuse_stream, tell_json
from .long_running import On, check_bots, pool_options, working

if TYPE_CHECKING:
    from ...studies.config import StudyConfig
    from ...studies.folder import StudyFolder
    from ...workers import PoolOptions


@app.command()
def selfplay(
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the files go.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT…", help="One for all seats, or one for each."),
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=1_000_000_000, help="How many games.")] = 1000,
    players: PlayerCount = 2,
    rules: Rules = RuleSet.STD,
    nodes: Annotated[int | None, typer.Option(min=1, help="Nodes a move.")] = None,
    movetime: Annotated[
        int | None, typer.Option(min=1, metavar="MS", help="CPU time a move; not repeatable.")
    ] = None,
    slips: Annotated[
        float, typer.Option(min=0, max=1, help="Share of moves made at random, for variety.")
    ] = 0.05,
    observations: Annotated[
        bool, typer.Option("--observations", help="Add what a learning machine sees, and may do.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="Repeat the games.")] = None,
    file_games: Annotated[int, typer.Option(min=1, max=10_000, help="Games a file.")] = 250,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, max=4096, help="How many files at a time: 1, or all that a cluster can."
        ),
    ] = None,
    on: On = "processes",
    as_json: AsJson = False,
) -> None:
    """Let bots play for data: every move as a row of Parquet files. Can be stopped at any time.

    For example: azulejos selfplay --out data --games 10000 --jobs 4
    """
    where = pool_options(on)
    refuse_stream(out, "a study")
    if players not in PLAYER_COUNTS:
        raise UsageError("player_count", players=players)
    with importing("data"):
        import_module("pyarrow")
        import_module("numpy")
    from ...protocol.contract import Limit
    from ...studies.config import StudyConfig
    from ...studies.folder import StudyError, StudyFolder

    specs = _specs(bots or [], players)
    check_bots(specs, players, rules)
    limits = (Limit(movetime=movetime, nodes=nodes),) * players
    try:
        with StudyFolder(out) as folder:
            first = next(s for s in (seed, folder.seed, secrets.randbits(32)) if s is not None)
            config = StudyConfig(
                specs, limits, rules, first, games, slips, observations, file_games
            )
            folder.begin(config)
            say_if_slow()
            _play(folder, config, where, jobs)
            _show(folder, config, as_json)
    except StudyError as error:
        raise typer.BadParameter(str(error)) from error


def _specs(bots: list[str], players: int) -> tuple[str, ...]:
    from ...studies.config import default_bot

    bots = bots or [default_bot(players)]
    if len(bots) not in (1, players):
        raise typer.BadParameter(f"one bot plays all seats, or {players} have one each")
    return tuple(bots * (players // len(bots)))


def _play(folder: StudyFolder, config: StudyConfig, where: PoolOptions, jobs: int | None) -> None:
    from ...studies.run import generate

    with working(where, jobs) as (bar, pool):
        generate(folder, config, pool, lambda done: bar.update("games", done, config.games))


def _show(folder: StudyFolder, config: StudyConfig, as_json: bool) -> None:
    from ...studies.run import total

    found = total(folder, config)
    if as_json:
        counts = {"games": found.games, "moves": found.moves, "bytes": found.bytes}
        tell_json({"folder": str(folder.path), "seed": config.seed} | counts)
        return
    size = found.bytes / found.games / 1000
    typer.echo(
        f"{counted(found.games, 'game')} with {counted(found.moves, 'move')} in {folder.path},"
        f" {size:.1f} kB a game; seed {config.seed}."
    )
    if len(set(config.bots)) > 1:
        from ...studies.summary import summarise

        for bot in summarise(folder.path):
            if bot.seat is None:
                low, high = (100 * end for end in bot.share.interval)
                share = f"{100 * bot.share.mean:.1f} % of the wins (95 %: {low:.1f} to {high:.1f})"
                typer.echo(f"{bot.bot}: {share}, {bot.score.mean:.1f} points a game.")
