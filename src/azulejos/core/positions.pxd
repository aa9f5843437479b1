# C types for positions.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.tiling cimport row_open

cdef uint64_t FLOOR_TILE[16]

@cython.locals(source=int, seat=int, replaced=int)
cdef void set_up(Table *table, int players, int grey, int with_jokers, int starter) noexcept nogil

@cython.locals(line=int)
cdef void clear(Board *board) noexcept nogil

@cython.locals(lanes=uint64_t, kind=int, count=uint64_t)
cdef uint64_t lanes_of(object heap) except? 1

@cython.locals(players=int, source=int, seat=int)
cdef int read_position(Table *table, object position) except -1

@cython.locals(lane=int)
cdef void lay_heap(Table *table, int source, uint64_t heap) noexcept nogil

@cython.locals(board="Board *", row=int, column=int, line=int, item=int)
cdef int read_board(Table *table, int seat, object from_board) except -1

@cython.locals(lane=int)
cdef void read_line(Table *table, Board *board, int line, uint64_t tiles) noexcept nogil

@cython.locals(board="Board *", seat=int, lid=uint64_t, n=int)
cdef object write_position(Table *table)

@cython.locals(kind=int)
cdef object heap_of(uint64_t lanes)

@cython.locals(tiles=uint64_t, _=int)
cdef uint64_t floor_tiles(uint64_t floor) noexcept nogil

@cython.locals(line=int, tiles=uint64_t, kind=int, cell=int, items=uint64_t)
cdef object write_board(Board *board)

@cython.locals(bag=uint64_t, lid=uint64_t, display=uint64_t, due=int, number=int)
cdef int deal_given(Table *table, object deal) except -1

cdef int tiles_in(uint64_t heap) noexcept nogil

@cython.locals(lane=int)
cdef int holds(uint64_t heap, uint64_t other) noexcept nogil
