"""A round robin: every bot meets every other in pairs of games for two players.

One pair of each pairing after the other, so that a tournament that is stopped early is a fair
one as well. Finished pairs can be kept in a journal and are not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from .. import __version__
from ..protocol.contract import Limit
from ..rules import RuleSet
from ..statistics import Interval
from .journal import Journal, JournalError
from .ratings import Anchor, Pairing, rate
from .referee import GameResult
from .schedule import Contest, ScheduledGame

PAIR = 2  # games


class RatedBot(NamedTuple):
    """A line of the rating list."""

    spec: str
    elo: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Tournament:
    """Who takes part, on which terms, and how many pairs of games each pairing plays."""

    bots: tuple[str, ...]
    limits: tuple[Limit, ...]
    rules: RuleSet
    seed: int
    pairs: int

    @property
    def pairings(self) -> list[Pairing]:
        return list(combinations(range(len(self.bots)), 2))

    @property
    def known_pairings(self) -> list[Pairing]:
        """Those that its file may hold games of."""
        return self.pairings

    @property
    def total(self) -> int:
        """The number of games in all."""
        return len(self.pairings) * self.pairs * PAIR

    def groups(self) -> Iterator[tuple[Pairing, int]]:
        """What is to be played, in this order: pairings, and the number of a group of games."""
        for group in range(1, self.pairs + 1):
            yield from ((pairing, group) for pairing in self.pairings)

    def contest(self, pairing: Pairing) -> Contest:
        one, other = pairing
        return Contest(
            specs=(self.bots[one], self.bots[other]),
            limits=(self.limits[one], self.limits[other]),
            rules=self.rules,
            seed=f"{self.seed}/{one + 1}-{other + 1}",
            event="tournament",
        )

    def to_json(self) -> dict[str, Any]:
        """What makes two tournaments the same."""
        return {
            "azulejos": __version__,
            "bots": list(self.bots),
            "limits": [limit.given for limit in self.limits],
            "rules": str(self.rules),
            "games": self.pairs * PAIR,
            "seed": self.seed,
        }


@dataclass(slots=True, repr=False)
class TournamentResults:
    """The finished groups of games: by pairing and number, first those of the journal."""

    tournament: Tournament
    journal: Journal | None = None
    found: dict[tuple[Pairing, int], tuple[GameResult, ...]] = field(default_factory=dict)
    _begun: dict[tuple[Pairing, int], list[GameResult]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.journal is not None:
            self.journal.begin(self.tournament.to_json())
            for number, entry in enumerate(self.journal.entries, start=2):
                self._remember(number, entry)

    def _remember(self, number: int, entry: dict[str, Any]) -> None:
        try:
            one, other = entry["pairing"]
            contest = self.tournament.contest((one, other))
            games = tuple(GameResult.from_json(contest, game) for game in entry["games"])
            expected = list(contest.schedule_of_group(entry["group"]))
            known = (one, other) in self.tournament.known_pairings and entry["group"] >= 1
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            known, games, expected = False, (), []
        if not known or [game.scheduled for game in games] != expected:
            raise JournalError(f"line {number} of the file does not fit the tournament")
        self.found.setdefault(((one, other), entry["group"]), games)

    def missing(self) -> Iterator[ScheduledGame]:
        """The games that are still to be played, in their order."""
        for pairing, group in self.tournament.groups():
            if (pairing, group) not in self.found:
                yield from self.tournament.contest(pairing).schedule_of_group(group)

    def add(self, result: GameResult) -> None:
        """Takes the next game; keeps the group when it is complete."""
        pairing = self._pairing(result)
        key = (pairing, result.scheduled.group)
        begun = self._begun.setdefault(key, [])
        begun.append(result)
        if len(begun) < result.scheduled.contest.players:
            return
        games = tuple(self._begun.pop(key))
        if self.journal is not None:
            entry = [game.to_json() for game in games]
            for game in entry:
                del game["moves"]
            self.journal.append({"pairing": list(pairing), "group": key[1], "games": entry})
        self.found[key] = games

    def _pairing(self, result: GameResult) -> Pairing:
        one, other, *_ = result.scheduled.contest.specs  # the others are the second again
        return self.tournament.bots.index(one), self.tournament.bots.index(other)

    def __repr__(self) -> str:
        bots = ", ".join(self.tournament.bots)
        return f"<tournament of {bots}: {PAIR * len(self.found)} games>"

    def __str__(self) -> str:
        """The rating list and the cross table, for people."""
        from .report import markdown, rating_sentences, rating_tables

        tables = [markdown(table) + "\n" for table in rating_tables(self, None)]
        return "\n".join([*tables, *rating_sentences(self, None)])

    def ratings(self, anchor: Anchor | None = None) -> list[RatedBot]:
        """The rating list, the strongest first, with 95 % intervals; the mean is 0."""
        bots = self.tournament.bots
        rated = zip(bots, rate(self.scores, len(bots), anchor), strict=True)
        found = [RatedBot(spec, elo, interval) for spec, (elo, interval) in rated]
        return sorted(found, key=lambda rating: -rating.elo)

    @property
    def scores(self) -> dict[Pairing, list[float]]:
        """By pairing, the first bot's share of each group of games."""
        scores: dict[Pairing, list[float]] = {}
        for (pairing, _), games in sorted(self.found.items(), key=lambda item: item[0]):
            share = sum(game.shares[0] for game in games) / len(games)
            scores.setdefault(pairing, []).append(share)
        return scores

    def games_of(self, bot: int) -> Iterator[tuple[GameResult, int]]:
        """The games of a bot, with its index in their contest."""
        for (pairing, _), games in self.found.items():
            if bot in pairing:
                yield from ((game, pairing.index(bot)) for game in games)


def run_tournament(
    results: TournamentResults,
    played: Iterable[GameResult],
    on_result: Callable[[GameResult], None] = lambda result: None,
) -> None:
    """Adds games as they come, telling each."""
    for result in played:
        results.add(result)
        on_result(result)
