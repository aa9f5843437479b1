# C types for alphabeta.py.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport PACKED, list_legal, play
from azulejos.core.state cimport State
from azulejos.core.table cimport take
from azulejos.core.tiling cimport PENALTY
from azulejos.search.features cimport count_groups, survey
from azulejos.search.keys cimport round_key, twin_displays, walls_key
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, close_offer, final_of
from azulejos.search.walls cimport tiled_value
from azulejos.search.watch cimport Watch

cdef enum:
    PLIES = 64
    REMEMBERED = 262144
    EXACT_GROUPS = 8
    ENDLESS = 1000000
    HINTED = 100000000
    LOUD = 400

cdef bint settles(Entry *entry, int alpha, int beta) noexcept nogil

@cython.final
cdef class Minimax:
    cdef Network network
    cdef Watch watch
    cdef readonly bint exact
    cdef Table tables[64]
    cdef Side sides[3]
    cdef Offer offer[1]
    cdef Choice choices[43840]
    cdef int32_t history[1370]
    cdef int32_t killers[128]
    cdef Entry *entries
    cdef uint64_t salt

    @cython.locals(number=Py_ssize_t)
    cpdef forget(self)

    @cython.locals(groups=int)
    cpdef int begin(self, State state)

    @cython.locals(table="Table *", choice="Choice *", found=Found, count=int, number=int)
    cpdef list first_order(self)

    @cython.locals(chosen=int, full=bint, alpha=int, value=int)
    cpdef list one_level(self, list actions, int depth, bint exactly)

    @cython.locals(walk=State, entry="Entry *", key=uint64_t)
    cpdef tuple expected_line(self, State state, int action)

    @cython.locals(table="Table *", child="Table *", value=int)
    cdef int try_action(self, int action, int depth, int alpha, int full) noexcept nogil

    @cython.locals(table="Table *", child="Table *", entry="Entry *", key=uint64_t, count=int,
                   groups=int, exact=int, hint=int)
    cdef int search(self, int ply, int depth, int alpha, int beta) noexcept nogil

    @cython.locals(table="Table *", best=int, best_action=int, place=int, action=int, value=int,
                   lower=int)
    cdef int interior(self, int ply, int count, int depth, int alpha, int beta, uint64_t key,
                      int exact) noexcept nogil

    @cython.locals(child="Table *", less=int, value=int)
    cdef int answer(self, int ply, int place, int action, int depth, int lower, int beta,
                    int exact) noexcept nogil

    @cython.locals(table="Table *", child="Table *", best=int, best_action=int, place=int,
                   action=int, value=int, lower=int, mine="Side *", rest="Side *", seat=int,
                   filled=int, supply=uint64_t)
    cdef int frontier(self, int ply, int count, int alpha, int beta, uint64_t key) noexcept nogil

    @cython.locals(table="Table *", board="Board *", choice="Choice *", found=Found, count=int,
                   number=int, kept=int, packed=int, source=int, line=int, lane=int,
                   heap=uint64_t, free=int, tiles=int, falling=int, order=int, twins=int,
                   action=int, penalty=int)
    cdef int list_choices(self, int ply, int hint, int all_of_them) noexcept nogil

    @cython.locals(choice="Choice *", best="Choice *", number=int, action=int, order=int)
    cdef int best_next(self, int ply, int place, int count) noexcept nogil

    @cython.locals(entry="Entry *")
    cdef void remember(self, uint64_t key, int value, int action, int depth, int alpha,
                       int beta) noexcept nogil

    @cython.locals(number=int)
    cdef void praise(self, int ply, int seat, int action, int depth) noexcept nogil
