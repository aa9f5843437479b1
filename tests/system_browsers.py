"""Browsers beside Chromium, as systems ship them; `script/browsers` installs them where it may.

Run: `system_browsers.py firefox`, or `webkit`, says why there is none.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FIREFOX = "AZULEJOS_FIREFOX"
NO_FIREFOX = (
    f"There is no Firefox. Run `script/browsers`, install your system's package, or name one in"
    f" {FIREFOX}."
)
WEBKIT = "AZULEJOS_WEBKIT"
NO_WEBKIT = (
    "There is no WebKit. Run `script/browsers`, or install your system's WebKitWebDriver and Xvfb;"
    f" {WEBKIT} may name another driver."
)
RELAY = Path(__file__).parent / "other_browsers" / "firefox_relay.py"
# A finger instead of a mouse: what pages ask for, and what they are told of it.
FINGER: dict[str, str | float | bool] = {
    "dom.w3c_touch_events.enabled": 1,
    "dom.maxtouchpoints.testing.value": 5,
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
}


def find_firefox() -> str | None:
    """Its program: the one named in the environment, or the system's."""
    if named := os.environ.get(FIREFOX):
        return named
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_webkit() -> str | None:
    """Its driver, likewise, where a screen can be made for it."""
    driver = os.environ.get(WEBKIT) or shutil.which("WebKitWebDriver")
    return driver if shutil.which("Xvfb") else None


@contextmanager
def open_firefox(program: str, *, touch: bool = False) -> Iterator[Browser]:
    """Driven over WebDriver BiDi, by a relay that Playwright takes for the program."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        stand_in = Path(folder, "firefox")
        stand_in.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{RELAY}" "{program}" "$@"\n')
        stand_in.chmod(0o755)
        browser = playwright.firefox.launch(
            channel="moz-firefox",
            executable_path=stand_in,
            firefox_user_prefs=FINGER if touch else None,
            env={**os.environ, "AZULEJOS_TOUCH": "1" if touch else ""},
        )
        yield browser
        browser.close()


if __name__ == "__main__":
    found, why_not = {
        "firefox": (find_firefox(), NO_FIREFOX),
        "webkit": (find_webkit(), NO_WEBKIT),
    }[sys.argv[1]]
    sys.exit(None if found else why_not)
