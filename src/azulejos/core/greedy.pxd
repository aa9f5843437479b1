# C types for greedy.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport is_place, line_of, list_legal, play, play_alone, random_action
from azulejos.core.offer cimport deal, random_below
from azulejos.core.tiling cimport PENALTY, drop_line, due_line, legal_columns, place

cdef enum:
    RANDOM = 0
    GREEDY = 1
    LOOKAHEAD = 2
    WORST_VALUE = -1000000
    POINT = 480

@cython.locals(moves=long)
cdef long play_on(PackedState *state, int seat, int opponent, uint64_t *random) noexcept nogil

cdef int choose_action(PackedState *state, int opponent, uint64_t *random) noexcept nogil

@cython.locals(legal=ActionList, scratch=Scratch, count=int, number=int, best=int, ties=int,
               value=int)
cdef int best_action(PackedState *state, bint looks_ahead, uint64_t *random) noexcept nogil

@cython.locals(legal=ActionList, scratch=Scratch, count=int, number=int, before=int, best=int,
               value=int)
cdef int answer_value(PackedState *state, int seat) noexcept nogil

@cython.locals(state="PackedState *", board="Board *", seat=int, line=int, laid=int, score=int,
               share=int)
cdef int value_of(PackedState *states, int action) noexcept nogil

@cython.locals(state="PackedState *", board="Board *", before=int, line=int, columns=int)
cdef int tiling_value(PackedState *states, int level, int seat) noexcept nogil

@cython.locals(state="PackedState *", child="PackedState *", line=int, best=int, value=int)
cdef int best_column(PackedState *states, int level, int seat, int columns) noexcept nogil
