"""What a power cut leaves: a run's files are synced, and what is damaged all the same is redone.

Learning is a stand-in here, so that no PyTorch is needed.
"""

from __future__ import annotations

import json
import shutil
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest
from tiny_training import tiny_config

from azulejos.search.errors import WeightsError
from azulejos.search.layout import ALL_ROWS, UNITS
from azulejos.training import card, files, run, selfplay
from azulejos.training.config import Generation, TrainingConfig, save_config
from azulejos.training.errors import TrainingFolderError
from azulejos.training.selfplay import read_chunk
from synced import Watched
from tables import refuses

GAMES = "generation-2/games-001001.npz"  # the second file of the second generation
PLAN, NETWORK, LEARNED = "plan.json", "generation-1/network.npz", "generation-1/learned.json"


class Recipe(NamedTuple):
    epochs: int
    seed: int
    rate: float = 0.004


class Learned(NamedTuple):
    rows: Any
    heads: Any
    loss: float
    threads: int


def learn(examples: Any, recipe: Recipe, tell: Any, progress: Any, begin: Any) -> Learned:
    """Repeatable, and different for different examples."""
    chance = np.random.default_rng(len(examples.facts) + recipe.seed)
    rows = np.zeros((ALL_ROWS, UNITS))
    rows[:100] = chance.integers(-9, 9, (100, UNITS))
    return Learned(rows, np.ones((3, UNITS)), 0.5, 1)


@pytest.fixture(autouse=True)
def _small_and_without_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 2)
    monkeypatch.setattr(files, "CHUNK", 2)
    module: Any = ModuleType("azulejos.training.learn")
    module.Recipe, module.learn, module.LATER_RATE = Recipe, learn, 0.001
    monkeypatch.setitem(sys.modules, "azulejos.training.learn", module)
    monkeypatch.setattr(card, "version", lambda package: "1.0")


def train(folder: Path, config: TrainingConfig | None = None) -> list[str]:
    """Returns what was told."""
    told: list[str] = []
    run.train(folder, config or tiny_config(), 1, told.append, lambda *_: None)
    return told


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a finished run; it is made once, and copied for each test."""
    model = tmp_path_factory.getbasetemp() / "finished-run"
    train(model)
    return Path(shutil.copytree(model, tmp_path / "run"))


def contents(folder: Path) -> dict[str, bytes]:
    """By name; without what was set aside."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.suffix != ".damaged"
    }


def set_aside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.damaged"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows syncs no folders")
def test_every_file_of_a_run_is_synced_with_its_name(tmp_path: Path, watched: Watched) -> None:
    train(tmp_path / "run")
    found = sorted(contents(tmp_path / "run"))
    assert found == [
        "generation-1/games-000000.npz",
        "generation-1/games-000001.npz",
        "generation-1/learned.json",
        "generation-1/network.npz",
        "generation-2/games-001000.npz",
        "generation-2/games-001001.npz",
        "generation-2/learned.json",
        "generation-2/network.npz",
        "plan.json",
        "std-2.json",
        "std-2.npz",
    ]
    assert [name for name in found if not watched.is_durable(tmp_path / "run" / name)] == []
    for folder in (tmp_path, tmp_path / "run", tmp_path / "run" / "generation-1"):
        assert watched.has_synced(folder)


def empty(content: bytes) -> bytes:
    return b""


def half(content: bytes) -> bytes:
    return content[: len(content) // 2]


def zeros(content: bytes) -> bytes:
    """Some file systems know the length, and have lost the rest."""
    return bytes(len(content))


def one_byte(content: bytes) -> bytes:
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :]


DAMAGES = [empty, half, zeros]


NETWORKS = {
    NETWORK: "generation 1 of 2",
    "generation-2/network.npz": "generation 2 of 2",
    "std-2.npz": "std-2",
}
NOTES = {LEARNED: "generation 1 of 2", "std-2.json": "std-2"}
DAMAGED = [
    *((name, whose, damage) for name, whose in NETWORKS.items() for damage in (*DAMAGES, one_byte)),
    *((name, whose, damage) for name, whose in NOTES.items() for damage in DAMAGES),
]


@pytest.mark.parametrize(
    ("name", "whose", "damage"), DAMAGED, ids=lambda each: getattr(each, "__name__", each)
)
def test_what_is_damaged_is_made_again(
    name: str, whose: str, damage: Callable[[bytes], bytes], finished: Path
) -> None:
    before = contents(finished)
    (finished / name).write_bytes(damage(before[name]))
    told = train(finished)
    file = Path(name).name
    assert told[0] == f"{whose}: {file} is damaged and is made again (kept as {file}.damaged)"
    assert contents(finished) == before
    assert set_aside(finished) == [f"{file}.damaged"]
    assert train(finished) == []


@pytest.mark.parametrize("content", ["[]", "{}", '{"examples": 3}', "7", "[" * 100_000])
def test_notes_of_something_else_are_made_again(content: str, finished: Path) -> None:
    before = contents(finished)
    (finished / LEARNED).write_text(content)
    assert len(train(finished)) == 2
    assert contents(finished) == before


