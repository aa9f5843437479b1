# C types for batch.py.
cimport cython
from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t

from azulejos.core.greedy cimport choose_action, play_on
from azulejos.core.layout cimport *
from azulejos.core.moves cimport is_legal, play, random_action, mix_bits, write_mask
from azulejos.core.observation cimport observe
from azulejos.core.rewards cimport LEAD, POINTS, pay_leads, write_rewards
from azulejos.core.generator cimport Generator
from azulejos.core.state cimport State
from azulejos.core.offer cimport deal, random_below

cdef enum:
    NOBODY = -1
    ASKED = -2
    STAY = -1
    NEW = -2
    KEEP = -3
    BEGUN = -4

@cython.final
cdef class Batch:
    cdef readonly Py_ssize_t games
    cdef readonly int players
    cdef readonly object latest
    cdef Py_ssize_t width
    cdef Py_ssize_t observation_width
    cdef Py_ssize_t threads
    cdef int reward_kind
    cdef int opponent
    cdef bint any_starter
    cdef bint any_seat
    cdef bint auto_reset
    cdef object lock
    cdef object pool
    cdef object command_array
    cdef object own_array
    cdef dict options
    cdef list memory
    cdef State start
    cdef PackedState *states
    cdef uint64_t *generators
    cdef int64_t *commands
    cdef int16_t *own
    cdef uint8_t *masks
    cdef int16_t *observations
    cdef int16_t *seats
    cdef int16_t *scores
    cdef float *rewards
    cdef uint8_t *ends
    cdef int16_t *movers

    cpdef reset(self, seed=*)

    cpdef restart(self, which, seed=*, positions=*)

    @cython.locals(game=Py_ssize_t, word=uint64_t)
    cdef seed_games(self, list rows, list seeds)

    @cython.locals(game=Py_ssize_t, place=Py_ssize_t, state=State)
    cdef set_states(self, list rows, list states)

    cpdef Batch copy(self)

    @cython.locals(game=Py_ssize_t)
    cdef content(self)

    @cython.locals(game=Py_ssize_t, word=uint64_t)
    cdef put_back(self, list states, list words, own_seats, latest)

    cdef make_arrays(self, Py_ssize_t games, object own_seats)

    cpdef State state(self, Py_ssize_t game)

    @cython.locals(state=State)
    cdef State copy_of(self, Py_ssize_t game)

    cdef refuse(self, Py_ssize_t game)

    @cython.locals(game_range="GameRange", first=Py_ssize_t, size=Py_ssize_t)
    cdef run_all(self)

    @cython.locals(game=Py_ssize_t)
    cdef void run(self, Py_ssize_t first, Py_ssize_t last) noexcept nogil

    @cython.locals(state="PackedState *")
    cdef void run_command(self, Py_ssize_t game, int64_t command) noexcept nogil

    @cython.locals(state="PackedState *", first=int)
    cdef void begin(self, Py_ssize_t game, bint at_start) noexcept nogil

    @cython.locals(state="PackedState *")
    cdef void advance(self, Py_ssize_t game) noexcept nogil

    @cython.locals(state="PackedState *", seat=int, before=int)
    cdef void start_rewards(self, Py_ssize_t game) noexcept nogil

    @cython.locals(state="PackedState *", seat=int, score=int)
    cdef void write_scores(self, Py_ssize_t game) noexcept nogil

    @cython.locals(state="PackedState *", seat=int)
    cdef void write_observation(self, Py_ssize_t game) noexcept nogil

    @cython.locals(state="PackedState *", over=bint)
    cdef int seat_of(self, Py_ssize_t game) noexcept nogil

    @cython.locals(game=Py_ssize_t, command=int64_t)
    cdef Py_ssize_t first_illegal(self) noexcept nogil

    @cython.locals(game=Py_ssize_t, state="PackedState *", over=bint)
    cdef sample_actions(self, Generator generator)

    @cython.locals(game=Py_ssize_t, state="PackedState *", random="uint64_t *")
    cdef choose_actions(self, int opponent)

@cython.final
cdef class GameRange:
    cdef Batch batch
    cdef Py_ssize_t first
    cdef Py_ssize_t last

    cdef set(self, Batch batch, Py_ssize_t first, Py_ssize_t last)

cdef int opponent_kind(name) except -3

@cython.locals(batch=Batch)
cpdef Batch restored_batch(dict options, list states, list words, own_seats, latest)
