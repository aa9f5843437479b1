"""The examples that learn run, in a configuration of seconds, where their packages are installed.

PyTorch and Stable-Baselines3 are gigabytes on most machines, so the development environment does
without them; how well the examples learn was measured by hand (examples/README.md).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from azulejos import preview
from azulejos.core import Generator, State, move_of
from azulejos.envs.features import feature_count, features, take_slices
from azulejos.rules import Board

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
NOTEBOOK = EXAMPLES / "azulejos.ipynb"


def needs(*packages: str) -> pytest.MarkDecorator:
    missing = [package for package in packages if find_spec(package) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def run(name: str, *arguments: object) -> str:
    """What an example prints; warnings are its own affair."""
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def learn(name: str, folder: Path, *arguments: object) -> str:
    """Lets an example learn for a moment; what it says of its last match."""
    model = folder / "model"
    lines = run(name, "--minutes", 0.02, *arguments, "--out", model).splitlines()
    assert any(line.startswith("learned ") for line in lines)
    assert [path.stat().st_size > 100_000 for path in folder.iterdir()] == [True]
    return lines[-1]


@pytest.mark.heavy
@needs("torch")
def test_alphazero_runs(tmp_path: Path) -> None:
    small = "--games", 2, "--tables", 3, "--looks", 3, "--jobs", 1
    told = learn("alphazero.py", tmp_path, *small)
    assert "of 10 games against greedy (95 % interval" in told


@pytest.mark.heavy
@needs("sb3_contrib", "torch")
def test_ppo_runs(tmp_path: Path) -> None:
    told = learn("ppo.py", tmp_path, "--games", 8, "--tables", 4)
    assert "of 8 games against greedy (95 % interval" in told


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("torchrl_ppo.py", marks=needs("torchrl", "tensordict", "torch")),
        pytest.param("tianshou_ppo.py", marks=needs("tianshou", "torch")),
        pytest.param("rllib_ppo.py", marks=needs("ray", "tree", "torch")),  # RLlib needs dm-tree
    ],
)
def test_other_frameworks_learn_with_masks(name: str, tmp_path: Path) -> None:
    """An action that its mask does not allow would end the program with an error."""
    told = learn(name, tmp_path, "--games", 8, "--tables", 4)
    assert "of 8 games against greedy (95 % interval" in told


@needs("torch")
def test_alphazero_says_how_it_is_called() -> None:
    assert "--minutes" in run("alphazero.py", "--help")


@needs("sb3_contrib", "torch")
def test_ppo_says_how_it_is_called() -> None:
    assert "--minutes" in run("ppo.py", "--help")


@needs("matplotlib")
def test_curves_are_drawn_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from curves import Course

    course = Course(minutes=1)
    for steps in range(1, 20):
        course.add("greedy", steps, [0.0, 0.5, 1.0] * steps)
        course.add("random", steps, [1.0] * steps)
    course.keep(tmp_path / "curve.png", "A curve", "steps", target=0.6)
    picture = (tmp_path / "curve.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 80_000
    kept = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    assert kept["title"] == "A curve"
    last = kept["points"][-2]
    assert (last["against"], last["steps"], last["games"], last["rate"]) == ("greedy", 19, 57, 0.5)
    assert last["low"] < 0.5 < last["high"]


def test_features_tell_of_takes_what_the_law_tells() -> None:
    state, chance = State(), Generator(5)
    scored = 0
    while not state.is_over:
        if state.deal_is_due:
            state.deal(chance)
        row = features(state.observation()[None])[0]
        assert row.shape == (feature_count(),)
        about = take_slices()
        heaps, room = row[about.heaps].reshape(6, 5), row[about.room].reshape(5, 5, 5)
        worth = row[about.worth].reshape(5, 5)
        for action in state.legal_actions():
            source, colour, line = action // 30, action // 6 % 5, action % 6
            if line:
                look = preview(state.position(), move_of(action))
                spaces = room[line - 1, colour].argmax() + 1
                assert look.laid == min(heaps[source, colour], spaces)
                if look.completes and not any(each.complete for each in board_of(state).lines):
                    assert look.points == round(5 * worth[line - 1, colour])
                    scored += 1
        barred = (heaps > 0).any(axis=0)[:, None] & ~state.mask().reshape(6, 5, 6).any(axis=0)
        assert not room.any(axis=2).T[barred[:, 1:]].any()
        state.apply(state.greedy_action(chance))
    assert scored > 50


def board_of(state: State) -> Board:
    return state.position().board(state.turn)


@needs("nbclient", "nbformat", "ipykernel", "matplotlib", "gymnasium", "pettingzoo", "pyspiel")
@pytest.mark.heavy
def test_the_notebook_runs_from_top_to_bottom() -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": EXAMPLES}}).execute()


def test_the_notebook_is_kept_with_its_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    outputs = [each for cell in cells for each in cell.get("outputs", [])]
    kinds = {kind for each in outputs for kind in each.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds
    assert not [each for each in outputs if each["output_type"] == "error"]
    assert NOTEBOOK.stat().st_size < 150_000
