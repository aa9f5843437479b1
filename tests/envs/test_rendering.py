"""What environments show."""

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from azulejos import Game, start
from azulejos.envs.rendering import RENDER_MODES, Renderer
from azulejos.rules import Position


@pytest.fixture(autouse=True)
def no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.fixture
def window() -> Iterator[Renderer]:
    renderer = Renderer("human", fps=1000)
    yield renderer
    renderer.close()


def dealt(players: int = 2) -> Position:
    return Game(players=players, seed=1).position


def test_text() -> None:
    text = Renderer("ansi").render(dealt())
    assert isinstance(text, str)
    assert "Player 1 to move" in text
    assert "\x1b[" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pixels(players: int) -> None:
    renderer = Renderer("rgb_array")
    empty, full = renderer.render(start(players)), renderer.render(dealt(players))
    assert isinstance(empty, np.ndarray)
    assert isinstance(full, np.ndarray)
    assert empty.dtype == full.dtype == np.uint8
    assert empty.shape == full.shape
    assert full.shape[2] == 3
    assert (empty != full).any()


def test_a_window_shows_the_pixels(window: Renderer) -> None:
    import pygame

    assert window.render(dealt()) is None
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert (shown.swapaxes(0, 1) == Renderer("rgb_array").render(dealt())).all()


def test_a_window_of_another_size_is_filled(window: Renderer) -> None:
    import pygame

    window.render(dealt())
    pygame.display.set_mode((600, 600), pygame.RESIZABLE)
    window.render(dealt())
    shown = pygame.surfarray.array3d(pygame.display.get_surface())
    assert shown[:, 300].std() > 10  # the table
    assert shown[:, 10].std() < 10  # nothing above it


def test_a_window_that_was_closed_stays_closed(window: Renderer) -> None:
    import pygame

    window.render(dealt())
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.render(dealt()) is None
    assert not pygame.display.get_init()
    assert window.render(dealt()) is None
    assert not pygame.display.get_init()


def test_a_window_that_others_closed_is_no_error(window: Renderer) -> None:
    import pygame

    window.render(dealt())
    pygame.display.quit()
    assert window.render(dealt()) is None


def test_after_closing_a_new_window_may_open(window: Renderer) -> None:
    import pygame

    window.render(dealt())
    window.close()
    assert not pygame.display.get_init()
    window.render(dealt())
    assert pygame.display.get_init()


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_closing_twice_does_no_harm(mode: str) -> None:
    renderer = Renderer(mode)
    renderer.close()
    renderer.close()


def test_unknown_mode() -> None:
    with pytest.raises(ValueError, match="no render mode 'svg': use ansi, human, rgb_array"):
        Renderer("svg")


def test_frames_a_second() -> None:
    with pytest.raises(ValueError, match="at least one position a second, not 0"):
        Renderer("human", fps=0)


@pytest.mark.parametrize(
    ("mode", "module"), [("rgb_array", "resvg_py"), ("human", "pygame"), ("human", "resvg_py")]
)
def test_what_is_missing_is_named(mode: str, module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from azulejos.drawing import painting

    painting._painted.cache_clear()
    monkeypatch.setitem(sys.modules, module, None)
    renderer = Renderer(mode, fps=1000)
    monkeypatch.setattr("azulejos.envs.rendering.NO_PYGAME", (9, 9))
    with pytest.raises(ImportError, match=r'pip install "azulejos\[(envs|picture)\]"'):
        renderer.render(dealt())
    renderer.close()


def test_where_the_extra_has_no_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, installing the extra would change nothing."""
    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.setattr("azulejos.envs.rendering.NO_PYGAME", sys.version_info[:2])
    with pytest.raises(ImportError, match=r"no wheels for Python 3\.14 yet") as refused:
        Renderer("human").render(dealt())
    assert "pip install" not in str(refused.value)
