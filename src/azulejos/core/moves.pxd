# C types for moves.py.
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.offer cimport POPCOUNT, joker_takes, random_take, take
from azulejos.core.tiling cimport (
    complete_rows,
    count_bits,
    due_line,
    legal_columns,
    place,
    random_column,
    advance_tiling,
)

cdef uint16_t TAKE_CODES[685]
cdef uint8_t BIT_BYTES[512]

cdef int is_place(Py_ssize_t action) noexcept nogil

cdef int line_to_tile(PackedState *state) noexcept nogil

cdef int open_columns(PackedState *state) noexcept nogil

@cython.locals(take_code=int, source=int, line=int, lane=int, there=uint64_t)
cdef int is_legal(PackedState *state, Py_ssize_t action) noexcept nogil

cdef void play(PackedState *state, Py_ssize_t action) noexcept nogil

@cython.locals(board="Board *")
cdef void play_alone(PackedState *state, Py_ssize_t action) noexcept nogil

cdef int line_of(Py_ssize_t action) noexcept nogil

@cython.locals(take_code=int, source=int, line=int, lane=int, first=int)
cdef int random_action(PackedState *state, uint64_t *random) noexcept nogil

@cython.locals(available=uint64_t, open_lines=uint64_t, takes=uint64_t, lane=int, count=int)
cdef int count_legal(PackedState *state) noexcept nogil

@cython.locals(available=uint64_t, open_lines=uint64_t, jokers=uint64_t, columns=int, first=int,
               source=int, sources=int)
cdef int list_legal(PackedState *state, uint16_t *actions, int start) noexcept nogil

@cython.locals(colour=int, number=int)
cdef int list_colours(uint64_t available, uint64_t open_lines, int source, int first,
                      uint16_t *actions, int start) noexcept nogil

cdef int list_bits(uint64_t bits, int first, uint16_t *actions, int start) noexcept nogil

@cython.locals(open_lines=uint64_t, jokers=uint64_t, with_jokers=uint64_t, row=uint64_t,
               columns=int, column=int, action=int, source=int, sources=int)
cdef void write_mask(PackedState *state, uint8_t *mask, Py_ssize_t start, int width) noexcept nogil

@cython.locals(row=uint64_t, held=uint64_t, first=Py_ssize_t, end=Py_ssize_t, colour=int)
cdef void write_colours(uint64_t available, uint64_t open_lines, int sources, uint8_t *mask,
                        Py_ssize_t start) noexcept nogil

@cython.locals(board="Board *", best=long, rank=long, seats=int, seat=int)
cdef int winners(PackedState *state) noexcept nogil

@cython.locals(state="PackedState *", child="PackedState *", legal=int, leaves=uint64_t, start=int,
               index=int)
cdef uint64_t perft(PackedState *states, int level, int depth, uint16_t *actions) noexcept nogil

cdef uint64_t mix_bits(uint64_t word) noexcept nogil

cdef uint64_t hash_word(uint64_t key, uint64_t word) noexcept nogil

@cython.locals(key=uint64_t, source=int, seat=int)
cdef uint64_t hash_state(PackedState *state) noexcept nogil

@cython.locals(word=uint64_t, line=int, kind=int)
cdef uint64_t hash_board(uint64_t key, Board *board) noexcept nogil
