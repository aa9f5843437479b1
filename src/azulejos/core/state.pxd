# C types for state.py.
cimport cython
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t

from azulejos.core.generator cimport Generator
from azulejos.core.layout cimport *
from azulejos.core.greedy cimport choose_action, play_on
from azulejos.core.moves cimport (
    is_legal,
    hash_state,
    list_legal,
    perft,
    play,
    random_action,
    winners as seats_won,
    write_mask,
)
from azulejos.core.observation cimport observe, row_size
from azulejos.core.positions cimport deal_given, read_position, set_up, write_position, write_text
from azulejos.core.offer cimport deal
from azulejos.core.tiling cimport play_out

cdef list ALL_NUMBERS

@cython.final
cdef class State:
    cdef PackedState packed[1]

    @cython.locals(other=State)
    cpdef State copy(self)

    @cython.locals(count=int, place=int, legal=ActionList)
    cpdef list legal_actions(self)

    cpdef apply(self, Py_ssize_t action)

    @cython.locals(generator=Generator)
    cpdef deal(self, chance)

    cpdef long play_out(self, Generator generator)

    cpdef bint is_legal(self, Py_ssize_t action)

    @cython.locals(seat=int)
    cpdef observation(self, player=*)

    cdef int _seat(self, player) except -1

    @cython.locals(width=int)
    cpdef mask(self)

    cpdef int random_action(self, Generator generator) except -1

    cpdef int greedy_action(self, Generator generator) except -1

    cpdef int opponent_action(self, str opponent, Generator generator) except -1

    cdef int _check_chooser(self, Generator generator) except -1

    @cython.locals(number=int)
    cpdef long play_on(self, int player, str opponent, Generator generator) except -1

    @cython.locals(states="PackedState *", actions="uint16_t *", leaves=uint64_t)
    cpdef perft(self, Py_ssize_t depth)

cdef int opponent_number(str name) except -1

@cython.locals(state=State)
cdef State new_state()
