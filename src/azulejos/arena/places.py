"""Where games are played: each in a process of this machine, or on a Ray cluster.

The results are the same, in the same order. What differs: on a cluster a game whose machine was
lost is played again as often as it takes, for no bot is to blame, and whose bot was thinking is
known only of the second worker that a game kills, which is the one that counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol

from ..places import Place, PlaceError, Where, note, open_place
from ..places.place import PROCESSES, Report
from .referee import DIED, GameResult, failure, lost_game, play_game
from .runner import ArenaError, Workers
from .schedule import Plan
from .worker import MAKER, maker_of


class Players(Protocol):
    """Those who play."""

    def play(self, plans: Iterable[Plan]) -> Iterator[GameResult]:
        """The results of all games, in their order; raises PlaceError."""


@contextmanager
def open_players(
    where: Where, jobs: int | None, report: Report = lambda line: None, maker: str = MAKER
) -> Iterator[Players]:
    """For a `with`, which ends what it has started.

    Without `jobs` one game is played at a time, or as many as a cluster has processors.
    """
    if where.kind == PROCESSES:
        with Workers(jobs or 1, report, maker) as workers:
            yield workers
    else:
        with open_place(where, jobs, report) as place:
            yield Guests(place, maker)


class Guests:
    """Players at a place that knows nothing of games."""

    def __init__(self, place: Place, maker: str = MAKER) -> None:
        self._place = place
        self._maker = maker

    def play(self, plans: Iterable[Plan]) -> Iterator[GameResult]:
        try:
            yield from self._place.map(partial(play_there, self._maker), plans, _name, _lost)
        except (PlaceError, OSError):
            raise
        except Exception as error:  # The worker's own: a bot's is part of a result.
            raise ArenaError(f"no game can be played there: {error}") from error


def play_there(maker: str, plan: Plan) -> GameResult:
    """On a worker; says whose bot is thinking."""
    return play_game(plan, maker_of(maker), note)


def _name(plan: Plan) -> str:
    return f"game {plan.number}"


def _lost(plan: Plan, how: str, bot: int | None) -> GameResult:
    """The second worker has died of it: the bot that was thinking loses."""
    if bot is None:
        raise ArenaError(f"the workers that should play die before a game begins ({how})")
    return lost_game(plan, failure(bot, DIED, f"{how}, twice"))
