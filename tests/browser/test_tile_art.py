"""Tiles stay apart without colour: every pair by its motif and by its lightness, for every eye."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from corners import corner_cases
from gallery import open_gallery

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Array = np.ndarray[Any, np.dtype[np.float64]]
TILES = "BYRKWJF"
PAIRS = ["".join(pair) for pair in combinations(TILES, 2)]
SIZES = (24, 90)
# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A physiologically-based model for simulation of
# color vision deficiency (2009), severity 1.0; they apply to linear light.
VISIONS = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
    "greyscale": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.9505, 1.0, 1.089])
PIXELS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  return [...context.getImageData(0, 0, image.width, image.height).data];
}"""


def _lab(pixels: Array, vision: str) -> Array:
    """As that eye sees it: lightness and the two axes of colour, 0 to 100."""
    light = np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)
    seen = np.clip(light @ VISIONS[vision].T, 0, 1) @ XYZ.T / WHITE
    f = np.where(seen > 0.008856, np.cbrt(seen), 7.787 * seen + 16 / 116)
    x, y, z = f[..., 0], f[..., 1], f[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _shot(page: Page, tile: str, size: int, kind: str = "tile") -> Array:
    page.evaluate(
        "([tile, size, kind]) => { document.querySelector('.box')?.remove();"
        " gallery[kind]([10, 10, size, size], tile); }",
        [tile, size, kind],
    )
    png = page.screenshot(clip={"x": 10, "y": 10, "width": size, "height": size})
    data = page.evaluate(PIXELS, base64.b64encode(png).decode())
    return np.array(data, dtype=float).reshape(size, size, 4)[..., :3] / 255


@pytest.fixture(scope="module")
def pictures(browser: Browser) -> Iterator[dict[tuple[str, int], Array]]:
    """Every tile as it is drawn; small ones without their fine lines, as small boards have them."""
    page = browser.new_page()
    open_gallery(page)
    large = {(tile, 90): _shot(page, tile, 90) for tile in TILES}
    page.evaluate("gallery.small()")
    small = {(tile, 24): _shot(page, tile, 24) for tile in TILES}
    yield large | small
    page.close()


Pictures = dict[tuple[str, int], Array]


def _pair(pictures: Pictures, pair: str, size: int, vision: str) -> tuple[Array, Array]:
    first, second = (_lab(pictures[tile, size], vision) for tile in pair)
    return first, second


def _structure(first: Array, second: Array) -> float:
    """How far the motifs differ, the tiles being equally light and without colour."""
    ones, twos = (lab[..., 0] - lab[..., 0].mean() for lab in (first, second))
    return float(np.abs(ones - twos).mean())


def _lightness(first: Array, second: Array) -> float:
    return abs(float(first[..., 0].mean() - second[..., 0].mean()))


def _overall(first: Array, second: Array) -> float:
    return float(np.linalg.norm(first - second, axis=-1).mean())


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("size", SIZES)
def test_every_pair_stays_apart(pictures: Pictures, size: int, vision: str) -> None:
    measured = {pair: _pair(pictures, pair, size, vision) for pair in PAIRS}
    assert {pair: found for pair in PAIRS if (found := _structure(*measured[pair])) < 10} == {}
    assert {pair: found for pair in PAIRS if (found := _overall(*measured[pair])) < 13} == {}
    # The marker is round, and lies among tiles alone.
    tiles = [pair for pair in PAIRS if "F" not in pair]
    assert {pair: found for pair in tiles if (found := _lightness(*measured[pair])) < 4} == {}


@pytest.mark.parametrize("theme", ["light", *corner_cases("dark")])
def test_what_belongs_on_a_cell_is_unlike_the_tile(browser: Browser, theme: Any) -> None:
    """Far from the tile's own looks, yet the motif stands out from its ground."""
    page = open_gallery(browser.new_page(color_scheme=theme))
    for tile in "BYRKW":
        laid, hint = (_lab(_shot(page, tile, 44, kind), "usual") for kind in ("tile", "slot"))
        inner = hint[8:-8, 8:-8, 0]
        assert _overall(laid, hint) >= 16, tile
        assert np.percentile(inner, 98) - np.percentile(inner, 2) >= 30, tile
    page.close()


def test_pictures_have_few_parts(browser: Browser) -> None:
    """Two hundred of them lie on a table; each is styled and painted with all its parts."""
    page = open_gallery(browser.new_page())
    for kind, tiles, most in (("tile", TILES, 15), ("slot", "BYRKW", 4)):
        for tile in tiles:
            parts = page.evaluate(
                "([kind, tile]) => [...gallery[kind]([10, 10, 40, 40], tile).querySelectorAll('*')]"
                ".map((part) => part.localName)",
                [kind, tile],
            )
            assert len(parts) <= most, (kind, tile, parts)
            assert "use" not in parts  # A copy in a tree of its own, which nobody counts.
    page.close()
