"""Bots at the terminal's table: who they are, what if they fail, and that they are sent home."""

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from test_session import screen, typed

from azulejos.bots import LEVELS, BotSpecError, RandomBot
from azulejos.locales import LANGUAGES, catalogue
from azulejos.notation import parse_record
from azulejos.protocol import BotError
from azulejos.rules import Position, RuleSet
from azulejos.terminal.advice import advise
from azulejos.terminal.seats import seats_of
from azulejos.terminal.start import EngineNotAllowedError, GameOptions
from tables import refuses, table

OPEN = "std BYYY/RRKK/-/-/- F . . 1 1 1 * -"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AZULEJOS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def against(*bots: str) -> GameOptions:
    return GameOptions.of(["Ana"], list(bots), RuleSet.STD, 1, 3)


class Failing(RandomBot):
    """A bot that fails at every move, and counts who closes it."""

    closed = 0

    def choose(self, *_: Any, **__: Any) -> Any:
        raise BotError("the engine x died.")

    def close(self) -> None:
        Failing.closed += 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_is_introduced(language: str) -> None:
    specs = [level.name for level in LEVELS] + ["Greedy", "random", "mcts:nodes=5", "alphabeta"]
    for spec in specs:
        record = parse_record(f'[Rules "std"]\n[Players "2"]\n[Player2 "bot:{spec}"]\n')
        person, bot = seats_of(record, catalogue(language))
        assert person.human
        assert bot.introduction(catalogue(language)).startswith(bot.name)
    assert "{" not in bot.introduction(catalogue(language))


def test_an_introduction_names_the_level_in_the_players_language() -> None:
    table = typed("quit", language="de")
    table.play_new(against("novice", "GREEDY"))
    assert "Bot 2 (Neuling): Hat die Regeln" in screen(table)
    assert "Bot 3 (greedy): Nimmt, was sofort am meisten bringt." in screen(table)


def test_whoever_names_no_bot_gets_a_friendly_one() -> None:
    table = typed("quit")
    table.play_new(against())
    assert "Bot 2 (" in screen(table)


def test_another_plays_for_a_bot_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.terminal.seats.make_bot", lambda *_, **__: Failing(None))  # type: ignore[arg-type]
    monkeypatch.setattr(Failing, "closed", 0)
    table = typed("1B2", "quit", language="sv")
    table.play_new(against("random"))
    assert "Bot 2 spelar inte som det ska (the engine x died). Botten" in screen(table)
    assert "Bot 2 tar från" in screen(table)
    assert Failing.closed == 1


def test_bots_are_closed_if_another_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(spec: str, **_: object) -> Failing:
        if spec == "random":
            return Failing(None)  # type: ignore[arg-type]
        raise BotSpecError("unknown_bot", bot=spec, bots="")

    monkeypatch.setattr("azulejos.terminal.seats.make_bot", make)
    monkeypatch.setattr(Failing, "closed", 0)
    with refuses(BotSpecError, "unknown_bot"):
        typed("quit").play_new(against("random", "greedy"))
    assert Failing.closed == 1


@pytest.mark.parametrize("tag", ["bot:greedy", "bot:random"])
def test_old_saved_games_go_on(tag: str, data_folder: Path) -> None:
    data_folder.mkdir()
    tags = f'[Rules "std"]\n[Players "2"]\n[Player1 "Ana"]\n[Player2 "{tag}"]\n[Result "*"]\n'
    (data_folder / "old.azul").write_text(tags + "\n1. =BYKW/RRKK/BBRW/BRKK/BYWW 3B2\n")
    table = typed("quit")
    table.resume_latest(against())
    assert "Going on with the game in" in screen(table)
    assert "Bot 2 takes from" in screen(table)


def test_a_hint_is_a_legal_move_even_without_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> object:
        raise ImportError

    position = table(OPEN)
    assert advise(position).move in set(_legal(position))
    monkeypatch.setattr("azulejos.tables.advice.hints.make_bot", missing)
    assert str(advise(position).move.line) == "3"  # type: ignore[union-attr]
    assert advise(position).comparison is None


def _legal(position: Position) -> list[Any]:
    from azulejos.rules import legal_moves

    return legal_moves(position)


class TestPrograms:
    """A file from elsewhere starts no program that nobody has allowed."""

    @pytest.fixture
    def witness(self, tmp_path: Path) -> Path:
        return tmp_path / "witness"

    @pytest.fixture
    def file(self, tmp_path: Path, witness: Path) -> Path:
        code = f"open({str(witness)!r}, 'w')"
        command = shlex.join([sys.executable, "-c", code])
        escaped = command.replace("\\", "\\\\").replace('"', '\\"')
        path = tmp_path / "foreign.azul"
        path.write_text(
            f'[Rules "std"]\n[Players "2"]\n[Player1 "bot:engine:{escaped}"]\n'
            '[Result "*"]\n\n1. =BYKW/RRKK/BBRW/BRKK/BYWW\n'
        )
        return path

    @pytest.mark.parametrize("answers", [["no"], [""], []])
    def test_not_allowed(self, answers: list[str], file: Path, witness: Path) -> None:
        table = typed(*answers)
        with refuses(EngineNotAllowedError, "engine_not_allowed"):
            table.resume(file)
        assert "This game wants to start the program" in screen(table)
        assert not witness.exists()

    def test_allowed(self, file: Path, witness: Path) -> None:
        table = typed("Yes", "quit")
        table.resume(file)
        assert witness.exists()
        assert "Bot 1 does not play properly (the engine" in screen(table)

    def test_the_own_folder_is_trusted(self, file: Path, witness: Path, data_folder: Path) -> None:
        data_folder.mkdir()
        file.rename(data_folder / "own.azul")
        typed("quit").resume_latest(against())
        assert witness.exists()
