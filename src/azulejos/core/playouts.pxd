# C types for playouts.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport winners
from azulejos.core.generator cimport Generator
from azulejos.core.state cimport State
from azulejos.core.tiling cimport play_out

cdef enum:
    MOVES = 0
    ROUNDS = 1
    POINTS = 2
    WINS = 6
    TOTALS = 10

@cython.locals(states="PackedState *", words="uint64_t *", place=int)
cdef list play_chunk(State state, Generator generator, Py_ssize_t games)

@cython.locals(state="PackedState *", _=Py_ssize_t, seat=int, won=int)
cdef void play_games(PackedState *states, uint64_t *words, Py_ssize_t games) noexcept nogil
