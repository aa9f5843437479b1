# C types for alphabeta.py.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport TAKE_CODES, list_legal, play
from azulejos.core.state cimport State
from azulejos.core.offer cimport take
from azulejos.core.tiling cimport PENALTY
from azulejos.search.features cimport count_groups, summarise_offer
from azulejos.search.keys cimport round_key, duplicate_displays, round_salt
from azulejos.search.layout cimport *
from azulejos.search.network cimport VALUE, Network, finish_round, terminal_value
from azulejos.search.wall_tiling cimport search_tiling
from azulejos.search.clock cimport SearchClock

cdef enum:
    MAX_PLIES = 64
    TRANSPOSITION_TABLE_SIZE = 262144
    EXACT_GROUPS = 8
    INFINITE_VALUE = 1000000
    HASH_MOVE_SCORE = 100000000
    KILLER_BONUS = 400

cdef bint causes_cutoff(TranspositionEntry *entry, int alpha, int beta) noexcept nogil

@cython.locals(word=uint64_t)
cdef uint64_t digest(TranspositionEntry *entry) noexcept nogil

cdef bint holds(TranspositionEntry *entry, uint64_t key) noexcept nogil

@cython.final
cdef class TranspositionTable:
    cdef TranspositionEntry *entries

    cpdef clear(self)

@cython.final
cdef class Minimax:
    cdef Network network
    cdef SearchClock clock
    cdef TranspositionTable table
    cdef TranspositionEntry *entries
    cdef readonly bint exact
    cdef PackedState states[64]
    cdef Side sides[3]
    cdef OfferSummary offer[1]
    cdef TranspositionEntry seen[1]
    cdef ActionList legal
    cdef ScoredMove moves[43840]
    cdef int32_t history[1370]
    cdef int32_t killers[128]
    cdef uint64_t salt

    @cython.locals(number=Py_ssize_t)
    cpdef clear(self)

    @cython.locals(groups=int)
    cpdef int begin(self, State state)

    @cython.locals(state="PackedState *", move="ScoredMove *", count=int, number=int)
    cpdef list root_moves(self)

    @cython.locals(chosen=int, full_window=bint, alpha=int, value=int)
    cpdef list search_root(self, list actions, int depth, bint exact_values)

    @cython.locals(position=State, key=uint64_t)
    cpdef tuple principal_variation(self, State state, int action)

    @cython.locals(state="PackedState *", child="PackedState *", value=int)
    cdef int search_root_move(self, int action, int depth, int alpha,
                              int full_window) noexcept nogil

    @cython.locals(state="PackedState *", child="PackedState *", key=uint64_t, count=int,
                   groups=int, exact=int, hash_move=int, check_due=bint)
    cdef int search(self, int ply, int depth, int alpha, int beta) noexcept nogil

    @cython.locals(state="PackedState *", best=int, best_action=int, index=int, action=int,
                   value=int, lower=int)
    cdef int search_moves(self, int ply, int count, int depth, int alpha, int beta, uint64_t key,
                          int exact) noexcept nogil

    @cython.locals(child="PackedState *", reduction=int, value=int)
    cdef int search_move(self, int ply, int index, int action, int depth, int lower, int beta,
                         int exact) noexcept nogil

    @cython.locals(state="PackedState *", child="PackedState *", best=int, best_action=int,
                   index=int, action=int, value=int, lower=int, mine="Side *", opponents="Side *",
                   seat=int, side_ready=int, supply=uint64_t)
    cdef int search_frontier(self, int ply, int count, int alpha, int beta,
                             uint64_t key) noexcept nogil

    @cython.locals(state="PackedState *", board="Board *", move="ScoredMove *", number=int, kept=int, take_code=int, source=int, line=int, lane=int,
                   contents=uint64_t, free=int, tiles=int, falling=int, score=int, duplicates=int,
                   action=int, penalty=int)
    cdef int score_moves(self, int ply, int count, int hash_move,
                         int include_wasteful) noexcept nogil

    @cython.locals(move="ScoredMove *", best="ScoredMove *", number=int, action=int, score=int)
    cdef int pick_next_move(self, int ply, int index, int count) noexcept nogil

    cdef int look_up(self, uint64_t key) noexcept nogil

    @cython.locals(entry="TranspositionEntry *")
    cdef void store_entry(self, uint64_t key, int value, int action, int depth, int alpha,
                          int beta) noexcept nogil

    @cython.locals(number=int)
    cdef void update_history(self, int ply, int seat, int action, int depth) noexcept nogil
