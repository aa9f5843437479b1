"""Matches and tournaments as functions."""

from __future__ import annotations

from typing import Any

import pytest

import azulejos as az
import own_bots
from azulejos.bots import BotSpecError
from azulejos.protocol import Limit
from azulejos.rules import UsageError


def test_a_match_of_specs_and_classes() -> None:
    heard: list[int] = []
    results = az.play_match(
        [own_bots.First, "random"],
        games=3,
        seed=1,
        on_result=lambda result: heard.append(result.scheduled.number),
    )
    assert heard == [1, 2, 3, 4]  # whole pairs
    first, other = results.standings
    assert (first.spec, other.spec) == ("python:own_bots:First", "random")
    assert first.wins + other.wins + first.draws == 4
    assert repr(results) == "<match python:own_bots:First - random: 4 games>"
    assert "4 games (2 pairs), rules std." in str(results)
    again = az.play_match(["python:own_bots:First", "random"], games=3, seed=1, jobs=1)
    assert [game.moves for game in again.games] == [game.moves for game in results.games]


def test_a_bot_that_fails_loses_and_the_match_goes_on() -> None:
    results = az.play_match([own_bots.Failing, own_bots.First, "random"], games=3, seed=1)
    assert [game.failure.bot for game in results.games if game.failure] == [0, 0, 0]
    failure = results.games[0].failure
    assert failure is not None
    assert failure.sentence.startswith("the bot python:own_bots:Failing failed in choose: KeyError")
    assert results.standings[0].failures == 3


def test_a_tournament_is_a_rating_list() -> None:
    results = az.play_tournament(["random", own_bots.Lucky, "greedy"], games=4, seed=1)
    ratings = results.ratings()
    assert ratings[0].spec == "greedy"
    assert sum(rating.elo for rating in ratings) == pytest.approx(0)
    assert all(rating.interval.low < rating.elo < rating.interval.high for rating in ratings)
    assert repr(results) == "<tournament of random, python:own_bots:Lucky, greedy: 12 games>"
    assert "12 of 12 games" in str(results)


WRONG: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
    (["greedy"], {}, UsageError, "2, 3 or 4 players, not 1"),
    ("greedy", {}, UsageError, "players, not 6"),
    (["greedy", "deep-thought"], {}, BotSpecError, "there is no bot 'deep-thought'"),
    (["greedy", 3], {}, TypeError, "a bot is a spec, or a class with a method choose, not 3"),
    (["greedy", own_bots.Mute], {}, TypeError, "a class with a method choose"),
    (["greedy", "random"], {"games": 0}, ValueError, "1 game or more, not 0"),
    (["greedy", "random"], {"limits": [Limit()]}, ValueError, "one for all bots, or 2 of them"),
    (["greedy", "random"], {"rules": "chess"}, ValueError, "chess"),
]


@pytest.mark.parametrize(("bots", "named", "kind", "sentence"), WRONG)
def test_what_is_refused(
    bots: Any, named: dict[str, Any], kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        az.play_match(bots, **named)


def test_who_takes_part_in_a_tournament() -> None:
    with pytest.raises(ValueError, match="two bots or more, each of them only once"):
        az.play_tournament(["greedy", "greedy"])


def test_other_processes_must_find_the_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_bots.First, "__module__", "__main__")
    with pytest.raises(ValueError, match="First lies in the program itself"):
        az.play_match([own_bots.First, "random"], jobs=1)
