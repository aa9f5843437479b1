"""What a plain install can do, and what it says of the rest."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import azulejos as az
from azulejos.locales import LANGUAGES, catalogue
from corners import by_default, corner_rows
from plain_install import plain_packages

PLAIN = Path(__file__).with_name("plain_install.py")
POSITION = str(az.Game(seed=1).position)
WEB = {"alembic", "brotli", "orjson", "segno", "sqlalchemy", "starlette", "uvicorn", "websockets"}


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PLAIN), *arguments],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_nothing_of_the_web_and_no_arrays_are_required() -> None:
    needed = plain_packages()
    assert {"rich", "typer"} <= needed
    assert not needed & (WEB | {"numpy"})


def test_a_game_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path))
    options = ("--player", "Ana", "--bot", "greedy", "--seed", "1", "--plain", "--lang", "en")
    first = str(az.Game(seed=1).legal_moves[0])
    done = run("terminal", *options, text=f"{first}\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    (saved,) = tmp_path.glob("*.azul")
    assert str(az.load(saved).moves[1]) == first


@pytest.mark.heavy
def test_a_drawing_a_match_and_an_analysis() -> None:
    assert run("show", POSITION, "--svg").stdout.startswith("<svg ")
    for command in ("match", "tournament"):
        done = run(command, "greedy", "random", "--games", "2", "--seed", "1")
        assert (done.returncode, "greedy" in done.stdout) == (0, True), done.stderr
    analysis = json.loads(run("analyse", POSITION, "--nodes", "100", "--json").stdout)
    assert az.refusal(az.parse_position(POSITION), analysis["moves"][0]["move"]) is None


@pytest.mark.parametrize("language", by_default(LANGUAGES, "fi"))
def test_the_page_needs_the_web_and_says_so(language: str) -> None:
    done = run("play", "--no-browser", "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    told = catalogue(language).text("error.extra_missing", extra="web", why="alembic")
    assert done.stderr == f"azulejos: {told}\n"
    assert told.endswith('pip install "azulejos[web]"')


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["show", POSITION, "--png", "table.png"], "picture"),
        (["train", "network"], "train"),
        *corner_rows(
            (["serve"], "web"),
            (["selfplay", "--out", "data", "--games", "1"], "data"),
            (["calibrate", "games"], "numpy"),
            (["bench", "batch"], "numpy"),
            (["site", "folder"], "site"),
        ),
    ],
)
def test_the_same_words_everywhere(
    arguments: list[str], extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    pattern = r"azulejos: This needs more than is installed \(\w+\)\. Install it with: (.*)\n"
    found = re.fullmatch(pattern, done.stderr)
    assert found, done.stderr
    assert found[1] == f'pip install "azulejos[{extra}]"'
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("import azulejos.core as core; core.Batch(4)", "numpy"),
        ("import azulejos.envs.gymnasium", "gymnasium"),
        *corner_rows(
            ("import azulejos.core as core; core.State().mask()", "numpy"),
            ("import azulejos.envs.batch", "numpy"),
            ("import azulejos.envs.planes", "numpy"),
            ("import azulejos.envs.vector", "gymnasium"),
            ("import azulejos.envs.azulejos_v0", "pettingzoo"),
            ("import azulejos.envs.openspiel", "openspiel"),
            ("import azulejos.studies.tables", "data"),
        ),
    ],
)
def test_modules_say_what_they_lack(code: str, extra: str) -> None:
    done = run("-c", code)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("azulejos.extras.MissingExtraError: this needs more than is installed")
    assert last.endswith(f'pip install "azulejos[{extra}]"')
