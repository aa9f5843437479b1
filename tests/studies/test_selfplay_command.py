"""`azulejos selfplay` and `--on`, as a person runs them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from azulejos.cli import main
from corners import corner_cases

pytest.importorskip("pyarrow", reason="needs pyarrow, from the extra `data`")

QUICK = ("greedy", "random", "--games", "6", "--file-games", "2", "--seed", "3")


def command(*arguments: str) -> int:
    """Runs the command in this process; returns its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["azulejos", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
    assert isinstance(left.value.code, int)
    return left.value.code


def test_a_study_and_its_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "data")
    assert command("selfplay", *QUICK, "--out", out) == 0
    said = capsys.readouterr()
    assert said.out.startswith("6 games with ")
    first, *bots = said.out.splitlines()
    assert first.endswith("kB a game; seed 3.")
    assert [line.split(": ")[0] for line in bots] == ["greedy", "random"]
    assert "% of the wins (95 %: " in bots[0]
    assert command("selfplay", *QUICK[:-2], "--out", out) == 0  # The seed is in the folder.
    assert capsys.readouterr().out == said.out
    assert command("selfplay", *QUICK, "--slips", "0.5", "--out", out) == 2
    assert "belongs to another self-play: its slips is 0.05, not 0.5" in capsys.readouterr().err


def test_a_damaged_file_is_named_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("selfplay", *QUICK, "--out", str(tmp_path / "data")) == 0
    said = capsys.readouterr().out
    damaged = tmp_path / "data" / "moves" / "moves-000000.parquet"
    damaged.write_bytes(damaged.read_bytes()[:200])
    assert command("selfplay", *QUICK, "--out", str(tmp_path / "data")) == 2
    reason = f"{damaged} can't be read: delete it, and its games are played again"
    assert reason in capsys.readouterr().err
    damaged.unlink()
    assert command("selfplay", *QUICK, "--out", str(tmp_path / "data")) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["a-bot"], "a-bot"),
        (["greedy", "greedy", "greedy"], "one bot plays all seats, or 2 have one each"),
        (["--players", "5"], "2, 3 or 4 players"),
        (["--slips", "2"], "--slips"),
        (["--file-games", "10001"], "--file-games"),  # all of a file is in memory at once
        (["--on", "moon"], "work is done on processes, ray or ray://HOST:PORT, not on 'moon'"),
        (["greedy", "--on", "ray://127.0.0.1:9"], "no Ray cluster answers at ray://127.0.0.1:9"),
        (["alphabeta", "--players", "3"], "alphabeta"),
    ],
)
def test_what_is_refused(
    arguments: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("selfplay", "--out", str(tmp_path / "data"), *arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("azulejos: ")
    assert reason in said.err
    assert said.err.count("\n") == 1


def test_without_pyarrow_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert command("selfplay", "--out", str(tmp_path / "data")) == 2
    assert 'pip install "azulejos[data]"' in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_without_pyarrow_an_import_says_so() -> None:
    lines = "import sys; sys.modules['pyarrow'] = None; import azulejos.studies.tables"
    run = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    told = run.stderr.splitlines()[-1]
    assert told.endswith('(pyarrow): pip install "azulejos[data]"')


@pytest.mark.parametrize("what", ["match", "tournament"])
def test_arenas_that_are_nowhere(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "list.jsonl"
    save = ["--save", str(journal)] if what == "tournament" else []
    assert command(what, "greedy", "random", "--on", "ray://127.0.0.1:9", *save) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("azulejos: no Ray cluster answers at ray://127.0.0.1:9: ")
    assert ("The same command goes on where it was." in said.err) == bool(save)
    assert command(what, "greedy", "random", "--on", "ray:9", *save) == 2
    assert "not on 'ray:9'" in capsys.readouterr().err


@pytest.mark.heavy
@pytest.mark.parametrize("ending", [signal.SIGINT, *corner_cases(signal.SIGKILL)])
def test_a_study_that_was_stopped_goes_on(ending: signal.Signals, tmp_path: Path) -> None:
    config = ("selfplay", "greedy", "--games", "24", "--file-games", "2", "--seed", "1", "--out")
    parts, whole = str(tmp_path / "parts"), str(tmp_path / "whole")
    running = subprocess.Popen(
        [sys.executable, "-m", "azulejos", *config, parts, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("parts/games/games-*.parquet")):
        assert time.monotonic() < deadline
        assert running.poll() is None
        time.sleep(0.05)
    os.kill(running.pid, ending)
    said, errors = running.communicate(timeout=60)
    stopped = {path: path.stat().st_mtime_ns for path in tmp_path.glob("parts/games/*.parquet")}
    assert said == ""
    assert len(stopped) < 12
    if ending == signal.SIGINT:
        assert running.returncode == 130
        assert errors.endswith("Stopped. The same command goes on where it was.\n")
    assert command(*config, parts) == 0
    assert command(*config, whole) == 0
    for path, when in stopped.items():
        assert path.stat().st_mtime_ns == when
    for path in Path(whole).rglob("*.*"):
        assert (Path(parts) / path.relative_to(whole)).read_bytes() == path.read_bytes()
