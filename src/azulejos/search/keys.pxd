# C types for keys.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport add_word, stir

@cython.locals(key=uint64_t, word=uint64_t, source=int, seat=int, board="Board *", line=int)
cdef uint64_t round_key(Table *table, uint64_t salt) noexcept nogil

@cython.locals(key=uint64_t, word=uint64_t, kind=int, seat=int, board="Board *")
cdef uint64_t walls_key(Table *table) noexcept nogil

@cython.locals(source=int, other=int, twins=int)
cdef int twin_displays(Table *table) noexcept nogil
