"""Bots that users write: how they are named and called, and that their errors are sentences."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import azulejos as az
import own_bots
from azulejos.bots import (
    BotSpecError,
    bot_names,
    bring_to_tables,
    level_names,
    make_bot,
    parse_spec,
    python_bots,
    specs,
    table_bots,
)
from azulejos.protocol import BotError, Limit
from azulejos.rules import UsageError
from azulejos.tables.names import check_level

OFFER = az.Game(seed=1).position


@pytest.fixture(autouse=True)
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that tests give are forgotten after them."""
    monkeypatch.setattr(python_bots, "_registered", {})
    monkeypatch.setattr(specs, "_brought", [])
    own_bots.Diary.calls.clear()


@pytest.mark.parametrize("name", ["First", "InText", "Lucky"])
def test_a_class_with_one_method_is_a_bot(name: str) -> None:
    bot = make_bot(f"python:own_bots:{name}", seed=1)
    bot.new_game()
    assert bot.choose(OFFER).move in az.legal_moves(OFFER)
    bot.stop()
    bot.close()
    with pytest.raises(UsageError):
        bot.choose(az.start(2))


def test_chances_come_from_the_seed() -> None:
    spec = "python:own_bots:Lucky"
    moves = [make_bot(spec, seed).choose(OFFER).move for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]


def test_what_a_class_may_have_is_called() -> None:
    bot = make_bot("python:own_bots:Diary")
    bot.new_game()
    assert bot.choose(OFFER, Limit(nodes=5)).nodes == 7
    bot.stop()
    bot.close()
    assert own_bots.Diary.calls == ["new_game", "choose {'nodes': 5}", "stop", "close"]


FAILURES = [
    ("Illegal", "own_bots:Illegal chose 0B1, but the centre holds no tiles"),
    ("Nonsense", "own_bots:Nonsense answers with 'castle': "),
    ("Nothing", "own_bots:Nothing answers with None, which is no move"),
    ("Failing", r"own_bots:Failing failed in choose: KeyError: 'plan' \(own_bots.py, line \d+\)"),
    ("Leaving", r"own_bots:Leaving failed in choose: SystemExit \(own_bots.py, line \d+\)"),
]


@pytest.mark.parametrize(("name", "sentence"), FAILURES)
def test_errors_are_sentences_that_name_the_bot(name: str, sentence: str) -> None:
    with pytest.raises(BotError, match=f"^the bot {sentence}"):
        make_bot(f"python:own_bots:{name}").choose(OFFER)


def test_a_bot_that_can_not_be_made() -> None:
    with pytest.raises(BotError, match="Unmade failed in __init__: ValueError: no licence"):
        make_bot("python:own_bots:Unmade")


WRONG = [
    ("python", "no_python_class"),
    ("python:own_bots", "no_python_class"),
    ("python::First", "no_python_class"),
    ("python:nowhere:First", "bad_python_bot"),
    ("python:own_bots:Second", "bad_python_bot"),
    ("python:own_bots:Mute", "no_bot_class"),
    ("python:own_bots:legal_moves", "no_bot_class"),
]


@pytest.mark.parametrize(("spec", "code"), WRONG)
def test_specs_that_name_no_class(spec: str, code: str) -> None:
    with pytest.raises(BotSpecError) as refused:
        make_bot(spec)
    assert refused.value.code == code


def test_a_decorator_gives_a_name() -> None:
    with pytest.raises(BotSpecError, match="no bot 'first'"):
        make_bot("first")
    assert az.bot("first")(own_bots.First) is own_bots.First
    assert make_bot("First").choose(OFFER).move == az.legal_moves(OFFER)[0]
    assert bot_names()[-1] == "first"
    assert str(parse_spec("first")) == "first"
    for name, code in (("greedy", "bot_name_taken"), ("My bot", "bad_bot_name")):
        with pytest.raises(BotSpecError) as refused:
            az.bot(name)
        assert refused.value.code == code


def test_an_entry_point_gives_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("packed", "own_bots:First", python_bots.ENTRY_POINTS),
        EntryPoint("broken", "own_bots:Second", python_bots.ENTRY_POINTS),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert make_bot("packed").choose(OFFER).move == az.legal_moves(OFFER)[0]
    assert bot_names()[-2:] == ("broken", "packed")
    with pytest.raises(BotSpecError, match="the bot own_bots:Second can't be imported"):
        make_bot("broken")


def test_modules_are_found_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots_beside.py").write_text("from own_bots import First", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert make_bot("python:bots_beside:First").name == "bots_beside:First"


def test_tables_have_levels_and_what_the_host_brings() -> None:
    for name in ("first", "python:own_bots:First"):
        with pytest.raises(BotSpecError, match="there is no bot"):
            check_level(name)
    assert bring_to_tables("python:own_bots:First") == "first"
    assert table_bots() == (*level_names(), "first")
    check_level("first")
    with pytest.raises(BotSpecError, match="there is no bot"):
        check_level("python:own_bots:First")  # a visitor can name, but not run
    for spec in ("engine:./mine", "greedy"):
        with pytest.raises(BotSpecError, match="only bots in Python can"):
            bring_to_tables(spec)
