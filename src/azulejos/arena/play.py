"""Many games at once, by the workers of a pool: processes of this machine, or a Ray cluster.

The results are the same, in the order of the games. A game whose worker dies is played again; if it
kills a second one, the bot that was thinking loses. On a cluster a game whose machine was lost is
played again as often as it takes, for no bot is to blame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module

from ..workers import WorkerPool, WorkerPoolError, report_progress
from .referee import DIED, BotMaker, GameResult, failure, lost_game, play_game
from .schedule import ScheduledGame

MAKER = "azulejos.bots:make_bot"


class ArenaError(WorkerPoolError):
    """Games can't be played here at all; the sentence says why."""


def play_games(
    pool: WorkerPool, schedule: Iterable[ScheduledGame], maker: str = MAKER
) -> Iterator[GameResult]:
    """The results of all games, in their order; raises WorkerPoolError.

    `maker` names the function that makes the bots, which workers import.
    """
    try:
        yield from pool.map(partial(_play, maker), schedule, _name, _lost)
    except (WorkerPoolError, OSError):
        raise
    except Exception as error:  # The worker's own: a bot's is part of a result.
        raise ArenaError(f"no game can be played there: {error}") from error


def _play(maker: str, scheduled: ScheduledGame) -> GameResult:
    """On a worker; says whose bot is thinking."""
    return play_game(scheduled, _maker_of(maker), report_progress)


def _maker_of(name: str) -> BotMaker:
    """The function that `module:function` names."""
    module, _, function = name.partition(":")
    made: BotMaker = getattr(import_module(module), function)
    return made


def _name(scheduled: ScheduledGame) -> str:
    return f"game {scheduled.number}"


def _lost(scheduled: ScheduledGame, how: str, bot: int | None) -> GameResult:
    """The second worker has died of it: the bot that was thinking loses."""
    if bot is None:
        raise ArenaError(f"the workers that should play die before a game begins ({how})")
    return lost_game(scheduled, failure(bot, DIED, f"{how}, twice"))
