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

    MOST_VALUE = 30000

cdef int32_t FINAL[603]

cdef int final_value(int difference, int won) noexcept nogil

@cython.locals(board="Board *", line=int)
cdef void tile_step(Table *table) noexcept nogil

cdef void tile_greedily(Table *table) noexcept nogil

@cython.locals(best=int, other=int, rank=int, seats=int)
cdef int final_of(Table *table, int seat) noexcept nogil

cdef void close_offer(Table *table) noexcept nogil

@cython.locals(value=int64_t)
cdef int scaled(int64_t total) noexcept nogil

@cython.locals(unit=int)
cdef void add_sums(int16_t *target, int16_t *source) noexcept nogil

@cython.locals(seats=int)
cdef tuple final_words(State state, int seat)

@cython.final
cdef class Desk:
    cdef Offer offer[1]
    cdef Side sides[4]

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

    cdef int judge_settled(self, Table *table, int seat, Offer *offer, Side *sides) noexcept nogil

    cdef int judge_closed(self, Table *table, int seat, Offer *offer, Side *sides) noexcept nogil

    @cython.locals(copy=State, child=State, desk=Desk, found=Found, count=int, number=int,
                   seat=int, value=int)
    cpdef list judge_actions(self, State state)

    @cython.locals(desk=Desk, copy=State)
    cpdef int value(self, State state, Py_ssize_t seat)

    @cython.locals(desk=Desk, copy=State, points=int, logit=int)
    cpdef tuple judge(self, State state, Py_ssize_t seat)

cdef void finish(Side *side) noexcept nogil

cpdef State check_state(Network network, State state)

cdef State check_seat(Network network, State state, Py_ssize_t seat)

@cython.locals(copy=State)
cpdef list describe(State state, Py_ssize_t seat)

@cython.locals(rows=Rows, side="Side *", board="Board *", other=int, count=int, number=int,
               ends=int, score=int, mine=int, best=int, base=int)
cdef list facts_of(State state, int seat, Desk desk)
