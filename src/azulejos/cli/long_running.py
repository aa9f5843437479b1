"""What commands share that run for long: who does the work, bots that are tried first, Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from ..game import Game
from ..notation import format_record
from ..rules import RuleSet

if TYPE_CHECKING:
    from ..workers import PoolOptions

INTERRUPTED = 130  # the exit code
GOES_ON = "The same command goes on where it was."
On = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="processes of this machine, ray (started here, or RAY_ADDRESS), or ray://HOST:PORT.",
    ),
]

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, max=4096, help="How many processes play: 1, or all that a cluster has."
    ),
]


def pool_options(text: str) -> PoolOptions:
    """The worker pool that `--on` means."""
    from ..workers import parse_pool

    try:
        return parse_pool(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def bots_for_shells() -> list[str]:
    """What a shell completes where a bot is due."""
    from ..bots import bot_names

    return list(bot_names())


def check_bots(specs: Iterable[str], players: int, rules: RuleSet) -> None:
    """Every bot can be made, and named in a record."""
    from ..bots import make_bot
    from ..protocol.contract import BotError

    for spec in dict.fromkeys(specs):
        format_record(Game(players, rules, names=(f"bot:{spec}",)).record)
        try:
            with closing(make_bot(spec, 0, players, rules)) as bot:
                bot.new_game()  # Starts an engine, if it is one.
        except BotError as error:
            raise typer.BadParameter(f"{spec}: {error}") from error


class Interrupts:
    """Ctrl-C, which waits while something is done that must not be left half done."""

    def __init__(self) -> None:
        self._is_waiting = self._is_uninterrupted = False

    def __enter__(self) -> Interrupts:
        self._before = signal.signal(signal.SIGINT, self._received)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _received(self, number: int, frame: FrameType | None) -> None:
        if not self._is_uninterrupted:
            raise KeyboardInterrupt
        self._is_waiting = True

    @contextmanager
    def uninterrupted(self) -> Iterator[None]:
        self._is_uninterrupted = True
        yield
        self._is_uninterrupted = False
        if self._is_waiting:
            raise KeyboardInterrupt
