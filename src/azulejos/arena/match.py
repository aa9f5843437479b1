"""A match: the same bots again and again, and what has come of it so far.

Only whole groups count, in their order, so that the outcome does not depend on how many games
were played at once or on when somebody lost patience.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import NamedTuple

from .. import statistics
from ..statistics import Interval, Sprt
from .referee import GameResult
from .schedule import Contest


class Standing(NamedTuple):
    """What one bot has achieved; None where nothing was played that would tell."""

    spec: str
    wins: int
    draws: int  # shared wins
    losses: int
    share: float
    interval: Interval
    mean_score: float | None  # without games that a failure ended
    ms_per_move: float | None  # of CPU time
    failures: int


@dataclass(slots=True, repr=False)
class MatchResults:
    """The results of a match."""

    contest: Contest
    games: list[GameResult] = field(default_factory=list)
    outcomes: tuple[Counter[float], ...] = ()  # by bot: its shares of groups, counted

    def __post_init__(self) -> None:
        self.outcomes = tuple(Counter() for _ in self.contest.specs)

    def __repr__(self) -> str:
        return f"<match {' - '.join(self.contest.specs)}: {len(self.games)} games>"

    def __str__(self) -> str:
        """The result as a table and a few sentences, for people."""
        from .report import markdown, match_sentences, match_table

        return "\n".join([markdown(match_table(self)), "", *match_sentences(self, None)])

    def add(self, result: GameResult) -> bool:
        """Takes the next game in order; was it the last of its group?"""
        self.games.append(result)
        players = self.contest.players
        if len(self.games) % players:
            return False
        group = self.games[-players:]
        for bot, outcomes in enumerate(self.outcomes):
            share = sum(game.shares[bot] for game in group) / players
            outcomes[round(share, 9)] += 1
        return True

    @property
    def groups(self) -> int:
        return len(self.games) // self.contest.players

    @property
    def counted(self) -> list[GameResult]:
        """The games of whole groups."""
        return self.games[: self.groups * self.contest.players]

    @property
    def standings(self) -> list[Standing]:
        return [self._standing(bot) for bot in range(self.contest.players)]

    def _standing(self, bot: int) -> Standing:
        games = self.counted
        wins = sum(game.winners == (bot,) for game in games)
        draws = sum(bot in game.winners for game in games) - wins
        decisions = sum(game.decisions[bot] for game in games)
        seconds = sum(game.cpu_seconds[bot] for game in games)
        finished = [game.scores[bot] for game in games if game.failure is None]
        return Standing(
            spec=self.contest.specs[bot],
            wins=wins,
            draws=draws,
            losses=len(games) - wins - draws,
            share=statistics.mean(self.outcomes[bot]),
            interval=statistics.share_interval(self.outcomes[bot]),
            mean_score=sum(finished) / len(finished) if finished else None,
            ms_per_move=1000 * seconds / decisions if decisions else None,
            failures=sum(game.failure is not None and game.failure.bot == bot for game in games),
        )

    @property
    def pairs(self) -> list[int]:
        """How often the first bot got 0, ½, 1, 1½ and 2 points from a pair."""
        return [self.outcomes[0][outcome] for outcome in statistics.PAIR_OUTCOMES]


def run_match(
    tally: MatchResults,
    results: Iterable[GameResult],
    sprt: Sprt | None = None,
    on_result: Callable[[GameResult], None] = lambda result: None,
    uninterrupted: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> None:
    """Adds results, telling each, until they end or the sequential test has seen enough.

    What is added is told, too: nothing may come in between while `uninterrupted` lasts.
    """
    for result in results:
        with uninterrupted():
            whole = tally.add(result)
            on_result(result)
        if whole and sprt and sprt.verdict(tally.outcomes[0]):
            return
