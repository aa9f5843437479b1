"""Curves in the terminal: a column a value, drawn with block characters."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"
HEIGHT = 3  # lines a curve


def draw_curve(values: Sequence[float], height: int = HEIGHT) -> list[str]:
    """Lines from top to bottom, for values from 0 to 1.

    >>> draw_curve([0, 0.25, 0.5, 1], height=2)
    ['   █', ' ▄██']
    """
    levels = [round(value * 8 * height) for value in values]
    return [
        "".join(BLOCKS[min(8, max(0, level - 8 * line))] for level in levels)
        for line in reversed(range(height))
    ]


def draw_marks(marks: dict[int, str], width: int) -> str:
    """Texts at their columns; one that would touch the one before is left out.

    >>> draw_marks({0: "1", 4: "2", 5: "3"}, 8)
    '1   2'
    """
    line = ""
    for column, text in sorted(marks.items()):
        if column + len(text) <= width and (not line or column > len(line)):
            line = line.ljust(column) + text
    return line


def sampled(length: int, width: int) -> list[int]:
    """Which of so many values are shown in that many columns: all, or spread evenly.

    >>> sampled(3, 10), sampled(9, 5)
    ([0, 1, 2], [0, 2, 4, 6, 8])
    """
    if length <= width:
        return list(range(length))
    return [round(column * (length - 1) / (width - 1)) for column in range(width)]
