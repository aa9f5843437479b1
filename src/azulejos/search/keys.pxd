# C types for keys.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport hash_word, mix_bits

@cython.locals(key=uint64_t, word=uint64_t, source=int, seat=int, board="Board *", line=int)
cdef uint64_t round_key(PackedState *state, uint64_t salt) noexcept nogil

@cython.locals(key=uint64_t, word=uint64_t, kind=int, seat=int, board="Board *")
cdef uint64_t round_salt(PackedState *state) noexcept nogil

@cython.locals(source=int, other=int, duplicates=int)
cdef int duplicate_displays(PackedState *state) noexcept nogil
