"""Opening the page in the person's browser: only where there is a screen, and never waiting."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

# They would take over the terminal, and the page needs more than they can show.
TEXT_BROWSERS = {"www-browser", "links", "links2", "elinks", "lynx", "w3m", "browsh"}


def open_page(address: str, patience: float = 0.0) -> bool:
    """Asks a browser to open the page; False if there is none that could.

    Whoever ends right afterwards has some patience: so many seconds to ask in.
    """
    browser = _graphical_browser()
    if browser is None:
        return False

    def open_it() -> None:
        with suppress(OSError, webbrowser.Error):
            browser.open(address)

    # Some browsers answer when they are closed again.
    asking = threading.Thread(target=open_it, name="browser", daemon=True)
    asking.start()
    asking.join(patience)
    return True


def _graphical_browser() -> webbrowser.BaseBrowser | None:
    if not _has_screen():
        return None
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    if Path(getattr(browser, "name", "")).name in TEXT_BROWSERS:
        return None
    return browser


def _has_screen() -> bool:
    """On a desktop, or where somebody has named a browser that works from here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
