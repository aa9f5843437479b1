"""What somebody's finished games have brought, summed up.

Values in, values out: whoever keeps games asks with `Played`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ...rules.material import RuleSet
from ..messages.answers import Averages, Kind, Opponent, SeriesPlayed, Statistics
from .progress import SOURCES, Played, bests_of, longest_streak, ratings_of, streak

MOST_LISTED = 50
MOST_POINTS = 200  # of a rating's course
Name = TypeVar("Name")


def summed_up(games: Sequence[Played]) -> Statistics:
    """The latest game comes first."""
    tiles, floor, rows, columns, colours = (
        _mean(game.sources[place] for game in games) for place in range(len(SOURCES))
    )
    return Statistics(
        games=len(games),
        won=_won(games),
        shared=sum(game.won and game.shared for game in games),
        resigned=sum(game.resigned for game in games),
        score=_mean(game.score for game in games),
        best=max((game.score for game in games), default=0),
        sources=Averages(tiles=tiles, floor=floor, rows=rows, columns=columns, colours=colours),
        opponents=_opponents(games),
        by_rules=_kinds(games),
        series=_series(games),
        ratings=ratings_of(games, MOST_POINTS),
        streak=streak(games),
        longest_streak=longest_streak(games),
        bests=bests_of(games),
    )


def _opponents(games: Iterable[Played]) -> list[Opponent]:
    met: dict[tuple[str, str | None], list[Played]] = {}
    for game in games:
        for who in dict.fromkeys((other.name, other.level) for other in game.others):
            met.setdefault(who, []).append(game)
    return [
        Opponent(name=name, level=level, games=len(found), won=_won(found))
        for (name, level), found in list(met.items())[:MOST_LISTED]
    ]


def _kinds(games: Iterable[Played]) -> list[Kind]:
    """In the order of the rule sets, and of the number of players."""
    order = [rules.value for rules in RuleSet]
    found = _grouped(games, lambda game: (order.index(game.rules), len(game.others) + 1))
    return [
        Kind(
            rules=RuleSet(order[rules]).value,
            players=players,
            games=len(group),
            won=_won(group),
            score=_mean(game.score for game in group),
        )
        for (rules, players), group in sorted(found.items())
    ]


def _series(games: Iterable[Played]) -> list[SeriesPlayed]:
    """Named as they were last."""
    found = _grouped((game for game in games if game.series), lambda game: game.series or "")
    return [
        SeriesPlayed(id=series, name=group[0].name, games=len(group), won=_won(group))
        for series, group in list(found.items())[:MOST_LISTED]
    ]


def _grouped(
    games: Iterable[Played], name_of: Callable[[Played], Name]
) -> dict[Name, list[Played]]:
    found: dict[Name, list[Played]] = {}
    for game in games:
        found.setdefault(name_of(game), []).append(game)
    return found


def _won(games: Iterable[Played]) -> int:
    return sum(game.won for game in games)


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return round(sum(found) / len(found), 1) if found else 0.0
