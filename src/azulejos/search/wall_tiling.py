"""Tiling decisions (grey wall, jokers): an exhaustive search of the player's own.

Opponents are assumed to place their tiles where they score most; that changes little for the
player who decides.
"""

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
    from ..core.layout import OVER, TILING, ActionList, PackedState, copy_state, state_at
    from ..core.moves import list_legal, play
    from .layout import OfferSummary, Side
    from .network import VALUE, Network, terminal_value, tile_best_cell


def search_tiling(
    network: Network,
    states: list[PackedState],
    ply: int,
    seat: int,
    offer: OfferSummary,
    sides: list[Side],
) -> int:
    """The value for a seat with its best decisions from the state at a ply on."""
    if not cython.compiled:
        legal = ActionList()
    state = state_at(states, ply)
    while state.phase == TILING and state.turn != seat:
        tile_best_cell(state)
    if state.phase == OVER:
        return terminal_value(state, seat)
    if state.phase != TILING:
        return network.evaluate_seat(state, seat, offer, sides, VALUE)
    best = -1000000
    child = state_at(states, ply + 1)
    count = list_legal(state, legal.actions, 0)
    for number in range(count):
        copy_state(child, state)
        play(child, legal.actions[number])
        value = search_tiling(network, states, ply + 1, seat, offer, sides)
        best = value if value > best else best
    return best
