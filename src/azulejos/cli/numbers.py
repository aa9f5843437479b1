"""Tables of numbers."""

from __future__ import annotations

from rich.table import Table

from ..locales import Catalogue


def number_table(words: Catalogue, first: str, *numbers: str) -> Table:
    """Without lines; all columns but the first are numbers."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words.text(first))
    for key in numbers:
        table.add_column(words.text(key), justify="right")
    return table
