"""Fitting chances to results: the right slopes, honest bins, runs that go on, the card."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from azulejos.search import load_network
from azulejos.search.calibration import Calibration, calibration_of
from azulejos.search.weights import kinds, read_card, shipped_file
from azulejos.training.calibration import games as calibration_games
from azulejos.training.calibration.fitting import chances_of, fit
from azulejos.training.calibration.games import play_chunk, positions_of, read_games, write_games
from azulejos.training.calibration.observations import Observations, observe_games
from azulejos.training.calibration.reliability import bins_of, largest_difference, mean_difference
from azulejos.training.calibration.run import check
from test_cli import run

MANY = 100  # games of a bin: with fewer, its error is a guess too

TRUE = Calibration(
    network=0.8,
    search=1.4,
    mover=0.3,
    ending=1.5,
    network_leads=(0.7, 2.0, 0.0),
    search_leads=(0.6, 3.0, 0.0),
)


def made_up(games: int, players: int) -> Observations:
    """Games whose results follow from `TRUE`; two judgements each, by network and by search."""
    chance = np.random.default_rng(1)
    rows = 2 * games
    values = chance.normal(0, 1, (rows, players))
    values[:, 1] = -values[:, 0] if players == 2 else values[:, 1]
    mover = np.where(np.arange(rows) % 2, chance.integers(players, size=rows), -1)
    ends = (mover >= 0) & (chance.random(rows) < 0.2)
    ended = np.eye(players)[chance.integers(players, size=rows)]
    leads = chance.normal(0, 10, (rows, players))
    leads = np.column_stack([leads[:, 0], -leads[:, 0]]) if players == 2 else leads
    found = Observations(
        game=np.arange(rows) // 2,
        mover=mover,
        exact=np.zeros(rows, bool),
        values=values,
        results=np.where(ends[:, None], ended, -1.0),
        leads=leads,
        won=values,
        final_leads=np.where(
            mover[:, None] >= 0, 0.6 * leads + 3 * values, 0.7 * leads + 2 * values
        ),
    )
    chances = chances_of(TRUE, found)
    winners = (chances.cumsum(axis=1) < chance.random((rows, 1))).sum(axis=1)
    return Observations(**{**vars(found), "won": np.eye(players)[winners.clip(0, players - 1)]})


@pytest.mark.parametrize("players", [2, 4])
def test_the_fit_finds_the_slopes_that_results_were_made_with(players: int) -> None:
    observations = made_up(8000, players)
    found = fit(observations)
    for name, true in asdict(TRUE).items():
        assert getattr(found, name) == pytest.approx(true, abs=0.15), name
    for bins in check(observations).values():
        assert mean_difference(bins) < 0.02


def test_bins_tell_what_was_said_and_what_happened() -> None:
    said = np.array([[0.8, 0.2], [0.8, 0.2], [1.0, 0.0]])
    won = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    found = bins_of(said, won, np.array([1, 2, 2]))
    assert [(each.positions, each.games) for each in found] == [(1, 1), (2, 2), (2, 2), (1, 1)]
    assert [each.said for each in found] == [0, 0.2, 0.8, 1]
    assert [each.happened for each in found] == [0, 0.5, 0.5, 1]
    assert largest_difference(found) == pytest.approx(0.3)
    assert mean_difference(found) == pytest.approx(0.2)
    assert found[1].error == pytest.approx(0.5 / 2**0.5)


def test_positions_of_one_game_do_not_make_a_bin_surer() -> None:
    once = bins_of(np.full((4, 1), 0.5), np.array([[1.0], [0], [1], [0]]), np.arange(4))
    thrice = bins_of(
        np.full((12, 1), 0.5), np.repeat([[1.0], [0], [1], [0]], 3, axis=0), np.arange(12) // 3
    )
    assert thrice[0].error == pytest.approx(once[0].error)


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration_games, "CHUNK", 3)


@pytest.mark.parametrize(("rules", "players"), [("std", 2), ("grey+joker", 3)])
def test_games_come_back_from_their_file(
    few_games: None, tmp_path: Path, rules: str, players: int
) -> None:
    network = load_network(rules, players)
    games = play_chunk(network, 30, 1)
    assert [game.seed for game in games] == [3, 4, 5]
    write_games(tmp_path / "games.npz", games)
    assert read_games(tmp_path / "games.npz") == games
    *_, (end, decision) = positions_of(network, games[0])
    assert end.is_over
    assert decision is None
    found = observe_games(network, games[:1])
    assert set(found.game) == {3}
    assert (found.won.sum(axis=1) == 1).all()
    certain = found.exact & found.searched
    assert players > 2 or (found.results[certain] == found.won[certain]).all()
    assert found.searched.sum() == len(games[0].decisions)


def own_network(folder: Path) -> Path:
    for suffix in (".npz", ".json"):
        shutil.copy(shipped_file("std-2").with_suffix(suffix), folder / f"mine{suffix}")
    return folder / "mine.npz"


def test_the_command_writes_the_card_and_plays_no_game_twice(tmp_path: Path) -> None:
    weights = own_network(tmp_path)
    command = ["calibrate", str(tmp_path / "games"), "--weights", str(weights), "--nodes", "1"]
    before = read_card(weights.with_suffix(".json"))
    done = run(*command, "--games", "100", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["std-2"]
    assert figures["games"] == 100
    card = read_card(weights.with_suffix(".json"))
    assert {key: card[key] for key in before if key != "calibration"} == {
        key: before[key] for key in before if key != "calibration"
    }
    assert card["calibration"]["games"] == 100
    assert calibration_of(card) != Calibration()
    file = tmp_path / "games" / "std-2" / "games-0000.npz"
    written = file.stat().st_mtime_ns
    again = run(*command, "--games", "100", "--diagram", str(tmp_path / "all.svg"))
    assert "std-2, 100 games\n  search: at most " in again.stdout
    assert file.stat().st_mtime_ns == written
    ElementTree.parse(tmp_path / "all.svg")
    other = run(*command[:-1], "2", "--games", "100")
    assert (other.returncode, other.stderr.count("\n")) == (2, 1)
    assert "holds games of another network, or with other nodes" in other.stderr
    file.write_bytes(b"no games")
    damaged = run(*command, "--games", "100")
    assert damaged.stderr.splitlines()[-1].endswith("is damaged: remove it, and it is played again")
    assert damaged.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["std-5"], "there is no kind 'std-5': they are std-2, "),
        (["--games", "3"], "--games"),
        (["std-2", "--weights", "nowhere.npz"], "nowhere.npz can't be read"),
    ],
)
def test_bad_input(arguments: list[str], part: str, tmp_path: Path) -> None:
    done = run("calibrate", str(tmp_path), *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert part in done.stderr


@pytest.mark.parametrize("name", kinds())
def test_every_shipped_network_is_calibrated_and_honest(name: str) -> None:
    """Where this fails, a network has been replaced: `azulejos calibrate` makes it honest again."""
    path = shipped_file(name)
    found: dict[str, Any] = read_card(path.with_suffix(".json"))["calibration"]
    assert found["network"] == hashlib.sha256(path.read_bytes()).hexdigest()
    for bins in found["bins"].values():
        for _, games, said, happened, error in bins:
            assert games < MANY or abs(happened - said) < 0.02 + 3 * error
