"""Does the table move smoothly? Frames that come late while tiles fly and points are counted.

usage: python benchmarks/frames.py [--games N] [--slower X] [--players N]
The last round of a game with bots, in a real Chromium whose processor is throttled by the DevTools
protocol. Frames are those that its trace says were drawn while the page animates something; one
that comes later than two at 60 a second is long. Exits with 1 if too many are.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from bisect import bisect_left, bisect_right
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from page import CAN_MOVE, LEGAL, PATIENCE, wait_for_turn

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from chromium import FLAGS, MISSING, find_chromium
from kept_games import PERSON, bot, keep_game, last_round
from serving import Served

LONG = 32.0  # milliseconds
TARGET = 0.05
CATEGORIES = "disabled-by-default-devtools.timeline.frame,devtools.timeline.frame,blink.user_timing"
# Marks for the trace: from when something moves until nothing does (what waits does not move).
MARKS = """
let moving = false;
const isMoving = (animation) => {
  const { delay, activeDuration, localTime } = animation.effect?.getComputedTiming() ?? {};
  return animation.playState === 'running' && Number.isFinite(activeDuration)
    && localTime >= delay && localTime < delay + activeDuration;
};
const look = () => {
  const moves = document.getAnimations().some(isMoving);
  if (moves !== moving) performance.mark(moves ? 'azulejos-moves' : 'azulejos-rests');
  moving = moves;
  requestAnimationFrame(look);
};
look();
"""


class Trace:
    """What Chromium tells of its work."""

    def __init__(self, page: Page) -> None:
        self.events: list[dict[str, Any]] = []
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.on("Tracing.dataCollected", lambda told: self.events.extend(told["value"]))

    def start(self, slower: float, categories: str = CATEGORIES) -> None:
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self._session.send("Tracing.start", {"categories": categories})

    def stop(self) -> None:
        ended: list[object] = []
        self._session.on("Tracing.tracingComplete", lambda told: ended.append(told))
        self._session.send("Tracing.end")
        while not ended:
            self._page.wait_for_timeout(50)

    def gaps(self) -> list[float]:
        """Milliseconds between frames that were drawn while something moved."""
        drawn = sorted(e["ts"] / 1000 for e in self.events if e["name"] == "DrawFrame")
        found: list[float] = []
        for begin, end in self._movements():
            frames = drawn[bisect_left(drawn, begin) : bisect_right(drawn, end)]
            found += [later - sooner for sooner, later in pairwise(frames)]
        return found

    def _movements(self) -> list[tuple[float, float]]:
        marks = sorted((e["ts"] / 1000, e["name"]) for e in self.events if "azulejos-" in e["name"])
        return [
            (begin, end) for (begin, name), (end, _) in pairwise(marks) if name == "azulejos-moves"
        ]


def play(browser: Browser, address: str, slower: float) -> list[float]:
    """From where a kept game stands until its result is told."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(5 * PATIENCE)
    context.add_init_script(MARKS)
    page = context.new_page()
    page.goto(address)
    page.locator(CAN_MOVE).first.wait_for()
    trace = Trace(page)
    trace.start(slower)
    while wait_for_turn(page):
        page.locator(CAN_MOVE).first.click()
        page.locator(LEGAL).last.click()
        page.locator(f"{CAN_MOVE}, [data-panel=result]:visible").first.wait_for()
    page.wait_for_timeout(2000)  # The end of the game is looked at, too.
    trace.stop()
    context.close()
    return trace.gaps()


def main() -> int:
    parser = argparse.ArgumentParser(description="Does the table move smoothly?")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--slower", type=float, default=4.0)
    wish = parser.parse_args()
    program = find_chromium(windowless=False)
    if program is None:
        sys.exit(MISSING)
    gaps: list[float] = []
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as home,
        Served(Path(home)) as served,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for seed in range(1, wish.games + 1):
            seats = [PERSON, *[bot("casual")] * (wish.players - 1)]
            table = keep_game(Path(home), last_round(wish.players, "std", seed), seats)
            gaps += play(browser, f"{served.address}table/{table}", wish.slower)
        browser.close()
    late = sum(gap > LONG for gap in gaps)
    share = late / max(1, len(gaps))
    print(f"{len(gaps)} frames of {wish.games} games, processor {wish.slower:g} times slower:")
    print(f"{share:.1%} came after more than {LONG:.0f} ms (target {TARGET:.0%}),", end=" ")
    print(f"the longest after {max(gaps, default=0):.0f} ms")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0 if gaps and share <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
