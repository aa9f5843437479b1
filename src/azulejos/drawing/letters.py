"""Letters and numerals as strokes of our own, so that a drawing needs no font.

A rasteriser on a bare machine finds no font and would leave every number out. These letters look
the same everywhere, at any weight, and their widths are known. Drawn on a baseline at 0, capitals
66 high, small letters 46. `letters.json` has them: the width and the path of every sign that
Western European names are written with, and of accents around the middle of a small letter.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

SPACE = 22.0
BETWEEN = 17.0
CAPITAL = 66.0
UNITS = 92.0  # a font size, in the units of the strokes
_HIGHER = -21.0  # accents of capitals

_DOTLESS = "\u0131"
_BELOW = "\u0327"  # the cedilla; all other accents stand above


@dataclass(frozen=True, slots=True)
class Stroke:
    """A letter's or an accent's path and where it begins, in units."""

    path: str
    x: float
    y: float = 0.0


@cache
def _letters() -> dict[str, tuple[float, str]]:
    found = json.loads(_file())["letters"]
    return {sign: (float(width), path) for sign, (width, path) in found.items()}


@cache
def _accents() -> dict[str, str]:
    return dict(json.loads(_file())["accents"])


def _file() -> str:
    return files(__package__).joinpath("letters.json").read_text(encoding="utf-8")


def can_write(text: str) -> bool:
    """Are there strokes for every sign of the text?"""
    return all(
        sign.isspace() or sign in _letters() or sign in _accents()
        for sign in unicodedata.normalize("NFD", text)
    )


def width_of(text: str, size: float) -> float:
    """How wide the text is at a font size."""
    _, width = strokes_of(text)
    return width * size / UNITS


def strokes_of(text: str) -> tuple[list[Stroke], float]:
    """The strokes of a text and its width, in units; only for texts that can be written."""
    strokes: list[Stroke] = []
    at, start, middle, capital = 0.0, 0.0, 0.0, False
    for sign in unicodedata.normalize("NFD", unicodedata.normalize("NFC", text)):
        if sign.isspace():
            at += SPACE
        elif sign in _accents():
            _drop_dot(strokes, sign)
            lift = _HIGHER if capital and sign != _BELOW else 0.0
            strokes.append(Stroke(_accents()[sign], middle, lift))
        else:
            width, path = _letters()[sign]
            start, middle, capital = at, at + width / 2, sign.isupper()
            strokes.append(Stroke(path, start))
            at += width + BETWEEN
    return strokes, max(0.0, at - BETWEEN)


def _drop_dot(strokes: list[Stroke], accent: str) -> None:
    """An i that bears an accent has no dot."""
    if accent != _BELOW and strokes and strokes[-1].path == _letters()["i"][1]:
        strokes[-1] = Stroke(_letters()[_DOTLESS][1], strokes[-1].x)


def shortened(text: str, size: float, width: float) -> str:
    """The text, cut with an ellipsis if it is wider than that."""
    if not can_write(text):
        most = max(1, int(width / (0.62 * size)))
        return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
    if width_of(text, size) <= width:
        return text
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"
