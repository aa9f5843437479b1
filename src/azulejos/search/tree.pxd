# C types for tree.py.
cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport TAKE_CODES, list_legal, play
from azulejos.core.state cimport State
from azulejos.core.offer cimport take
from azulejos.search.features cimport estimate_supply, summarise_offer
from azulejos.search.keys cimport duplicate_displays
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, add_bonuses, finish_round, terminal_value
from azulejos.search.wall_tiling cimport search_tiling
from azulejos.search.clock cimport SearchClock

cdef enum:
    MAX_DEPTH = 64
    NODE_POOL_SIZE = 4194304
    POOL_MARGIN = 43840
    SIMULATIONS_PER_CHECK = 32
    MAX_IDLE_SIMULATIONS = 500
    UNEXPANDED = 0
    EXPANDED = 1
    TERMINAL = 2
    EXPANDING = 3
    BUSY = -1
    CHANCE_ONE = 268435456
    PRIOR_ONE = 65536

cdef extern from *:
    """
    #define AZS_C_PUCT (0.45 * 4096)
    """
    const double C_PUCT "AZS_C_PUCT"

cdef int32_t SIGMOID[20001]
cdef int32_t PRIOR_WEIGHTS[4001]

cdef int32_t chance_of(int value) noexcept nogil

cdef bint is_wasteful(PackedState *state, int take_code) noexcept nogil

@cython.final
cdef class NodePool:
    cdef Node *nodes
    cdef int32_t used
    cdef void *lock

@cython.final
cdef class SearchTree:
    cdef Network network
    cdef SearchClock clock
    cdef NodePool pool
    cdef readonly int depth_reached
    cdef PackedState states[12]
    cdef Side sides[3]
    cdef OfferSummary offer[1]
    cdef int32_t path[64]
    cdef Node *nodes
    cdef int max_depth
    cdef int idle
    cdef int simulations
    cdef int64_t seat_sums[4]
    cdef int opponents_ready
    cdef int group
    cdef Accumulator others
    cdef uint64_t supply

    @cython.locals(root="Node *")
    cpdef begin(self, State state, int depth)

    @cython.locals(seat=int)
    cpdef join(self, State state, int depth)

    @cython.locals(state="PackedState *", legal=ActionList, count=int, number=int, action=int)
    cpdef list tiling_values(self)

    @cython.locals(node="Node *", child="Node *", number=int, chance=double)
    cpdef list root_move_values(self)

    @cython.locals(number=double, players=int, seat=int)
    cpdef list seat_chances(self)

    @cython.locals(index=int)
    cpdef int visits_of(self, int action)

    @cython.locals(node="Node *", index=int)
    cpdef tuple principal_variation(self, int action)

    @cython.locals(node="Node *", number=int)
    cdef int root_child(self, int action) noexcept nogil

    @cython.locals(node="Node *", number=int, found=int, most=int, visits=int)
    cdef int most_visited(self, int index) noexcept nogil

    @cython.locals(_=int, due=bint, before=uint64_t, used=int)
    cdef int run_simulations(self) noexcept nogil

    @cython.locals(state="PackedState *", node="Node *", ply=int, status=int)
    cdef int run_simulation(self) noexcept nogil

    @cython.locals(node="Node *", ply=int, child=int, place=int)
    cdef int descend(self, PackedState *state) noexcept nogil

    cdef int evaluate(self, int ply, PackedState *state) noexcept nogil

    @cython.locals(node="Node *", child="Node *", scale=int64_t, best=double, score=double,
                   found=int, number=int)
    cdef int select_child(self, int index) noexcept nogil

    @cython.locals(node="Node *", child="Node *", copy="PackedState *", legal=ActionList,
                   count=int, number=int, action=int, take_code=int, duplicates=int, value=int,
                   best=int)
    cdef void expand(self, int index, PackedState *state) noexcept nogil

    @cython.locals(mine="Side *", opponents="Side *")
    cdef int evaluate_move(self, PackedState *state, int seat, int group) noexcept nogil

    @cython.locals(node="Node *", child="Node *", number=int, loss=int, total=int64_t,
                   share=int64_t)
    cdef void set_priors(self, int index, int best) noexcept nogil

    @cython.locals(node="Node *", seat=int, chance=int32_t)
    cdef void set_node_values(self, int index, PackedState *state, int best) noexcept nogil

    @cython.locals(node="Node *", seat=int)
    cdef void evaluate_leaf(self, int index, PackedState *state) noexcept nogil

    @cython.locals(node="Node *", parent="Node *", leaf="Node *", place=int, seat=int)
    cdef void backpropagate(self, int ply) noexcept nogil

    @cython.locals(state="PackedState *", child="PackedState *")
    cdef int tiling_value(self, int action) noexcept nogil
