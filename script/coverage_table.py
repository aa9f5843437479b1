"""Prints the coverage of the Python code by room, as a table. Run: `coverage_table.py JSON`."""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


rooms: defaultdict[str, Counter[str]] = defaultdict(Counter)
for name, file in json.loads(Path(sys.argv[1]).read_text("utf-8"))["files"].items():
    parts = Path(name).parts[2:]  # after src/azulejos
    for room in (parts[0] if len(parts) > 1 else "(top)", "all"):
        rooms[room].update({count: file["summary"][count] for count in COUNTS})
print("| room | statements | run | branches | run |\n|---|---|---|---|---|")
for room, found in sorted(rooms.items(), key=lambda each: (each[0] == "all", each[0])):
    statements, lines, branches, taken = (found[count] for count in COUNTS)
    run, chosen = share(lines, statements), share(taken, branches)
    print(f"| {room} | {statements} | {run} | {branches} | {chosen} |")
