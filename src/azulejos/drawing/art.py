"""The page's art for drawings: its symbols from `art.svg`, its colours from the page's style sheet.

`script/art` makes `art.svg` from the page's own modules. Nothing is drawn twice: change the art
there, the colours in `web/css/tokens.css`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from ..rules import Tile

LIGHT, DARK = THEMES = ("light", "dark")

_TOKENS = {LIGHT: ":root {", DARK: ":root[data-theme='dark'] {"}
_TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
_DEFINITION = re.compile(r'<\w+ id="az-([\w-]+)"')
_NEEDED = re.compile(r"#az-([\w-]+)")
_VARIABLE = re.compile(r"var\(--([\w-]+)\)")
_SHADOW = re.compile(
    r"0 (?P<dy>[\d.]+)(?:px)? (?P<blur>[\d.]+)(?:px)?(?: (?P<spread>[\d.]+)px)?"
    r" rgb\((?P<colour>\d+ \d+ \d+) / (?P<opacity>[\d.]+)\)"
)


@cache
def tokens(theme: str) -> Mapping[str, str]:
    """The page's colours and sizes by name; what the dark theme leaves out is as in the light."""
    if theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}: use {' or '.join(THEMES)}")
    canvas = files("azulejos").joinpath("web", "css", "tokens.css").read_text(encoding="utf-8")
    _, _, rest = canvas.partition(_TOKENS[theme])
    own = dict(_TOKEN.findall(rest.partition("\n}")[0]))
    return MappingProxyType(own if theme == LIGHT else {**tokens(LIGHT), **own})


@dataclass(frozen=True, slots=True)
class Shadow:
    """One layer of a shadow as style sheets write them."""

    dy: float
    blur: float
    spread: float
    colour: str
    opacity: float


@cache
def shadows(theme: str, name: str) -> tuple[Shadow, ...]:
    """The layers of a shadow, the lowest first."""
    layers = [
        Shadow(
            dy=float(found["dy"]),
            blur=float(found["blur"]),
            spread=float(found["spread"] or 0),
            colour=f"rgb({found['colour'].replace(' ', ',')})",
            opacity=float(found["opacity"]),
        )
        for part in tokens(theme)[name].split(", ")
        if (found := _SHADOW.fullmatch(part))
    ]
    return tuple(reversed(layers))


def prefix(theme: str) -> str:
    """How names of symbols begin: two drawings in one document must not take each other's."""
    return "az-" if theme == LIGHT else f"az-{theme}-"


def definitions(theme: str, wanted: Iterable[str]) -> str:
    """The symbols of these names and all that they refer to, in the colours of a theme."""
    everything = _art(theme)
    needed: set[str] = set()
    waiting = list(wanted)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += everything[name].needs
    return "".join(part.markup for name, part in everything.items() if name in needed)


@dataclass(frozen=True, slots=True)
class _Definition:
    markup: str
    needs: tuple[str, ...]


LYING = "lying-"
"""Before a tile's name: the tile with its shadow, which on the page the style sheet adds."""
ROOM = 6.0
"""How far a lying tile's symbol reaches around the tile, of 100."""
_PIXEL = 2.2  # what a pixel of the page's shadows is, of 100


def _lying(theme: str, kind: str) -> _Definition:
    r = 49 if kind == "F" else 12
    shapes = []
    for layer in shadows(theme, "shadow-tile"):
        steps = 2 if layer.blur > 1 else 1
        for step in range(1, steps + 1):
            grow = _PIXEL * (layer.spread + 0.5 * layer.blur * step / steps)
            shapes.append(
                f'<rect x="{1 - grow:g}" y="{1 - grow + _PIXEL * layer.dy:g}"'
                f' width="{98 + 2 * grow:g}" height="{98 + 2 * grow:g}" rx="{r + grow:g}"'
                f' fill="{layer.colour}" fill-opacity="{layer.opacity / steps:g}"/>'
            )
    name, view = f"{prefix(theme)}{LYING}{kind}", f"{-ROOM} {-ROOM} {100 + 2 * ROOM}"
    markup = (
        f'<symbol id="{name}" viewBox="{view} {100 + 2 * ROOM}">{"".join(shapes)}'
        f'<use href="#{prefix(theme)}{kind}" width="100" height="100"/></symbol>'
    )
    return _Definition(markup, (kind,))


@cache
def _art(theme: str) -> dict[str, _Definition]:
    """Rasterisers know no style sheets' variables, so colours are filled in here."""
    colours = tokens(theme)
    found = {}
    for name, line in _definition_lines():
        markup = _VARIABLE.sub(lambda variable: colours[variable[1]], line)
        markup = markup.replace("#az-", f"#{prefix(theme)}").replace(
            f'id="az-{name}"', f'id="{prefix(theme)}{name}"'
        )
        markup = markup.replace(' class="az-fine"', "")
        found[name] = _Definition(markup, tuple(_NEEDED.findall(line)))
    return found | {f"{LYING}{tile}": _lying(theme, tile) for tile in Tile}


def _definition_lines() -> Iterator[tuple[str, str]]:
    for line in files(__package__).joinpath("art.svg").read_text(encoding="utf-8").splitlines():
        if found := _DEFINITION.match(line):
            yield found[1], line
