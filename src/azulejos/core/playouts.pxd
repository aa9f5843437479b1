# C types for playouts.py.
cimport cython
from libc.stdint cimport int64_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport winners
from azulejos.core.state cimport Generator, State
from azulejos.core.tiling cimport play_out

cdef enum:
    MOVES = 0
    ROUNDS = 1
    POINTS = 2
    WINS = 6

@cython.final
cdef class Tally:
    cdef int64_t totals[10]

    @cython.locals(tables="Table *", words="uint64_t *")
    cpdef add(self, State state, Generator generator, long games)

    cpdef total(self, int index)

@cython.locals(table="Table *", _=long, seat=int, won=int)
cdef void play_games(Table *tables, uint64_t *random, long games, int64_t *totals) noexcept nogil
