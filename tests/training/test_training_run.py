"""Whole runs, very small: they go on where they stopped; needs PyTorch."""

from __future__ import annotations

import hashlib
import json
import platform
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_training import tiny_config

from azulejos import __version__
from azulejos.rules import UsageError
from azulejos.search.weights import load_network, read_network, shipped_file
from azulejos.training import card, files, run, selfplay
from azulejos.training.config import TrainingConfig, standard_config

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # More only wait for each other over so little.


class Stopped(KeyboardInterrupt):
    """Ctrl-C at a moment that the test chooses."""


class Audience:
    """Hears of progress, and stops the run at one of the calls."""

    def __init__(self, stop_at: int = -1) -> None:
        self.calls: list[tuple[str, int, int]] = []
        self.stop_at = stop_at

    def progress(self, what: str, done: int, total: int) -> None:
        self.calls.append((what, done, total))
        if len(self.calls) == self.stop_at:
            raise Stopped


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that even a tiny run has several files of games."""
    monkeypatch.setattr(selfplay, "CHUNK", 2)
    monkeypatch.setattr(files, "CHUNK", 2)


def train(folder: Path, config: TrainingConfig, stop_at: int = -1) -> tuple[Path, Audience]:
    audience = Audience(stop_at)
    return run.train(folder, config, 1, lambda line: None, audience.progress), audience


def contents(folder: Path) -> dict[str, Any]:
    """All files but for hidden ones, and the day on the card."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("[!.]*.*")):
        name = str(path.relative_to(folder))
        found[name] = path.read_bytes()
        if path.parent == folder and path.suffix == ".json" and path.stem != "plan":
            found[name] = json.loads(found[name])
            del found[name]["made"]["date"]
    return found


@pytest.mark.parametrize(
    ("rules", "players"), [("std", 2), ("grey", 3), ("joker", 4), ("grey+joker", 2)]
)
def test_a_run_makes_a_network_and_its_card(rules: str, players: int, tmp_path: Path) -> None:
    config = tiny_config(rules, players, seed=5)
    path, audience = train(tmp_path, config)
    assert path == tmp_path / f"{rules}-{players}.npz"
    network = read_network(path, rules, players)
    assert network.rows.any()
    assert not np.any(network.rows % card.SMALL_STEP)
    said = network.card
    assert said["game"] == {"rules": rules, "players": players}
    assert said["plan"] == json.loads(json.dumps(config.to_json()))
    assert said["made"]["seeds"] == {"plan": 5, "learning": 6}
    assert said["made"]["versions"]["azulejos"] == __version__
    assert said["made"]["versions"]["python"] == platform.python_version()
    assert said["made"]["versions"]["torch"] == torch.__version__
    assert said["file"]["bytes"] == path.stat().st_size
    assert said["file"]["rows"] == network.rows.any(axis=1).sum()
    assert said["games"] == 7
    assert [each["games"] for each in said["generations"]] == [3, 4]
    assert said["examples"] == said["generations"][1]["examples"] > 50
    assert 0 < said["loss"] < 5
    assert said["results"] == []
    finished = [call for call in audience.calls if call[1] == call[2]]
    assert len(finished) == 6  # games, examples and learning, twice


def test_a_run_that_was_stopped_goes_on_and_makes_the_same(tmp_path: Path) -> None:
    config = tiny_config()
    _, audience = train(tmp_path / "whole", config)
    expected = contents(tmp_path / "whole")
    stopped = 0
    for stop_at in (2, 3, 5, 6, 3):  # each time so far on from where the last one stopped
        with pytest.raises(Stopped):
            train(tmp_path / "parts", config, stop_at)
        found = contents(tmp_path / "parts")
        assert stopped <= len(found) < len(expected)
        if stop_at == 2:  # Half a file, which a power cut may leave, is no file.
            home = tmp_path / "parts" / "generation-1"
            (home / ".games-000001.npz.12345678.partial").write_bytes(b"PK")
        stopped = len(found)
    train(tmp_path / "parts", config)
    assert contents(tmp_path / "parts") == expected
    assert len(audience.calls) > 10


@pytest.mark.parametrize("begin", ["std-3", "mine.npz"])
def test_a_run_that_begins_with_a_network(
    begin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = shipped_file("std-3").read_bytes()
    Path("mine.npz").write_bytes(given)
    config = tiny_config("grey", 3, begin=begin)
    with pytest.raises(Stopped):
        train(Path("run"), config, stop_at=5)
    Path("mine.npz").unlink()  # The run has a copy.
    path, _ = train(Path("run"), config)
    assert Path("run/begin.npz").read_bytes() == given
    player = files.generation_runs(Path("run"), config)[0].player()
    assert (player.rules, player.players) == ("grey", 3)
    assert np.array_equal(player.rows, load_network("std", 3).rows)
    network = read_network(path, "grey", 3)
    assert network.card["made"]["began"] == {
        "with": begin,
        "sha256": hashlib.sha256(given).hexdigest(),
    }
    assert network.card["plan"]["begin"] == begin
    # So little teaches hardly anything, and nothing is forgotten.
    met = player.rows.any(axis=1)
    assert abs(network.rows - player.rows)[met].mean() < 10 < abs(player.rows[met]).mean()


def test_a_beginning_that_is_none_leaves_no_trace(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as refused:
        train(tmp_path / "run", tiny_config(begin="std-5"))
    assert refused.value.code == "weights_unreadable"
    assert not (tmp_path / "run").exists()


def test_generations_that_are_added_make_another_network(tmp_path: Path) -> None:
    config = tiny_config()
    path, _ = train(tmp_path, config)
    before = contents(tmp_path)
    longer = replace(config, generations=(*config.generations, config.generations[-1]))
    _, audience = train(tmp_path, longer)
    assert all(call[0].startswith("generation 3 of 3") for call in audience.calls)
    after = contents(tmp_path)
    changed = {name for name in before if after[name] != before[name]}
    assert changed == {"plan.json", "std-2.npz", "std-2.json"}
    assert read_network(path, "std", 2).card["games"] == 11


def test_results_on_the_card_survive(tmp_path: Path) -> None:
    path, _ = train(tmp_path, tiny_config())
    card_file = path.with_suffix(".json")
    said = json.loads(card_file.read_text(encoding="utf-8"))
    said["results"].append("beats the network made by hand")
    card_file.write_text(json.dumps(said), encoding="utf-8")
    before = contents(tmp_path)
    _, audience = train(tmp_path, tiny_config())
    assert contents(tmp_path) == before
    assert audience.calls == []
    card_file.unlink()
    train(tmp_path, tiny_config())
    assert json.loads(card_file.read_text(encoding="utf-8")) == said | {"results": []}


def test_a_card_tells_the_command(tmp_path: Path) -> None:
    config = standard_config("joker", 3, scale=0.0004)
    path, _ = train(tmp_path, config)
    command = read_network(path, "joker", 3).card["made"]["command"]
    assert command == "azulejos train FOLDER --rules joker --players 3 --seed 0 --scale 0.0004"
