"""A page with nothing but the widgets, for tests of them: no server, files from the tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlparse

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

HERE = Path(__file__).parent
WEB = HERE.parent / "src" / "azulejos" / "web"
ADDRESS = "http://gallery.test"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'"
)
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


def _answer(route: Route) -> None:
    name = urlparse(route.request.url).path.lstrip("/")
    path = WEB.parent / name if name.startswith("web/") else HERE / "browser" / name
    if path.is_file():
        route.fulfill(
            body=path.read_bytes(),
            content_type=TYPES[path.suffix],
            headers={"Content-Security-Policy": POLICY},
        )
    else:
        route.fulfill(status=204)


def open_gallery(page: Page, scene: str = "") -> Page:
    """Opens the gallery; `scene` names one of tests/browser/gallery.js."""
    page.route(f"{ADDRESS}/**", _answer)
    page.goto(f"{ADDRESS}/gallery.html?{scene}")
    page.wait_for_function("() => window.gallery?.ready")
    return page
