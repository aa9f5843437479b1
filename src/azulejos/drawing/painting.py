"""Positions as pixels, fast: for those who look at every position of many games.

Each part of the drawing becomes pixels once; a frame lays these upon each other. Parts come to lie
on whole pixels, so that a frame differs a little from what `pixels_of` makes of the same SVG.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from ..extras import importing

with importing("numpy"):
    import numpy as np
    from numpy.typing import NDArray

from ..locales import FALLBACK
from ..rules import Position
from .art import LIGHT
from .canvas import NAMESPACE, At, Box, SvgCanvas, number
from .layout import table_layout
from .pixels import rgba_of
from .svg import draw_table

_FULL = 255
_PARTS = 1024  # kept; a game has one or two hundred


def paint(
    position: Position,
    width: int | None = None,
    *,
    names: Sequence[str] | None = None,
    language: str = FALLBACK,
    theme: str = LIGHT,
) -> NDArray[np.uint8]:
    """The table as an array (height, width, 3) of red, green and blue; without a width, as its SVG.

    A table of four players is wider than one of two.
    """
    table = table_layout(position.players)
    width = table.width if width is None else width
    scale = width / table.width
    canvas = _RasterCanvas(theme, scale, (table.height_at(width), width))
    draw_table(canvas, position, names, language)
    return canvas.pixels


@dataclass(frozen=True, slots=True)
class _Paint:
    """The pixels of a part, and where they begin beside its place."""

    light: (
        NDArray[np.uint16] | NDArray[np.uint8]
    )  # its colours, times its opacity if it is not opaque
    through: NDArray[np.uint16] | None  # how much of what lies below is seen; None: nothing
    left: int
    top: int


class _RasterCanvas(SvgCanvas):
    """A canvas whose parts are painted at once."""

    def __init__(self, theme: str, scale: float, size: tuple[int, int]) -> None:
        super().__init__(theme)
        self._scale = scale
        self.pixels: NDArray[np.uint8] = np.zeros((*size, 3), dtype=np.uint8)

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        yield

    def _put(self, part: At, x: float, y: float, extent: Box) -> None:
        self._used.clear()
        markup = part(0, 0)
        paint = _painted(self.theme, self._scale, extent, markup, tuple(self._used))
        self._lay(paint, round(x * self._scale) + paint.left, round(y * self._scale) + paint.top)

    def _lay(self, paint: _Paint, x: int, y: int) -> None:
        height, width, _ = paint.light.shape
        left, top = max(0, -x), max(0, -y)
        below = self.pixels[y + top : y + height, x + left : x + width]
        seen = np.s_[top : top + below.shape[0], left : left + below.shape[1]]
        if paint.through is None:
            below[...] = paint.light[seen]
            return
        mixed = below * paint.through[seen]
        mixed += paint.light[seen]
        mixed += _FULL // 2
        mixed //= _FULL
        below[...] = mixed


@lru_cache(maxsize=_PARTS)
def _painted(theme: str, scale: float, extent: Box, markup: str, used: tuple[str, ...]) -> _Paint:
    left, top = floor(extent.x * scale), floor(extent.y * scale)
    width = max(1, ceil((extent.x + extent.w) * scale) - left)
    height = max(1, ceil((extent.y + extent.h) * scale) - top)
    canvas = SvgCanvas(theme)
    for name in used:
        canvas.symbol(name, 0, 0, 0)
    view = " ".join(number(value / scale) for value in (left, top, width, height))
    pixels = rgba_of(
        f'<svg xmlns="{NAMESPACE}" width="{width}" height="{height}" viewBox="{view}">'
        f"{canvas.definitions()}{markup}</svg>"
    )
    colours, opacity = pixels[..., :3], pixels[..., 3:].astype(np.uint16)
    if (opacity == _FULL).all():
        return _Paint(colours.copy(), None, left, top)
    return _Paint(colours * opacity, _FULL - opacity, left, top)
