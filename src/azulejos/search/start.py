"""The initial network before any training: a linear evaluation made by hand.

Self-play starts from it. Points count as they are; begun lines, columns, colours and the floor get
rough values in points.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .layout import (
    ALL_ROWS,
    BOARD_ROWS,
    COLOURS,
    COLUMNS,
    DIFFERENCE,
    GROUPS,
    LINES,
    UNITS,
)
from .network import HEAD_SCALE, ROW_SCALE, Network

COLUMN_VALUES = (0.0, 0.2, 0.7, 1.6, 3.5, 7.0)  # by tiles in a column
COLOUR_VALUES = (0.0, 0.3, 0.9, 2.2, 5.0, 10.0)  # by tiles of a colour
POINT_LOGITS = 0.08  # of one point


def starting_weights() -> Any:
    """Weights as floats; only the first, linear unit is used."""
    rows = np.zeros((ALL_ROWS, UNITS))
    for place in range(5):
        for state in range(243):
            digits = [state // 3**row % 3 for row in range(5)]
            done, begun = digits.count(2), digits.count(1)
            rows[COLUMNS + 243 * place + state, 0] = _interpolate(COLUMN_VALUES, done, begun)
            rows[COLOURS + 243 * place + state, 0] = _interpolate(COLOUR_VALUES, done, begun)
    for line in range(1, 6):
        for free in range(1, line):
            for points in range(12):
                share = (line - free) / line
                row = LINES + ((line - 1) * 6 + free) * 12 + points
                rows[row, 0] = share * share * (0.5 + 0.3 * points)
    rows[BOARD_ROWS : 2 * BOARD_ROWS] = -rows[:BOARD_ROWS]
    for difference in range(-60, 61):
        rows[DIFFERENCE + difference + 60, 0] = difference
    for groups in range(32):
        for ends in range(2):
            rows[GROUPS + (groups * 5 + 1) * 2 + ends, 0] = 1.0  # for the marker
            rows[GROUPS + (groups * 5 + 2) * 2 + ends, 0] = -1.0
    return rows * POINT_LOGITS


def _interpolate(values: tuple[float, ...], done: int, begun: int) -> float:
    """A begun line counts a third of what its tile would add."""
    later = values[min(5, done + begun)]
    return values[done] + (later - values[done]) / 3


def starting_network(rules: str, players: int) -> Network:
    heads = np.zeros((3, UNITS))
    heads[:, 0] = 1.0
    return Network(
        rules, players, starting_weights() * ROW_SCALE, heads * HEAD_SCALE, {"made": "by hand"}
    )
