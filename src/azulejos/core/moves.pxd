# C types for moves.py.
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.table cimport COUNT, joker_takes, random_take, take
from azulejos.core.tiling cimport (
    complete_rows,
    count_bits,
    due_line,
    legal_columns,
    place,
    random_column,
    tile_walls,
)

cdef uint16_t PACKED[685]
cdef uint8_t SPREAD[512]

cdef int is_place(Py_ssize_t action) noexcept nogil

cdef int line_to_tile(Table *table) noexcept nogil

cdef int open_columns(Table *table) noexcept nogil

@cython.locals(packed=int, source=int, line=int, lane=int, there=uint64_t)
cdef int is_legal(Table *table, Py_ssize_t action) noexcept nogil

cdef void play(Table *table, Py_ssize_t action) noexcept nogil

@cython.locals(board="Board *")
cdef void play_alone(Table *table, Py_ssize_t action) noexcept nogil

cdef int line_of(Py_ssize_t action) noexcept nogil

@cython.locals(packed=int, source=int, line=int, lane=int, first=int)
cdef int random_action(Table *table, uint64_t *random) noexcept nogil

@cython.locals(available=uint64_t, open_lines=uint64_t, takes=uint64_t, lane=int, count=int)
cdef int count_legal(Table *table) noexcept nogil

@cython.locals(available=uint64_t, open_lines=uint64_t, jokers=uint64_t, columns=int, first=int,
               source=int, sources=int)
cdef int list_legal(Table *table, uint16_t *found, int start) noexcept nogil

@cython.locals(colour=int, number=int)
cdef int list_colours(uint64_t available, uint64_t open_lines, int source, int first,
                      uint16_t *found, int start) noexcept nogil

cdef int list_bits(uint64_t bits, int first, uint16_t *found, int start) noexcept nogil

@cython.locals(open_lines=uint64_t, jokers=uint64_t, with_jokers=uint64_t, spread=uint64_t,
               columns=int, column=int, action=int, source=int, sources=int)
cdef void write_mask(Table *table, uint8_t *mask, Py_ssize_t start, int width) noexcept nogil

@cython.locals(spread=uint64_t, held=uint64_t, first=Py_ssize_t, end=Py_ssize_t, colour=int)
cdef void write_colours(uint64_t available, uint64_t open_lines, int sources, uint8_t *mask,
                        Py_ssize_t start) noexcept nogil

@cython.locals(board="Board *", best=long, rank=long, seats=int, seat=int)
cdef int winners(Table *table) noexcept nogil

@cython.locals(table="Table *", child="Table *", legal=int, leaves=uint64_t, start=int, index=int)
cdef uint64_t perft(Table *tables, int level, int depth, uint16_t *found) noexcept nogil

cdef uint64_t stir(uint64_t word) noexcept nogil

cdef uint64_t add_word(uint64_t key, uint64_t word) noexcept nogil

@cython.locals(key=uint64_t, source=int, seat=int)
cdef uint64_t key_of(Table *table) noexcept nogil

@cython.locals(word=uint64_t, line=int, kind=int)
cdef uint64_t add_board(uint64_t key, Board *board) noexcept nogil
