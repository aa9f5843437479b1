"""Is the page quick? From `azulejos play` to a board, from Play to a move, from that to its effect.

usage: python benchmarks/page.py [--starts N] [--plays N] [--moves N]
All in a real Chromium, by real clicks. Moves are made while masters think at another table of the
same server; times are taken in the page, from the browser's own time of the click to the frame in
which the effect is there. Other work on the machine spoils it: the load is printed too. Zero leaves
a part out. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Locator, Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from api_client import legal_moves
from chromium import FLAGS, MISSING, find_chromium
from serving import Served

PATIENCE = 20_000  # milliseconds
AT_REST = 1000  # milliseconds after which an empty tab has no more work to do
A_HAND = 100  # milliseconds between pointing and pressing
MASTERS = 3
KEPT = ""  # Bytecode is written, as by the Python that people have.
CAN_MOVE = "az-offer.is-pickable button[data-tile]"
LEGAL = "button[data-target].is-legal"

# The watch in the page: from the last click to the first frame in which `done` holds.
CLOCK = """
const clock = { clicked: 0, shown: 0 };
window.benchClock = clock;
addEventListener('click', (event) => { clock.clicked = event.timeStamp; }, true);
window.benchWait = (done) => {
  clock.clicked = clock.shown = 0;
  const look = () => {
    if (clock.clicked && done()) requestAnimationFrame(() => { clock.shown = performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
};
const tiles = 'az-offer [data-tile], az-board [data-tile]';
window.benchTiles = () => [...document.querySelectorAll(tiles)]
  .map((tile) => tile.dataset.tile + (tile.dataset.source ?? '')).join();
"""
WAIT_FOR_MOVE = f"() => benchWait(() => document.querySelector('{CAN_MOVE}') !== null)"
WAIT_FOR_EFFECT = """() => {
  const before = benchTiles();
  benchWait(() => document.querySelector('.glass .flying') !== null || benchTiles() !== before);
}"""
SHOWN = "() => benchClock.shown > 0"
TIME = "() => benchClock.shown - benchClock.clicked"


class Row(NamedTuple):
    """One line of the table: what was measured, in milliseconds, and what must be reached."""

    what: str
    times: list[float]
    p95: float = math.inf
    p50: float = math.inf

    @property
    def is_reached(self) -> bool:
        return median(self.times) < self.p50 and percentile(self.times, 0.95) < self.p95

    def __str__(self) -> str:
        aims = {"p50": self.p50, "p95": self.p95}
        targets = ", ".join(f"{name} < {aim:.0f}" for name, aim in aims.items() if aim < math.inf)
        numbers = f"{median(self.times):>9.0f}{percentile(self.times, 0.95):>9.0f}"
        verdict = ("yes" if self.is_reached else "NO") if targets else ""
        return f"{self.what:<62}{len(self.times):>5}{numbers}  {targets:<22}{verdict}".rstrip()


def percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def starts(
    playwright: Playwright, browser: Browser, program: str, number: int
) -> tuple[list[float], list[float]]:
    """From the command to a board that can be played on: in an open browser, and in a new one."""
    warm, cold = [], []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with Served(home, PYTHONDONTWRITEBYTECODE=KEPT):
            pass  # The first start ever makes the database, and Python's bytecode.
        for _ in range(number):
            warm.append(_start_in_tab(browser, home))
        for _ in range(number):
            cold.append(_start_with_browser(playwright, program, home))
    return warm, cold


def _start_in_tab(browser: Browser, home: Path) -> float:
    opened = home / "opened"
    opened.unlink(missing_ok=True)
    opener = f'echo "$1" >"{opened}.part"\nmv "{opened}.part" "{opened}"'
    page = new_page(browser)
    page.wait_for_timeout(AT_REST)
    begun = time.perf_counter()
    with _started(home, opener, opened):
        page.goto(opened.read_text().strip())
        _begin(page)
        taken = time.perf_counter() - begun
    page.context.close()
    return 1000 * taken


def _start_with_browser(playwright: Playwright, program: str, home: Path) -> float:
    """With a profile that is new too; it starts while the server does."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = [*FLAGS, "--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        options += ["--window-size=1280,720", "--lang=en-GB"]
        opener = f'exec {program} {" ".join(options)} "$1" 2>/dev/null'
        listening = Path(profile, "DevToolsActivePort")
        begun = time.perf_counter()
        with _started(home, opener, listening):
            port = listening.read_text().split()[0]
            browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            _begin(browser.contexts[0].pages[0])
            taken = time.perf_counter() - begun
            browser.new_browser_cdp_session().send("Browser.close")
    return 1000 * taken


def _begin(page: Page) -> None:
    play_button(page).click()
    page.locator(CAN_MOVE).first.wait_for()


@contextmanager
def _started(home: Path, opener: str, sign: Path) -> Iterator[None]:
    """`azulejos play` with a browser of ours, as soon as that has given its sign."""
    program = home / "browser"
    program.write_text(f"#!/bin/sh\n{opener}\n")
    program.chmod(0o755)
    display = os.environ.get("DISPLAY", ":0")
    with ThreadPoolExecutor(1) as starting:
        served = starting.submit(
            lambda: Served(
                home,
                browser=True,
                BROWSER=str(program),
                DISPLAY=display,
                PYTHONDONTWRITEBYTECODE=KEPT,
            )
        )
        while not (sign.exists() and sign.read_text().strip()):
            if served.done():
                served.result().stop()  # or why it did not start
                raise RuntimeError("no browser was told to open the page")
            time.sleep(0.002)
        yield
        served.result().stop()


def new_page(browser: Browser, **settings: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(CLOCK)
    for name, value in settings.items():
        context.add_init_script(f"localStorage.setItem('azulejos.{name}', '{value}')")
    return context.new_page()


def play_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Play", exact=True)


def plays(browser: Browser, address: str, number: int) -> list[float]:
    """From a click on Play to the first move possible; chance decides who starts."""
    times = []
    page = new_page(browser)
    for _ in range(number):
        page.goto(address)
        play_button(page).wait_for()
        page.wait_for_load_state("networkidle")  # A person needs a moment to find the button.
        page.evaluate(WAIT_FOR_MOVE)
        play_button(page).click()
        times.append(shown(page))
    page.context.close()
    return times


def moves(browser: Browser, address: str, number: int, speed: int) -> list[float]:
    """From the click that commits a move to the first frame in which something has moved."""
    times: list[float] = []
    page = new_page(browser, speed=str(speed))
    while len(times) < number:
        page.goto(f"{address}table/{new_table(address, ['casual'])}")
        while len(times) < number and wait_for_turn(page):
            times.append(make_move(page))
    page.context.close()
    return times


def wait_for_turn(page: Page) -> bool:
    """False when the game is over."""
    page.locator(f"{CAN_MOVE}, [data-panel=result]:visible").first.wait_for()
    return page.locator(CAN_MOVE).count() > 0


def make_move(page: Page) -> float:
    page.locator(CAN_MOVE).first.click()
    page.locator(LEGAL).first.wait_for()
    page.locator(LEGAL).last.hover()
    page.wait_for_timeout(A_HAND)
    page.evaluate(WAIT_FOR_EFFECT)
    page.locator(LEGAL).last.click()
    return shown(page)


def shown(page: Page) -> float:
    page.wait_for_function(SHOWN)
    return float(page.evaluate(TIME))


def new_table(address: str, levels: list[str]) -> str:
    person = {"kind": "person", "name": "", "level": None}
    bots = [{"kind": "bot", "name": "", "level": level} for level in levels]
    order = {"rules": "std", "seats": [person, *bots], "starter": 1}
    answer = httpx.post(f"{address}api/tables", json=order).raise_for_status()
    return str(answer.json()["id"])


@contextmanager
def masters_thinking(address: str) -> Iterator[None]:
    """At another table masters think all the time: whoever sits with them moves at once."""
    over = threading.Event()
    thread = threading.Thread(target=_keep_masters_busy, args=(address, over.is_set))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _keep_masters_busy(address: str, over: Callable[[], bool]) -> None:
    table = ""
    with httpx.Client(base_url=address, timeout=30) as client:
        while not over():
            table = table or new_table(address, ["master"] * MASTERS)
            now: dict[str, Any] = client.get(f"api/tables/{table}").json()
            if now["result"]:
                table = ""
            elif now["choices"]:
                move = legal_moves(now["choices"])[0]
                client.post(
                    f"api/tables/{table}/moves", json={"number": now["number"], "move": move}
                )
            else:
                time.sleep(0.05)


def main() -> int:
    parser = argparse.ArgumentParser(description="Is the page quick?")
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--plays", type=int, default=20)
    parser.add_argument("--moves", type=int, default=100)
    wish = parser.parse_args()
    program = find_chromium(windowless=False)
    if program is None:
        sys.exit(MISSING)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        warm, cold = starts(playwright, browser, program, wish.starts)
        rows = [
            Row("azulejos play → a playable board, browser open", warm, 2500),
            Row("azulejos play → a playable board, with a browser's start", cold),
        ]
        with Served(Path(home)) as served:
            times = plays(browser, served.address, wish.plays)
            rows.append(Row("click on Play → first move possible", times, 800))
            with masters_thinking(served.address):
                for speed in (0, 1):
                    times = moves(browser, served.address, wish.moves, speed)
                    what = f"a move → its effect, masters thinking, speed {speed}"
                    rows.append(Row(what, times, 100, p50=60))
        browser.close()
    rows = [row for row in rows if row.times]
    print(f"{'milliseconds':<62}{'n':>5}{'p50':>9}{'p95':>9}  target")
    print(*rows, sep="\n")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0 if all(row.is_reached for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
