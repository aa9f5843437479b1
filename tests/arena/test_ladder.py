"""The levels' ladder: who meets whom, ratings and steps, going on, and what is not measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from math import log10
from pathlib import Path

import pytest

from azulejos import RuleSet
from azulejos.arena.journal import Journal, JournalError
from azulejos.arena.ladder import RUNGS, Ladder, rating_list
from azulejos.arena.ratings import Anchor, rate
from azulejos.arena.referee import GameResult
from azulejos.arena.schedule import ScheduledGame
from azulejos.arena.tournament import TournamentResults, run_tournament
from azulejos.bots import level_names
from azulejos.bots.rating_lists import RatingList, measured_levels, shipped_folder, write_list
from command_line import call, output

DAY = "2026-01-02"


def ladder(players: int = 2, games: int = 12) -> Ladder:
    return Ladder.of_kind(RuleSet.STD, players, games, seed=5)


def won_by(scheduled: ScheduledGame, winner: int) -> GameResult:
    """A game that nobody had to play."""
    players = scheduled.contest.players
    zeros = (0,) * players
    shares = tuple(float(bot == winner) for bot in range(players))
    return GameResult(scheduled, zeros, shares, zeros, zeros, zeros, ())


def stronger_wins(schedule: Iterator[ScheduledGame], lost: int = 4) -> Iterator[GameResult]:
    """All games but every fourth one."""
    return (won_by(scheduled, int(scheduled.number % lost == 0)) for scheduled in schedule)


def played(terms: Ladder) -> TournamentResults:
    results = TournamentResults(terms)
    run_tournament(results, stronger_wins(results.missing()))
    return results


@pytest.mark.parametrize("players", [2, 3, 4])
def test_neighbours_meet_and_greedy_meets_those_around_it(players: int) -> None:
    terms = ladder(players)
    games = list(TournamentResults(terms).missing())
    assert len(games) == terms.total == 11 * 12
    met = {scheduled.contest.specs for scheduled in games}
    for below, level in pairwise(level_names()):
        assert (level, *(below,) * (players - 1)) in met
    assert {specs for specs in met if "greedy" in specs} == {
        (one, *(other,) * (players - 1))
        for one, other in [
            ("medium", "greedy"),
            ("casual", "greedy"),
            ("greedy", "beginner"),
            ("greedy", "novice"),
        ]
    }
    for specs in met:  # each seat is everybody's once in a group
        seats = [game.seats for game in games if game.contest.specs == specs][:players]
        assert sorted(seat.index(0) for seat in seats) == list(range(players))


def test_every_rung_is_a_level_or_the_anchor() -> None:
    assert [rung for rung in RUNGS if rung != "greedy"] == list(reversed(level_names()))


def test_a_list_has_ratings_and_steps() -> None:
    found = rating_list(played(ladder()), ladder(), DAY)
    assert list(found.levels) == list(level_names())
    elos = [rating.elo for rating in found.levels.values()]
    assert elos == sorted(elos)
    assert found.levels["novice"].elo < 1000 < found.levels["casual"].elo
    assert found.levels["master"].games == 12
    assert found.levels["medium"].games == 36
    assert [(step.level, step.share, step.games) for step in found.steps] == [
        (level, 0.75, 12) for level in level_names()[1:]
    ]
    assert found.command == "azulejos ratings std-2 --games 12 --seed 5"
    assert RatingList.from_json(json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.parametrize("players", [3, 4])
def test_at_a_larger_table_the_fair_share_is_no_difference(players: int) -> None:
    shares = [1 / players] * 40
    for rating in rate({(0, 1): shares, (1, 2): shares}, 3, Anchor(2, 1000), players):
        assert rating.elo == pytest.approx(1000)
    strong, weak = rate({(0, 1): [0.5] * 40}, 2, players=players)  # as often as all others
    assert strong.elo - weak.elo == pytest.approx(400 * log10(players - 1))


def test_who_was_not_measured_has_no_rating() -> None:
    """A ladder that was stopped: its rungs above are linked to nothing."""
    results = TournamentResults(ladder())
    few = (game for game in results.missing() if "advanced" not in game.contest.specs)
    run_tournament(results, stronger_wins(few))
    found = rating_list(results, ladder(), DAY)
    assert set(found.levels) == {"novice", "beginner", "casual", "medium", "skilled"}
    assert [step.level for step in found.steps] == [
        *("beginner", "casual", "medium", "skilled", "master")
    ]
    assert rating_list(TournamentResults(ladder()), ladder(), DAY).levels == {}


def test_a_step_that_was_all_won_leaves_the_others_as_they_are() -> None:
    """One game as among equals is added between those who met, never between novice and master."""
    shares = [0.75] * 20
    kept = rate({(0, 1): [1.0] * 20, (1, 2): shares, (2, 3): shares}, 4, Anchor(3, 1000))
    plain = rate({(0, 1): shares, (1, 2): shares}, 3, Anchor(2, 1000))
    assert kept[1].elo == pytest.approx(plain[0].elo, abs=12)
    assert kept[0].elo > kept[1].elo + 400


def test_the_strongest_can_be_left_out_and_added(tmp_path: Path) -> None:
    few = Ladder.of_kind(RuleSet.STD, 3, 6, seed=5, highest="skilled")
    assert few.command == "azulejos ratings std-3 --games 6 --seed 5 --up-to skilled"
    whole = ladder(3, games=6)
    for terms, missing, highest in [
        (few, 8 * 6, "skilled"),
        (whole, 3 * 6, "master"),
        (few, 0, "master"),
    ]:
        with Journal(tmp_path / "std-3.jsonl") as journal:
            results = TournamentResults(terms, journal)
            schedule = list(results.missing())
            assert len(schedule) == missing
            run_tournament(results, stronger_wins(iter(schedule)))
        found = rating_list(results, terms, DAY)
        assert list(found.levels)[-1] == highest
    assert whole.command == "azulejos ratings std-3 --games 6 --seed 5"


def test_an_unknown_level_is_refused(tmp_path: Path) -> None:
    done = call("ratings", "std-2", "--up-to", "novice", "--save", str(tmp_path))
    assert done.returncode == 2
    assert "there is no level 'novice' above another: use one of beginner" in done.stderr


def test_going_on_also_for_more_games(tmp_path: Path) -> None:
    file = tmp_path / "std-2.jsonl"
    for games, missing in [(4, 44), (12, 88), (12, 0)]:
        with Journal(file) as journal:
            results = TournamentResults(ladder(games=games), journal)
            schedule = list(results.missing())
            assert len(schedule) == missing
            run_tournament(results, stronger_wins(iter(schedule)))
    assert results.scores == played(ladder()).scores


def test_another_network_is_another_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "list.jsonl") as journal:
        TournamentResults(ladder(), journal)
    other = tmp_path / "other.npz"
    other.write_bytes(b"another")
    monkeypatch.setattr("azulejos.arena.ladder.shipped_file", lambda name: other)
    with (
        Journal(tmp_path / "list.jsonl") as journal,
        pytest.raises(JournalError, match="its network is"),
    ):
        TournamentResults(ladder(), journal)


def test_the_command_writes_a_list_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "azulejos.arena.play.play_games", lambda pool, schedule: stronger_wins(schedule)
    )
    options = ["--save", str(tmp_path / "kept"), "--into", str(tmp_path / "lists")]
    done = call("ratings", "grey-3", "--games", "6", *options)
    assert done.returncode == 0, done.stderr
    assert "Levels with 3 players, rules grey" in done.stdout
    assert "azulejos ratings grey-3 --games 6 --seed 1" in done.stdout
    file = tmp_path / "lists" / "grey-3.json"
    first = json.loads(file.read_text())
    again = call("ratings", "grey-3", "--games", "6", "--json", *options)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout) == first | {"measured": True}
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["grey-3.jsonl"]


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    done = call("ratings", "std-5", "--save", str(tmp_path))
    assert done.returncode == 2
    assert "there is no kind of game 'std-5': use one of std-2, std-3" in done.stderr


@pytest.mark.parametrize("file", sorted(shipped_folder().glob("*.json")), ids=lambda f: f.stem)
def test_shipped_lists_are_whole(file: Path, tmp_path: Path) -> None:
    found = RatingList.from_json(json.loads(file.read_text()))
    assert file.stem == f"{found.rules}-{found.players}"
    assert set(found.levels) <= set(level_names())
    for rating in found.levels.values():
        assert rating.interval[0] <= rating.elo <= rating.interval[1]
        assert rating.games > 0
    for step in found.steps:
        assert step.interval[0] <= step.share <= step.interval[1]
    assert measured_levels()[file.stem]
    write_list(tmp_path, found)
    assert (tmp_path / file.name).read_text() == file.read_text()


def test_the_lists_are_shown() -> None:
    lines = output("bots", "--ratings", "--rules", "std", "--players", "2", "--lang", "en")
    assert lines[0].startswith("Levels with 2 players, rules std, measured on 20")
    rows = [line.split() for line in lines if line.strip().startswith(level_names())]
    assert [row[0] for row in rows] == list(reversed(level_names()))
    documents = [json.loads(line) for line in output("bots", "--ratings", "--json")]
    assert len(documents) == 12
    assert documents[0]["levels"]["master"]["elo"] == int(rows[0][1])
    for document in documents:
        assert document["measured"] is ("levels" in document)
    refused = call("bots", "--players", "2")
    assert (refused.returncode, "--ratings" in refused.stderr) == (2, True)
