"""Contrast by WCAG 2.2, worked out from the tokens: text 4.5, parts that are used 3."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SHEET = Path(__file__).parents[2] / "src" / "azulejos" / "web" / "css" / "tokens.css"
TEXT = re.sub(r"/\*.*?\*/", "", SHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
BLOCK = re.compile(r"(:root[^{]*)\{([^{}]*)\}")
GROUNDS = ("plaster", "plaster-2", "card", "card-2", "cloth", "plate", "plate-2", "slot")
READ = {
    "ink": (*GROUNDS, "gold-soft", "cobalt-soft", "lit-soft"),
    "ink-2": GROUNDS,
    "cobalt": ("plaster", "plaster-2", "card", "card-2", "cobalt-soft"),
    "lit-ink": ("plaster", "card", "card-2", "lit-soft"),
    "good": ("plaster", "card", "card-2", "good-soft"),
    "bad": ("plaster", "card", "card-2", "bad-soft", "lit-soft", "slot"),
    "on-cobalt": ("cobalt",),
    "on-lit": ("lit",),
    "card": ("ink", "seat-1", "seat-2", "seat-3", "seat-4", "cobalt"),
}
USED = {
    "lit": ("plaster", "card", "slot", "mortar", "plate", "plate-2", "cloth"),
    "line-2": ("plaster", "card", "slot"),
    "focus": ("plaster", "card", "slot", "mortar", "plate", "cloth"),
    "cobalt": ("plaster", "card"),
    "gold": ("plaster", "card", "mortar"),
    **{f"hint-{tile}": (f"hint-bg-{tile}",) for tile in "BYRKW"},
}


def _themes() -> dict[str, dict[str, str]]:
    themes = {}
    for selector, body in BLOCK.findall(TEXT):
        values = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body))
        if values:
            themes[selector.strip()] = values
    return themes


THEMES = _themes()
LIGHT = ":root"
CONTRAST = ":root[data-theme='contrast']"


def _light(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_light(one), _light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_every_theme_has_all_colours() -> None:
    assert len(THEMES) == 5
    assert all(colours.keys() == THEMES[LIGHT].keys() for colours in THEMES.values())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "least"), [(READ, 4.5), (USED, 3.0)])
def testcontrast(theme: str, pairs: dict[str, tuple[str, ...]], least: float) -> None:
    colours = THEMES[theme]
    if theme == CONTRAST and pairs is READ:
        least = 7.0
    found = {
        (front, ground): contrast(colours[front], colours[ground])
        for front, grounds in pairs.items()
        for ground in grounds
    }
    assert {pair: contrast for pair, contrast in found.items() if contrast < least} == {}
