# C types for tiling.py.
cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.table cimport COUNT, NTH_LINE, deal, draw, fall, play_offer

cdef uint8_t RUN[160]
cdef uint8_t COLUMN[36]
cdef uint64_t ROW_OPEN[192]
cdef uint8_t PENALTY[128]

@cython.locals(first=int, last=int)
cdef int run_length(int mask, int place) noexcept nogil

@cython.locals(bits=uint64_t, colour=int)
cdef uint64_t colours_open(int line, int taken) noexcept nogil

@cython.locals(board="Board *", seat=int, line=int, columns=int, _=int)
cdef void tile_walls(Table *table) noexcept nogil

cdef int due_line(Board *board) noexcept nogil

@cython.locals(cells=uint32_t, colour=int, columns=int)
cdef int legal_columns(Table *table, Board *board, int line) noexcept nogil

@cython.locals(row=int, colour=int, jokers=int, tile=int, across=uint32_t, down=uint32_t, points=int)
cdef void place(Table *table, Board *board, int line, int column) noexcept nogil

cdef void drop(Table *table, Board *board, int line) noexcept nogil

cdef uint64_t tiles_of_line(int line, int colour, int jokers) noexcept nogil

cdef void empty(Table *table, Board *board, int line) noexcept nogil

@cython.locals(row=int, colour=int, bits=uint64_t)
cdef uint64_t row_open(Table *table, Board *board, int line) noexcept nogil

@cython.locals(board="Board *", seat=int, score=int, rows=uint32_t)
cdef void close_round(Table *table) noexcept nogil

@cython.locals(pairs=uint32_t)
cdef uint32_t complete_rows(uint32_t wall) noexcept nogil

@cython.locals(board="Board *", seat=int, colour=int)
cdef void end_game(Table *table) noexcept nogil

cdef int count_bits(uint32_t wall) noexcept nogil

@cython.locals(board="Board *", columns=int)
cdef int random_column(Table *table, uint64_t *random) noexcept nogil

@cython.locals(board="Board *", moves=long)
cdef long play_out(Table *table, uint64_t *random) noexcept nogil