@pytest.mark.parametrize("damage", [*DAMAGES, one_byte], ids=lambda each: each.__name__)
def test_damaged_games_are_played_again(damage: Callable[[bytes], bytes], finished: Path) -> None:
    before = contents(finished)
    (finished / "generation-2" / "network.npz").unlink()
    (finished / GAMES).write_bytes(damage(before[GAMES]))
    first, *others = train(finished)
    assert first.startswith("generation 2 of 2: games-001001.npz is damaged and is made again")
    assert len(others) == 1
    assert contents(finished) == before


def test_games_of_somewhere_else_are_played_again(finished: Path) -> None:
    before = contents(finished)
    (finished / "generation-2" / "network.npz").unlink()
    (finished / GAMES).write_bytes(before["generation-1/games-000000.npz"])
    assert "games-001001.npz is damaged" in train(finished)[0]
    assert contents(finished) == before


@pytest.mark.parametrize("damage", ["empty", "missing"])
def test_an_earlier_generation_s_games_are_there_to_learn_from(damage: str, tmp_path: Path) -> None:
    """The third generation learns from the second's games, too."""
    config = TrainingConfig(
        "std", 2, (Generation(2, 20), Generation(4, 20), Generation(2, 20)), slips=0.1
    )
    train(tmp_path, config)
    before = contents(tmp_path)
    (tmp_path / "generation-3" / "network.npz").unlink()
    (tmp_path / GAMES).unlink()
    if damage == "empty":
        (tmp_path / GAMES).touch()
    told = train(tmp_path, config)
    assert contents(tmp_path) == before
    assert len(told) == (2 if damage == "empty" else 1)


def test_games_that_are_not_needed_any_more_are_left_alone(finished: Path) -> None:
    (finished / GAMES).write_bytes(b"")
    assert train(finished) == []
    assert set_aside(finished) == []


def test_results_on_the_card_outlive_the_weights(finished: Path) -> None:
    path = finished / "std-2.json"
    said = json.loads(path.read_bytes()) | {"results": ["beats the network made by hand"]}
    path.write_text(json.dumps(said))
    (finished / "std-2.npz").write_bytes(b"")
    train(finished)
    assert json.loads(path.read_bytes()) == said


def test_what_can_not_be_read_is_not_set_aside(finished: Path) -> None:
    """It may be whole: a folder that is not connected now, a permission."""
    (finished / NETWORK).unlink()
    (finished / NETWORK).mkdir()
    with refuses(WeightsError, "weights_unreadable"):
        train(finished)
    assert (finished / NETWORK).is_dir()
    (finished / NETWORK).rmdir()
    (finished / GAMES).unlink()
    (finished / GAMES).mkdir()
    (finished / "generation-2" / "network.npz").unlink()
    with pytest.raises(IsADirectoryError):
        train(finished)
    assert set_aside(finished) == []


def prefix(content: bytes) -> bytes:
    return content[:-3]


def no_text(content: bytes) -> bytes:
    return b"\xff" + content


def huge(content: bytes) -> bytes:
    return b"[" * 2_000_000


BAD_PLANS = [*DAMAGES, prefix, no_text, huge]


@pytest.mark.parametrize("damage", BAD_PLANS, ids=lambda each: each.__name__)
def test_a_damaged_plan_of_a_run_with_games_is_refused(
    damage: Callable[[bytes], bytes], finished: Path
) -> None:
    """Nobody knows whether the games are those of the config that is asked for now."""
    (finished / PLAN).write_bytes(damage((finished / PLAN).read_bytes()))
    before = contents(finished)
    with refuses(TrainingFolderError, "damaged_plan"):
        train(finished)
    assert contents(finished) == before
    (finished / PLAN).unlink()  # as the sentence says
    assert train(finished) == []


@pytest.mark.parametrize("damage", BAD_PLANS, ids=lambda each: each.__name__)
@pytest.mark.parametrize("left", ["nothing", "a folder", "half a file"])
def test_a_damaged_plan_without_games_begins_anew(
    left: str, damage: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    save_config(tmp_path, tiny_config())
    whole = (tmp_path / PLAN).read_bytes()
    (tmp_path / PLAN).write_bytes(damage(whole))
    if left != "nothing":
        (tmp_path / "generation-1").mkdir()
    if left == "half a file":
        (tmp_path / "generation-1" / ".games-000000.npz.12345678.partial").touch()
    save_config(tmp_path, tiny_config())
    assert (tmp_path / PLAN).read_bytes() == whole


def test_another_plan_is_still_another_plan(finished: Path) -> None:
    with refuses(TrainingFolderError, "other_plan"):
        train(finished, tiny_config(seed=1))


def test_games_that_are_far_too_many_take_little_memory(tmp_path: Path) -> None:
    few, many = np.zeros(2, np.int64), np.zeros(50_000_000, np.int16)
    path = tmp_path / "games.npz"
    np.savez_compressed(path, seeds=few, starts=few, actions=many, values=many)
    assert path.stat().st_size < 1_000_000
    tracemalloc.start()
    with pytest.raises(ValueError, match="too large"):
        read_chunk(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000
