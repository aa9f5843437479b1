# C types for features.py.
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from azulejos.core.layout cimport *
from azulejos.core.offer cimport POPCOUNT
from azulejos.core.tiling cimport (
    COLUMN,
    PENALTY,
    RUN_LENGTH,
    complete_rows,
    count_bits,
    legal_columns,
)
from azulejos.search.layout cimport *

cdef uint16_t ROW_START[6]
cdef uint8_t ROW_STATES[6]
cdef uint16_t TERNARY[32]
cdef uint64_t SIZE_BIT[1024]
cdef uint8_t LARGEST[32768]
cdef uint16_t SPACES[64]

@cython.locals(tiles=uint64_t, sizes=uint64_t, contents=uint64_t, source=int, lane=int)
cdef void summarise_offer(PackedState *state, OfferSummary *offer) noexcept nogil

@cython.locals(bag=uint64_t, lid=uint64_t, need=uint32_t, held=uint32_t, returned=uint32_t,
               more=uint32_t, expected=uint32_t, lane=int)
cdef void estimate_supply(PackedState *state, OfferSummary *offer) noexcept nogil

@cython.locals(count=int)
cdef int count_groups(uint64_t available) noexcept nogil

cdef int sum_of_lanes(uint64_t lanes) noexcept nogil

@cython.locals(settled="Board *", columns=int, column=int, line=int, tile=int, score=int)
cdef void settle(PackedState *state, Board *board, Side *side) noexcept nogil

@cython.locals(column=int, points=int, best=int, found=int)
cdef int best_column(Board *board, int line, int columns) noexcept nogil

@cython.locals(across=uint32_t, down=uint32_t, row=int, points=int)
cdef int points_of(Board *board, int line, int column) noexcept nogil

@cython.locals(bits=uint64_t)
cdef uint32_t rows_with(uint32_t cells) noexcept nogil

@cython.locals(colour=int, bonus=int)
cdef int bonus_of(Board *board) noexcept nogil

@cython.locals(board="Board *", line=int, free=int, colour=int, mask=int, count=int, begun=int,
               column=int, begun_columns=uint64_t, begun_colours=uint64_t, points=int, place=int)
cdef int board_features(PackedState *state, Side *side, OfferSummary *offer, uint16_t *features,
                        int base) noexcept nogil

@cython.locals(kinds=int, kind=int, begun=uint64_t, line=int, lines=int, number=int)
cdef int next_deal_features(PackedState *state, Board *board, OfferSummary *offer,
                            uint16_t *features, int base) noexcept nogil

@cython.locals(place=int, missing=uint32_t, number=int, line=int, kind=int)
cdef int last_cells(PackedState *state, Board *board, OfferSummary *offer, uint16_t *features,
                    int base, int count) noexcept nogil

@cython.locals(free=int, supply=int)
cdef int last_cell(Board *board, OfferSummary *offer, int number, int line,
                   int kind) noexcept nogil

@cython.locals(mask=int, colour=int)
cdef int colours_of_row(Board *board, int row) noexcept nogil

@cython.locals(board="Board *", line=int, free=int, count=int, row=int)
cdef int variant_features(PackedState *state, Side *side, uint16_t *features, int base,
                          int count) noexcept nogil

@cython.locals(line=int, free=int, lane=int, number=int, largest=int, lost=int, count=int,
               spaces=int, open_lines=uint64_t, chosen=uint64_t, sizes=uint64_t, tiles=uint64_t)
cdef int offer_features(PackedState *state, Board *board, OfferSummary *offer, uint16_t *features,
                        int base) noexcept nogil

cdef int round_of(PackedState *state, OfferSummary *offer) noexcept nogil

@cython.locals(round_=int, part=int)
cdef int stage_of(PackedState *state, OfferSummary *offer) noexcept nogil

@cython.locals(holder=int, turn=int, round_=int, centre=int, difference=int, stage=int)
cdef int global_features(PackedState *state, OfferSummary *offer, int seat, int difference,
                         int ends, uint16_t *features) noexcept nogil
