"""What finished games bring: sums, a rating against the bots, streaks and bests."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from azulejos.bots.rating_lists import LevelRating, RatingList, rating_list
from azulejos.tables.results.progress import (
    Other,
    Played,
    bests_of,
    longest_streak,
    ratings_of,
    streak,
)
from azulejos.tables.results.statistics import MOST_POINTS, summed_up

CASUAL = (Other("Inês", "casual", 20),)


def played(score: int, **more: Any) -> Played:
    usual: dict[str, Any] = {
        "table": "t",
        "rules": "std",
        "series": None,
        "name": "",
        "seat": 1,
        "sources": (score + 5, -5, 0, 0, 0),
        "won": False,
        "shared": False,
        "resigned": False,
        "others": (Other("Ben", None),),
    }
    return Played(**(usual | {"score": score} | more))


def test_summing_up() -> None:
    bots = (Other("", "master"), Other("", "master"), Other("", "novice"))
    games = [
        played(50, won=True, others=bots, rules="grey"),
        played(30, won=True, shared=True),
        played(21, resigned=True),
    ]
    found = summed_up(games)
    assert (found["games"], found["won"], found["shared"], found["resigned"]) == (3, 2, 1, 1)
    assert (found["score"], found["best"]) == (33.7, 50)
    assert found["sources"]["tiles"] == 38.7
    assert [(o["name"], o["level"], o["games"], o["won"]) for o in found["opponents"]] == [
        ("", "master", 1, 1),  # two at one table are one game
        ("", "novice", 1, 1),
        ("Ben", None, 2, 1),
    ]
    assert [(k["rules"], k["players"], k["games"], k["score"]) for k in found["by_rules"]] == [
        ("std", 2, 2, 25.5),
        ("grey", 4, 1, 50.0),
    ]


def won(score: int = 40, **more: Any) -> Played:
    return played(score, **({"won": True, "others": CASUAL} | more))


def lost(**more: Any) -> Played:
    return played(10, **({"others": CASUAL} | more))


def test_a_rating_against_bots() -> None:
    """The latest game comes first; the course is told from the first on."""
    (found,) = ratings_of([won(table="c", finished=3), lost(table="b"), won(table="a")])
    assert (found["rules"], found["players"], found["games"]) == ("std", 2, 3)
    assert [point["table"] for point in found["course"]] == ["a", "b", "c"]
    first, second, third = (point["elo"] for point in found["course"])
    assert first > 1000
    assert second < first < third or second < third
    assert (found["elo"], found["course"][-1]["at"]) == (third, 3)
    deviations = [point["deviation"] for point in found["course"]]
    assert deviations == sorted(deviations, reverse=True)
    assert found["provisional"]
    assert found["peak"] is None


def test_after_many_games_it_is_no_guess_any_more() -> None:
    games = [won() if number % 2 else lost() for number in range(60)]
    (found,) = ratings_of(games)
    measured = rating_list("std", 2)
    assert measured is not None
    assert found["elo"] == pytest.approx(measured.levels["casual"].elo, abs=60)
    assert not found["provisional"]
    assert found["peak"] is not None
    assert found["peak"] >= found["elo"]
    (short,) = ratings_of(games, points=10)
    assert short == found | {"course": found["course"][-10:]}
    assert len(summed_up(games * 4)["ratings"][0]["course"]) == MOST_POINTS


@pytest.mark.parametrize(
    "others",
    [
        (Other("Ben", None, 3),),  # a person
        (Other("Ana", "my_bot", 3),),  # a bot that the host brought
    ],
)
def test_only_measured_bots_count(others: tuple[Other, ...]) -> None:
    assert ratings_of([won(others=others)]) == []


def test_a_kind_that_was_not_measured_has_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.tables.results.progress.rating_list", lambda rules, players: None)
    assert ratings_of([won()]) == []


def measured(*elos: int, players: int) -> RatingList:
    """Levels with these ratings, each known exactly."""
    names = ("novice", "casual", "master")
    levels = {
        name: LevelRating(elo, (elo, elo), 100) for name, elo in zip(names, elos, strict=False)
    }
    return RatingList("std", players, "", "", levels, [])


def test_who_wins_the_fair_share_is_as_strong_as_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a table of four equal players everybody wins every fourth game."""
    table = measured(1200, 1200, players=4)
    monkeypatch.setattr(
        "azulejos.tables.results.progress.rating_list", lambda rules, players: table
    )
    others = (Other("", "novice", 9), Other("", "casual", 9), Other("", "casual", 9))
    games = [won(others=others) if n % 4 == 0 else lost(others=others) for n in range(400)]
    (found,) = ratings_of(games)
    assert found["players"] == 4
    assert found["elo"] == pytest.approx(1200, abs=60)


def test_streaks() -> None:
    games = [won(), won(shared=True), lost(), won(), won(), won(), lost()]
    assert (streak(games), longest_streak(games)) == (2, 3)
    assert (streak([]), longest_streak([])) == (0, 0)
    assert (streak([lost()]), longest_streak([lost()])) == (0, 0)


def test_bests() -> None:
    games = [
        won(70, table="d", others=(Other("", "novice", 69),), finished=4),
        won(41, table="c", others=(Other("", "expert", 40), Other("Ben", None, 12)), finished=3),
        won(60, table="b", others=(Other("", "casual", 20),), finished=2),
        played(90, table="a", resigned=True, others=CASUAL),
        played(70, table="0", others=(Other("", "master", 80),), finished=1),
    ]
    found = bests_of(games)
    assert found["score"] == {"points": 70, "table": "0", "at": 1}  # the first to reach it
    assert found["margin"] == {"points": 40, "table": "b", "at": 2}
    assert found["level"] == {"level": "expert", "table": "c", "at": 3}
    assert bests_of([]) == {"score": None, "margin": None, "level": None}
    assert bests_of([won(others=(Other("Ben", None, 2),))])["level"] is None


def test_it_needs_little_of_python() -> None:
    """Games may be kept in a browser, without the standard library's statistics."""
    program = (
        "import sys, azulejos.tables.results.statistics; sys.exit('statistics' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
