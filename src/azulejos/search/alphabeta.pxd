# C types for alphabeta.py.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport PACKED, add_word, list_legal, play, stir
from azulejos.core.state cimport State
from azulejos.core.table cimport take
from azulejos.core.tiling cimport PENALTY
from azulejos.search.features cimport count_groups, survey
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network
from azulejos.search.walls cimport tiled_value

cdef enum:
    PLIES = 64
    EXACT_GROUPS = 8
    ENDLESS = 1000000
    HINTED = 100000000
    LOUD = 400

@cython.locals(key=uint64_t, word=uint64_t, source=int, seat=int, board="Board *", line=int)
cdef uint64_t round_key(Table *table, uint64_t salt) noexcept nogil

@cython.locals(source=int, other=int, twins=int)
cdef int twin_displays(Table *table) noexcept nogil

@cython.locals(key=uint64_t, word=uint64_t, kind=int, seat=int, board="Board *")
cdef uint64_t walls_key(Table *table) noexcept nogil

@cython.final
cdef class AlphaBeta:
    cdef readonly Network network
    cdef readonly uint64_t nodes
    cdef readonly list ranking
    cdef object lock
    cdef Table *tables
    cdef Side *sides
    cdef Choice *choices
    cdef Entry *entries
    cdef Offer *offer
    cdef int32_t *history
    cdef int32_t *killers
    cdef Py_ssize_t size
    cdef uint64_t salt
    cdef uint64_t most_nodes
    cdef double deadline
    cdef int stopping
    cdef int halted

    @cython.locals(number=Py_ssize_t)
    cpdef forget(self)

    @cython.locals(count=int, number=int)
    cdef list first_order(self, State state)

    @cython.locals(value=int)
    cdef int value_of(self, int action, int depth, int alpha, bint full)

    cdef int begin(self, State state, object movetime, object nodes)

    @cython.locals(walk=State, entry="Entry *", key=uint64_t)
    cdef tuple expected_line(self, State state, int action)

    cdef int check_time(self) noexcept nogil

    @cython.locals(table="Table *", child="Table *", value=int)
    cdef int try_action(self, int action, int depth, int alpha, int full) noexcept nogil

    cdef int judge(self, Table *table, int seat) noexcept nogil

    @cython.locals(table="Table *", child="Table *", entry="Entry *", key=uint64_t, best=int,
                   best_action=int, count=int, place=int, action=int, value=int, lower=int,
                   groups=int, exact=int, less=int, hint=int)
    cdef int search(self, int ply, int depth, int alpha, int beta) noexcept nogil

    @cython.locals(table="Table *", child="Table *", best=int, best_action=int, place=int,
                   action=int, value=int, lower=int, mine="Side *", rest="Side *", seat=int)
    cdef int frontier(self, int ply, int count, int alpha, int beta, uint64_t key) noexcept nogil

    @cython.locals(table="Table *", board="Board *", choice="Choice *", found=Found, count=int,
                   number=int, kept=int, packed=int, source=int, line=int, lane=int,
                   heap=uint64_t, free=int, tiles=int, falling=int, order=int, twins=int,
                   action=int, penalty=int)
    cdef int list_choices(self, int ply, int hint, int all_of_them) noexcept nogil

    @cython.locals(choice="Choice *", best="Choice *", number=int, action=int, order=int)
    cdef int best_next(self, int ply, int place, int count) noexcept nogil

    @cython.locals(entry="Entry *")
    cdef void remember(self, uint64_t key, int value, int action, int depth,
                       int bound) noexcept nogil

    @cython.locals(number=int)
    cdef void praise(self, int ply, int seat, int action, int depth) noexcept nogil
