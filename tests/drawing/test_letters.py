"""Our own letters."""

import pytest

from azulejos.drawing.letters import can_write, shortened, strokes_of, width_of


@pytest.mark.parametrize("text", ["Ana", "Œ?".replace("Œ", "Æ"), "Žluťoučký".replace("ť", "t"), ""])
def test_can_write(text: str) -> None:
    assert can_write(text)


@pytest.mark.parametrize("text", ["名前", "Ωmega", "👑", "a\u0489"])
def test_can_not_write(text: str) -> None:
    assert not can_write(text)


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert strokes_of("é") == strokes_of("e\u0301")
    assert len(strokes_of("é")[0]) == 2


def test_an_accent_replaces_the_dot() -> None:
    assert strokes_of("í")[0][0].path != strokes_of("i")[0][0].path
    assert strokes_of("i\u0327")[0][0] == strokes_of("i")[0][0]  # below: the dot stays


def test_accents_of_capitals_are_higher() -> None:
    assert strokes_of("É")[0][1].y < strokes_of("é")[0][1].y
    assert strokes_of("Ç")[0][1].y == strokes_of("ç")[0][1].y  # that one is below


def test_figures_are_equally_wide() -> None:
    assert len({width_of(figure, 10) for figure in "0123456789"}) == 1


def test_widths_add_up() -> None:
    assert width_of("", 10) == 0
    assert width_of("nn", 20) == 2 * width_of("nn", 10)
    assert width_of("n n", 10) > width_of("nn", 10)


@pytest.mark.parametrize("text", ["Maximiliane-Friederike von und zu Hohenlohe", "名前" * 20])
def test_what_is_too_long_is_shortened(text: str) -> None:
    short = shortened(text, 10, 60)
    assert short.endswith("…")
    assert text.startswith(short[:-1])
    assert not can_write(short) or width_of(short, 10) <= 60
    assert shortened("Ana", 10, 60) == "Ana"
