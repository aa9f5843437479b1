"""Tournaments: every pairing, ratings, and going on after an end that nobody wished for."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from arena_bots import make_fake

from azulejos import RuleSet
from azulejos.arena.journal import Journal, JournalError
from azulejos.arena.ratings import Anchor
from azulejos.arena.referee import GameResult, play_game
from azulejos.arena.report import markdown, rating_sentences, rating_tables
from azulejos.arena.schedule import ScheduledGame
from azulejos.arena.tournament import Tournament, TournamentResults, run_tournament
from azulejos.protocol import Limit
from synced import Watched


def tournament(*bots: str, pairs: int = 2, seed: int = 1) -> Tournament:
    limits = tuple(Limit(nodes=number + 1) for number in range(len(bots)))
    return Tournament(bots, limits, RuleSet.STD, seed, pairs)


def played(schedule: Iterable[ScheduledGame]) -> Iterable[GameResult]:
    return (play_game(scheduled, make_fake) for scheduled in schedule)


TERMS = tournament("first", "dice", "error")


def finish(path: Path, games: int = 1000, terms: Tournament = TERMS) -> TournamentResults:
    """Goes on with a file for so many games."""
    with Journal(path) as journal:
        results = TournamentResults(terms, journal)
        schedule = [
            scheduled for scheduled, _ in zip(results.missing(), range(games), strict=False)
        ]
        run_tournament(results, played(schedule))
        return results


def test_everybody_meets_everybody_pair_by_pair() -> None:
    terms = tournament("a", "b", "c", "d", pairs=3)
    schedule = list(TournamentResults(terms).missing())
    assert len(schedule) == terms.total == 36
    meetings = Counter(
        tuple(scheduled.contest.specs[bot] for bot in scheduled.seats) for scheduled in schedule
    )
    assert len(meetings) == 12
    assert set(meetings.values()) == {3}
    assert len({scheduled.deal_seed for scheduled in schedule}) == 18
    assert [scheduled.group for scheduled in schedule] == [1] * 12 + [2] * 12 + [3] * 12
    assert schedule[0].contest.limits == (Limit(nodes=1), Limit(nodes=2))


def test_the_rating_list() -> None:
    results = TournamentResults(TERMS)
    run_tournament(results, played(results.missing()))
    ratings, cross = rating_tables(results, None)
    assert [row[0] for row in ratings.rows][-1] == "error"
    assert [row[3] for row in ratings.rows] == ["8"] * 3
    assert cross.head == ["share in %", "1", "2", "3"]
    assert [row[index + 1] for index, row in enumerate(cross.rows)] == ["-"] * 3
    assert cross.rows[2][1:3] == ["0.0", "0.0"]
    text = " ".join(rating_sentences(results, None))
    assert "12 of 12 games, rules std, seed 1, mean 0." in text
    assert "one drawn game between any two bots that met was added" in text
    anchored, _ = rating_tables(results, Anchor(2, 1000))
    assert anchored.rows[-1][1] == "+1000"
    assert "error = 1000" in rating_sentences(results, Anchor(2, 1000))[0]


def test_markdown() -> None:
    results = TournamentResults(tournament("first", "dice:a|b", pairs=1))
    run_tournament(results, played(results.missing()))
    lines = markdown(rating_tables(results, None)[0]).splitlines()
    assert lines[0].startswith("| bot | Elo | 95 % | games |")
    assert lines[1].startswith("| --- | ---: |")
    assert any(line.startswith("| dice:a\\|b |") for line in lines)


def test_a_bot_that_has_not_played_has_no_rating() -> None:
    results = TournamentResults(TERMS)
    run_tournament(
        results, played(scheduled for scheduled, _ in zip(results.missing(), "12", strict=False))
    )
    rows = {row[0]: row[1:] for row in rating_tables(results, None)[0].rows}
    assert rows["error"] == ["-", "-", "0", "-", "-", "-"]


@pytest.mark.parametrize("stop", [0, 1, 2, 3, 7, 12])
def test_going_on_gives_what_one_go_gives(tmp_path: Path, stop: int) -> None:
    whole = finish(tmp_path / "whole.jsonl")
    finish(tmp_path / "parts.jsonl", stop)
    parts = finish(tmp_path / "parts.jsonl")
    assert parts.scores == whole.scores
    assert len(parts.found) == 6
    lines = (tmp_path / "parts.jsonl").read_text().splitlines()
    assert len(lines) == 7
    assert list(finish(tmp_path / "parts.jsonl").missing()) == []


@pytest.mark.parametrize("cut", [1, 5, 200, 1500, 2500])
def test_a_file_that_was_cut_off_is_gone_on_with(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "list.jsonl"
    whole = finish(file)
    content = file.read_bytes()
    file.write_bytes(content[:-cut])
    again = finish(file)
    assert again.scores == whole.scores
    for line in file.read_text().splitlines():
        json.loads(line)
    header = content.index(b"\n")
    file.write_bytes(content[: header // 2])
    assert finish(file).scores == whole.scores


@pytest.mark.parametrize("tail", [b'{"pairing"' + b" " * 5000, b"\0" * 9 + b"\n", b"{}}\n"])
def test_what_a_power_cut_leaves_behind_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    file = tmp_path / "list.jsonl"
    finish(file)
    content = file.read_bytes()
    file.write_bytes(content + tail)
    finish(file)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (tournament("first", "dice"), 'its bots is ["first", "dice", "error"], not ["first"'),
        (tournament("first", "dice", "error", pairs=3), "its games is 4, not 6"),
        (tournament("first", "dice", "error", seed=2), "its seed is 1, not 2"),
    ],
)
def test_another_tournament_is_refused(tmp_path: Path, other: Tournament, sentence: str) -> None:
    file = tmp_path / "list.jsonl"
    finish(file, 4)
    content = file.read_bytes() + b'{"half'
    file.write_bytes(content)
    with pytest.raises(JournalError) as error:
        finish(file, terms=other)
    assert "belongs to another tournament" in str(error.value)
    assert sentence in str(error.value)
    assert file.read_bytes() == content


@pytest.mark.parametrize("content", [b"my notes", b"my notes\nof\nthree lines", b"{}\n", b"[1]\n"])
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(JournalError, match="is not the file of a tournament"):
        finish(file)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        "garbage",
        "{}",
        '{"pairing": [0, 9], "group": 1, "games": []}',
        '{"pairing": [0, 1], "group": 1, "games": []}',
        '{"pairing": 7, "group": 1, "games": []}',
    ],
)
def test_damage_in_the_middle_is_told(tmp_path: Path, line: str) -> None:
    file = tmp_path / "list.jsonl"
    finish(file)
    lines = file.read_text().splitlines()
    lines[2] = line
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(JournalError, match="line 3"):
        finish(file)


def test_two_at_a_time_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    file = tmp_path / "list.jsonl"
    with Journal(file), pytest.raises(JournalError, match="in use by another tournament"):
        Journal(file)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folders")
def test_a_new_file_s_name_is_on_the_disk_too(tmp_path: Path, watched: Watched) -> None:
    finish(tmp_path / "list.jsonl", 1)
    assert watched.has_synced(tmp_path)


def test_the_seed_of_a_file_is_known(tmp_path: Path) -> None:
    file = tmp_path / "list.jsonl"
    with Journal(file) as journal:
        assert journal.seed is None
    finish(file, 2)
    with Journal(file) as journal:
        assert journal.seed == 1
