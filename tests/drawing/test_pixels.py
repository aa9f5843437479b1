"""Drawings as pixels, whole and painted part by part."""

import sys
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from random_positions import midgame, some_positions

from azulejos import draw_svg
from azulejos.drawing.art import THEMES
from azulejos.drawing.painting import paint
from azulejos.drawing.pixels import pixels_of, png_of

WIDTH = 500  # larger pictures prove no more


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    return float(np.abs(one.astype(int) - other).mean())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_painted_parts_are_the_whole(players: int, theme: str) -> None:
    """The parts lie on whole pixels, so that edges differ a little."""
    position = midgame(players, "joker")
    whole = pixels_of(draw_svg(position, theme=theme), WIDTH)
    painted = paint(position, WIDTH, theme=theme)
    assert painted.shape == whole.shape == (whole.shape[0], WIDTH, 3)
    assert painted.dtype == whole.dtype == np.uint8
    assert difference(whole, painted) < 8
    other = paint(midgame(players, "joker", seed=9), WIDTH, theme=theme)
    assert difference(whole, painted) < difference(whole, other)


def test_every_move_is_seen() -> None:
    positions = some_positions(2, "std", seed=1, number=12)
    frames = {paint(position, WIDTH).tobytes() for position in positions}
    assert len(frames) == len(positions)


def test_without_a_width_it_is_as_large_as_its_svg() -> None:
    assert paint(midgame()).shape == pixels_of(draw_svg(midgame())).shape


def test_a_frame_is_nobody_elses() -> None:
    first = paint(midgame(), WIDTH)
    kept = first.copy()
    first[:] = 0
    assert (paint(midgame(), WIDTH) == kept).all()


def test_numbers_are_there_without_any_font() -> None:
    """A score of 0 or 7: the pictures differ just where the score stands."""
    position = midgame()
    board = position.board(1)
    other = position.with_board(1, type(board)(7, board.lines, board.wall, board.floor))
    whole, changed = (pixels_of(draw_svg(each), WIDTH) for each in (position, other))
    rows, columns = np.nonzero((whole != changed).any(axis=2))
    assert len(rows) > 50
    assert np.ptp(columns) < 30
    assert np.ptp(rows) < 30


def test_png() -> None:
    with Image.open(BytesIO(png_of(draw_svg(midgame()), 300))) as picture:
        assert picture.format == "PNG"
        assert picture.width == 300


def test_no_width_at_all() -> None:
    with pytest.raises(ValueError, match="at least 1 pixel wide, not 0"):
        png_of(draw_svg(midgame()), 0)


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_what_is_missing_is_named(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=r'pip install "azulejos\[picture\]"'):
        pixels_of(draw_svg(midgame()), 50)
