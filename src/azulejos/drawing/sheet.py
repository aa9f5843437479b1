"""The sheet that a drawing is made on: shapes, tiles and letters in, one SVG text out.

Colours are named as in the page's style sheet. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from .art import definitions, prefix, shadows, tokens
from .letters import UNITS, Stroke, can_write, strokes_of

NAMESPACE = "http://www.w3.org/2000/svg"
START, MIDDLE, END = "start", "middle", "end"
PLAIN, BOLD = 8.0, 11.5  # how thick strokes are, in the units of letters
_BLUR_STEPS = 5


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    def inner(self, edge: float) -> Box:
        return Box(self.x + edge, self.y + edge, self.w - 2 * edge, self.h - 2 * edge)


def number(value: float) -> str:
    """As short as it can be: a tenth of a pixel is fine enough for places."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _mark(stroke: Stroke) -> str:
    place = f' transform="translate({number(stroke.x)} {number(stroke.y)})"'
    return f'<path d="{stroke.path}"{place if stroke.x or stroke.y else ""}/>'


class Sheet:
    """Takes what is drawn, from the back to the front."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self._tokens = tokens(theme)
        self._prefix = prefix(theme)
        self._parts: list[str] = []
        self._used: dict[str, None] = {}
        self._gradients: dict[str, str] = {}
        self._tile_shadow = shadows(theme, "shadow-tile")[-1]

    def colour(self, name: str) -> str:
        """A colour by its name in the style sheet; a gradient of this sheet; or none."""
        if name in self._gradients:
            return f"url(#{self._prefix}{name})"
        return "none" if name == "none" else self._tokens[name]

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        """Parts that belong together: whoever reads the drawing finds them by this name."""
        self._parts.append(f"<g class={quoteattr(name)}>")
        yield
        self._parts.append("</g>")

    def gradient(self, name: str, markup: str) -> None:
        """A gradient to fill with; `{name}` in the markup is a colour."""
        filled = markup.format_map(self._tokens)
        self._gradients[name] = filled.replace(" ", f' id="{self._prefix}{name}" ', 1)

    def rect(
        self, box: Box, fill: str, r: float = 0, *, stroke: str = "none", width: float = 0
    ) -> None:
        line = f' stroke="{self.colour(stroke)}" stroke-width="{number(width)}"' if width else ""
        self._parts.append(
            f'<rect x="{number(box.x)}" y="{number(box.y)}" width="{number(box.w)}"'
            f' height="{number(box.h)}" rx="{number(r)}" fill="{self.colour(fill)}"{line}/>'
        )

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: str = "none",
        *,
        stroke: str = "none",
        width: float = 0,
        opacity: float = 1,
    ) -> None:
        line = f' stroke="{self.colour(stroke)}" stroke-width="{number(width)}"' if width else ""
        faint = f' opacity="{number(opacity)}"' if opacity < 1 else ""
        self._parts.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
            f' fill="{self.colour(fill)}"{line}{faint}/>'
        )

    def path(self, path: str, stroke: str, width: float, opacity: float = 1) -> None:
        """A line with round ends."""
        faint = f' opacity="{number(opacity)}"' if opacity < 1 else ""
        self._parts.append(f'<path d="{path}"{self._pen(stroke, width)}{faint}/>')

    def shadow(self, box: Box, r: float, name: str) -> None:
        """Below a card or a plate: blurred edges as a few faint shapes, for filters are slow."""
        for layer in shadows(self.theme, name):
            steps = _BLUR_STEPS if layer.blur > 4 else 1
            for step in range(steps):
                grow = layer.blur * (0.5 - step / steps) + layer.spread if steps > 1 else 0.5
                lower = Box(
                    box.x - grow, box.y - grow + layer.dy, box.w + 2 * grow, box.h + 2 * grow
                )
                self._parts.append(
                    f'<rect x="{number(lower.x)}" y="{number(lower.y)}" width="{number(lower.w)}"'
                    f' height="{number(lower.h)}" rx="{number(r + grow)}" fill="{layer.colour}"'
                    f' fill-opacity="{layer.opacity / steps:.3f}"/>'
                )

    def tile(self, kind: str, x: float, y: float, size: float, *, lies: bool = True) -> None:
        """A tile or the marker; one that lies on something throws a shadow."""
        if lies:
            shade = self._tile_shadow
            r = 0.5 if kind == "F" else 0.14
            self._parts.append(
                f'<rect x="{number(x + 0.01 * size)}" y="{number(y + 0.07 * size)}"'
                f' width="{number(0.98 * size)}" height="{number(0.98 * size)}"'
                f' rx="{number(r * size)}" fill="{shade.colour}" fill-opacity="{shade.opacity}"/>'
            )
        self.symbol(kind, x, y, size)

    def slot(self, hint: str, x: float, y: float, size: float) -> None:
        """An empty space; the hint is the kind of tile that belongs there, or nothing."""
        self.symbol(f"slot{hint}", x, y, size)

    def symbol(self, name: str, x: float, y: float, size: float) -> None:
        self._used[name] = None
        self._parts.append(
            f'<use href="#{self._prefix}{name}" x="{number(x)}" y="{number(y)}"'
            f' width="{number(size)}" height="{number(size)}"/>'
        )

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        *,
        weight: float = PLAIN,
        anchor: str = START,
    ) -> None:
        """Text on a baseline; in our own letters, or a font's where those do not suffice."""
        if not can_write(text):
            self._write_in_font(text, x, y, size, colour, weight, anchor)
            return
        strokes, width = strokes_of(text)
        scale = size / UNITS
        left = x - {START: 0.0, MIDDLE: 0.5, END: 1.0}[anchor] * width * scale
        marks = "".join(_mark(stroke) for stroke in strokes)
        place = f"translate({number(left)} {number(y)}) scale({scale:.4f})"
        self._parts.append(f'<g transform="{place}"{self._pen(colour, weight)}>{marks}</g>')

    def _pen(self, colour: str, width: float) -> str:
        return (
            f' fill="none" stroke="{self.colour(colour)}" stroke-width="{number(width)}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
        )

    def _write_in_font(
        self, text: str, x: float, y: float, size: float, colour: str, weight: float, anchor: str
    ) -> None:
        family = quoteattr(self._tokens["sans"].replace("'", ""))
        bold = ' font-weight="600"' if weight >= BOLD else ""
        self._parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-family={family} font-size="{number(size)}"'
            f'{bold} text-anchor="{anchor}" fill="{self.colour(colour)}">{escape(text)}</text>'
        )

    def svg(self, width: float, height: float, title: str, description: str, data: str) -> str:
        """The whole drawing as one document."""
        art = definitions(self.theme, self._used)
        size = f'width="{number(width)}" height="{number(height)}"'
        return (
            f'<svg xmlns="{NAMESPACE}" {size} viewBox="0 0 {number(width)} {number(height)}"'
            f' role="img" data-position={quoteattr(data)}>\n'
            f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
            f"<defs>{''.join(self._gradients.values())}{art}</defs>\n"
            + "\n".join(self._parts)
            + "\n</svg>\n"
        )
