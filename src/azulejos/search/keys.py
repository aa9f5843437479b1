"""What is the same: positions of a round, by a key of 64 bits, and displays, by what they hold."""

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
    from ..core.layout import Table, board_at
    from ..core.moves import add_word, stir


def round_key(table: Table, salt: int) -> int:
    """A key for what changes within a round; `salt` stands for the rest.

    The lid needs no word: what is nowhere else is there.
    """
    key = salt ^ (table.turn | table.marker << 1 | table.next_starter << 2)
    for source in range(2 * table.players + 2):
        key = add_word(key, table.heaps[source])
    for seat in range(table.players):
        board = board_at(table, seat)
        word = board.fallen
        for line in range(1, 6):
            word = word << 9 | board.free[line] << 6 | board.colour[line] << 3 | board.jokers[line]
        key = add_word(key, word)
    return stir(key)


def walls_key(table: Table) -> int:
    """A key for what stays as it is within a round."""
    key = add_word(table.round, table.bag)
    for seat in range(table.players):
        board = board_at(table, seat)
        key = add_word(key, board.score)
        for kind in range(0, 6, 2):
            word = board.standing[kind]
            key = add_word(key, word << 32 | board.standing[kind + 1])
    return stir(key)


def twin_displays(table: Table) -> int:
    """A bit for each display that holds the same as an earlier one: no need to try both."""
    twins = 0
    for source in range(2, 2 * table.players + 2):
        if table.heaps[source]:
            for other in range(1, source):
                if table.heaps[other] == table.heaps[source]:
                    twins |= 1 << source
                    break
    return twins
