"""What environments show: text, pixels, or a window. All of it is drawn by `azulejos.drawing`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from ..drawing.layout import table_layout
from ..drawing.text import text_of
from ..extras import MissingExtraError, importing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..rules import Position

RENDER_MODES = ["ansi", "human", "rgb_array"]
FPS = 4  # a move of a game can be followed
SCALE = 0.75  # of the drawing: letters are still to be read, and the frame is half as much to paint
NO_PYGAME = (3, 14)  # from this Python on the extra has none
NO_WHEELS = (
    "the render mode 'human' needs pygame, which can't be imported ({why}): it has no wheels for"
    " Python 3.14 yet, so that the extra leaves it out there; use an older Python, build it"
    " yourself, or take the render mode 'rgb_array'"
)


class Renderer:
    """Shows one position after another, in one of the modes.

    >>> from azulejos.rules import start
    >>> "Round 1" in Renderer("ansi").render(start(2))
    True
    """

    def __init__(self, mode: str, *, fps: int = FPS) -> None:
        if mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {mode!r}: use {', '.join(RENDER_MODES)}")
        if fps < 1:
            raise ValueError(f"a window shows at least one position a second, not {fps}")
        self.mode = mode
        self.fps = fps
        self._window: _Window | None = None

    def render(self, position: Position) -> str | NDArray[np.uint8] | None:
        """The position as text, as pixels (height, width, 3), or None: it is in the window.

        The window opens with the first position. Who closes it is left alone: it stays closed.
        """
        if self.mode == "ansi":
            return text_of(position)
        if self.mode == "rgb_array":
            return _paint(position, round(SCALE * table_layout(position.players).width))
        self._window = self._window or _Window(self.fps)
        self._window.show(position)
        return None

    def close(self) -> None:
        """Closes the window, if there is one; again and again does no harm."""
        if self._window:
            self._window.close()
        self._window = None


def _paint(position: Position, width: int) -> NDArray[np.uint8]:
    from ..drawing.painting import paint

    return paint(position, width)


class _Window:
    """The table in a window that may be resized and closed."""

    def __init__(self, fps: int) -> None:
        self._pygame = _load_pygame()
        self._clock = self._pygame.time.Clock()
        self._fps = fps
        self._open = False
        self._shown = False

    def show(self, position: Position) -> None:
        pygame = self._pygame
        if not self._shown:
            self._start(position)
        if not self._open or not pygame.display.get_init():
            return
        # Listened to at each position: a window that is not is taken for frozen.
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        self._draw(position)
        self._clock.tick(self._fps)

    def _start(self, position: Position) -> None:
        pygame = self._pygame
        table = table_layout(position.players)
        pygame.display.init()
        pygame.display.set_caption("azulejos")
        width = round(SCALE * table.width)
        pygame.display.set_mode((width, table.height_at(width)), pygame.RESIZABLE)
        self._open = self._shown = True

    def _draw(self, position: Position) -> None:
        """As large as fits, in the middle."""
        pygame = self._pygame
        surface = pygame.display.get_surface()
        wide, high = surface.get_size()
        table = table_layout(position.players)
        pixels = _paint(position, max(1, min(wide, high * table.width // table.height)))
        height, width, _ = pixels.shape
        picture = pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB")
        surface.fill(pixels[0, 0].tolist())
        surface.blit(picture, ((wide - width) // 2, (high - height) // 2))
        pygame.display.flip()

    def close(self) -> None:
        if self._open:
            self._pygame.display.quit()
        self._open = False


def _load_pygame() -> Any:
    """Only who opens a window needs it, and nobody its greeting."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        with importing("envs"):
            import pygame
    except MissingExtraError as error:
        if sys.version_info[:2] < NO_PYGAME:
            raise
        raise ImportError(NO_WHEELS.format(why=error.__cause__)) from error
    return pygame
