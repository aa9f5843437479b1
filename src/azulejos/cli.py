"""One door to all of it: the command `azulejos`.

Every command answers bad input with one sentence on standard error and exit code 2.
The core, and with it NumPy, is loaded by those commands only that need it.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import warnings
from contextlib import suppress
from importlib import import_module
from io import StringIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from . import __version__
from .bots import BOTS, make_bot
from .game import Game
from .locales import LANGUAGES, Catalogue, catalogue, system_language
from .notation import (
    format_move,
    format_position,
    format_record,
    parse_move,
    parse_position,
    parse_records,
)
from .rules import (
    AzulejosError,
    Move,
    Phase,
    Position,
    UsageError,
    divide,
    legal_moves,
    perft,
    play,
)
from .rules.material import PLAYER_COUNTS, RuleSet
from .terminal.start import Table, Wishes
from .terminal.store import data_folder, read_text, unfinished
from .terminal.table import show_table

if TYPE_CHECKING:
    from .core import State

BAD_INPUT = 2
STDIN = "-"
BENCHES = ("playouts", "steps", "batch", "perft")

app = typer.Typer(
    name="azulejos",
    help="The tile-laying board game: play it, replay it, take it apart.",
    add_completion=False,
    epilog="For example: azulejos random --seed 1 | azulejos replay - | azulejos show -",
    rich_markup_mode="rich",
)

PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position's text in quotes, or - to read it.")
]
PlayerCount = Annotated[int, typer.Option("--players", help="2, 3 or 4 players.")]
Rules = Annotated[RuleSet, typer.Option("--rules", help="The rule set.")]
Language = Annotated[str, typer.Option("--lang", help=f"One of {', '.join(LANGUAGES)}.")]


def main() -> NoReturn:
    """The command's entry point: turns every wrong input into one sentence and exit code 2."""
    _mend_streams()
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except typer.TyperException as error:
        _fail(error.format_message())
    except AzulejosError as error:
        _fail(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough, as in `azulejos random | head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)


def _mend_streams() -> None:
    """A closed stream reads and writes nothing; a sign that a stream can't bear is replaced."""
    sys.stdin = sys.stdin or StringIO()
    sys.stdout = sys.stdout or StringIO()
    sys.stderr = sys.stderr or StringIO()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(sentence: str) -> NoReturn:
    typer.echo(f"azulejos: {' '.join(sentence.split())}", err=True)
    sys.exit(BAD_INPUT)


def _version(wanted: bool) -> None:
    if wanted:
        core = f"interpreted: {_why_slow()}" if _why_slow() else "compiled"
        typer.echo(f"azulejos {__version__} (core {core})")
        raise typer.Exit


def _why_slow() -> str:
    """Loads the core; what it would warn of is told by the caller, in a sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from .core import WHY_SLOW
    return WHY_SLOW


def _say_if_slow() -> None:
    """Where speed matters: that the core is not compiled, and why."""
    if reason := _why_slow():
        typer.echo(f"The core runs interpreted, which is slow: {reason}", err=True)


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _position(text: str) -> Position:
    return parse_position(sys.stdin.readline() if text == STDIN else text)


def _words(language: str) -> Catalogue:
    language = language.lower()
    if language not in LANGUAGES:
        raise typer.BadParameter(
            f"there is no language {language!r}: use one of {', '.join(LANGUAGES)}"
        )
    return catalogue(language)


@app.command()
def moves(position: PositionText) -> None:
    """List the legal moves, one a line."""
    table = _position(position)
    for move in legal_moves(table):
        typer.echo(format_move(move))
    if table.phase is Phase.PREPARATION:
        typer.echo("A deal is due: chance moves.", err=True)
    if table.phase is Phase.OVER:
        typer.echo("The game is over: nobody moves.", err=True)


@app.command(name="apply")
def apply_moves(
    position: PositionText,
    moves: Annotated[list[str], typer.Argument(metavar="MOVE…", help="Moves; deals are some too.")],
) -> None:
    """Play moves and print the position after them."""
    table = _position(position)
    for move in moves:
        table = play(table, parse_move(move)).position
    typer.echo(format_position(table))


@app.command()
def show(position: PositionText, lang: Language = "") -> None:
    """Draw a position for a person, in colour on a terminal."""
    table = _position(position)
    words = _words(lang or system_language())
    names = [words.text("name.player", number=n) for n in range(1, table.players + 1)]
    show_table(_console(), table, names, words)


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A file of records, or - to read it.")
    ],
    positions: Annotated[
        bool, typer.Option("--positions", help="Print the position after every move.")
    ] = False,
) -> None:
    """Replay records, check their results and print their final positions."""
    text = sys.stdin.read() if file == STDIN else read_text(Path(file))
    records = parse_records(text)
    if not records:
        raise typer.BadParameter(f"{file} holds no record")
    for number, record in enumerate(records):
        if positions and number:
            typer.echo()
        table = record.start()
        for played in record.replay():
            table = played.position
            if positions:
                typer.echo(format_position(table))
        record.check_result(table)
        if not positions:
            typer.echo(format_position(table))


@app.command(name="perft")
def count_leaves(
    position: PositionText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many plies deep.")],
    by_move: Annotated[bool, typer.Option("--divide", help="Count by first move too.")] = False,
) -> None:
    """Count the leaves so many plies deep; the count is printed last."""
    table = _position(position)
    if depth < 0:
        raise UsageError("negative_depth", depth=depth)
    if not by_move or depth == 0:
        typer.echo(_perft(table, depth))
        return
    counts = _divide(table, depth)
    for move, count in counts.items():
        typer.echo(f"{format_move(move)} {count}")
    typer.echo(sum(counts.values()) or 1)  # A position without moves is itself a leaf.


def _perft(table: Position, depth: int) -> int:
    state = _core_state(table)
    return state.perft(depth) if state else perft(table, depth)


def _divide(table: Position, depth: int) -> dict[Move, int]:
    state = _core_state(table)
    if state is None:
        return divide(table, depth)
    from .core import move_of

    counts = {move_of(action): count for action, count in state.divide(depth).items()}
    return {move: counts[move] for move in legal_moves(table)}  # in the law's order


def _core_state(table: Position) -> State | None:
    """The position for the fast core, if it can hold it."""
    _say_if_slow()
    from .core import State

    try:
        return State.from_position(table)
    except OverflowError:
        return None


@app.command()
def bench(
    what: Annotated[
        str, typer.Argument(metavar="[WHAT]", help=f"{', '.join(BENCHES)}; all if not given.")
    ] = "",
    players: PlayerCount = 2,
    rules: Rules = RuleSet.STD,
    threads: Annotated[
        int,
        typer.Option(
            min=1, max=1024, help="For playouts and batch; more than one go by the clock."
        ),
    ] = 1,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each takes, about.")] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """Measure the core's speed: random games, single steps, batches, perft."""
    if what and what not in BENCHES:
        raise typer.BadParameter(f"there is no bench {what!r}: use {', '.join(BENCHES)}")
    if players not in PLAYER_COUNTS:
        raise UsageError("player_count", players=players)
    _say_if_slow()
    from .bench import in_words, measure

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it has just been said
        for name in [what] if what else BENCHES:
            figures = measure(name, players, str(rules), seconds, threads)
            typer.echo(json.dumps(figures) if as_json else in_words(figures))


@app.command(name="random")
def random_games(
    players: PlayerCount = 2,
    rules: Rules = RuleSet.STD,
    seed: Annotated[
        int | None, typer.Option(help="The first game's seed; then counted up.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
) -> None:
    """Play random games and print their records."""
    first = secrets.randbits(32) if seed is None else seed
    for number in range(games):
        if number:
            typer.echo()
        game = Game(players, rules, seed=first + number, names=("bot:random",) * players)
        bot = make_bot("random", Random(f"{first + number}/moves"))
        while game.outcome is None:
            game.play(bot(game.position))
        typer.echo(format_record(game.record), nl=False)


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
        list[str] | None, typer.Option(metavar="KIND", help=f"A bot: {' or '.join(BOTS)}.")
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
    lang: Language = "",
) -> None:
    """Play in the terminal against simple bots, or with up to four people at the keyboard.

    Without options it goes on with the last unfinished game, or starts one against a bot.
    """
    words = _words(lang or system_language())
    asked = new or any(wish is not None for wish in (player, bot, rules, starter, seed))
    if file is not None and (asked or list_games):
        raise typer.BadParameter("a saved game has its own players and rules: give FILE alone")
    if list_games:
        for path in unfinished(data_folder()):
            typer.echo(path)
        return
    with suppress(ImportError):
        import_module("readline")  # Lets people edit what they type, where the system has it.
    table = Table(_console(), words, plain or os.environ.get("TERM") == "dumb")
    try:
        first = 1 if starter is None else starter
        wishes = Wishes.of(player or [], bot or [], rules or RuleSet.STD, first, seed)
        if file is not None:
            table.resume(file)
        elif asked:
            table.play_new(wishes)
        else:
            table.resume_latest(wishes)
    except AzulejosError as error:
        _fail(words.error(error))


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)
