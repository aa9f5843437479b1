"""An engine that answers by a script: `scripted_engine.py LOG PART…`.

A part `go=LINE|LINE` is the answer to the next `go`; the last one is used again and again. What
it hears is written to LOG.
"""

from __future__ import annotations

import sys
from pathlib import Path

DEFAULTS = {"azul": "azulok", "isready": "readyok"}


def main(log: Path, parts: list[str]) -> None:
    scripts: dict[str, list[list[str]]] = {}
    for part in parts:
        command, _, lines = part.partition("=")
        scripts.setdefault(command, []).append(lines.split("|"))
    with log.open("a", encoding="utf-8") as heard:
        for line in sys.stdin:
            heard.write(line)
            heard.flush()
            command = line.split()[0]
            if command == "quit":
                return
            script = scripts.get(command, [DEFAULTS.get(command, "").split("|")])
            for answer in script.pop(0) if len(script) > 1 else script[0]:
                if answer:
                    print(answer, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
