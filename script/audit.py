"""Runs pip-audit on every version in requirements/, for all Pythons and systems.

By itself pip-audit passes over what is listed for other Pythons than its own, calls what it could
not look up free of weaknesses, and shows a traceback where it has no network.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any, NoReturn

LISTS = sorted(Path("requirements").glob("*.txt"))
WEAK, UNKNOWN = 1, 3


def listed() -> list[list[str]]:
    """All versions of all lists, so that no group has two of one package."""
    versions: dict[str, set[str]] = defaultdict(set)
    for path in LISTS:
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", path.read_text(), re.MULTILINE):
            versions[name].add(version)
    groups: dict[int, list[str]] = defaultdict(list)
    for name, found in sorted(versions.items()):
        for number, version in enumerate(sorted(found)):
            groups[number].append(f"{name}=={version}")
    return list(groups.values())


def looked_up(group: list[str], options: list[str]) -> list[dict[str, Any]]:
    """What pip-audit says of each; nothing is installed for it."""
    with tempfile.TemporaryDirectory() as folder:
        pins, answer = Path(folder, "pins.txt"), Path(folder, "answer.json")
        pins.write_text("\n".join(group) + "\n")
        words = ["--no-deps", "--disable-pip", "--format", "json", *options]
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", "--requirement", pins, "--output", answer, *words],
            capture_output=True,
            text=True,
        )
        if not answer.exists():
            last = done.stderr.strip().splitlines()[-1:]
            give_up("".join(last) or f"pip-audit ended with {done.returncode}")
        found: list[dict[str, Any]] = json.loads(answer.read_text())["dependencies"]
        return found


def give_up(why: str) -> NoReturn:
    sys.stderr.write(f"The database of weaknesses was not reached, so nothing is known: {why}\n")
    sys.exit(UNKNOWN)


def main() -> None:
    groups = listed()
    told = [one for group in groups for one in looked_up(group, sys.argv[1:])]
    skipped = [one["skip_reason"] for one in told if "skip_reason" in one]
    weak = [(one, weakness) for one in told for weakness in one.get("vulns", ())]
    for one, weakness in weak:
        better = ", ".join(weakness["fix_versions"]) or "no version"
        print(f"{one['name']} {one['version']}: {weakness['id']}, mended in {better}")
    if weak:
        sys.exit(WEAK)
    if skipped:
        give_up(f"{len(skipped)} of {len(told)} versions were not found in it ({skipped[0]})")
    print(f"No known weaknesses in {len(told)} versions.")


main()
