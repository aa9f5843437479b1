# C types for positions.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.tiling cimport open_colours

cdef uint64_t FLOOR_TILE[16]

@cython.locals(source=int, seat=int, replaced=int)
cdef void set_up(PackedState *state, int players, int grey, int with_jokers,
                 int starter) noexcept nogil

@cython.locals(line=int)
cdef void clear_board(Board *board) noexcept nogil

@cython.locals(lanes=uint64_t, kind=int, count=uint64_t)
cdef uint64_t lanes_of(object heap) except? 1

@cython.locals(players=int, source=int, seat=int)
cdef int read_position(PackedState *state, object position) except -1

@cython.locals(lane=int)
cdef void set_source(PackedState *state, int source, uint64_t tiles) noexcept nogil

@cython.locals(board="Board *", row=int, column=int, line=int, item=int)
cdef int read_board(PackedState *state, int seat, object board_value) except -1

@cython.locals(lane=int)
cdef void read_line(PackedState *state, Board *board, int line, uint64_t tiles) noexcept nogil

@cython.locals(board="Board *", seat=int, lid=uint64_t, n=int)
cdef object write_position(PackedState *state)

@cython.locals(board="Board *", seat=int, players=int, lid=uint64_t, n=int)
cdef str write_text(PackedState *state)

@cython.locals(line=int, own=int, kind=int, cell=int, row=int, items=uint64_t)
cdef str board_text(Board *board)

@cython.locals(kind=int)
cdef str tiles_text(uint64_t lanes)

@cython.locals(kind=int)
cdef str counts_text(uint64_t lanes)

@cython.locals(kind=int)
cdef object heap_of(uint64_t lanes)

@cython.locals(tiles=uint64_t, _=int)
cdef uint64_t floor_tiles(uint64_t floor) noexcept nogil

@cython.locals(line=int, tiles=uint64_t, kind=int, cell=int, items=uint64_t)
cdef object write_board(Board *board)

@cython.locals(bag=uint64_t, lid=uint64_t, display=uint64_t, due=int, number=int)
cdef int deal_given(PackedState *state, object deal) except -1

cdef int count_tiles(uint64_t tiles) noexcept nogil

@cython.locals(lane=int)
cdef int contains(uint64_t tiles, uint64_t other) noexcept nogil
