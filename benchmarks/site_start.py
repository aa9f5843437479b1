"""How quick the game without a server starts, in Chromium from a host on this machine.

    .venv/bin/python benchmarks/site_start.py [--times N]

Cold: a new profile, nothing kept; from the visit to the start page, and to a board when Play is
pressed at once. Warm: the second visit, likewise. Back: a third visit, straight to a table. Other
work on the machine spoils it: the load is printed too.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from azulejos.site.build import make_site
from azulejos.site.serving import SiteServer

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from chromium import FLAGS, MISSING, find_chromium

ROOT = Path(__file__).parent.parent
BOARD = ".ao-plate .ao-tile"
KEPT = """async () => {
  const container = navigator.serviceWorker;
  const taken = new Promise((resolve) => container.addEventListener('controllerchange', resolve));
  await container.ready;
  if (!container.controller) await taken;
}"""
QUIET = 3000  # milliseconds in which the bots' worker starts too, and all comes to rest


def visit(page: Page, address: str) -> tuple[float, float]:
    """Seconds to the start page, and to a board."""
    begun = time.monotonic()
    page.goto(address, wait_until="commit")
    page.locator("#play").click()
    start = time.monotonic() - begun
    page.locator(BOARD).first.wait_for()
    return start, time.monotonic() - begun


def come_back(page: Page) -> float:
    address = page.url
    page.goto("about:blank")
    begun = time.monotonic()
    page.goto(address, wait_until="commit")
    page.locator(BOARD).first.wait_for()
    return time.monotonic() - begun


def trial(browser: Browser, address: str, times: dict[str, list[float]]) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    for name in ("cold", "warm"):
        start, board = visit(page, address)
        times.setdefault(f"{name} start page", []).append(start)
        times.setdefault(f"{name} board", []).append(board)
        page.evaluate(KEPT)
        page.wait_for_timeout(QUIET)
    times.setdefault("back at a table", []).append(come_back(page))
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times: dict[str, list[float]] = {}
    program = find_chromium(windowless=False) or find_chromium()
    if program is None:
        sys.exit(MISSING)
    site = make_site(ROOT / "build" / "site", lambda step: None)
    with SiteServer(site.files) as server, sync_playwright() as playwright:
        for path in site.files:
            server.compressed(path)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        print(f"load {os.getloadavg()[0]:.1f}")
        for _ in range(parser.parse_args().times):
            trial(browser, server.address, times)
        browser.close()
        server.shutdown()
    for name, found in times.items():
        print(f"{name}: median {median(found):.2f} s, longest {max(found):.2f} s")


if __name__ == "__main__":
    main()
