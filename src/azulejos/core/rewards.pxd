# C types for rewards.py.
cimport cython

from azulejos.core.layout cimport *
from azulejos.core.moves cimport winners

cdef enum:
    WIN = 0
    DIFFERENCE = 1
    POINTS = 2
    LEAD = 3

cdef void write_rewards(PackedState *state, int kind, float *rewards,
                        Py_ssize_t start) noexcept nogil

@cython.locals(seat=int, won=int, count=int, players=double, share=double)
cdef void pay_winners(PackedState *state, float *rewards, Py_ssize_t start) noexcept nogil

@cython.locals(seat=int, total=double, score=double)
cdef void pay_differences(PackedState *state, float *rewards, Py_ssize_t start) noexcept nogil

@cython.locals(seat=int, total=double, points=double)
cdef void pay_leads(float *rewards, Py_ssize_t start, int players) noexcept nogil
