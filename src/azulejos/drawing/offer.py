"""The offer: displays as plates around the centre, and what is left in bag and lid."""

from __future__ import annotations

from ..locales import Catalogue
from ..rules import Heap, Position, Tile
from ..rules.tiles import COLOURS, KINDS
from .canvas import BOLD, END, MIDDLE, PLAIN, Box, SvgCanvas
from .layout import Group, heap_layout, plate_spots, ring_layout
from .letters import width_of


def draw_offer(canvas: SvgCanvas, area: Box, position: Position) -> None:
    ring = ring_layout(area, len(position.displays))
    x, y = ring.middle
    canvas.symbol("inlay", x - ring.hollow, y - ring.hollow, 2 * ring.hollow)
    for index, (plate, heap) in enumerate(zip(ring.plates, position.displays, strict=True)):
        with canvas.group(f"display-{index + 1}"):
            _draw_display(canvas, plate, heap, ring.tile, str(index + 1))
    with canvas.group("centre"):
        tiles = [Tile.MARKER] if position.marker_in_centre else []
        tiles += position.centre
        if tiles:
            groups, size = heap_layout(tiles, ring.centre, ring.tile)
            for group in groups:
                for left, top in group.spots:
                    canvas.tile(group.kind, left, top, size)
            for group in groups:
                if group.crowded:
                    _count(canvas, group, size)


def _draw_display(canvas: SvgCanvas, plate: Box, heap: Heap, tile: float, name: str) -> None:
    x, y, r = plate.x + plate.w / 2, plate.y + plate.h / 2, plate.w / 2
    if heap:
        canvas.plate(plate, 0.085 * tile)
    else:
        canvas.empty_plate(plate)
    # The larger groups first, so that equal tiles lie side by side.
    kinds = sorted(heap.kinds, key=lambda kind: -heap[kind])
    tiles = [kind for kind in kinds for _ in range(heap[kind])]
    for kind, (left, top) in zip(tiles, plate_spots(plate, tile), strict=False):
        canvas.tile(kind, left, top, tile)
    nx, ny = x - 0.71 * r, y - 0.71 * r
    canvas.disc(nx, ny, 10, "card", "plate-rim")
    canvas.write(name, nx, ny + 4.2, 12, "ink-2", weight=BOLD, anchor=MIDDLE)


def _count(canvas: SvgCanvas, group: Group, size: float) -> None:
    """How many tiles overlap there."""
    left, top = group.spots[-1]
    x, y = left + 0.94 * size, top + 0.9 * size
    text = str(len(group.spots))
    wide = 9 if len(text) == 1 else 12
    canvas.rect(Box(x - wide, y - 9, 2 * wide, 18), "ink", 9)
    canvas.write(text, x, y + 4.4, 12.5, "card", weight=BOLD, anchor=MIDDLE)


def draw_supply(canvas: SvgCanvas, area: Box, position: Position, words: Catalogue) -> None:
    """What is in the bag and in the lid: both are public (E9)."""
    kinds = KINDS if position.rules.jokers else COLOURS
    rows = (("bag", "label.bag", position.bag), ("lid", "label.lid", position.lid))
    widest = max(width_of(words.text(label), 15) for _, label, _ in rows)
    left, right = area.x + max(82, widest + 32), area.x + area.w - 62
    for row, (name, label, heap) in enumerate(rows):
        y = area.y + area.h * (0.3 + 0.4 * row)
        with canvas.group(name):
            canvas.write(words.text(label), area.x + 16, y + 5, 15, "ink-2", weight=PLAIN)
            for index, kind in enumerate(kinds):
                x = left + (right - left) * index / len(kinds)
                canvas.tile(kind, x, y - 11, 22, lies=False)
                colour = "ink" if heap[kind] else "ink-2"
                canvas.write(str(heap[kind]), x + 29, y + 5.5, 16, colour)
            end = area.x + area.w - 18
            canvas.write(str(len(heap)), end, y + 5.5, 16, "ink", weight=BOLD, anchor=END)
