"""match and tournament as a person runs them: processes, files, signals."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from azulejos import Record, __version__, format_record, parse_move, parse_records
from azulejos.cli import main
from command_line import call
from corners import by_default

AZULEJOS = (sys.executable, "-m", "azulejos")
HOSTILE_ENGINE = Path(__file__).parents[1] / "protocol" / "hostile_engine.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*AZULEJOS, *arguments], capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*AZULEJOS, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def wait_for(path: Path, lines: int) -> None:
    deadline = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def bare(document: dict[str, Any]) -> dict[str, Any]:
    """Without what depends on the clock."""
    games = [
        {k: v for k, v in game.items() if "seconds" not in k} for game in document.pop("games")
    ]
    for bot in document["result"]["bots"]:
        del bot["ms_per_move"]
    return document | {"games": games}


@pytest.mark.corner
def test_a_match_is_the_same_by_one_job_and_by_two(tmp_path: Path) -> None:
    documents = []
    for jobs in ("1", "2"):
        arguments = ["greedy", "random", "--games", "7", "--seed", "3", "--jobs", jobs]
        done = run("match", *arguments, "--json", "--records", str(tmp_path / f"{jobs}.azul"))
        assert done.returncode == 0
        assert done.stderr == "7 games are rounded up to 8: whole pairs.\n"
        documents.append(bare(json.loads(done.stdout)))
    assert documents[0] == documents[1]
    assert (tmp_path / "1.azul").read_text() == (tmp_path / "2.azul").read_text()
    check_document(documents[0], tmp_path / "1.azul")


def test_a_match_is_told_in_words_and_its_records_go_on() -> None:
    arguments = ["match", "greedy", "random", "--games", "2", "--seed", "3", "--records", "-"]
    done = run(*arguments)
    assert done.returncode == 0
    assert len(parse_records(done.stdout)) == 2
    assert "Elo of A against B: " in done.stderr
    assert "2 games (1 pair), rules std." in done.stderr
    assert "Seed 3; the deals come from the seed 3/1." in done.stderr
    assert "1 game is rounded up to 2" in run("match", "random", "random", "--games", "1").stderr


def check_document(document: dict[str, Any], records: Path) -> None:
    """It says everything, its games replay, and they are the records."""
    assert (document["azulejos"], document["specs"]) == (__version__, ["greedy", "random"])
    assert (document["planned_games"], document["interrupted"]) == (8, False)
    assert document["deal_seeds"] == ["3/1", "3/2", "3/3", "3/4"]
    assert document["result"]["bots"][0]["wins"] == 8
    assert document["result"]["elo"]["difference"] is None
    kept = parse_records(records.read_text())
    assert len(kept) == len(document["games"]) == 8
    for game, record in zip(document["games"], kept, strict=True):
        moves = tuple(parse_move(move) for move in game["moves"])
        *_, last = Record({"Rules": "std", "Players": "2"}, moves).replay()
        record.check_result(last.position)
        assert record.moves == moves
        outcome = last.position.outcome
        assert outcome is not None
        assert [game["scores"][bot] for bot in game["seats"]] == list(outcome.scores)
        assert record.tags["Seed"] == game["deal_seed"]


def test_records_are_appended(tmp_path: Path) -> None:
    file = tmp_path / "games.azul"
    old = format_record(Record({"Rules": "std", "Players": "2", "Event": "old"}))
    file.write_text(old)
    arguments = ["match", "random", "random", "random", "--games", "3", "--rules", "joker"]
    done = run(*arguments, "--records", str(file))
    assert done.returncode == 0
    assert "Equal bots would have a share of 33.3 % each." in done.stdout
    first, *rest = parse_records(file.read_text())
    assert first.tags["Event"] == "old"
    assert [record.tags["Player3"] for record in rest] == ["bot:random"] * 3
    assert call("replay", str(file)).returncode == 0


@pytest.mark.heavy
def test_a_sequential_test_ends_a_match() -> None:
    done = run("match", "greedy", "random", "--games", "1000", "--sprt", "-5", "200")
    assert done.returncode == 0
    assert "SPRT -5 against +200: H1 accepted" in done.stdout
    assert "32 games (16 pairs)" in done.stdout


def test_ctrl_c_shows_what_is_known(tmp_path: Path) -> None:
    records = tmp_path / "games.azul"
    arguments = ["match", "greedy", "random", "--games", "100000", "--jobs", "2"]
    process = start(*arguments, "--records", str(records), "--json")
    wait_for(records, 40)
    os.killpg(process.pid, signal.SIGINT)  # As a terminal does: to all of the group.
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err + out
    document = json.loads(out)
    assert document["interrupted"]
    assert 0 < len(document["games"]) == len(parse_records(records.read_text())) < 100_000


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if f"\nPPid:\t{parent}\n" in status.read_text():
                found.append(int(status.parent.name))
    return found


def exists(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc")
@pytest.mark.parametrize("how", by_default(SIGNALS, signal.SIGINT))
def test_workers_end_with_the_match(how: signal.Signals) -> None:
    process = start("match", "greedy", "random", "--games", "100000", "--jobs", "2")
    deadline = time.monotonic() + 30
    while len(workers := children(process.pid)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    assert "Traceback" not in out + err
    deadline = time.monotonic() + 30
    while any(map(exists, workers)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def engine_and_child(folder: Path) -> tuple[int, int]:
    """An engine that hangs: its file is named like its process and holds its child's."""
    deadline = time.monotonic() + 30
    while True:
        for file in folder.iterdir():
            if child := file.read_text(encoding="utf-8"):
                return int(file.name), int(child)
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """Zombies that wait for init do not count."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks into /proc")
@pytest.mark.parametrize("how", by_default(SIGNALS, signal.SIGINT))
@pytest.mark.corner
def test_engines_that_hang_end_with_the_match(how: signal.Signals, tmp_path: Path) -> None:
    words = shlex.join([sys.executable, str(HOSTILE_ENGINE), "hangs with a child"])
    command = shlex.join(["sh", "-c", f"exec {words} {shlex.quote(str(tmp_path))}/$$"])
    process = start("match", f"engine:{command}", "random", "--movetime", "60000")
    engine = engine_and_child(tmp_path)
    assert all(map(is_running, engine))
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    assert "Traceback" not in out + err
    deadline = time.monotonic() + 30
    while any(map(is_running, engine)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


TOURNAMENT = ("tournament", "greedy", "random", "beginner", "--games", "4")


@pytest.mark.heavy
def test_a_tournament_that_was_killed_goes_on(tmp_path: Path) -> None:
    whole, parts = str(tmp_path / "whole.jsonl"), tmp_path / "parts.jsonl"
    expected = run(*TOURNAMENT, "--seed", "4", "--save", whole, "--markdown")
    assert expected.returncode == 0
    process = start(*TOURNAMENT, "--seed", "4", "--save", str(parts))
    wait_for(parts, 3)
    process.kill()
    process.communicate()
    before = parts.read_bytes()
    assert before.count(b"\n") < 7
    parts.write_bytes(before + b'{"pairing": [0')
    done = run(*TOURNAMENT, "--save", str(parts), "--jobs", "2", "--markdown")  # its seed is known
    assert (done.returncode, done.stderr) == (0, "")
    assert parts.read_bytes().startswith(before[: before.rindex(b"\n")])
    assert without_times(done.stdout) == without_times(expected.stdout)


def without_times(text: str) -> list[str]:
    return [line.rsplit("|", 2)[0] if "Elo" not in line else line for line in text.splitlines()]


@pytest.mark.corner
def test_ctrl_c_shows_the_ratings_so_far_and_the_rest_can_follow(tmp_path: Path) -> None:
    file = tmp_path / "list.jsonl"
    arguments = ["tournament", "greedy", "random", "--games", "100000", "--save", str(file)]
    process = start(*arguments)
    wait_for(file, 4)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert "of 100000 games" in out
    refused = run("tournament", "greedy", "beginner", "--games", "100000", "--save", str(file))
    assert refused.returncode == 2
    assert "belongs to another tournament: its bots is" in refused.stderr


BAD = [
    (["match", "random", "random", "--json", "--records", "-"], "can't hold both"),
    (["tournament", "random", "greedy", "--save", "-"], "can't be a stream"),
    (["match", "greedy"], "a game has 2, 3 or 4 players, not 1"),
    (["match", *["greedy"] * 5], "not 5"),
    (["match", "greedy", "nobody"], "there is no bot 'nobody'"),
    (["match", "engine:/no/such/bot", "random"], "can't be started: No such file or directory"),
    (["match", "greedy", "random", "--nodes", "1,2,3"], "--nodes needs one number, or 2"),
    (["match", "greedy", "random", "--movetime", "0"], "a limit is a whole number from 1 up"),
    (["match", "greedy", "random", "--games", "0"], "--games"),
    (["match", "greedy", "random", "--jobs", "0"], "--jobs"),
    (["match", "greedy", "random", "--sprt", "5", "0"], "ELO0 must be less than ELO1"),
    (["match", "greedy", "random", "--sprt", "0", "nan"], "ELO0 must be less than ELO1"),
    (["match", "greedy", "random", "--sprt", "0", "5", "--alpha", "1"], "alpha and beta"),
    (["match", *["random"] * 3, "--sprt", "0", "5"], "a sequential test is for two bots"),
    (["match", "greedy", "random", "--rules", "none"], "none"),
    (["match", "greedy", "random", "--records", "/no/such/folder/x"], "/no/such/folder/x: No such"),
    (["match", "greedy", "random", "--records", "."], ".: Is a directory"),
    (["tournament", "greedy"], "needs two bots or more"),
    (["tournament", "greedy", "random", "greedy"], "each of them only once"),
    (["tournament", "greedy", "random", "--anchor", "medium=1"], "an anchor is one of the bots"),
    (["tournament", "greedy", "random", "--anchor", "greedy=x"], "whole number, not 'x'"),
    (["tournament", "greedy", "random", "--save", "/no/such/folder/x"], "/no/such/folder/x: No"),
]


@pytest.mark.parametrize(("arguments", "part"), BAD, ids=lambda value: str(value)[:60])
def test_bad_input_is_one_sentence_and_exit_code_2(
    arguments: list[str],
    part: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["azulejos", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    out, err = capsys.readouterr()
    assert (exit_.value.code, out, err.count("\n")) == (2, "", 1)
    assert part in err
