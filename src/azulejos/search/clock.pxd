# C types for clock.py.
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
    CHECK_NODES = 512

@cython.final
cdef class SearchClock:
    cdef readonly uint64_t nodes
    cdef readonly bint stopped
    cdef uint64_t next_check
    cdef int stop_requested
    cdef uint64_t max_nodes
    cdef double deadline
    cdef double next_signal_check
    cdef object pending_exception

    @cython.locals(now=double)
    cpdef start(self, double movetime, uint64_t nodes)

    cpdef stop(self)

    cpdef raise_pending(self)

    cdef void poll_signals(self) noexcept with gil

    @cython.locals(now=double)
    cdef int check_limits(self) noexcept nogil
