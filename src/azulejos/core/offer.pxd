# C types for offer.py.
cimport cython
from libc.stdint cimport uint8_t, uint64_t

from azulejos.core.layout cimport *

cdef extern from *:
    """
    #ifndef SOURCE_HASH
    #define SOURCE_HASH 0
    #endif
    """
    const uint64_t SOURCE_HASH

cdef uint8_t POPCOUNT[1024]
cdef uint8_t NTH_SOURCE[10240]
cdef uint8_t NTH_LINE[384]
cdef uint8_t QUOTIENT[1024]
cdef uint64_t LINE_BITS[6]
cdef uint8_t FLOOR_SHIFT[128]
cdef uint64_t FLOOR_FILL[32]

@cython.locals(word=uint64_t)
cdef uint64_t random_below(uint64_t *random, uint64_t number) noexcept nogil

cdef uint64_t next_word(uint64_t word) noexcept nogil

@cython.locals(word=uint64_t)
cdef uint64_t scale_below(uint64_t word, uint64_t number) noexcept nogil

@cython.locals(word=uint64_t, bag=uint64_t, below=uint64_t, left=uint64_t, available=uint64_t,
               tiles=uint64_t, beyond=uint64_t, display=int, lane=int, _=int)
cdef void deal(PackedState *state, uint64_t *random) noexcept nogil

@cython.locals(available=uint64_t, open_lines=uint64_t, jokers=uint64_t, takes=uint64_t,
               ways=uint64_t, below=uint64_t, chosen=uint64_t, beyond=uint64_t, kind=int,
               lines=int, lane=int, mask=int, nth=int, take_code=int)
cdef int random_take(PackedState *state, uint64_t *random) noexcept nogil

@cython.locals(jokers=uint64_t, ways=uint64_t, takes=uint64_t, kind=int)
cdef uint64_t joker_takes(uint64_t available, uint64_t open_lines) noexcept nogil

@cython.locals(board="Board *", tiles=uint64_t, number=uint64_t, rest=uint64_t, left=uint64_t,
               free=uint64_t, laid=uint64_t, source=int, line=int, lane=int, marker=int, seat=int)
cdef void take(PackedState *state, int take_code) noexcept nogil

@cython.locals(free=uint64_t, laid=uint64_t)
cdef void add_jokers(PackedState *state, Board *board, int line, uint64_t number) noexcept nogil

@cython.locals(space=int)
cdef void add_to_floor(PackedState *state, Board *board, int lane, uint64_t number) noexcept nogil

@cython.locals(moves=long)
cdef long play_offer(PackedState *state, uint64_t *random) noexcept nogil
