"""Values that show themselves in notebooks, which ask for a drawing by the name `_repr_svg_`.

The law can't draw. Whoever is asked for a drawing loads `azulejos.drawing` then, and by its name:
nothing of the law depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .position import Position


def svg_of(position: Position, names: Sequence[str] = ()) -> str:
    """The position as a drawing, with the players' names where they have any."""
    drawing: str = import_module("azulejos.drawing.svg").draw_svg(position, names=names)
    return drawing
