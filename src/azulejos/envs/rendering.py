"""What environments show: text, pixels, or a window. All of it drawn by `azulejos.drawing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.pixels import pixels_of
from ..drawing.svg import draw_svg
from ..drawing.text import text_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..rules import Position

RENDER_MODES = ["ansi", "human", "rgb_array"]
FPS = 4
WIDTH = 800  # pixels


class Renderer:
    """Shows one position after another, in one of the modes."""

    def __init__(self, mode: str, *, fps: int = FPS) -> None:
        if mode not in RENDER_MODES:
            raise ValueError(
                f"there is no render mode {mode!r}: there are {', '.join(RENDER_MODES)}"
            )
        self.mode = mode
        self.fps = fps

    def render(self, position: Position) -> str | NDArray[np.uint8] | None:
        """The position as text, as pixels (height, width, 3), or None: it is in the window."""
        if self.mode == "ansi":
            return text_of(position)
        return pixels_of(draw_svg(position), WIDTH)

    def close(self) -> None:
        """Closes the window, if there is one; again and again does no harm."""
