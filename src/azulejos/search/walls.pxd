# C types for walls.py.
cimport cython

from azulejos.core.layout cimport *
from azulejos.core.moves cimport list_legal, play
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, final_of, tile_step

@cython.locals(table="Table *", child="Table *", found=Found, count=int, number=int, best=int,
               value=int)
cdef int tiled_value(Network network, Table *tables, int ply, int seat, Offer *offer,
                     Side *sides) noexcept nogil
