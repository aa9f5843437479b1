"""The commands around bots, as a person or a program runs them: bots, analyse, engine."""

import json
import re
from collections.abc import Iterator

import pytest
import typer

from azulejos.analysis import Analysis, analyses
from azulejos.bots import level_names
from azulejos.bots.specs import OWN_NAMES
from azulejos.cli.analyse import Follower
from azulejos.locales import LANGUAGES, catalogue
from azulejos.notation import parse_position
from command_line import call, output, run
from tables import complete
from test_cli import FINISHED, OPEN

DEAL_DUE = complete("std -/-/-/-/- F . . 1 1 2 * -")
TOO_HIGH = OPEN.replace(" 0:", f" {10**40}:", 1)
ENDGAME = complete("std BYKW/-/-/-/- FB 3:-/B/-/-/-:5/5/5/5/5:- . 1 1 2 * -")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_bots_are_listed(language: str) -> None:
    lines = output("bots", "--lang", language)
    text = " ".join(" ".join(lines).split())
    for name in OWN_NAMES:  # other tests may have named bots in this process
        assert any(line.strip().startswith(name) for line in lines)
    for name in level_names():
        assert " ".join(catalogue(language).text(f"level.{name}.about").split()) in text


def test_the_terminal_tells_its_levels() -> None:
    text = " ".join(output("terminal", "--help"))
    for name in level_names():
        assert name in text


@pytest.mark.parametrize(
    ("position", "sentence", "players"),
    [
        (DEAL_DUE, "New tiles are due: chance moves, so there is nothing to choose.", 2),
        (FINISHED, "The game is over: nobody moves.", 2),
        (complete("std -/-/-/-/-/-/- F . . . 1 1 2 * -"), "New tiles are due: ", 3),
    ],
)
def test_where_nobody_moves_it_tells_what_to_expect(
    position: str, sentence: str, players: int
) -> None:
    first, _, *rest = output("analyse", position, "--deals", "4")
    assert first.startswith(sentence)
    for number in range(players):
        assert re.match(f"Player {number + 1} +[0-9.]+% +[+-][0-9.]+", rest[number])
    assert len(rest) == players + (position != FINISHED)
    (text,) = output("analyse", position, "--deals", "4", "--json")
    found = json.loads(text)
    assert found["moves"] == []
    assert sum(found["chances"]) == 1
    assert (found["deals"], found["error"] > 0) == ((0, False) if rest[2:] == [] else (4, True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_analysis_for_people(language: str) -> None:
    first, heading, *rest = output(
        "analyse", OPEN, "--nodes", "2000", "--top", "3", "--lang", language
    )
    words = catalogue(language)
    assert first == words.text("analyse.title", name=words.text("name.player", number=1))
    assert heading.split()[0] == words.text("analyse.move")
    row = r"[1-5][BYRKW][0-5] +[0-9]+[.,][0-9].?% +[0-9]+[.,][0-9].?% +[+-][0-9]+[.,][0-9] "
    assert all(re.match(row, line) for line in rest[:3])
    assert rest[3] == words.text("analyse.columns")
    assert len(rest) == 6


def test_an_analysis_can_be_watched() -> None:
    lines = output("analyse", OPEN, "--nodes", "20000", "--stream")
    assert len(lines) > 2
    assert all(re.match("[1-5][BYRKW][0-5] [0-9.]+% ", line) for line in lines)
    steps = [
        json.loads(line) for line in output("analyse", OPEN, "--depth", "2", "--stream", "--json")
    ]
    assert [step["depth"] for step in steps] == [0, 1, 2]
    assert all(len(step["moves"]) == len(output("moves", OPEN)) for step in steps[:1])


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_shows_what_was_found(capsys: pytest.CaptureFixture[str], as_json: bool) -> None:
    def interrupted(steps: Iterator[Analysis]) -> Iterator[Analysis]:
        yield next(steps)
        raise KeyboardInterrupt

    position = parse_position(OPEN)
    follower = Follower(position, catalogue("en"), top=1, stream=False, as_json=as_json)
    with pytest.raises(typer.Exit) as stopped:
        follower.follow(interrupted(analyses(position, movetime=60_000)))
    assert stopped.value.exit_code == 130
    told = capsys.readouterr().out
    if as_json:
        assert len(json.loads(told)["moves"]) == 1
    else:
        assert told.startswith("Player 1 to move")
        assert told.endswith("Stopped: this is what was found so far.\n")


def test_an_analysis_to_the_end_of_the_round_says_so() -> None:
    assert output("analyse", ENDGAME)[-1].startswith("Searched to the end of the round")
    forced = complete("std -/-/-/-/- FB 0:R/R/R/R/R:5/5/5/5/5:- . 1 1 1 * -")
    assert output("analyse", forced)[-1] == "It is the only legal move."


def test_an_analysis_for_programs_can_be_repeated() -> None:
    (text,) = output("analyse", OPEN, "--nodes", "10000", "--json")
    assert output("analyse", OPEN, "--nodes", "10000", "--json") == [text]
    found = json.loads(text)
    moves = [entry["move"] for entry in found["moves"]]
    assert sorted(moves) == sorted(output("moves", OPEN))
    assert found["depth"] >= 1
    assert found["nodes"] >= 1000
    assert (found["exact"], found["phase"]) == (False, "offer")
    assert found["gap"] == found["moves"][1]["loss"]
    assert found["chances"] == found["moves"][0]["chances"]
    for entry in found["moves"]:
        assert 0 < entry["value"] < 1
        assert entry["line"][0] == entry["move"]


def test_an_analysis_for_three_players() -> None:
    position = complete("grey BYKW/RRKK/BBRW/BRKK/BYWW/BYRK/BYRK F . . . 1 1 1 * -")
    (text,) = output("analyse", position, "--nodes", "3000", "--json", "--top", "5")
    assert len(json.loads(text)["moves"]) == 5
    lines = output("analyse", position, "--nodes", "3000", "--lang", "en")
    assert sum(line.startswith("Player ") for line in lines) == 4  # the title, and three chances


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["analyse", "nonsense"], "8 fields"),
        (["analyse", OPEN, "--movetime", "0"], "--movetime"),
        (["analyse", OPEN, "--nodes", "many"], "--nodes"),
        (["analyse", OPEN, "--top", "0"], "--top"),
        (["analyse", TOO_HIGH, "--lang", "en"], "A score in this position is too high"),
        (["analyse", OPEN, "--lang", "pt"], "there is no language 'pt'"),
        (["bots", "--lang", "pt"], "there is no language 'pt'"),
        (["engine", "--level", "greedy"], "there is no bot 'greedy': the bots are novice, "),
        (["engine", "--level", "engine:true"], "there is no bot 'engine:true'"),
    ],
)
def test_bad_input(arguments: list[str], part: str) -> None:
    done = call(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert part in done.stderr


def test_the_engine_answers_and_takes_a_level() -> None:
    commands = [
        "azul",
        "setoption name Level value NOVICE",
        "isready",
        f"position {ENDGAME}",
        "go movetime 10",
        "isready",
        "quit",
    ]
    done = run("engine", text="\n".join(commands) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "option name Level type combo default master var novice var beginner" in done.stdout
    assert "\nbestmove " in done.stdout
    assert "bestmove none" not in done.stdout
