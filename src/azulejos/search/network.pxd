# C types for network.py.
cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport list_legal, play, winners
from azulejos.core.state cimport State
from azulejos.core.tiling cimport complete_rows, count_bits, due_line, legal_columns, place, tile_walls
from azulejos.search.features cimport (
    best_column,
    board_rows,
    bonus_of,
    offer_rows,
    settle,
    survey,
    table_rows,
)
from azulejos.search.layout cimport *

cdef enum:
    VALUE = 0
    CHANCE = 1
    POINTS = 2

cdef int32_t FINAL[603]

cdef int final_value(int difference, int won) noexcept nogil

@cython.locals(board="Board *", line=int)
cdef void tile_step(Table *table) noexcept nogil

cdef void tile_greedily(Table *table) noexcept nogil

@cython.locals(best=int, other=int, rank=int, mine=int)
cdef int final_of(Table *table, int seat) noexcept nogil

cdef int scaled(int32_t total) noexcept nogil

@cython.locals(unit=int)
cdef void add_sums(int16_t *target, int16_t *source) noexcept nogil

@cython.locals(seats=int)
cdef tuple final_words(State state, int seat)

@cython.final
cdef class Network:
    cdef readonly str rules
    cdef readonly int players
    cdef readonly dict card
    cdef list memory
    cdef int16_t *weights
    cdef int16_t *heads

    @cython.locals(rows=Rows, count=int)
    cdef void fill_side(self, Table *table, int seat, int base, Offer *offer,
                        Side *side) noexcept nogil

    @cython.locals(other=int, first=int, side="Side *", ends=int)
    cdef void gather(self, Table *table, int seat, Offer *offer, Side *rest, Side *spare,
                     int ends) noexcept nogil

    @cython.locals(rows=Rows, sums=Sums, ends=int, difference=int, count=int, won=int, other=int,
                   base=int)
    cdef int weigh_up(self, Table *table, int seat, Side *mine, Side *rest, Offer *offer,
                      int head) noexcept nogil

    @cython.locals(mine="Side *")
    cdef int judge_seat(self, Table *table, int seat, Offer *offer, Side *sides,
                        int head) noexcept nogil

    @cython.locals(child=State, found=Found, offer="Offer *", sides="Side *", count=int, number=int, seat=int,
                   value=int)
    cpdef list judge_actions(self, State state)

    @cython.locals(offer="Offer *", sides="Side *", copy=State, value=int)
    cpdef int value(self, State state, int seat)

    @cython.locals(offer="Offer *", sides="Side *", copy=State, points=int, logit=int)
    cpdef tuple judge(self, State state, int seat)

cdef void finish(Side *side) noexcept nogil

@cython.locals(offer="Offer *", sides="Side *", rows=Rows, side="Side *", other=int, count=int,
               board="Board *", number=int, ends=int, difference=int, best=int, base=int)
cpdef list describe(State state, int seat)
