"""The canvas that a drawing is made on: shapes, tiles and letters, one upon the other.

Colours are named as in the page's style sheet. Every part can be drawn at any place, so that who
paints the same table again and again (`painting.py`) paints each part once. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from .art import LYING, ROOM, definitions, prefix, shadows, tokens
from .letters import UNITS, Stroke, can_write, strokes_of

NAMESPACE = "http://www.w3.org/2000/svg"
START, MIDDLE, END = "start", "middle", "end"
PLAIN, BOLD = 8.0, 11.5  # how thick strokes are, in the units of letters
_BLUR_STEPS = 6
_GRADIENTS = {
    "ground": (
        '<linearGradient id="{id}" x2="0" y2="1"><stop stop-color="{plaster}"/>'
        '<stop offset="1" stop-color="{plaster-2}"/></linearGradient>'
    ),
    "glaze": (
        '<radialGradient id="{id}" cx="0.4" cy="0.32" r="0.7">'
        '<stop offset="0.3" stop-color="{plate}"/><stop offset="1" stop-color="{plate-2}"/>'
        "</radialGradient>"
    ),
}


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    def inner(self, edge: float) -> Box:
        """What is left within an edge; a negative edge lies around it."""
        return Box(self.x + edge, self.y + edge, self.w - 2 * edge, self.h - 2 * edge)

    def moved(self, x: float, y: float) -> Box:
        return Box(self.x + x, self.y + y, self.w, self.h)


At = Callable[[float, float], str]
"""The markup of a part at a place."""


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """As short as it can be: a hundredth of a pixel is fine enough."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class SvgCanvas:
    """Takes what is drawn, from the back to the front."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self._tokens = tokens(theme)
        self._prefix = prefix(theme)
        self._parts: list[str] = []
        self._used: dict[str, None] = {}

    def _put(self, part: At, x: float, y: float, extent: Box) -> None:
        """All parts come through here; the extent is how far one reaches around its place."""
        self._parts.append(part(x, y))

    def _colour(self, name: str) -> str:
        """A colour by its name in the style sheet; a gradient of this sheet; or none."""
        if name in _GRADIENTS:
            return f"url(#{self._prefix}{name})"
        return "none" if name == "none" else self._tokens[name]

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        """Parts that belong together: whoever reads the drawing finds them by this name."""
        self._parts.append(f"<g class={quoteattr(name)}>")
        yield
        self._parts.append("</g>")

    # Large things

    def ground(self, whole: Box, cards: Sequence[Box], radius: float) -> None:
        """The table's ground and the cards that lie on it."""

        def part(x: float, y: float) -> str:
            # A little larger, or its last pixels would be half empty.
            shapes = [self._rect(whole.moved(x, y).inner(-2), "ground", 0)]
            for card in cards:
                box = card.moved(x, y)
                shapes += [self._shadow(box, radius), self._rect(box, "card", radius)]
            return "\n".join(shapes)

        self._put(part, 0, 0, whole)

    def plate(self, box: Box, rim: float) -> None:
        """A plate of glazed clay, with a rim."""
        r = box.w / 2

        def part(x: float, y: float) -> str:
            return "".join(
                (
                    self._shadow(Box(x, y, box.w, box.h), r),
                    self._circle(x + r, y + r, r - 0.5, "glaze", "plate-rim", 1),
                    self._circle(x + r, y + r, r - rim, "none", "plate", 1.2 * rim),
                    self._circle(x + r, y + r, r - 1.6 * rim, "none", "plate-rim", 1, 0.6),
                )
            )

        self._put(part, box.x, box.y, Box(0, 0, box.w, box.h).inner(-24))

    def empty_plate(self, box: Box) -> None:
        """Where a plate was: a trace of it."""
        r = box.w / 2
        self._put(
            lambda x, y: self._circle(x + r, y + r, r - 0.5, "plate", "plate-rim", 1, 0.35),
            *(box.x, box.y, Box(0, 0, box.w, box.h)),
        )

    def _shadow(self, box: Box, r: float) -> str:
        """Blurred edges as a few faint shapes: filters are slow."""
        shapes = []
        for layer in shadows(self.theme, "shadow-2"):
            steps = _BLUR_STEPS if layer.blur > 4 else 1
            for step in range(steps):
                grow = layer.blur * (0.5 - step / steps) if steps > 1 else 0.5
                below = box.moved(0, layer.dy).inner(-grow)
                faint = f' fill-opacity="{layer.opacity / steps:.3f}"'
                shapes.append(_rectangle(below, r + grow, layer.colour, faint))
        return "".join(shapes)

    # Shapes

    def rect(
        self, box: Box, fill: str, r: float = 0, *, stroke: str = "none", width: float = 0
    ) -> None:
        def part(x: float, y: float) -> str:
            return self._rect(Box(x, y, box.w, box.h), fill, r, stroke, width)

        self._put(part, box.x, box.y, Box(0, 0, box.w, box.h).inner(-width))

    def _rect(self, box: Box, fill: str, r: float, stroke: str = "none", width: float = 0) -> str:
        return _rectangle(box, r, self._colour(fill), self._line(stroke, width))

    def _line(self, stroke: str, width: float) -> str:
        return f' stroke="{self._colour(stroke)}" stroke-width="{number(width)}"' if width else ""

    def disc(self, x: float, y: float, r: float, fill: str, stroke: str) -> None:
        """A small plate with a line around it."""
        extent = Box(-r - 1, -r - 1, 2 * r + 2, 2 * r + 2)
        self._put(lambda x, y: self._circle(x, y, r, fill, stroke, 1), x, y, extent)

    def _circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: str,
        stroke: str = "none",
        width: float = 0,
        opacity: float = 1,
    ) -> str:
        faint = f' opacity="{number(opacity)}"' if opacity < 1 else ""
        return (
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
            f' fill="{self._colour(fill)}"{self._line(stroke, width)}{faint}/>'
        )

    def arrow(self, x: float, y: float, size: float, stroke: str) -> None:
        """An arrow's head to the right."""
        steps = f"l{number(size)} {number(size)}l{number(-size)} {number(size)}"
        pen = self._pen(stroke, size / 2)

        def part(x: float, y: float) -> str:
            return f'<path d="M{number(x - size / 2)} {number(y - size)}{steps}"{pen}/>'

        self._put(part, x, y, Box(-size, -2 * size, 2 * size, 4 * size))

    # Tiles

    def tile(self, kind: str, x: float, y: float, size: float, *, lies: bool = True) -> None:
        """A tile or the marker; one that lies on something throws a shadow."""
        if lies:
            edge = size * ROOM / 100
            self.symbol(f"{LYING}{kind}", x - edge, y - edge, size + 2 * edge)
        else:
            self.symbol(kind, x, y, size)

    def slot(self, hint: str, x: float, y: float, size: float) -> None:
        """An empty space; the hint is the kind of tile that belongs there, or nothing."""
        self.symbol(f"slot{hint}", x, y, size)

    def symbol(self, name: str, x: float, y: float, size: float) -> None:
        self._put(lambda x, y: self._use(name, x, y, size), x, y, Box(0, 0, size, size))

    def _use(self, name: str, x: float, y: float, size: float) -> str:
        self._used[name] = None
        return (
            f'<use href="#{self._prefix}{name}" x="{number(x)}" y="{number(y)}"'
            f' width="{number(size)}" height="{number(size)}"/>'
        )

    # Letters

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
        marks = "".join(_mark(stroke) for stroke in strokes)
        rest = f' scale({scale:.4f})"{self._pen(colour, weight)}>{marks}</g>'
        left = x - {START: 0.0, MIDDLE: 0.5, END: 1.0}[anchor] * width * scale
        extent = Box(-0.2 * size, -1.2 * size, width * scale + 0.4 * size, 1.6 * size)

        def part(x: float, y: float) -> str:
            return f'<g transform="translate({number(x)} {number(y)}){rest}'

        self._put(part, left, y, extent)

    def _pen(self, colour: str, width: float) -> str:
        return (
            f' fill="none" stroke="{self._colour(colour)}" stroke-width="{number(width)}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
        )

    def _write_in_font(
        self, text: str, x: float, y: float, size: float, colour: str, weight: float, anchor: str
    ) -> None:
        family = quoteattr(self._tokens["sans"].replace("'", ""))
        bold = ' font-weight="600"' if weight >= BOLD else ""
        rest = (
            f' font-family={family} font-size="{number(size)}"{bold} text-anchor="{anchor}"'
            f' fill="{self._colour(colour)}">{escape(text)}</text>'
        )

        def part(x: float, y: float) -> str:
            return f'<text x="{number(x)}" y="{number(y)}"{rest}'

        wide = 1.2 * size * len(text)
        self._put(part, x, y, Box(-wide, -1.3 * size, 2 * wide, 1.8 * size))

    # The whole

    def definitions(self) -> str:
        """What the parts refer to."""
        gradients = "".join(
            markup.format_map({**self._tokens, "id": f"{self._prefix}{name}"})
            for name, markup in _GRADIENTS.items()
        )
        return f"<defs>{gradients}{definitions(self.theme, self._used)}</defs>"

    def svg(self, width: float, height: float, title: str, description: str, data: str) -> str:
        """The whole drawing as one document."""
        size = f'width="{number(width)}" height="{number(height)}"'
        return (
            f'<svg xmlns="{NAMESPACE}" {size} viewBox="0 0 {number(width)} {number(height)}"'
            f' role="img" data-position={quoteattr(data)}>\n'
            f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
            f"{self.definitions()}\n" + "\n".join(self._parts) + "\n</svg>\n"
        )


def _rectangle(box: Box, r: float, fill: str, more: str) -> str:
    return (
        f'<rect x="{number(box.x)}" y="{number(box.y)}" width="{number(box.w)}"'
        f' height="{number(box.h)}" rx="{number(r)}" fill="{fill}"{more}/>'
    )


def _mark(stroke: Stroke) -> str:
    place = f' transform="translate({number(stroke.x)} {number(stroke.y)})"'
    return f'<path d="{stroke.path}"{place if stroke.x or stroke.y else ""}/>'
