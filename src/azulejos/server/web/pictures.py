"""Links as pictures that a phone's camera reads."""

from __future__ import annotations

from functools import lru_cache

import segno


@lru_cache(256)
def qr_of(link: str) -> str:
    """A QR code as a data URI: black on white whatever the page's colours, as cameras like it."""
    code = segno.make(link, error="m", micro=False)
    return str(
        code.svg_data_uri(
            border=3, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
        )
    )
