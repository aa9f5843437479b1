"""`azulejos train`, as a person runs it, and that nothing else needs PyTorch."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from azulejos.cli import main
from azulejos.cli.experiments.long_running import ProgressBar
from azulejos.cli.experiments.train import match_command
from azulejos.locales import LANGUAGES, catalogue
from azulejos.training.config import TrainingConfig, standard_config
from azulejos.training.errors import TrainingFolderError

TINY = ("--scale", "0.0001", "--players", "3")


def command(*arguments: str) -> int:
    """Runs the command in this process; returns its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["azulejos", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
    assert isinstance(left.value.code, int)
    return left.value.code


def test_without_pytorch_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert command("train", str(tmp_path / "run")) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("azulejos: This needs more than is installed (")
    assert 'pip install "azulejos[train]"' in said.err
    assert said.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.corner
def test_nothing_but_learning_needs_pytorch() -> None:
    """And nothing loads the training unless it is asked to train."""
    check = """
import sys
from importlib import import_module
from pkgutil import walk_packages
sys.modules["torch"] = None
import azulejos
names = [module.name for module in walk_packages(azulejos.__path__, "azulejos.")]
training = [name for name in names if name.startswith("azulejos.training")]
walked = set(sys.modules)  # packages, which the walk itself loads
for name in names:
    if name not in training:
        import_module(name)
print([name for name in set(sys.modules) - walked if name.startswith("azulejos.training.")])
for name in training:
    if name != "azulejos.training.learn":
        import_module(name)
print(len(training))
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", check], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    loaded, number = done.stdout.splitlines()
    assert loaded == "[]"
    assert int(number) > 8


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--players", "5"], "2, 3 or 4 players"),
        (["--scale", "0"], "scale"),
        (["--scale", "nan"], "scale"),
        (["--scale", "101"], "scale"),
        (["--seed", "-1"], "seed"),
        (["--seed", "1000"], "seed"),
        (["--rules", "green"], "rules"),
        (["--jobs", "0"], "jobs"),
        (["--generations", "0"], "generations"),
        (["--generations", "101"], "generations"),
        (["--from", "none.npz"], "none.npz can't be read"),
    ],
)
def test_bad_options_are_refused_first(
    arguments: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("train", str(tmp_path / "run"), *arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("azulejos: ")
    assert reason in error
    assert not (tmp_path / "run").exists()


def test_a_run_and_another_plan_for_the_same_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
    folder = tmp_path / "run"
    for _ in range(2):  # once finished, it says the same again
        assert command("train", str(folder), *TINY) == 0
        said = capsys.readouterr()
        first, second, third, fourth = said.out.splitlines()
        assert first == f"The network: {folder / 'std-3.npz'}"
        assert second == f"Its card: {folder / 'std-3.json'}"
        assert f" azulejos match mcts:weights={folder / 'std-3.npz'} mcts mcts " in third
        assert Path(fourth.rpartition(" ")[2]).joinpath("std-3.npz").exists()
    assert command("train", str(folder), *TINY, "--seed", "1") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"azulejos: {folder} holds a run with another plan")


@pytest.mark.parametrize(
    ("file", "config", "bots", "options"),
    [
        (
            "my/std-2.npz",
            standard_config("std", 2),
            "alphabeta:weights=my/std-2.npz alphabeta",
            "--games 400 --movetime 20 --sprt 0 20",
        ),
        (
            "my nets/grey+joker-3.npz",
            standard_config("grey+joker", 3),
            "'mcts:weights=my nets/grey+joker-3.npz' mcts mcts",
            "--games 600 --movetime 20 --rules grey+joker",
        ),
    ],
)
def test_the_match_that_is_proposed(
    file: str, config: TrainingConfig, bots: str, options: str
) -> None:
    assert match_command(Path(file), config) == f"azulejos match {bots} {options}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_plan_in_every_language(language: str) -> None:
    assert "my-run" in catalogue(language).error(TrainingFolderError("other_plan", folder="my-run"))


@pytest.mark.heavy
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="Windows has no process groups")
def test_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "torch.py").touch()  # The real one takes long to load, and is not needed so soon.
    arguments = ["train", str(tmp_path), "--scale", "0.02", "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-m", "azulejos", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob("generation-1/games-*")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    said, errors = running.communicate(timeout=60)
    assert (running.returncode, said) == (130, "")
    assert errors == "Stopped. The same command goes on where it was.\n"


def test_a_bar_on_a_terminal_and_lines_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(0, 1000, 20))
    monkeypatch.setattr(
        "azulejos.cli.experiments.long_running.monotonic", lambda: float(next(moments))
    )
    for terminal in (True, False):
        screen = StringIO()
        console = Console(file=screen, force_terminal=terminal, width=100, color_system=None)
        with ProgressBar(console) as bar:
            for done in range(4):
                bar.update("games", done, 4)
            bar.update("games", 4, 4)
            bar.say("10 examples")
            bar.update("steps", 1, 9)
        text = screen.getvalue()
        assert "10 examples" in text
        assert ("━" in text) == terminal
        if not terminal:
            assert text.splitlines()[-2:] == ["games: 4 of 4", "10 examples"]
            assert 1 < text.count("games") < 5
