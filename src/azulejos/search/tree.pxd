# C types for tree.py.
cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint16_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport PACKED, list_legal, play
from azulejos.core.state cimport State
from azulejos.core.table cimport take
from azulejos.search.alphabeta cimport twin_displays
from azulejos.search.features cimport survey
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, finish
from azulejos.search.walls cimport tiled_value

cdef enum:
    DEEPEST = 64
    POOL = 1048576
    BATCH = 32
    BARREN = 500
    FRESH = 0
    GROWN = 1
    ENDED = 2

cdef double CURIOSITY
cdef float CHANCE_OF[20001]
cdef float PRIOR_OF[4001]

cdef float chance_of(int value) noexcept nogil

@cython.final
cdef class TreeSearch:
    cdef readonly Network network
    cdef readonly uint64_t nodes
    cdef object lock
    cdef Table *tables
    cdef Side *sides
    cdef Offer *offer
    cdef Node *tree
    cdef int32_t used
    cdef int32_t path[64]
    cdef uint64_t most_nodes
    cdef int deepest
    cdef int barren
    cdef double deadline
    cdef int stopping

    cdef begin(self, State state, object movetime, object nodes, object depth)

    @cython.locals(_=int, before=uint64_t)
    cdef int one_batch(self) noexcept nogil

    @cython.locals(table="Table *", node="Node *", ply=int, child=int)
    cdef void descend(self) noexcept nogil

    @cython.locals(node="Node *", child="Node *", best=double, wish=double, scale=double,
                   found=int, number=int)
    cdef int favourite(self, int index) noexcept nogil

    @cython.locals(node="Node *", child="Node *", mine="Side *", rest="Side *", found=Found,
                   count=int, number=int, action=int, packed=int, twins=int, kept=int, value=int,
                   best=int, lane=int, total=double, copy="Table *")
    cdef void grow(self, int index, Table *table, int ply) noexcept nogil

    @cython.locals(node="Node *", seat=int)
    cdef void judge_all(self, int index, Table *table) noexcept nogil

    @cython.locals(node="Node *", parent="Node *", leaf="Node *", place=int)
    cdef void back_up(self, int ply) noexcept nogil

    @cython.locals(node="Node *", child="Node *", number=int, best=int, most=int, line=list, index=int)
    cdef list best_line(self, int index)

    @cython.locals(child="Table *")
    cdef int tiling_value(self, int action) noexcept nogil

    @cython.locals(node="Node *", child="Node *", number=int)
    cdef list children(self)
