"""Transpositions: 64-bit hash keys of the states of a round, and displays with equal contents."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import cython_stub as cython

if not cython.compiled:
    from ..core.layout import PackedState, board_at
    from ..core.moves import hash_word, mix_bits


def round_key(state: PackedState, salt: int) -> int:
    """The hash key of what changes within a round; `salt` stands for the rest.

    The lid needs no word: it holds the tiles that are nowhere else.
    """
    key = salt ^ (state.turn | state.marker << 1 | state.next_starter << 2)
    for source in range(2 * state.players + 2):
        key = hash_word(key, state.sources[source])
    for seat in range(state.players):
        board = board_at(state, seat)
        word = board.floor_count
        for line in range(1, 6):
            word = word << 9 | board.free[line] << 6 | board.colour[line] << 3 | board.jokers[line]
        key = hash_word(key, word)
    return mix_bits(key)


def round_salt(state: PackedState) -> int:
    """The hash key of what stays constant within a round."""
    key = hash_word(state.round, state.bag)
    for seat in range(state.players):
        board = board_at(state, seat)
        key = hash_word(key, board.score)
        for kind in range(0, 6, 2):
            word = board.wall_by_kind[kind]
            key = hash_word(key, word << 32 | board.wall_by_kind[kind + 1])
    return mix_bits(key)


def duplicate_displays(state: PackedState) -> int:
    """A bit for each display with the same tiles as an earlier one: only one is searched."""
    duplicates = 0
    for source in range(2, 2 * state.players + 2):
        if state.sources[source]:
            for other in range(1, source):
                if state.sources[other] == state.sources[source]:
                    duplicates |= 1 << source
                    break
    return duplicates
