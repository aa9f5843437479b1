"""Matches and tournaments as functions: bots in, results out, as data.

Bots are specs or users' own classes. Games are played in this process, one after the other; with
`jobs`, by processes of this machine, which import the classes that they need.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from random import Random

from ..bots import BotClass, is_bot_class, make_bot, parse_spec
from ..bots.python_bots import PythonBot, path_of_class, registered_class, spec_of_class
from ..protocol.contract import Bot, Limit
from ..rules import RuleSet, UsageError
from ..rules.material import PLAYER_COUNTS
from ..statistics import Sprt
from .match import MatchResults, run_match
from .play import play_games
from .referee import GameResult, play_game
from .schedule import Contest, ScheduledGame, groups_for
from .tournament import PAIR, Tournament, TournamentResults, run_tournament

BotLike = str | type[BotClass]
Limits = Limit | Sequence[Limit]
OnResult = Callable[[GameResult], None]


def play_match(
    bots: Sequence[BotLike],
    games: int = 100,
    *,
    rules: RuleSet | str = RuleSet.STD,
    limits: Limits = Limit(),
    seed: int | None = None,
    jobs: int | None = None,
    sprt: Sprt | None = None,
    on_result: OnResult = lambda result: None,
) -> MatchResults:
    """Two to four bots, the same deals for every seat; `games` are rounded up to whole groups.

    `limits` is for all bots, or one for each; `on_result` hears of each game as it ends. A bot that
    fails loses its game (`GameResult.failure` says why), and the match goes on.

    >>> results = play_match(["greedy", "random"], games=4, seed=1)
    >>> [(bot.spec, bot.wins) for bot in results.standings]
    [('greedy', 4), ('random', 0)]
    """
    if len(bots) not in PLAYER_COUNTS:
        raise UsageError("player_count", players=len(bots))
    entry = _Entry(bots, len(bots), rules, limits, seed, jobs)
    contest = Contest(
        specs=entry.specs,
        limits=entry.limits,
        rules=entry.rules,
        seed=str(entry.seed),
        event=f"match with seed {entry.seed}",
        date=datetime.now(UTC).date().isoformat(),
    )
    results = MatchResults(contest)
    with ExitStack() as stack:
        played = entry.play(contest.schedule(_groups(games, len(bots))), stack)
        run_match(results, played, sprt, on_result)
    return results


def play_tournament(
    bots: Sequence[BotLike],
    games: int = 100,
    *,
    rules: RuleSet | str = RuleSet.STD,
    limits: Limits = Limit(),
    seed: int | None = None,
    jobs: int | None = None,
    on_result: OnResult = lambda result: None,
) -> TournamentResults:
    """Every bot meets every other in so many games for two: `results.ratings()` is the list.

    >>> results = play_tournament(["greedy", "random"], games=2, seed=1)
    >>> max(results.ratings(), key=lambda rating: rating.elo).spec
    'greedy'
    """
    entry = _Entry(bots, PAIR, rules, limits, seed, jobs)
    if len(set(entry.specs)) < max(2, len(bots)):
        raise ValueError("a tournament needs two bots or more, each of them only once")
    pairs = _groups(games, PAIR)
    tournament = Tournament(entry.specs, entry.limits, entry.rules, entry.seed, pairs)
    results = TournamentResults(tournament)
    with ExitStack() as stack:
        run_tournament(results, entry.play(results.missing(), stack), on_result)
    return results


class _Entry:
    """Who plays, by their specs, on which terms; a bot that can't play is refused at once."""

    def __init__(
        self,
        bots: Sequence[BotLike],
        players: int,
        rules: RuleSet | str,
        limits: Limits,
        seed: int | None,
        jobs: int | None,
    ) -> None:
        if isinstance(bots, str):
            raise TypeError(f"the bots are a list of them, not {bots!r}")
        self.rules = RuleSet(rules)
        self.limits = _limits(limits, len(bots))
        self.seed = secrets.randbits(32) if seed is None else seed
        self._jobs = jobs
        self._classes: dict[str, type[BotClass]] = {}
        self.specs = tuple(self._spec(bot) for bot in bots)
        for number in range(len(bots)):
            with closing(self.make(self.specs[number], number, players)) as bot:
                bot.new_game()

    def _spec(self, bot: BotLike) -> str:
        found = registered_class(bot) if isinstance(bot, str) else bot
        if found is None:
            return str(parse_spec(str(bot)))
        if not is_bot_class(found):
            raise TypeError(f"a bot is a spec, or a class with a method choose, not {bot!r}")
        if self._jobs is not None:
            return self._spec_elsewhere(found)
        spec = spec_of_class(found)
        self._classes[spec] = found
        return spec

    def _spec_elsewhere(self, found: type[BotClass]) -> str:
        """By which another process finds it: the names of decorators are known only here."""
        if found.__module__ == "__main__":
            raise ValueError(
                f"{found.__name__} lies in the program itself, where other processes don't find "
                "it: move it to a module, or leave jobs out"
            )
        return f"python:{path_of_class(found)}"

    def make(self, spec: str, seed: int, players: int) -> Bot:
        if spec in self._classes:
            return PythonBot(spec, self._classes[spec], Random(seed))
        return make_bot(spec, seed, players, self.rules)

    def play(self, schedule: Iterable[ScheduledGame], stack: ExitStack) -> Iterator[GameResult]:
        if self._jobs is None:
            return (play_game(scheduled, self.make) for scheduled in schedule)
        from ..workers import open_pool, parse_pool

        pool = open_pool(parse_pool("processes"), self._jobs, isolated=True)
        return play_games(stack.enter_context(pool), schedule)


def _limits(limits: Limits, bots: int) -> tuple[Limit, ...]:
    found = (limits,) * bots if isinstance(limits, Limit) else tuple(limits)
    if len(found) != bots:
        raise ValueError(f"limits are one for all bots, or {bots} of them, not {len(found)}")
    return found


def _groups(games: int, players: int) -> int:
    if games < 1:
        raise ValueError(f"a match has 1 game or more, not {games}")
    return groups_for(games, players)
