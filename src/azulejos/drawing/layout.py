"""Where things lie on the canvas: boards, displays in a ring, the centre's heap. Numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, cos, inf, pi, sin, sqrt

from ..rules import Tile
from .canvas import Box

MARGIN = 16.0
GAP = 14.0
HEADER = 46.0
SUPPLY = 76.0
CARD_RADIUS = 14.0

# A board is measured in spaces, as on the page.
BOARD_WIDTH = 10.68
BOARD_HEIGHT = 6.5
BOARD_PAD = 0.34
BOARD_EDGE = 0.24  # for the numbers of the lines

PLATE = 3.04  # tiles
PITCH = 1.07


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The places of all that is on the canvas."""

    width: int
    height: int
    header: Box
    offer: Box
    supply: Box
    boards: tuple[Box, ...]
    space: float  # of a board

    def height_at(self, width: int) -> int:
        """How high a picture of that width is, in pixels."""
        return ceil(self.height * width / self.width)


def board_size(space: float) -> tuple[float, float]:
    width = (BOARD_WIDTH + BOARD_EDGE + 2 * BOARD_PAD) * space
    return width, (BOARD_HEIGHT + 2 * BOARD_PAD) * space


def table_layout(players: int) -> TableLayout:
    """Two or three boards in a column beside the offer; four around it, clockwise."""
    space = {2: 43.0, 3: 35.0, 4: 39.0}[players]
    w, h = board_size(space)
    rows = min(players, 3) if players < 4 else 2
    inside = rows * h + (rows - 1) * GAP
    top = MARGIN + HEADER
    across = {2: 560.0, 3: 640.0, 4: 560.0}[players]
    left = MARGIN if players < 4 else MARGIN + w + GAP
    right = left + across + GAP
    width = ceil(right + w + MARGIN)
    places = [(right, row) for row in range(rows)]
    if players == 4:
        places = [(MARGIN, 0), (right, 0), (right, 1), (MARGIN, 1)]
    boards = tuple(Box(x, top + row * (h + GAP), w, h) for x, row in places)
    return TableLayout(
        width=width,
        height=ceil(top + inside + MARGIN),
        header=Box(MARGIN, MARGIN - 4, width - 2 * MARGIN, HEADER - 8),
        offer=Box(left, top, across, inside - SUPPLY - GAP),
        supply=Box(left, top + inside - SUPPLY, across, SUPPLY),
        boards=boards,
        space=space,
    )


@dataclass(frozen=True, slots=True)
class Ring:
    """Displays around the centre."""

    tile: float
    plates: tuple[Box, ...]
    centre: Box
    middle: tuple[float, float]
    hollow: float  # how far from the middle the plates begin


def ring_layout(area: Box, displays: int) -> Ring:
    """Plates as large as the area lets them be, the first at the top, then clockwise.

    Few plates stand apart, so that the centre has room for what they leave there.
    """
    angles = [2 * pi * i / displays for i in range(displays)]
    reach = max(1.05 / (2 * sin(pi / displays)), 1.14)  # of the ring, in plates
    xs = [reach * sin(angle) for angle in angles]
    ys = [-reach * cos(angle) for angle in angles]
    d = min(area.w / (max(xs) - min(xs) + 1), area.h / (max(ys) - min(ys) + 1))
    # What the area has to spare stretches the ring a little.
    wide = min(1.12, (area.w / d - 1) / (max(xs) - min(xs)))
    high = min(1.12, (area.h / d - 1) / (max(ys) - min(ys)))
    mx = area.x + area.w / 2
    my = area.y + area.h / 2 - d * high * (max(ys) + min(ys)) / 2
    plates = tuple(
        Box(mx + d * wide * x - d / 2, my + d * high * y - d / 2, d, d)
        for x, y in zip(xs, ys, strict=True)
    )
    hollow = d * (reach * min(wide, high) - 0.5) - 0.04 * d
    half = hollow * 0.8
    return Ring(d / PLATE, plates, Box(mx - half, my - half, 2 * half, 2 * half), (mx, my), hollow)


def plate_spots(plate: Box, tile: float) -> list[tuple[float, float]]:
    """Where the four tiles of a display lie."""
    pitch = tile * PITCH
    left, top = plate.x + (plate.w - pitch - tile) / 2, plate.y + (plate.h - pitch - tile) / 2
    return [(left + (i % 2) * pitch, top + i // 2 * pitch) for i in range(4)]


@dataclass(frozen=True, slots=True)
class Group:
    """Equal tiles in the centre."""

    kind: Tile
    spots: tuple[tuple[float, float], ...]
    crowded: bool


# Tiles of a group overlap more and more: the first way that fits is taken, as on the page. In
# tiles: how far apart they lie, how far the last may lie from the first, the gap between groups.
_WAYS: tuple[tuple[float, float, float], ...] = (
    (1.07, inf, 0.07),
    (0.6, inf, 0.16),
    (0.42, inf, 0.16),
    (0.3, inf, 0.14),
    (0.2, 1.0, 0.12),
    (0.13, 0.4, 0.1),
    (0.08, 0.16, 0.06),
)
_ROW = 1.08


def heap_layout(tiles: Sequence[Tile], box: Box, size: float) -> tuple[list[Group], float]:
    """The centre's tiles, equal ones together, and the size they have there."""
    counts = {kind: tiles.count(kind) for kind in dict.fromkeys(tiles)}
    ways = _WAYS
    while True:
        for apart, most, gap in ways:
            if groups := _heap(counts, box, size, (apart, most, gap)):
                return groups, size
        size *= 0.94
        ways = _WAYS[-3:]


@dataclass(frozen=True, slots=True)
class _Run:
    kind: Tile
    count: int
    apart: float
    width: float


def _heap(
    counts: dict[Tile, int], box: Box, size: float, way: tuple[float, float, float]
) -> list[Group]:
    """Rows of groups in the middle of the box; nothing if they don't fit."""
    apart, most, gap = way[0], way[1], way[2] * size
    runs = []
    for kind, count in counts.items():
        step = size * min(apart, most / (count - 1)) if count > 1 else 0.0
        runs.append(_Run(kind, count, step, size + step * (count - 1)))
    widest = max(run.width for run in runs)
    total = sum(run.width + gap for run in runs)
    if widest > box.w:
        return []
    # A heap of the box's own proportions; a long row only where all else fails.
    for wish in (sqrt(total * _ROW * size * box.w / box.h) + 0.5 * size, box.w):
        rows = _in_rows(runs, min(box.w, max(widest, wish)), gap)
        if (len(rows) - 1) * _ROW * size + size <= box.h:
            return _spread(rows, box, size, gap)
    return []


def _in_rows(runs: list[_Run], widest: float, gap: float) -> list[list[_Run]]:
    rows: list[list[_Run]] = []
    used = 0.0
    for run in runs:
        if rows and used + gap + run.width <= widest:
            rows[-1].append(run)
            used += gap + run.width
        else:
            rows.append([run])
            used = run.width
    return rows


def _spread(rows: list[list[_Run]], box: Box, size: float, gap: float) -> list[Group]:
    groups = []
    y = box.y + (box.h - (len(rows) - 1) * _ROW * size - size) / 2
    for row in rows:
        x = box.x + (box.w - sum(run.width for run in row) - gap * (len(row) - 1)) / 2
        for run in row:
            spots = tuple((x + i * run.apart, y) for i in range(run.count))
            crowded = any(right[0] - left[0] < size for left, right in pairwise(spots))
            groups.append(Group(run.kind, spots, crowded))
            x += run.width + gap
        y += _ROW * size
    return groups
