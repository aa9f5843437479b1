"""Tells how much of the page's code ran in the tests, by folder, from what Chromium has counted.

Run: `page_coverage.py FOLDER`, with the files of tests/page_coverage.py in it. A line has run if
any part of it ran in any test; comments, brackets and blank lines don't count. Prints rows of a
table, with `--missing` the lines that never ran too.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "src" / "azulejos" / "web" / "js"
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def ran(functions: list[dict[str, Any]], length: int) -> bytearray:
    """Which characters did: of ranges within each other the innermost decides."""
    marks = bytearray(length)
    ranges = [found for function in functions for found in function["ranges"]]
    for found in sorted(ranges, key=lambda one: (one["startOffset"], -one["endOffset"])):
        start, end = found["startOffset"], min(found["endOffset"], length)
        marks[start:end] = bytes([found["count"] > 0]) * (end - start)
    return marks


def merged(folder: Path) -> dict[str, bytearray]:
    """All tests together, by the file's name below js/."""
    found: dict[str, bytearray] = {}
    for file in folder.glob("*.json"):
        for script in json.loads(file.read_text("utf-8")):
            name = script["url"].partition("/js/")[2].partition("?")[0]
            if not (PAGE / name).is_file():
                continue  # made by a test
            marks = ran(script["functions"], len((PAGE / name).read_text("utf-8")))
            before = found.get(name, bytearray(len(marks)))
            found[name] = bytearray(a | b for a, b in zip(before, marks, strict=True))
    return found


def lines(text: str, marks: bytearray) -> Iterator[tuple[int, bool]]:
    """The number of every line with code, and whether any of it ran."""
    blanked = COMMENT.sub(lambda comment: re.sub(r"\S", " ", comment[0]), text)
    start = 0
    for number, line in enumerate(blanked.split("\n"), start=1):
        places = [start + at for at, sign in enumerate(line) if not sign.isspace()]
        if places and not re.fullmatch(r"[\s{}()\[\];,]*", line):
            yield number, any(marks[place] for place in places)
        start += len(line) + 1


def main(folder: Path, *, missing: bool) -> None:
    found = merged(folder)
    rooms: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in sorted(PAGE.rglob("*.js")):
        name = path.relative_to(PAGE).as_posix()
        text = path.read_text("utf-8")
        told = list(lines(text, found.get(name, bytearray(len(text)))))
        for room in (name.rpartition("/")[0].partition("/")[0] or "(top)", "all"):
            rooms[room][0] += sum(hit for _, hit in told)
            rooms[room][1] += len(told)
        never = [str(number) for number, hit in told if not hit]
        if missing and never:
            print(f"{name}: {', '.join(never)}")
    for room, (hit, total) in sorted(rooms.items(), key=lambda each: (each[0] == "all", each[0])):
        print(f"| web/js/{room} | {total} | {hit / total:.1%} |")


main(Path(sys.argv[1]), missing="--missing" in sys.argv)
