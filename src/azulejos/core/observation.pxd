# C types for observation.py.
cimport cython
from libc.stdint cimport int16_t, uint32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport line_to_tile

cdef enum:
    BOARD_SIZE = 48

cdef uint64_t BIT_LANES[16]
cdef uint64_t COLOURED[96]
cdef uint64_t LINES[288]
cdef uint64_t FLOOR[512]

cdef uint64_t kind_lane(int item, int first) noexcept nogil

cdef Py_ssize_t row_size(int players) noexcept nogil

@cython.locals(board="Board *", begun=Py_ssize_t, first=uint64_t, last=uint64_t, coloured=int,
               seat=int, source=int, _=int)
cdef void observe(PackedState *state, int viewer, int16_t *row, Py_ssize_t start) noexcept nogil

cdef int seat_distance(int viewer, int seat, int players) noexcept nogil

@cython.locals(lanes=uint64_t)
cdef Py_ssize_t write_tiles(uint64_t tiles, uint64_t less_first, uint64_t less_last, int16_t *row,
                            Py_ssize_t start) noexcept nogil

@cython.locals(lanes=uint64_t)
cdef uint64_t write_floor(uint64_t floor, int part, int16_t *row, Py_ssize_t start) noexcept nogil

@cython.locals(line=int, lanes=uint64_t)
cdef void write_board(Board *board, int coloured, int16_t *row, Py_ssize_t start) noexcept nogil

@cython.locals(place=int)
cdef void write_coloured_wall(uint32_t wall, int16_t *row, Py_ssize_t start) noexcept nogil

@cython.locals(ones=uint32_t, twos=uint32_t, fours=uint32_t, lanes=uint64_t, place=int)
cdef void write_wall(Board *board, int16_t *row, Py_ssize_t start) noexcept nogil
