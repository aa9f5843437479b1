"""What Lighthouse says of the start page and of a table, as a phone would see them.

usage: python benchmarks/audits.py [--runs N] [--details]
The server is one for others (`azulejos serve`), whose files are compressed. Lighthouse comes from
the package registry (benchmarks/lighthouse), Chromium is the system's. A score is the middle one of
several runs. Other work on the machine spoils it: the load is told too. Exits with 1 if a target is
missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from page import new_table

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from chromium import FLAGS, MISSING, find_chromium
from serving import Served

CATEGORIES = ("performance", "accessibility", "best-practices")
TARGET = 95
LIGHTHOUSE = (
    Path(__file__).parent / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
)


def report(program: str, address: str) -> dict[str, Any]:
    """One run of Lighthouse."""
    node = shutil.which("node", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert node is not None, "there is no Node"
    options = ["--output=json", "--quiet", "--no-enable-error-reporting"]
    options += [f"--only-categories={','.join(CATEGORIES)}"]
    options += [f"--chrome-flags={' '.join([*FLAGS, '--headless=new'])}"]
    done = subprocess.run(
        [node, str(LIGHTHOUSE), address, *options],
        env=os.environ | {"CHROME_PATH": program},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"Lighthouse failed: {done.stderr[-2000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def scores(found: dict[str, Any]) -> list[float]:
    return [100 * (found["categories"][name]["score"] or 0) for name in CATEGORIES]


def complaints(found: dict[str, Any]) -> list[str]:
    """What costs points, and how many of a category's hundred."""
    told = []
    for name in CATEGORIES:
        rows = found["categories"][name]["auditRefs"]
        weights = sum(row["weight"] for row in rows)
        for row in rows:
            audit = found["audits"][row["id"]]
            lost = row["weight"] * (1 - (1 if audit["score"] is None else audit["score"]))
            if lost > 0:
                value = audit.get("displayValue", "")
                told.append(f"  {100 * lost / weights:4.1f}  {name}: {audit['title']} {value}")
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description="What does Lighthouse say of the page?")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--details", action="store_true", help="what costs points")
    wish = parser.parse_args()
    program = find_chromium(windowless=False)
    if program is None:
        sys.exit(MISSING)
    reached = True
    with tempfile.TemporaryDirectory() as home, Served(Path(home), for_others=True) as served:
        table = f"{served.address}table/{new_table(served.address, ['casual'] * 3)}"
        print(f"{'':<12}{''.join(f'{name:>16}' for name in CATEGORIES)}")
        for what, address in (("start page", served.address), ("table of 4", table)):
            reports = [report(program, address) for _ in range(wish.runs)]
            middle = [median(column) for column in zip(*map(scores, reports), strict=True)]
            print(f"{what:<12}{''.join(f'{score:>16.0f}' for score in middle)}")
            reached = reached and min(middle) >= TARGET
            if wish.details:
                print("\n".join(complaints(reports[-1])))
    print(f"target: {TARGET} each; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
