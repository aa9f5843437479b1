# C types for round_end.py.
cimport cython
from libc.stdint cimport int32_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport winners
from azulejos.core.tiling cimport advance_tiling, due_line, legal_columns, place
from azulejos.search.features cimport best_column

cdef int32_t FINAL_VALUES[603]

cdef int final_value(int difference, int won) noexcept nogil

@cython.locals(board="Board *", line=int)
cdef void tile_best_cell(PackedState *state) noexcept nogil

cdef void tile_greedily(PackedState *state) noexcept nogil

@cython.locals(best=int, other=int, rank=int, seats=int)
cdef int terminal_value(PackedState *state, int seat) noexcept nogil

cdef void finish_round(PackedState *state) noexcept nogil
