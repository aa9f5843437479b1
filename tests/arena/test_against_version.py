"""The benchmark against another version: its rows, what each must reach, and going on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.arena.journal import Journal, JournalError
from azulejos.arena.referee import GameResult
from azulejos.arena.schedule import ScheduledGame
from azulejos.arena.tournament import TournamentResults
from azulejos.search.weights import kinds

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import against_version
from against_version import Measurement, parsed, row_of

OTHER = "engine:other engine"


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[ScheduledGame]:
    """The games that were asked for; nobody plays them, and ours wins every second one."""
    asked: list[ScheduledGame] = []

    def play(pool: object, schedule: list[ScheduledGame]) -> Iterator[GameResult]:
        for scheduled in schedule:
            asked.append(scheduled)
            zeros = (0,) * scheduled.contest.players
            shares = (1.0, *zeros[1:]) if scheduled.number % 2 else (*zeros[1:], 1.0)
            yield GameResult(scheduled, zeros, shares, zeros, zeros, zeros, ())

    monkeypatch.setattr(against_version, "play_games", play)
    return asked


def measured(tmp_path: Path, *options: str) -> list[list[str]]:
    measurement = Measurement(parsed([OTHER, "--save", str(tmp_path), *options]))
    measurement.play()
    lines = measurement.table().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@pytest.mark.parametrize(
    ("name", "games", "movetime", "wanted"),
    [
        ("std-2", 400, 100, 0.60),
        ("strong", 400, 100, 0.88),
        ("grey+joker-2", 400, 50, 0.60),
        ("joker-3", 240, 50, 0.45),
        ("grey-3", 240, 50, 0.55),
        ("std-4", 240, 50, 0.38),
        ("joker-4", 240, 50, 0.48),
    ],
)
def test_every_row_has_its_terms(name: str, games: int, movetime: int, wanted: float) -> None:
    row = row_of(name)
    assert (row.usual_games, row.movetime, row.wanted) == (games, movetime, wanted)


def test_one_of_ours_sits_with_theirs(tmp_path: Path, games: list[ScheduledGame]) -> None:
    measured(tmp_path, "--games", "2")
    met = {scheduled.contest.specs for scheduled in games}
    assert met == {("alphabeta", OTHER), ("mcts", *[OTHER] * 2), ("mcts", *[OTHER] * 3)}
    assert {game.contest.limits[-1].movetime for game in games} == {50, 100}
    assert len(games) == 4 * (2 + 3 + 4)


def test_it_goes_on_also_for_more_games(tmp_path: Path, games: list[ScheduledGame]) -> None:
    for wanted, played in [("8", 8), ("20", 20), ("20", 20), ("0", 20)]:
        (line,) = measured(tmp_path, "joker-2", "--games", wanted)
        assert len(games) == played
        assert line[:5] == ["joker-2", "50", str(played), line[3], "50.0 %"]
        assert line[3] == f"{played // 2} - 0 - {played // 2}"


def test_what_was_not_played_is_not_told(tmp_path: Path, games: list[ScheduledGame]) -> None:
    lines = measured(tmp_path, "--games", "0")
    assert [line[0] for line in lines] == kinds()
    assert {tuple(line[2:6]) for line in lines} == {("0", "0 - 0 - 0", "-", "-")}


def test_another_network_is_another_measurement(
    tmp_path: Path, games: list[ScheduledGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured(tmp_path, "std-2", "--games", "2")
    other = tmp_path / "other.npz"
    other.write_bytes(b"another")
    monkeypatch.setattr(against_version, "shipped_file", lambda name: other)
    challenge = row_of("std-2").challenge(OTHER, 2, 1, None)
    with (
        Journal(tmp_path / "std-2.jsonl") as journal,
        pytest.raises(JournalError, match="its network is"),
    ):
        TournamentResults(challenge, journal)


def test_an_unknown_row_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="there is no row 'std-5': use some of std-2, std-3"):
        measured(tmp_path, "std-5")
