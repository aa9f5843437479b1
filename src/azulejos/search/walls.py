"""Tiling decisions (grey wall, jokers): all of one's own are tried, to the last line.

The others are taken to place their tiles where they score most; what they do then changes little
for the one who decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import shadow as cython

if not cython.compiled:
    from ..core.layout import OVER, TILING, Found, Table, copy_table, table_at
    from ..core.moves import list_legal, play
    from .layout import Offer, Side
    from .network import VALUE, Network, final_of, tile_step


def tiled_value(
    network: Network, tables: list[Table], ply: int, seat: int, offer: Offer, sides: list[Side]
) -> int:
    """The value for a seat if it goes on as well as it can from the table at a ply."""
    if not cython.compiled:
        found = Found()
    table = table_at(tables, ply)
    while table.phase == TILING and table.turn != seat:
        tile_step(table)
    if table.phase == OVER:
        return final_of(table, seat)
    if table.phase != TILING:
        return network.judge_seat(table, seat, offer, sides, VALUE)
    best = -1000000
    child = table_at(tables, ply + 1)
    count = list_legal(table, found.numbers, 0)
    for number in range(count):
        copy_table(child, table)
        play(child, found.numbers[number])
        value = tiled_value(network, tables, ply + 1, seat, offer, sides)
        best = value if value > best else best
    return best
