# C types for tree.py.
cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport PACKED, list_legal, play
from azulejos.core.state cimport State
from azulejos.core.table cimport take
from azulejos.search.features cimport survey
from azulejos.search.keys cimport twin_displays
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, close_offer, final_of, finish
from azulejos.search.walls cimport tiled_value
from azulejos.search.watch cimport Watch

cdef enum:
    DEEPEST = 64
    POOL = 4194304
    BATCH = 32
    BARREN = 500
    FRESH = 0
    GROWN = 1
    ENDED = 2
    CERTAIN = 268435456
    LIKELY = 65536

cdef extern from *:
    """
    #define AZS_CURIOSITY (0.9 * 4096)
    """
    const double CURIOSITY "AZS_CURIOSITY"

cdef int32_t CHANCE_OF[20001]
cdef int32_t PRIOR_OF[4001]

cdef int32_t chance_of(int value) noexcept nogil

cdef bint is_waste(Table *table, int packed) noexcept nogil

@cython.final
cdef class Tree:
    cdef Network network
    cdef Watch watch
    cdef readonly int deepest
    cdef Table tables[12]
    cdef Side sides[3]
    cdef Offer offer[1]
    cdef int32_t path[64]
    cdef Node *tree
    cdef int32_t used
    cdef int most_depth
    cdef int barren
    cdef int gathered
    cdef uint64_t supply

    @cython.locals(root="Node *")
    cpdef begin(self, State state, int depth)

    @cython.locals(table="Table *", found=Found, count=int, number=int, action=int)
    cpdef list tilings(self)

    @cython.locals(node="Node *", child="Node *", number=int, chance=double)
    cpdef list first_moves(self)

    @cython.locals(node="Node *", index=int)
    cpdef tuple expected_line(self, int action)

    @cython.locals(node="Node *", number=int)
    cdef int child_with(self, int action) noexcept nogil

    @cython.locals(node="Node *", number=int, found=int, most=int, visits=int)
    cdef int most_visited(self, int index) noexcept nogil

    @cython.locals(_=int, due=bint, before=uint64_t)
    cdef int one_batch(self) noexcept nogil

    @cython.locals(table="Table *", node="Node *", ply=int, child=int)
    cdef void descend(self) noexcept nogil

    @cython.locals(node="Node *", child="Node *", scale=int64_t, best=double, wish=double,
                   found=int, number=int)
    cdef int favourite(self, int index) noexcept nogil

    @cython.locals(node="Node *", child="Node *", copy="Table *", found=Found, count=int,
                   number=int, action=int, packed=int, twins=int, value=int, best=int)
    cdef void grow(self, int index, Table *table) noexcept nogil

    @cython.locals(mine="Side *", rest="Side *")
    cdef int judge_move(self, Table *table, int seat) noexcept nogil

    @cython.locals(node="Node *", child="Node *", number=int, total=int64_t,
                   share=int64_t)
    cdef void set_priors(self, int index, int best) noexcept nogil

    @cython.locals(node="Node *", seat=int, chance=int32_t)
    cdef void judge_grown(self, int index, Table *table, int best) noexcept nogil

    @cython.locals(node="Node *", seat=int)
    cdef void judge_end(self, int index, Table *table) noexcept nogil

    @cython.locals(node="Node *", parent="Node *", leaf="Node *", place=int)
    cdef void back_up(self, int ply) noexcept nogil

    @cython.locals(table="Table *", child="Table *")
    cdef int tiling_value(self, int action) noexcept nogil
