"""How benchmarks compare: ours and the yardstick's C program in turn, ten times, in CPU time.

Printed are the median of the ten ratios and its 95 % interval, the second and the ninth of them in
order: other work on the machine comes in bursts, which would spoil a mean.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median

REPEATS = 10
SECONDS = 0.3
GAMES_A_SECOND = 400_000  # the yardstick's on the machine that targets in seconds are meant for


def yardstick(folder: Path, players: int) -> tuple[float, float]:
    """Games per CPU second, and moves a game."""
    command = [str(folder / "playouts"), "120000", str(players)]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(words[0]), float(words[2])


def yardstick_moves(folder: Path, players: int) -> float:
    """Moves per CPU second."""
    rate, length = yardstick(folder, players)
    return rate * length


def speed_here(folder: Path) -> float:
    """How fast this machine is, now, beside the one that targets are meant for."""
    return yardstick(folder, 2)[0] / GAMES_A_SECOND


def compare(
    name: str,
    target: float | None,
    ratio: Callable[[], float],
    most: bool = False,
    decimals: int = 3,
) -> bool:
    """Prints a line; `most` if the target must not be passed, None if there is none."""
    ratios = sorted(ratio() for _ in range(REPEATS))
    middle = median(ratios)
    interval = f"({ratios[1]:.{decimals}f} to {ratios[-2]:.{decimals}f})"
    line = f"{name:58}{middle:7.{decimals}f} {interval:18}"
    good = target is None or (middle <= target if most else middle >= target)
    if target is not None:
        wanted = f"at {'most' if most else 'least'} {target}"
        line += f"{wanted:15}{'' if good else 'MISSED'}"
    sys.stdout.write(line.rstrip() + "\n")
    sys.stdout.flush()
    return good
