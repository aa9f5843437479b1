# C types for watch.py.
cimport cython
from libc.stdint cimport uint64_t

from azulejos.search.layout cimport cpu_time

cdef extern from *:
    """
    #define AZS_SIGNAL_SECONDS 0.05
    #define AZS_NEVER 1e300
    """
    const double SIGNAL_SECONDS "AZS_SIGNAL_SECONDS"
    const double NEVER "AZS_NEVER"

cdef enum:
    CLOCK_NODES = 512

@cython.final
cdef class Watch:
    cdef readonly uint64_t nodes
    cdef readonly bint halted
    cdef uint64_t next_look
    cdef int stopping
    cdef uint64_t most_nodes
    cdef double deadline
    cdef double next_signal
    cdef object raised

    @cython.locals(now=double)
    cpdef start(self, double movetime, uint64_t nodes)

    cpdef stop(self)

    cpdef check(self)

    cdef void hear(self) noexcept with gil

    @cython.locals(now=double)
    cdef int look(self) noexcept nogil
