# C types for network.py.
cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport list_legal, play, winners
from azulejos.core.state cimport State
from azulejos.core.tiling cimport (
    advance_tiling,
    complete_rows,
    count_bits,
    due_line,
    legal_columns,
    place,
)
from azulejos.search.features cimport (
    best_column,
    board_features,
    bonus_of,
    next_deal_features,
    offer_features,
    settle,
    stage_of,
    summarise_offer,
    global_features,
)
from azulejos.search.layout cimport *

cdef enum:
    VALUE = 0
    CHANCE = 1
    POINTS = 2

    MAX_VALUE = 30000

@cython.locals(value=int64_t)
cdef int scale_output(int64_t total) noexcept nogil

@cython.locals(unit=int)
cdef void merge_side(Side *target, Side *side) noexcept nogil

@cython.locals(seats=int)
cdef tuple final_result(State state, int seat)

cdef int32_t FINAL_VALUES[603]

cdef int final_value(int difference, int won) noexcept nogil

@cython.locals(board="Board *", line=int)
cdef void tile_best_cell(PackedState *state) noexcept nogil

cdef void tile_greedily(PackedState *state) noexcept nogil

@cython.locals(best=int, other=int, rank=int, seats=int)
cdef int terminal_value(PackedState *state, int seat) noexcept nogil

cdef void finish_round(PackedState *state) noexcept nogil

@cython.final
cdef class Workspace:
    cdef OfferSummary offer[1]
    cdef Side sides[4]

@cython.final
cdef class Network:
    cdef readonly str rules
    cdef readonly int players
    cdef readonly dict card
    cdef list memory
    cdef bint sees_next_deal
    cdef int16_t *weights
    cdef int16_t *heads

    @cython.locals(features=FeatureList, count=int)
    cdef void compute_side(self, PackedState *state, int seat, int base, OfferSummary *offer,
                           Side *side) noexcept nogil

    @cython.locals(other=int, first=int, side="Side *", ends=int)
    cdef void combine_opponents(self, PackedState *state, int seat, OfferSummary *offer,
                                Side *opponents, Side *spare, int ends) noexcept nogil

    @cython.locals(others=Accumulator)
    cdef int forward(self, PackedState *state, int seat, Side *mine, Side *opponents,
                     OfferSummary *offer, int head) noexcept nogil

    @cython.locals(features=FeatureList, other=int, board="Board *", count=int)
    cdef void sum_offers(self, PackedState *state, int seat, OfferSummary *offer,
                         int16_t *accumulator) noexcept nogil

    @cython.locals(features=FeatureList, total=Accumulator, ends=int, difference=int, count=int,
                   won=int, weights="int16_t *")
    cdef int forward_with(self, PackedState *state, int seat, Side *mine, Side *opponents,
                          OfferSummary *offer, int16_t *others, int head) noexcept nogil

    @cython.locals(mine="Side *")
    cdef int evaluate_seat(self, PackedState *state, int seat, OfferSummary *offer, Side *sides,
                           int head) noexcept nogil

    cdef int evaluate_settled(self, PackedState *state, int seat, OfferSummary *offer,
                              Side *sides) noexcept nogil

    cdef int evaluate_round_end(self, PackedState *state, int seat, OfferSummary *offer,
                                Side *sides) noexcept nogil

    @cython.locals(copy=State, child=State, workspace=Workspace, legal=ActionList, count=int,
                   number=int, seat=int, value=int)
    cpdef list evaluate_actions(self, State state)

    @cython.locals(workspace=Workspace, copy=State)
    cpdef int value(self, State state, Py_ssize_t seat)

    @cython.locals(workspace=Workspace, copy=State, seat=int, value=int, points=int)
    cpdef list judge(self, State state)

    @cython.locals(workspace=Workspace, copy=State, points=int, logit=int)
    cpdef tuple evaluate(self, State state, Py_ssize_t seat)

@cython.locals(rows=bytearray, target="int16_t *", number=Py_ssize_t, place=Py_ssize_t, unit=int,
               code=int, value=int64_t)
cpdef bytearray unpack_rows(object places, bytes high, bytes low, int64_t step)

cdef void add_bonuses(Side *side) noexcept nogil

cdef State copy_of(object state)

cpdef State check_state(Network network, State state)

cdef State check_seat(Network network, State state, Py_ssize_t seat)

@cython.locals(copy=State, workspace=Workspace)
cpdef int stage(State state)

@cython.locals(copy=State)
cpdef list describe(State state, Py_ssize_t seat)

@cython.locals(features=FeatureList, side="Side *", board="Board *", other=int, count=int,
               number=int, ends=int, score=int, mine=int, best=int, base=int)
cdef list list_features(State state, int seat, Workspace workspace)
