"""What examples that learn share: the clock, and learning curves as numbers and as a picture."""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from azulejos.statistics import Interval, mean, share_interval

COLOURS = ("#1f5c99", "#c4622d", "#3d7a4b")
GREY = "#777777"


class Point:
    """What a match showed at one moment; a game won counts 1, a shared win a half."""

    def __init__(self, curve: str, minutes: float, steps: int, results: Iterable[float]) -> None:
        self.curve = curve
        self.minutes = minutes
        self.steps = steps
        self.results = Counter(map(float, results))

    def __str__(self) -> str:
        low, high = self.interval
        games = f"{self.rate:.1%} of {self.results.total():,} games"
        return f"{games} against {self.curve} (95 % interval {low:.1%} to {high:.1%})"

    @property
    def rate(self) -> float:
        return mean(self.results)

    @property
    def interval(self) -> Interval:
        return share_interval(self.results)

    def as_dict(self) -> dict[str, object]:
        low, high = self.interval
        return {
            "against": self.curve,
            "minutes": round(self.minutes, 2),
            "steps": self.steps,
            "games": self.results.total(),
            "rate": round(self.rate, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


def options(about: str, minutes: float) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=minutes, help="how long to learn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keep what was learned in this file")
    parser.add_argument("--plot", type=Path, help="draw the curve (.png); its numbers: .json")
    return parser


class Course:
    """How the learning goes: the time that was spent, and what was measured on the way.

    By `time.process_time` as the clock it is CPU time, the same however busy the machine is.
    """

    def __init__(self, minutes: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.minutes = minutes
        self.points: list[Point] = []
        self.clock = clock
        self.began = clock()

    @property
    def spent(self) -> float:
        return (self.clock() - self.began) / 60

    @property
    def left(self) -> float:
        """The share of the time that is left."""
        return max(0.0, 1 - self.spent / self.minutes)

    def add(self, curve: str, steps: int, results: Iterable[float]) -> None:
        self.points.append(Point(curve, self.spent, steps, results))
        print(f"{self.spent:5.1f} minutes, {steps:10,}: {self.points[-1]}", flush=True)

    def keep(self, path: Path, title: str, steps: str, target: float = 0) -> None:
        """The curve as a picture and as numbers; `steps` are the words for what was counted."""
        plot(self.points, path, title, steps, target)
        document = {"title": title, "points": [point.as_dict() for point in self.points]}
        path.with_suffix(".json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def plot(points: list[Point], path: Path, title: str, steps: str, target: float) -> None:
    """Win rates over time, their intervals as bands; a dashed line at the target, if any."""
    from matplotlib.figure import Figure  # not needed before

    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    axes = figure.subplots()
    curves = list(dict.fromkeys(point.curve for point in points))
    for curve, colour in zip(curves, COLOURS, strict=False):
        found = [point for point in points if point.curve == curve]
        minutes = [point.minutes for point in found]
        low, high = zip(*[point.interval for point in found], strict=True)
        axes.fill_between(minutes, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(minutes, [point.rate for point in found], color=colour, linewidth=1.8)
        end = (minutes[-1], found[-1].rate)
        text = f" against {curve}:\n {found[-1].rate:.0%}"
        axes.annotate(text, end, color=colour, va="center" if end[1] < 0.95 else "top")
    last = max(points, key=lambda point: point.minutes)
    if target:
        axes.axhline(target, color=GREY, linewidth=1, linestyle="--")
        axes.annotate(f"wanted: {target:.0%}", (0, target + 0.015), color=GREY, fontsize=9)
    axes.set_xlim(0, last.minutes * 1.24)
    axes.set_ylim(0, 1.02)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel(f"minutes ({last.steps:,} {steps})".replace(",", " "))
    axes.set_ylabel("games won (a shared win counts half)")
    axes.set_title(title, loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    figure.savefig(path, dpi=110)
