"""The reliability diagram: for each kind of game, what was said beside what happened, as SVG.

Made from the cards of the networks alone, so it can be drawn again without any games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .reliability import Bin, worst

SIDE, MARGIN, GAP = 150, 34, 40  # of a panel, in pixels
TOLERANCE = 0.02
COLOURS = {"search": "#0b5cad", "deep": "#3d7a4b", "network": "#c05a00"}
WORDS = {"search": "after a search", "deep": "after a long one", "network": "by the network alone"}
STYLE = (
    "text{font:11px sans-serif;fill:#222}.title{font-weight:bold}.grid{stroke:#ccc;fill:none}"
    ".ideal{stroke:#888;stroke-dasharray:3 3}.band{fill:#e8f0e4;stroke:none}"
)


class Panel(NamedTuple):
    """One kind of game: its name, how many games, the bins of both kinds of judgement."""

    name: str
    games: int
    bins: dict[str, list[Bin]]


def draw_reliability(panels: list[Panel], columns: int = 3) -> str:
    """One panel a kind; the band is two percent wide on both sides."""
    rows = -(-len(panels) // columns)
    width = MARGIN + columns * (SIDE + GAP)
    height = MARGIN + rows * (SIDE + 2 * GAP) + 10
    parts: list[str] = []
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        x, y = MARGIN + column * (SIDE + GAP), MARGIN + row * (SIDE + 2 * GAP)
        parts.append(f'<g transform="translate({x} {y})">{"".join(_panel(panel))}</g>')
    parts.append(_legend(MARGIN, height - 12))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>Reliability of winning chances'
        f"</title><style>{STYLE}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _panel(panel: Panel) -> Iterator[str]:
    largest = 100 * abs(worst(panel.bins["search"]).difference)
    yield f'<text class="title" y="-18">{panel.name}, {panel.games} games</text>'
    yield f'<text y="-5">largest difference {largest:.1f} %</text>'
    near, far = _y(TOLERANCE), _y(1 - TOLERANCE)
    yield (
        f'<path class="band" d="M0 {SIDE}V{near}L{_x(1 - TOLERANCE)} 0H{SIDE}V{far}'
        f'L{_x(TOLERANCE)} {SIDE}z"/>'
    )
    yield f'<rect class="grid" width="{SIDE}" height="{SIDE}"/>'
    yield f'<line class="ideal" x1="0" y1="{SIDE}" x2="{SIDE}" y2="0"/>'
    for tick in (0, 50, 100):
        yield f'<text x="{_x(tick / 100)}" y="{SIDE + 13}" text-anchor="middle">{tick} %</text>'
        yield f'<text x="-4" y="{_y(tick / 100) + 4}" text-anchor="end">{tick}</text>'
    for name, bins in panel.bins.items():
        yield from _points(name, bins)


def _points(name: str, bins: Iterable[Bin]) -> Iterator[str]:
    colour = COLOURS[name]
    fill = colour if name != "network" else "none"
    for each in bins:
        x, y = _x(each.said), _y(each.happened)
        low, high = _y(each.happened - 2 * each.error), _y(each.happened + 2 * each.error)
        yield f'<line x1="{x}" y1="{low}" x2="{x}" y2="{high}" stroke="{colour}"/>'
        yield f'<circle cx="{x}" cy="{y}" r="2.6" stroke="{colour}" fill="{fill}"/>'


def _legend(x: int, y: int) -> str:
    parts = []
    for number, name in enumerate(WORDS):
        fill = COLOURS[name] if name != "network" else "none"
        left = x + 115 * number
        parts.append(
            f'<circle cx="{left}" cy="{y - 4}" r="3" stroke="{COLOURS[name]}" fill="{fill}"/>'
        )
        parts.append(f'<text x="{left + 8}" y="{y}">{WORDS[name]}</text>')
    parts.append(f'<text x="{x + 365}" y="{y}">across: said; up: happened</text>')
    return "".join(parts)


def _x(share: float) -> float:
    return round(SIDE * share, 1)


def _y(share: float) -> float:
    return round(SIDE * (1 - min(max(share, 0.0), 1.0)), 1)
