"""Where a person's data is kept, and that games of earlier versions are found."""

from pathlib import Path

import pytest

from azulejos.folders import data_folder
from azulejos.terminal.store import game_folders, is_own, unfinished

WAITING = '[Rules "std"]\n[Players "2"]\n[Result "*"]\n\n1. =BYKW/RRKK/BBRW/BRKK/BYWW 3B2\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("AZULEJOS_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("typer.get_app_dir", lambda name: str(tmp_path / "settings" / name))
    return tmp_path


def test_the_variable_names_the_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZULEJOS_DATA", str(home / "mine"))
    assert data_folder() == home / "mine"
    assert game_folders() == (home / "mine",)


@pytest.mark.parametrize("value", [None, ""])
def test_else_it_is_the_usual_one(
    value: str | None, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is not None:
        monkeypatch.setenv("AZULEJOS_DATA", value)
    assert data_folder().name == "azulejos"
    assert game_folders() == (data_folder(), home / "settings" / "azulejos")


def test_games_of_earlier_versions_are_found_where_they_lie(home: Path) -> None:
    paths = [folder / f"{number}.azul" for number, folder in enumerate(game_folders())]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_text(WAITING)
        assert is_own(path)
    assert set(unfinished(game_folders())) == set(paths)
    assert not is_own(home / "elsewhere.azul")
