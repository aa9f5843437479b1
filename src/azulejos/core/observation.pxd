# C types for observation.py.
cimport cython
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport line_to_tile
from azulejos.core.positions cimport floor_tiles

cdef enum:
    BOARD_SIZE = 48

cdef uint64_t SPREAD[32]
cdef uint8_t CODE[6]

cdef Py_ssize_t row_size(int players) noexcept nogil

@cython.locals(kind=int)
cdef Py_ssize_t write_heap(uint64_t heap, int16_t *row, Py_ssize_t start) noexcept nogil

@cython.locals(lid=uint64_t, lid_start=Py_ssize_t, seat=int, source=int, _=int)
cdef void observe(Table *table, int viewer, int16_t *row, Py_ssize_t start) noexcept nogil

@cython.locals(line=int, floor=uint64_t)
cdef uint64_t write_board(Board *board, int16_t *row, Py_ssize_t start) noexcept nogil

@cython.locals(ones=uint32_t, twos=uint32_t, fours=uint32_t, cells=uint64_t, cell=int, _=int)
cdef Py_ssize_t write_wall(Board *board, int16_t *row, Py_ssize_t start) noexcept nogil
