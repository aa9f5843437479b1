"""The Chromium that tests, benchmarks and pictures drive. Run: prints where it is, or why not."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

# No part of these programs may look for the network, a graphics card or a profile.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
VARIABLE = "AZULEJOS_CHROMIUM"
# Chromium without windows, in a package of its own: a page costs a third of the CPU time.
WINDOWLESS = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "There is no Chromium. Install your system's package (`apt install chromium-headless-shell`),"
    f" or run `.venv/bin/playwright install chromium`, or name one in {VARIABLE}."
)


def find_chromium(*, windowless: bool = True) -> str | None:
    """Its program: the one named in the environment, the system's, or Playwright's own.

    Where times are measured it should be the one that people have, with windows.
    """
    if named := os.environ.get(VARIABLE):
        return named
    for name in (WINDOWLESS, *NAMES) if windowless else NAMES:
        if path := shutil.which(name):
            return path
    return _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


if __name__ == "__main__":
    found = find_chromium(windowless="--windowed" not in sys.argv)
    sys.stdout.write(f"{found or ''}\n")
    sys.exit(None if found else MISSING)
