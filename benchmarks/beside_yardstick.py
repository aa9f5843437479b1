"""Is the core as fast as it should be, beside the yardstick's C programs on the same machine?

usage: python benchmarks/beside_yardstick.py [FOLDER]
FOLDER holds the yardstick's program `playouts`; without it only our own figures are compared.
How it is compared: see side_by_side.py. Exits with 1 if a ratio misses its target.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from statistics import median

from side_by_side import REPEATS, SECONDS, compare, speed_here, yardstick, yardstick_moves

from azulejos.bench import measure

IMPORT = """
import time, numpy
begun = time.perf_counter()
import azulejos.core
print(1000 * (time.perf_counter() - begun))
"""


def ours(bench: str, key: str, players: int = 2, rules: str = "std", threads: int = 1) -> float:
    return float(measure(bench, players, rules, SECONDS, threads)[key])


def games(players: int = 2, rules: str = "std") -> float:
    return ours("playouts", "games_per_cpu_second", players, rules)


def beside(folder: Path, players: int) -> float:
    return games(players) / yardstick(folder, players)[0]


def beside_std(rules: str) -> float:
    return games(2, rules) / games()


def compare_with_yardstick(folder: Path) -> list[bool]:
    results = [
        compare(
            f"random std games, {players} players / yardstick",
            0.80 if players == 2 else 0.75,
            partial(beside, folder, players),
        )
        for players in (2, 3, 4)
    ]
    results += [
        compare(
            "batch of 4096, step and mask / yardstick's moves",
            0.40,
            lambda: ours("batch", "steps_per_cpu_second") / yardstick_moves(folder, 2),
        ),
        compare(
            "  the same with observations",
            0.30,
            lambda: ours("batch", "observed_steps_per_cpu_second") / yardstick_moves(folder, 2),
        ),
        compare(
            "µs for legal_actions + copy + apply, at 400 000 games/s",
            0.7,
            lambda: ours("steps", "us_per_step") * speed_here(folder),
            most=True,
        ),
        compare(
            "s for perft 4, at 400 000 games/s",
            0.2,
            lambda: ours("perft", "cpu_seconds") * speed_here(folder),
            most=True,
        ),
    ]
    return results


def compare_with_ourselves() -> list[bool]:
    results = [
        compare(f"random {rules} games / std", 0.35, partial(beside_std, rules))
        for rules in ("grey", "joker", "grey+joker")
    ]
    results.append(
        compare(
            "two threads / one, by the clock",
            1.8,
            lambda: (
                ours("playouts", "games_per_second", threads=2)
                / ours("playouts", "games_per_second")
            ),
        )
    )
    return results


def import_time() -> bool:
    command = [sys.executable, "-c", IMPORT]
    times = [
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(2 * REPEATS + 1)
    ]
    sys.stdout.write(f"import of azulejos.core beyond NumPy: {median(times):.1f} ms (median)\n")
    return median(times) < 30


def main() -> None:
    results = compare_with_yardstick(Path(sys.argv[1])) if len(sys.argv) > 1 else []
    results += compare_with_ourselves()
    results.append(import_time())
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
