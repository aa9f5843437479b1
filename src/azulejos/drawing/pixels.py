"""Drawings as pixels. Needs the extra `picture`; everything else about drawings needs nothing."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from ..extras import importing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def png_of(svg: str, width: int | None = None) -> bytes:
    """An SVG drawing as a PNG file, so many pixels wide or as wide as it says."""
    with importing("picture"):
        from resvg_py import svg_to_bytes
    if width is not None and width < 1:
        raise ValueError(f"a picture is at least 1 pixel wide, not {width}")
    # Our own letters need no font; to look for the system's takes longer than to draw.
    return bytes(svg_to_bytes(svg_string=svg, width=width, skip_system_fonts="<text" not in svg))


def pixels_of(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """An SVG drawing as an array (height, width, 3) of red, green and blue."""
    return rgba_of(svg, width)[..., :3].copy()


def rgba_of(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """The same with its opacity."""
    picture = png_of(svg, width)
    with importing("picture"):
        from PIL import Image
    with importing("numpy"):
        import numpy as np

    with Image.open(BytesIO(picture)) as image:
        return np.asarray(image.convert("RGBA"))
