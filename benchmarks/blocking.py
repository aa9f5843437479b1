"""For how long can a phone not answer while the page comes? Also on a machine with other work.

usage: python benchmarks/blocking.py [--runs N] [--beside FOLDER]
Start page and table of four in a real Chromium, as a phone would see them. Tasks of the page's main
thread are counted by their processor time, which other work on the machine changes far less than
Lighthouse's clock; each is taken four times, as Lighthouse takes it for a phone, and what goes
beyond 50 ms blocks. FOLDER is the `src` of another version, asked in turns with this one.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from frames import Trace
from playwright.sync_api import Browser, sync_playwright

from page import new_table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from chromium import FLAGS, MISSING, find_chromium
from serving import Served

SLOWER = 4.0
LONG = 50.0  # milliseconds
UNTIL_REST = 4000  # milliseconds in which all is fetched and drawn
CATEGORIES = "-*,disabled-by-default-devtools.timeline,loading,toplevel"
# The phone that Lighthouse takes.
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823},
    "device_scale_factor": 1.75,
    "is_mobile": True,
    "has_touch": True,
}


class Work(NamedTuple):
    """Of the main thread, in milliseconds: all, and what blocks a phone after a first paint."""

    all: float
    blocking: float
    longest: float


def work_of(browser: Browser, address: str) -> Work:
    """One visit of somebody who was never here."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    trace = Trace(page)
    trace.start(1, CATEGORIES)
    page.goto(address)
    page.wait_for_timeout(UNTIL_REST)
    trace.stop()
    context.close()
    paint = next(event for event in trace.events if event["name"] == "firstContentfulPaint")
    thread = paint["pid"], paint["tid"]
    tasks = [
        (event["ts"], event["tdur"] / 1000)
        for event in trace.events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) == thread and "tdur" in event
    ]
    late = [SLOWER * spent for begin, spent in tasks if begin >= paint["ts"]]
    return Work(
        sum(spent for _, spent in tasks),
        sum(max(0.0, spent - LONG) for spent in late),
        max(late, default=0.0),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Does the page answer while it comes?")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--beside", type=Path, help="the sources of another version")
    wish = parser.parse_args()
    program = find_chromium(windowless=False)
    if program is None:
        sys.exit(MISSING)
    versions = {"here": Path(__file__).parent.parent / "src"}
    if wish.beside:
        versions["beside"] = wish.beside.resolve()
    found: dict[tuple[str, str], list[Work]] = {}
    with ExitStack() as stack, sync_playwright() as playwright:
        pages: dict[tuple[str, str], str] = {}
        for name, source in versions.items():
            home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            served = stack.enter_context(Served(home, for_others=True, PYTHONPATH=str(source)))
            pages["start page", name] = served.address
            table = new_table(served.address, ["casual"] * 3)
            pages["table of 4", name] = f"{served.address}table/{table}"
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        for _ in range(wish.runs):
            for which, address in pages.items():
                found.setdefault(which, []).append(work_of(browser, address))
        browser.close()
    title = f"milliseconds, middle of {wish.runs}"
    print(f"{title:<28}{'all':>8}{'blocking':>10}{'longest':>9}")
    for (what, name), runs in sorted(found.items()):
        middle = Work(*(median(column) for column in zip(*runs, strict=True)))
        row = f"{what}, {name}"
        print(f"{row:<28}{middle.all:>8.0f}{middle.blocking:>10.0f}{middle.longest:>9.0f}")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
