# C types for tiling.py.
cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.offer cimport POPCOUNT, NTH_LINE, deal, random_below, add_to_floor, play_offer

cdef uint8_t RUN_LENGTH[160]
cdef uint8_t COLUMN[36]
cdef uint64_t OPEN_COLOURS[192]
cdef uint8_t PENALTY[128]

@cython.locals(first=int, last=int)
cdef int run_length(int mask, int place) noexcept nogil

@cython.locals(bits=uint64_t, colour=int)
cdef uint64_t open_colours_of_row(int line, int taken) noexcept nogil

@cython.locals(board="Board *", seat=int, line=int, columns=int, _=int)
cdef void advance_tiling(PackedState *state) noexcept nogil

cdef int due_line(Board *board) noexcept nogil

@cython.locals(cells=uint32_t, colour=int, columns=int)
cdef int legal_columns(PackedState *state, Board *board, int line) noexcept nogil

@cython.locals(row=int, colour=int, jokers=int, tile=int, across=uint32_t, down=uint32_t,
               points=int)
cdef void place(PackedState *state, Board *board, int line, int column) noexcept nogil

cdef void drop_line(PackedState *state, Board *board, int line) noexcept nogil

cdef uint64_t tiles_of_line(int line, int colour, int jokers) noexcept nogil

cdef void clear_line(PackedState *state, Board *board, int line) noexcept nogil

@cython.locals(row=int, taken=int, colour=int, bits=uint64_t)
cdef uint64_t open_colours(PackedState *state, Board *board, int line) noexcept nogil

@cython.locals(board="Board *", seat=int, score=int, rows=uint32_t)
cdef void close_round(PackedState *state) noexcept nogil

@cython.locals(pairs=uint32_t)
cdef uint32_t complete_rows(uint32_t wall) noexcept nogil

@cython.locals(board="Board *", seat=int, colour=int)
cdef void end_game(PackedState *state) noexcept nogil

cdef int count_bits(uint32_t wall) noexcept nogil

@cython.locals(board="Board *", columns=int)
cdef int random_column(PackedState *state, uint64_t *random) noexcept nogil

@cython.locals(board="Board *", moves=long)
cdef long play_out(PackedState *state, uint64_t *random) noexcept nogil
