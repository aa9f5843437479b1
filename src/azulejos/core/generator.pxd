# C types for generator.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.core.layout cimport *
from azulejos.core.moves cimport mix_bits
from azulejos.core.offer cimport random_below

@cython.final
cdef class Generator:
    cdef uint64_t words[1]

@cython.locals(generator=Generator)
cpdef Generator generator_at(uint64_t word)
