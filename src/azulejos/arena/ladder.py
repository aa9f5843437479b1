"""The levels in one kind of game: each against the one below, and a rating list made from it.

A ladder is a tournament in which only neighbours meet, and `greedy`, whose rating is given, meets
the levels around it. With three or four players one of the stronger sits at a table of the weaker.
It can be gone on with, also for more games; what makes a level what it is must stay the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any

from .. import __version__, statistics
from ..bots import LEVELS, level_names
from ..bots.rating_lists import ANCHOR, ANCHOR_ELO, LevelRating, RatingList, Step
from ..protocol.contract import Limit
from ..rules import RuleSet
from ..search.weights import name_of, shipped_file
from .ratings import Anchor, Pairing, Scores, rate
from .schedule import Contest
from .tournament import Tournament, TournamentResults

RUNGS = (
    "master",
    "expert",
    "advanced",
    "skilled",
    "medium",
    "casual",
    ANCHOR,
    "beginner",
    "novice",
)
"""The strongest first: the first of a pairing is the one who should win."""
NEAR_ANCHOR = ("medium", "casual", "beginner", "novice")
"""Whom `greedy` meets: in some kinds of game it is stronger than in others."""
TWO_PLAYER_GAMES = 200
LARGER_TABLE_GAMES = 120


@dataclass(frozen=True, slots=True)
class Ladder(Tournament):
    """The terms; `pairs` counts groups of games."""

    players: int = 2
    highest: str = RUNGS[0]
    """The strongest level that takes part: the strongest of all think for long."""

    @classmethod
    def of_kind(
        cls, rules: RuleSet, players: int, games: int, seed: int, highest: str = RUNGS[0]
    ) -> Ladder:
        limits = (Limit(),) * len(RUNGS)  # the levels' own
        return cls(RUNGS, limits, rules, seed, -(-games // players), players, highest)

    @property
    def pairings(self) -> list[Pairing]:
        highest = RUNGS.index(self.highest)
        return [pairing for pairing in self.known_pairings if pairing[0] >= highest]

    @property
    def known_pairings(self) -> list[Pairing]:
        levels = reversed(level_names())
        meetings = [*pairwise(levels), *(_sorted(ANCHOR, level) for level in NEAR_ANCHOR)]
        return sorted((RUNGS.index(one), RUNGS.index(other)) for one, other in meetings)

    @property
    def total(self) -> int:
        return len(self.pairings) * self.pairs * self.players

    def contest(self, pairing: Pairing) -> Contest:
        one, other = (self.bots[bot] for bot in pairing)
        return Contest(
            specs=(one, *(other,) * (self.players - 1)),
            limits=(Limit(),) * self.players,
            rules=self.rules,
            seed=f"{self.seed}/{one}-{other}",
            event="ratings",
        )

    def to_json(self) -> dict[str, Any]:
        """What makes two ladders the same: not how many games are to be played, nor by whom."""
        network = shipped_file(name_of(self.rules, self.players)).read_bytes()
        return {
            "azulejos": __version__,
            "ladder": name_of(self.rules, self.players),
            "seed": self.seed,
            "levels": [asdict(level) for level in LEVELS],
            "network": sha256(network).hexdigest(),
        }

    @property
    def command(self) -> str:
        games = self.pairs * self.players
        kind = name_of(self.rules, self.players)
        command = f"azulejos ratings {kind} --games {games} --seed {self.seed}"
        return command if self.highest == RUNGS[0] else f"{command} --up-to {self.highest}"


def _sorted(one: str, other: str) -> tuple[str, str]:
    """The stronger first."""
    return (one, other) if RUNGS.index(one) < RUNGS.index(other) else (other, one)


def rating_list(results: TournamentResults, ladder: Ladder, date: str) -> RatingList:
    """What has come of a ladder so far."""
    scores = results.scores
    return RatingList(
        rules=str(ladder.rules),
        players=ladder.players,
        date=date,
        command=ladder.command,
        levels=_ratings(scores, ladder.players),
        steps=list(_steps(scores, ladder.players)),
    )


def _ratings(scores: Scores, players: int) -> dict[str, LevelRating]:
    """Of those whose games link them to `greedy`, weakest first."""
    linked = _linked(scores, RUNGS.index(ANCHOR))
    place = {bot: number for number, bot in enumerate(linked)}
    among = {
        (place[one], place[other]): shares
        for (one, other), shares in scores.items()
        if one in place
    }
    if not among:
        return {}
    anchor = Anchor(place[RUNGS.index(ANCHOR)], ANCHOR_ELO)
    ratings = rate(among, len(linked), anchor, players)
    games = Counter[int]()
    for pairing, shares in among.items():
        games.update(dict.fromkeys(pairing, len(shares) * players))
    found = {
        RUNGS[bot]: LevelRating(round(elo), (round(low), round(high)), games[place[bot]])
        for bot, (elo, (low, high)) in zip(linked, ratings, strict=True)
    }
    return {level: found[level] for level in level_names() if level in found}


def _linked(scores: Scores, bot: int) -> list[int]:
    """Who has met it, or met somebody who has, and so on."""
    linked, before = {bot}, 0
    while len(linked) > before:
        before = len(linked)
        linked |= {each for pairing in scores if linked & set(pairing) for each in pairing}
    return sorted(linked)


def _steps(scores: Scores, players: int) -> Iterator[Step]:
    for below, level in pairwise(level_names()):
        shares = scores.get((RUNGS.index(level), RUNGS.index(below)), [])
        if shares:
            outcomes = Counter(round(share, 9) for share in shares)
            low, high = statistics.share_interval(outcomes)
            yield Step(
                level=level,
                against=below,
                share=round(statistics.mean(outcomes), 4),
                interval=(round(low, 4), round(high, 4)),
                games=len(shares) * players,
            )
