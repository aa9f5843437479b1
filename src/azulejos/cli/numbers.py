"""Numbers as people read them in each language, and tables of them."""

from __future__ import annotations

from typing import Literal

from rich.table import Table

from ..locales import Catalogue


def percent(share: float, words: Catalogue, sign: Literal["", "+"] = "") -> str:
    """With "+" as the sign, a change."""
    number = f"{round(100 * share, 1) + 0.0:{sign}.1f}"  # never -0.0
    return words.text("analyse.percent", number=decimal(number, words))


def signed(points: float, words: Catalogue) -> str:
    """A lead or a change, with its sign."""
    return decimal(f"{round(points, 1) + 0.0:+.1f}", words)


def decimal(number: str, words: Catalogue) -> str:
    """With the comma that five of our six languages write."""
    return number if words.language == "en" else number.replace(".", ",")


def number_table(words: Catalogue, first: str, *numbers: str) -> Table:
    """Without lines; all columns but the first are numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words.text(first))
    for key in numbers:
        table.add_column(words.text(key), justify="right")
    return table
