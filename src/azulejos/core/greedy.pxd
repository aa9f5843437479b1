# C types for greedy.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport is_place, line_of, list_legal, play, play_alone, random_action
from azulejos.core.table cimport deal, draw
from azulejos.core.tiling cimport PENALTY, drop, due_line, legal_columns, place

cdef enum:
    RANDOM = 0
    GREEDY = 1
    NOTHING = -1000000
    POINT = 480

@cython.locals(moves=long)
cdef long play_on(Table *table, int seat, int opponent, uint64_t *random) noexcept nogil

cdef int choose(Table *table, int opponent, uint64_t *random) noexcept nogil

@cython.locals(found=Found, scratch=Scratch, count=int, number=int, best=int, equals=int, value=int)
cdef int greedy_action(Table *table, uint64_t *random) noexcept nogil

@cython.locals(table="Table *", board="Board *", seat=int, line=int, laid=int, score=int, share=int)
cdef int value_of(Table *tables, int action) noexcept nogil

@cython.locals(table="Table *", board="Board *", before=int, line=int, columns=int)
cdef int tiling_value(Table *tables, int level, int seat) noexcept nogil

@cython.locals(table="Table *", child="Table *", line=int, best=int, value=int)
cdef int best_column(Table *tables, int level, int seat, int columns) noexcept nogil
