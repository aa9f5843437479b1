"""The search in WebAssembly beside the native one: the same answers, and at which price.

    .venv/bin/python benchmarks/site_parity.py [POSITIONS] [SEED]

Asks both about positions of all twelve kinds of game, with limits from 1 to 20 000 nodes. Moves,
values, scores, depths, lines and node counts must be equal to the last digit, and winning chances
but for that digit; the exit code says so.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from site_search import answers, questions

from azulejos.site.build import make_site, write_site

HERE = Path(__file__).parent
CACHE = HERE.parent / "build" / "site"
NODE = Path(sys.executable).with_name("node")


def answers_in_wasm(
    site: Path, asked: list[dict[str, Any]]
) -> tuple[list[tuple[str, float]], float]:
    """The same questions to the compiled search of a site's folder, in Node."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(asked, file)
        file.flush()
        program = [str(NODE), str(HERE / "site_search.mjs"), str(site), file.name]
        done = subprocess.run(program, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr[-3000:])
    found, spent = json.loads(done.stdout)
    return [(exact, chance) for exact, chance in found], spent


def is_same(one: tuple[str, float], other: tuple[str, float]) -> bool:
    return one[0] == other[0] and math.isclose(one[1], other[1], rel_tol=1e-14)


def main(count: int = 10_000, seed: int = 1) -> int:
    asked = questions(count, seed)
    with tempfile.TemporaryDirectory() as folder:
        write_site(make_site(CACHE, lambda step: None), Path(folder))
        in_wasm, slow = answers_in_wasm(Path(folder), asked)
    native, quick = answers(asked)
    pairs = list(zip(native, in_wasm, strict=True))
    different = [number for number, pair in enumerate(pairs) if not is_same(*pair)]
    last_digits = sum(one[1] != other[1] for one, other in pairs)
    nodes = sum(json.loads(exact)[2] for exact, _ in native)
    print(f"{count} positions, {nodes} nodes; different answers: {len(different)}")
    print(f"chances that differ in their last digit: {last_digits}")
    print(f"CPU time: native {quick:.1f} s, WebAssembly {slow:.1f} s: {slow / quick:.2f} times")
    for number in different[:5]:
        print(asked[number], native[number], in_wasm[number], sep="\n  ")
    return min(1, len(different))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
