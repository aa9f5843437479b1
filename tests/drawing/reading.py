"""Reads drawings back: which tiles are shown where."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

from azulejos.rules import Position
from azulejos.rules.material import FLOOR_SPACES, SIZE, coloured_cell

SVG = "{http://www.w3.org/2000/svg}"
Shown = Counter[str]


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def symbols_in(element: ElementTree.Element) -> Shown:
    """How often each symbol is used, by the last part of its name."""
    shown: Shown = Counter()
    for part in element:
        if part.tag == f"{SVG}use":
            shown[part.attrib["href"].rpartition("-")[2]] += 1
        elif part.tag != f"{SVG}defs":
            shown += symbols_in(part)
    return shown


def group(element: ElementTree.Element, *names: str) -> ElementTree.Element:
    for name in names:
        found = [part for part in element.iter(f"{SVG}g") if part.get("class") == name]
        assert len(found) == 1, name
        element = found[0]
    return element


def expected(position: Position) -> dict[tuple[str, ...], Shown]:
    """What must be shown in every group of a drawing: tiles, and the empty spaces of boards."""
    places: dict[tuple[str, ...], Shown] = {
        ("centre",): Counter([*position.centre, *(["F"] if position.marker_in_centre else [])])
    }
    for number, display in enumerate(position.displays, start=1):
        places[(f"display-{number}",)] = Counter(display)
    for player, board in enumerate(position.boards, start=1):
        lines = [tile for line in board.lines for tile in line.tiles]
        free = sum(line.free for line in board.lines)
        places[(f"player-{player}", "lines")] = Counter([*lines, *["slot"] * free])
        unlaid = max(0, FLOOR_SPACES - len(board.floor))
        places[(f"player-{player}", "floor")] = Counter([*board.floor, *["slot"] * unlaid])
        places[(f"player-{player}", "wall")] = _wall(position, player)
    return places


def _wall(position: Position, player: int) -> Shown:
    shown: Shown = Counter()
    for row in range(1, SIZE + 1):
        for column in range(1, SIZE + 1):
            hint = "" if position.rules.grey_wall else coloured_cell(row, column)
            shown[position.board(player).cell(row, column) or f"slot{hint}"] += 1
    return shown
