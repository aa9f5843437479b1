"""The command line, as a person or a program runs it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import azulejos as az
from azulejos.core import WHY_SLOW
from command_line import call, output, run
from corners import corner_cases, corner_rows
from tables import complete

OPEN = complete("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
FINISHED = complete(
    "std -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKW/WB1R1/K2Y1/2W2/5:- "
    "7:-/-/-/W/YY:BY1KW/W1YRK/1WB2/3B1/2K2:- 2 2 5 - *"
)


def test_version() -> None:
    done = run("--version", AZULEJOS_INTERPRETED="1")
    assert done.stdout == "azulejos 0.1.0 (core interpreted: AZULEJOS_INTERPRETED is set)\n"
    if not WHY_SLOW:
        assert run("--version").stdout == "azulejos 0.1.0 (core compiled)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", OPEN],
        ["replay", "-"],
        ["bots", "--lang", "fi"],
        ["moves", "nonsense"],
        *corner_cases(
            ["moves", OPEN],
            ["apply", OPEN, "3B2"],
            ["perft", FINISHED, "1"],
            ["random", "--seed", "1"],
            ["bots", "--ratings", "--lang", "sv"],
            ["analyse", OPEN, "--nodes", "100", "--json"],
            ["nonsense"],
        ),
    ],
    ids=" ".join,
)
def test_a_process_says_what_a_call_says(arguments: list[str]) -> None:
    record = str(az.Game(seed=1).record)
    process, called = run(*arguments, text=record), call(*arguments, text=record)
    assert process.returncode == called.returncode
    assert process.stdout == called.stdout
    assert process.stderr == called.stderr


def test_perft_is_the_same_by_every_core() -> None:
    interpreted = run("perft", OPEN, "2", AZULEJOS_INTERPRETED="1")
    assert interpreted.stdout == "7560\n"
    assert interpreted.stderr.startswith("The core runs interpreted, which is slow: ")
    assert output("perft", OPEN, "2") == ["7560"]
    too_much_for_the_core = OPEN.replace(" 0:", f" {10**40}:", 1)
    assert output("perft", too_much_for_the_core, "2") == ["7560"]
    by_law = output("perft", too_much_for_the_core, "2", "--divide")
    assert output("perft", OPEN, "2", "--divide") == by_law


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_help_lists_the_commands(arguments: list[str]) -> None:
    text = "\n".join(output(*arguments))
    positions = ("moves", "apply", "show", "replay", "perft", "analyse", "review")
    for command in (*positions, "bench", "random", "terminal", "bots", "match", "engine"):
        assert command in text


def test_moves() -> None:
    moves = output("moves", OPEN)
    assert len(moves) == 90
    assert moves[:7] == ["1B0", "1B1", "1B2", "1B3", "1B4", "1B5", "1Y0"]


@pytest.mark.parametrize(
    ("position", "note"),
    [
        (FINISHED, "The game is over: nobody moves.\n"),
        (complete("std -/-/-/-/- F . . 1 1 2 * -"), "A deal is due: chance moves.\n"),
    ],
)
def test_no_moves(position: str, note: str) -> None:
    done = call("moves", position)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", note)


def test_apply_with_deals() -> None:
    start = complete("std -/-/-/-/- F . . 1 1 1 * -")
    deal = "=BYKW/RRKK/BBRW/BRKK/BYWW"
    assert output("apply", start, deal) == [OPEN]
    after = "std BYKW/-/-/BRKK/BYWW FRRRW 0:-/BB/-/-/-:{0} 0:-/KK/-/-/-:{0} 1 1 1 * -"
    assert output("apply", start, deal, "3b2", "2k2") == [complete(after.format("5/5/5/5/5:-"))]


def test_a_position_from_standard_input() -> None:
    assert output("apply", "-", "3B2", text=OPEN + "\n") == output("apply", OPEN, "3B2")


def test_perft() -> None:
    assert output("perft", OPEN, "2") == ["7560"]
    divided = output("perft", OPEN, "2", "--divide")
    assert (len(divided), divided[1], divided[-1]) == (91, "1B1 84", "7560")
    assert output("perft", FINISHED, "3", "--divide") == ["1"]
    assert output("perft", OPEN, "0") == ["1"]


def test_random_games_replay(tmp_path: Path) -> None:
    lines = output(
        "random", "--players", "3", "--rules", "grey+joker", "--seed", "5", "--games", "2"
    )
    assert (
        output("random", "--players", "3", "--rules", "grey+joker", "--seed", "5")
        == lines[: lines.index("", lines.index("") + 1)]
    )
    file = tmp_path / "games.azul"
    file.write_text("\n".join(lines) + "\n")
    finals = output("replay", str(file))
    assert len(finals) == 2
    positions = output("replay", str(file), "--positions")
    assert positions[-1] == finals[1]
    assert positions[positions.index("") - 1] == finals[0]
    assert output("replay", "-", text=file.read_text()) == finals


def test_show_has_letters_without_colour_and_colour_on_a_terminal() -> None:
    plain = "\n".join(output("show", OPEN))
    assert "\x1b" not in plain
    assert "[B][Y][K][W]" in plain
    assert "Round 1" in plain
    coloured = call("show", OPEN, FORCE_COLOR="1", TERM="xterm-256color").stdout
    assert "\x1b[" in coloured
    assert " B " in coloured
    assert "Runde 1" in "\n".join(output("show", OPEN, "--lang", "de"))


BAD_RECORD = '[Rules "std"]\n[Players "2"]\n[Result "3-4"]\n\n1. =BYKW/RRKK/BBRW/BRKK/BYWW 3B2\n'
BAD = [
    (["moves"], "Missing argument 'POSITION'."),
    (["moves", "nonsense"], "8 fields"),
    (["moves", OPEN, "extra"], "extra"),
    (["nonsense"], "No such command 'nonsense'"),
    (["moves", "--nonsense", OPEN], "--nonsense"),
    (["apply", OPEN, "9B1"], "there is no display 9: this game has 5 (R4)"),
    (["apply", OPEN, "hello"], "'hello' is no move"),
    (
        ["show", OPEN, "--lang", "pt"],
        "there is no language 'pt': use one of en, de, fr, nl, sv, fi",
    ),
    (["show", OPEN.replace("B15", "B14")], "the position holds 19 of blue, the game has 20 (R5)"),
    (["perft", OPEN, "-1"], "-1"),
    (["perft", OPEN, "deep"], "DEPTH"),
    (["replay", "no-such-file.azul"], "no-such-file.azul: No such file or directory"),
    (["replay", "."], "Is a directory"),
    (["random", "--players", "7"], "a game has 2, 3 or 4 players, not 7 (R4)"),
    (["random", "--rules", "gray"], "gray"),
    (["random", "--games", "0"], "--games"),
    (["terminal", "--bot", "clever"], "There is no bot “clever”. There are: novice, "),
    (
        ["terminal", "--bot", "mcts:depth=3"],
        "has no option “depth”. There are: nodes, movetime, threads, weights.",
    ),
    (["terminal", *["--bot", "alphabeta"] * 2], "this game has 3. Take “mcts” or a level."),
    (["terminal", "--player", "bot:x"], "“bot:x” can't be a person's name"),
    (["terminal", "--player", "a\nb"], "The value of Player1 holds a character"),
    (["terminal", *["--bot", "random"] * 4], "not 5"),
    (["terminal", "--starter", "3", "--lang", "DE"], "Spieler 3"),
    (["terminal", "--starter", "0"], "Player 0 can't start"),
    (["terminal", "no-such-file.azul"], "no-such-file.azul: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "part"), BAD, ids=lambda value: str(value)[:40])
def test_bad_input_is_one_sentence_and_exit_code_2(
    arguments: list[str], part: str, tmp_path: Path
) -> None:
    done = call(*arguments, AZULEJOS_DATA=str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("azulejos: ")
    assert done.stderr.count("\n") == 1
    assert part in done.stderr


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (BAD_RECORD.encode(), "the tag Result says 3-4, but the moves lead to *"),
        (b"", "holds no record"),
        (b"\xff\xfe\x00binary", "is no tag"),
        (BAD_RECORD.replace("3B2", "3K2").encode(), "round 1, 3K2: there is no black on display 3"),
    ],
)
def test_bad_record_files(content: bytes, part: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.azul"
    file.write_bytes(content)
    done = call("replay", str(file))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert part in done.stderr


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("moves - <&-", 2, "azulejos: a position is 8 fields"),
        ("terminal --seed 1 >&- <&-", 0, ""),
        *corner_rows(
            ("replay - <&-", 2, "holds no record"),
            ("--version >&-", 0, ""),
            ("terminal --seed 1 <&-", 0, ""),
            (r"replay - < <(printf '\xff')", 2, "is no tag"),
        ),
    ],
)
def test_closed_and_broken_streams(command: str, code: int, error: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m azulejos {command}"],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"AZULEJOS_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert done.returncode == code
    assert error in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", *corner_cases("latin-1")])
def test_terminals_that_know_few_signs(encoding: str, tmp_path: Path) -> None:
    done = run("show", OPEN, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "| 2           .  .  >  w  b  y  r  k  |" in done.stdout
    plain = run(
        "terminal",
        "--plain",
        "--lang",
        "fr",
        PYTHONIOENCODING=encoding,
        AZULEJOS_DATA=str(tmp_path),
    )
    assert (plain.returncode, plain.stderr) == (0, "")


def test_a_wish_for_the_usual_rules_is_a_wish_too(tmp_path: Path) -> None:
    data = {"AZULEJOS_DATA": str(tmp_path)}
    assert "new game" in call("terminal", "--rules", "grey", **data).stdout
    assert "new game" in call("terminal", "--rules", "std", **data).stdout
    assert "Going on" in call("terminal", **data).stdout
    (file, _) = tmp_path.glob("*.azul")
    both = call("terminal", str(file), "--seed", "1", **data)
    assert both.returncode == 2
    assert "a saved game has its own players and rules: give FILE alone" in both.stderr


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m azulejos random --games 50 --seed 1 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout, done.stderr) == ('[Rules "std"]\n', "")
