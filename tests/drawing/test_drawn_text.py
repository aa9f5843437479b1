"""The drawn table, compared with pictures that were looked at."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from azulejos.drawing.text import show_table, text_of
from azulejos.locales import LANGUAGES, catalogue
from tables import rule, table

PICTURES = Path(__file__).parent.parent / "data"
FULL = (
    "joker BBRJ/YYYY/-/-/-/-/-/-/- FRKKJ 57:R/WJ/KK/-/WWWW:BY1JW/1BYR1/2B2/R4/Y3B:KKY "
    "101:-/Y/-/RRRR/W:5/5/5/5/5:- 9:W/-/JJ/-/-:B4/5/K4/5/5:BBBBBBB 0:-/-/-/-/-:5/5/5/5/5:- "
    "2 3 4 * W3J1"
)
GREY = (
    "grey -/-/-/-/- - 12:-/WW/-/KKK/-:3W1/B1R2/5/2R2/1Y3:KF 4:-/-/-/-/-:5/5/5/5/5:- 1 1 3 * K4"
).replace("2R2", "3R1")


def drawn(text: str, language: str = "en", width: int = 80) -> str:
    position = table(text)
    words = catalogue(language)
    names = [words.text("name.player", number=n) for n in range(1, position.players + 1)]
    console = Console(file=StringIO(), width=width, color_system=None, highlight=False)
    show_table(console, position, names, words)
    assert isinstance(console.file, StringIO)
    return "".join(line.rstrip() + "\n" for line in console.file.getvalue().splitlines())


@pytest.mark.parametrize(("name", "text"), [("table-four-jokers", FULL), ("table-two-grey", GREY)])
def test_picture(name: str, text: str) -> None:
    assert drawn(text) == (PICTURES / f"{name}.txt").read_text(encoding="utf-8")


@rule("R13")
def test_lines_fill_from_right_to_left() -> None:
    text = drawn("std BBBB/-/-/-/- F 0:-/-/-/-/KK:5/5/5/5/5:- . 1 1 1 * -")
    assert "│ 5  ·  ·  · [K][K] ▸  y  r  k  w  b  │" in text


def test_capitals_are_tiles_and_small_letters_are_free_cells() -> None:
    text = drawn("std BBBB/-/-/-/- F 0:-/-/-/-/-:BY3/5/5/5/5:- . 1 1 1 * -")
    assert "▸ [B][Y] r  k  w  │" in text


def test_a_long_name_does_not_hide_the_score() -> None:
    console = Console(file=StringIO(), width=80, color_system=None)
    names = ["Maximiliane-Friederike von und zu Hohenlohe", "B"]
    show_table(console, table(GREY), names, catalogue("en"))
    assert isinstance(console.file, StringIO)
    assert "Maximiliane-Fried…  12 points" in console.file.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [FULL, GREY])
def test_it_fits_80_columns_in_every_language(language: str, text: str) -> None:
    lines = drawn(text, language).splitlines()
    assert max(map(len, lines)) <= 80
    boards = [line for line in lines if line.startswith("│")]
    assert all(line.endswith("│") for line in boards)


def test_as_a_text_it_is_the_same_whatever_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert text_of(table(GREY), colour=False) == drawn(GREY)
    coloured = text_of(table(GREY))
    for name, value in {"NO_COLOR": "1", "COLUMNS": "40", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    assert text_of(table(GREY)) == coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).count("\n") == drawn(GREY).count("\n")


def test_as_a_text_in_other_languages_and_with_names() -> None:
    text = text_of(table(GREY), ["Ana"], language="de", colour=False)
    assert text.startswith("Runde 3 · Ana ist am Zug")
    assert "Spieler 2" in text
