"""How somebody gets on: a rating against the bots, its course, streaks and personal bests.

From finished games alone, the latest first, so that it can be worked out wherever games are kept.
A rating belongs to one kind of game, whose levels were measured (`bots/rating_lists.py`): all
others at the table are such bots. Each game is a period of Glicko-2. Several opponents count as one
whose strength is theirs together: by that model the levels were measured at larger tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import log10, sqrt

from ...bots import level_names
from ...bots.rating_lists import ANCHOR_ELO, LevelRating, rating_list
from ...glicko import Rating, Result, rated
from ...rules.material import RuleSet
from ..messages.answers import BestGame, BestLevel, Bests, OwnRating, RatingPoint

SOURCES = ("tiles", "floor", "rows", "columns", "colours")
FIRST = Rating(ANCHOR_ELO)
"""Of somebody who has not played yet: that of `greedy`, and very uncertain."""
PROVISIONAL = 110
"""Deviation from which on a rating is only a guess."""


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody else at the table."""

    name: str
    level: str | None
    score: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game, as one of its seats saw it."""

    table: str
    rules: str
    series: str | None
    name: str
    seat: int
    score: int
    sources: tuple[int, ...]
    won: bool
    shared: bool
    resigned: bool
    others: tuple[Other, ...]
    finished: int = 0
    """Milliseconds since 1970."""

    @property
    def margin(self) -> int:
        """Points more than the best of the others."""
        return self.score - max(other.score for other in self.others)


# The rating


def ratings_of(games: Sequence[Played], points: int | None = None) -> list[OwnRating]:
    """One for each kind of game, the most played first; of the course the last so many points."""
    courses: dict[tuple[str, int], list[RatingPoint]] = {}
    ratings: dict[tuple[str, int], Rating] = {}
    for game in reversed(games):
        if (result := _result(game)) is not None:
            kind = (game.rules, len(game.others) + 1)
            rating = ratings[kind] = rated(ratings.get(kind, FIRST), [result])
            courses.setdefault(kind, []).append(_point(game, rating))
    found = [_own(kind, course, points) for kind, course in courses.items()]
    return sorted(found, key=lambda own: -own["games"])


def _result(game: Played) -> Result | None:
    """As a game against one opponent; None where somebody else than a measured bot played."""
    found = rating_list(game.rules, len(game.others) + 1)
    if found is None:
        return None
    measured = (found.levels.get(other.level or "") for other in game.others)
    opponents = [level for level in measured if level is not None]
    if len(opponents) < len(game.others):
        return None
    score = (0.5 if game.shared else 1.0) if game.won else 0.0
    return Result(*_together(opponents), score)


def _together(opponents: Sequence[LevelRating]) -> tuple[float, float]:
    """The rating and its deviation of a table: strengths add up, and so do their variances."""
    strengths = [10 ** (each.elo / 400) for each in opponents]
    total = sum(strengths)
    shares = [strength / total for strength in strengths]
    variance = sum(
        (share * each.deviation) ** 2 for share, each in zip(shares, opponents, strict=True)
    )
    return 400 * log10(total), sqrt(variance)


def _point(game: Played, rating: Rating) -> RatingPoint:
    return RatingPoint(
        at=game.finished,
        table=game.table,
        elo=round(rating.value),
        deviation=round(rating.deviation),
    )


def _own(kind: tuple[str, int], course: Sequence[RatingPoint], points: int | None) -> OwnRating:
    latest = course[-1]
    settled = [point["elo"] for point in course if point["deviation"] <= PROVISIONAL]
    return OwnRating(
        rules=RuleSet(kind[0]).value,
        players=kind[1],
        elo=latest["elo"],
        deviation=latest["deviation"],
        provisional=latest["deviation"] > PROVISIONAL,
        games=len(course),
        peak=max(settled, default=None),
        course=list(course[-points:] if points else course),
    )


# Streaks and bests


def streak(games: Sequence[Played]) -> int:
    """Wins in a row until now; a shared win is one."""
    return sum(1 for _ in takewhile(lambda game: game.won, games))


def longest_streak(games: Sequence[Played]) -> int:
    return max(_streaks(games), default=0)


def _streaks(games: Sequence[Played]) -> Iterator[int]:
    length = 0
    for game in games:
        length = length + 1 if game.won else 0
        yield length


def bests_of(games: Sequence[Played]) -> Bests:
    """Of several equal ones the first that was reached."""
    oldest = [game for game in reversed(games) if not game.resigned]
    won = [game for game in oldest if game.won and not game.shared and game.margin > 0]
    score = max(oldest, key=lambda game: game.score, default=None)
    margin = max(won, key=lambda game: game.margin, default=None)
    beaten = max(won, key=lambda game: _strongest(game), default=None)
    return Bests(
        score=None if score is None else _best_game(score, score.score),
        margin=None if margin is None else _best_game(margin, margin.margin),
        level=_best_level(beaten),
    )


def _best_game(game: Played, points: int) -> BestGame:
    return BestGame(points=points, table=game.table, at=game.finished)


def _best_level(game: Played | None) -> BestLevel | None:
    if game is None or (place := _strongest(game)) < 0:
        return None
    return BestLevel(level=level_names()[place], table=game.table, at=game.finished)


def _strongest(game: Played) -> int:
    """The place of the strongest bot at the table among the levels; -1 where there is none."""
    names = level_names()
    return max((names.index(o.level) for o in game.others if o.level in names), default=-1)
