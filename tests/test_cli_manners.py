"""What holds for all commands: --json, `-`, several lines, completion, pipes, a quick start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import azulejos as az
from command_line import call, output
from corners import corner_cases
from test_cli import FINISHED, OPEN

AFTER = str(az.play(az.parse_position(OPEN), "3B2").position)
RECORD = str(az.Game(seed=1).record)


def documents(*arguments: str, text: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in output(*arguments, "--json", text=text)]


TELLING = [
    (["moves", OPEN], {"phase": "offer", "turn": 1}),
    (["moves", FINISHED], {"phase": "over", "turn": None, "winners": [2], "moves": []}),
    (["apply", OPEN, "3B2"], {"position": AFTER, "turn": 2, "scores": [0, 0]}),
    (["show", OPEN, "--names", "Ana", "--lang", "de"], {"names": ["Ana", "Spieler 2"]}),
    (["perft", OPEN, "2"], {"leaves": 7560, "depth": 2}),
    (["replay", "-"], {"moves": [str(move) for move in az.parse_record(RECORD).moves]}),
    (["random", "--seed", "1"], {"rules": "std", "phase": "over"}),
    (["bots"], {"bot": "novice", "level": True}),
    (["analyse", OPEN, "--nodes", "100"], {}),
    (["bench", "perft", "--seconds", "0.01"], {"bench": "perft"}),
]


@pytest.mark.parametrize(("arguments", "expected"), TELLING, ids=lambda value: str(value)[:30])
def test_json_is_an_object_a_line_on_standard_output(
    arguments: list[str], expected: dict[str, Any]
) -> None:
    first = documents(*arguments, text=RECORD)[0]
    assert expected.items() <= first.items()


def test_games_that_wait_are_listed_as_objects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path))
    game = tmp_path / "20260101-120000-1.azul"
    game.write_text(RECORD)
    assert documents("terminal", "--list") == [{"file": str(game)}]
    assert output("terminal", "--list") == [str(game)]
    refused = call("terminal", "--json")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--json goes with --list" in refused.stderr


def test_divided_counts_add_up() -> None:
    (found,) = documents("perft", OPEN, "2", "--divide")
    assert sum(found["divide"].values()) == found["leaves"] == 7560


TWO_LINES = f"{OPEN}\n\n{AFTER}\n"


def test_every_line_of_standard_input_is_answered() -> None:
    assert output("perft", "-", "1", text=TWO_LINES) == [
        "90",
        str(len(az.legal_moves(az.parse_position(AFTER)))),
    ]
    assert output("apply", "-", "1B2", text=f"{OPEN}\n{OPEN}") == output("apply", OPEN, "1B2") * 2
    first, second = "\n".join(output("moves", "-", text=TWO_LINES)).split("\n\n")
    assert first.split() == output("moves", OPEN)
    assert second.split() == output("moves", AFTER)
    shown = "\n".join(output("show", "-", text=TWO_LINES))
    assert shown.count("Round 1") == 2
    assert [found["turn"] for found in documents("moves", "-", text=TWO_LINES)] == [1, 2]
    assert len(documents("analyse", "-", "--nodes", "50", text=TWO_LINES)) == 2


def test_a_bad_line_is_named_and_the_others_are_answered() -> None:
    done = call("moves", "-", "--json", text=f"{OPEN}\nnonsense\n{AFTER}")
    assert done.returncode == 2
    first, bad, last = map(json.loads, done.stdout.splitlines())
    assert (first["turn"], bad["error"], last["turn"]) == (1, "bad_fields", 2)
    assert done.stderr.startswith("azulejos: line 2: a position is 8 fields")
    assert done.stderr.count("\n") == 1


def test_pictures_go_to_standard_output(tmp_path: Path) -> None:
    assert output("show", OPEN, "--out", "-")[0].startswith("<svg ")
    command = [sys.executable, "-m", "azulejos", "show", OPEN, "--png", "-"]
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, check=True)
    assert done.stdout.startswith(b"\x89PNG")
    assert not list(tmp_path.iterdir())


def test_a_picture_shows_one_position() -> None:
    done = call("show", "-", "--svg", text=TWO_LINES)
    assert (done.returncode, done.stdout) == (2, "")
    assert "this is for one position, not for 2 lines" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["terminal", "-"],
        ["selfplay", "--out", "-"],
        ["train", "-"],
        ["tournament", "greedy", "random", "--save", "-"],
    ],
    ids=lambda value: value[0],
)
def test_what_must_lie_on_the_disk_is_no_stream(arguments: list[str]) -> None:
    done = call(*arguments)
    assert done.returncode == 2
    assert "can't be a stream: give a name instead of -" in done.stderr


def complete(shell: str, words: str) -> str:
    """What the shell is told when somebody presses the tab key after these words."""
    return call(
        _AZULEJOS_COMPLETE=f"complete_{shell}",
        _TYPER_COMPLETE_ARGS=words,  # for zsh and fish
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        COMP_WORDS=words,
        COMP_CWORD=str(words.count(" ")),
    ).stdout


@pytest.mark.parametrize("shell", ["bash", *corner_cases("zsh", "fish")])
def test_shells_complete_commands_options_and_values(shell: str) -> None:
    assert "analyse" in complete(shell, "azulejos an")
    assert "--divide" in complete(shell, "azulejos perft --d")
    assert "grey+joker" in complete(shell, "azulejos random --rules gr").replace("\\", "")
    assert "fi" in complete(shell, "azulejos show --lang f")
    assert "greedy" in complete(shell, "azulejos match gr")


@pytest.mark.parametrize("shell", ["bash", *corner_cases("zsh", "fish")])
def test_a_shell_is_given_its_script(shell: str) -> None:
    # Elsewhere the shell is the one that asks.
    done = call("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert f"_AZULEJOS_COMPLETE=complete_{shell}" in done.stdout


def modules_of(*arguments: str) -> set[str]:
    """The modules that Python loads for this. What a start costs, but the same on every machine."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=True
    ).stderr
    lines = [line for line in told.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


def packages(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_the_version_is_told_at_once() -> None:
    nothing = modules_of("-c", "pass")
    everything = modules_of("-m", "azulejos", "--help") - nothing
    version = modules_of("-m", "azulejos", "--version") - nothing
    assert len(version) < len(everything) / 3
    assert {"typer", "rich"} <= packages(everything)
    assert not {"typer", "rich", "click", "numpy"} & packages(version)


def test_the_package_is_imported_at_once() -> None:
    """It needs less than a module of Python's own that servers begin with."""
    assert len(modules_of("-c", "import azulejos")) < len(modules_of("-c", "import asyncio"))


def test_tables_in_a_pipe_do_not_break_words() -> None:
    command = [sys.executable, "-m", "azulejos"]
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    spec = "alphabeta:nodes=100,movetime=1000"
    arguments = [*command, "match", spec, "random", "--games", "2"]
    done = subprocess.run(
        arguments, capture_output=True, encoding="utf-8", env=environment, check=True
    )
    assert f"A {spec} " in done.stdout
    listed = subprocess.run(
        [*command, "bots", "--lang", "en"],
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=True,
    )
    about = json.loads(output("bots", "--json", "--lang", "en")[0])["about"]
    assert about in listed.stdout
