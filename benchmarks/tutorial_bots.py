"""How strong the bots of docs/write-a-bot.md are: `python benchmarks/tutorial_bots.py [GAMES]`.

The page's own code is run; printed is the row of each class for the page's table.
"""

from __future__ import annotations

import doctest
import sys
from pathlib import Path
from typing import Any

import azulejos as az

PAGE = Path(__file__).parent.parent / "docs" / "write-a-bot.md"
OTHERS = ("random", "greedy", "casual")
BOTS = ("First", "Counting", "Judging")


def classes() -> dict[str, Any]:
    """What the page defines, up to where it gives a name."""
    text = PAGE.read_text(encoding="utf-8").partition("## Names")[0]
    found: dict[str, Any] = {"__name__": "write_a_bot"}
    for example in doctest.DocTestParser().get_examples(text):
        if "play_match" not in example.source and "results" not in example.source:
            exec(example.source, found)
    return found


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = classes()
    for name in BOTS:
        cells = [f"`{name}`"]
        for other in OTHERS:
            bot = az.play_match([found[name], other], games, seed=1).standings[0]
            low, high = (round(100 * end) for end in bot.interval)
            cells.append(f"{100 * bot.share:.0f} % ({low} to {high})")
        sys.stdout.write("| " + " | ".join(cells) + " |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
