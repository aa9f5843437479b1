# C types for walls.py.
cimport cython

from azulejos.core.layout cimport *
from azulejos.core.moves cimport list_legal, play
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, terminal_value, tile_best_cell

@cython.locals(state="PackedState *", child="PackedState *", legal=ActionList, count=int,
               number=int, best=int, value=int)
cdef int search_tiling(Network network, PackedState *states, int ply, int seat,
                       OfferSummary *offer, Side *sides) noexcept nogil
