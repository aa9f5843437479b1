# The memory layout of a game: the same names as in layout.py, which explains them.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>
    #include <stdlib.h>
    #include <string.h>
    #define AZ_ONE ((uint64_t)1)
    #define AZ_LANES ((uint64_t)0x4010040100401ULL)
    #define AZ_LANE_TOPS (AZ_LANES << 9)
    #define AZ_COLOUR_LANES ((AZ_ONE << 50) - 1)
    #define AZ_ALL_LANES ((AZ_ONE << 60) - 1)
    #define AZ_ALL_OPEN (63 * AZ_LANES)
    #define AZ_FLOOR_LINE ((uint64_t)0xFFFFFFFULL)
    #define AZ_MASK_32 ((uint64_t)0xFFFFFFFFULL)
    #define AZ_MASK_64 (~(uint64_t)0)
    #define AZ_LOW_HALVES ((uint64_t)0xFFFFFULL)
    #define AZ_UPPER_HALVES (AZ_LOW_HALVES << 32)
    #define AZ_FIRST_AND_THIRD ((uint64_t)0x3FF000003FFULL)
    #define AZ_JOKER_NOT_COLOUR ((AZ_ONE << 32) - (AZ_ONE << 16))
    #define AZ_SECOND_AND_FOURTH (AZ_FIRST_AND_THIRD << 16)
    #define AZ_PCG_MULTIPLIER ((uint64_t)0x5851F42D4C957F2DULL)
    #define AZ_PCG_INCREMENT ((uint64_t)0x14057B7EF767814FULL)
    #define AZ_GOLDEN_RATIO ((uint64_t)0x9E3779B97F4A7C15ULL)
    #define AZ_MIX_1 ((uint64_t)0xBF58476D1CE4E5B9ULL)
    #define AZ_MIX_2 ((uint64_t)0x94D049BB133111EBULL)
    #define AZ_board_at(state, seat) (&(state)->boards[seat])
    #define AZ_state_at(states, index) (&(states)[index])
    static inline uint64_t AZ_load_eight(const uint8_t *source, ptrdiff_t start) {
        uint64_t word;
        memcpy(&word, source + start, 8);
        return word;
    }
    static inline void AZ_store_six(uint8_t *target, ptrdiff_t start, uint64_t word) {
        memcpy(target + start, &word, 6);
    }
    static inline void AZ_store_eight(uint8_t *target, ptrdiff_t start, uint64_t word) {
        memcpy(target + start, &word, 8);
    }
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    #define AZ_IN_ORDER(lanes) ((lanes) << 48 | ((lanes) & 0xFFFF0000) << 16 \
        | ((lanes) >> 16 & 0xFFFF0000) | (lanes) >> 48)
    #else
    #define AZ_IN_ORDER(lanes) (lanes)
    #endif
    static inline void AZ_store_lanes(int16_t *target, ptrdiff_t start, uint64_t lanes) {
        lanes = AZ_IN_ORDER(lanes);
        memcpy(target + start, &lanes, 8);
    }
    /* Boards that nobody plays on stay behind. */
    #define AZ_copy_state(target, source) memcpy((target), (source), \
        offsetof(struct AzulejosPackedState, boards) \
        + (source)->players * sizeof(struct AzulejosBoard))
    #define AZ_new_states(number) calloc((number), sizeof(struct AzulejosPackedState))
    #define AZ_free_states(states) free(states)
    #define AZ_new_uint16(number) calloc((number), sizeof(uint16_t))
    #define AZ_free_uint16(numbers) free(numbers)
    #define AZ_new_uint64(number) calloc((number), sizeof(uint64_t))
    #define AZ_uint64_at(words, index) (&(words)[index])
    #define AZ_free_uint64(words) free(words)
    #define AZ_int64_pointer(address) ((int64_t *)(address))
    #define AZ_bool_pointer(address) ((uint8_t *)(address))
    #define AZ_int16_pointer(address) ((int16_t *)(address))
    #define AZ_float_pointer(address) ((float *)(address))
    static inline size_t AZ_address_of(PyObject *array) {
        Py_buffer buffer;
        if (PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE) < 0) return 0;
        PyBuffer_Release(&buffer);  /* the caller holds the array */
        return (size_t)buffer.buf;
    }
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline int AZ_lowest_bit(uint64_t bits) {
        unsigned long place;
        _BitScanForward64(&place, bits);
        return (int)place;
    }
    #else
    #define AZ_lowest_bit(bits) __builtin_ctzll(bits)
    #endif
    """
    const uint64_t ONE "AZ_ONE"
    const uint64_t LANES "AZ_LANES"
    const uint64_t LANE_TOPS "AZ_LANE_TOPS"
    const uint64_t COLOUR_LANES "AZ_COLOUR_LANES"
    const uint64_t ALL_LANES "AZ_ALL_LANES"
    const uint64_t ALL_OPEN "AZ_ALL_OPEN"
    const uint64_t FLOOR_LINE "AZ_FLOOR_LINE"
    const uint64_t MASK_32 "AZ_MASK_32"
    const uint64_t MASK_64 "AZ_MASK_64"
    const uint64_t LOW_HALVES "AZ_LOW_HALVES"
    const uint64_t UPPER_HALVES "AZ_UPPER_HALVES"
    const uint64_t FIRST_AND_THIRD "AZ_FIRST_AND_THIRD"
    const uint64_t SECOND_AND_FOURTH "AZ_SECOND_AND_FOURTH"
    const uint64_t JOKER_NOT_COLOUR "AZ_JOKER_NOT_COLOUR"
    const uint64_t PCG_MULTIPLIER "AZ_PCG_MULTIPLIER"
    const uint64_t PCG_INCREMENT "AZ_PCG_INCREMENT"
    const uint64_t GOLDEN_RATIO "AZ_GOLDEN_RATIO"
    const uint64_t MIX_1 "AZ_MIX_1"
    const uint64_t MIX_2 "AZ_MIX_2"
    int lowest_bit "AZ_lowest_bit"(uint64_t bits) noexcept nogil
    Board *board_at "AZ_board_at"(PackedState *state, int seat) noexcept nogil
    PackedState *state_at "AZ_state_at"(PackedState *states, Py_ssize_t index) noexcept nogil
    uint64_t load_eight "AZ_load_eight"(uint8_t *source, Py_ssize_t start) noexcept nogil
    void store_six "AZ_store_six"(uint8_t *target, Py_ssize_t start, uint64_t word) noexcept nogil
    void store_eight "AZ_store_eight"(uint8_t *target, Py_ssize_t start,
                                      uint64_t word) noexcept nogil
    void store_lanes "AZ_store_lanes"(int16_t *target, Py_ssize_t start,
                                      uint64_t lanes) noexcept nogil
    void copy_state "AZ_copy_state"(PackedState *target, PackedState *source) noexcept nogil
    PackedState *new_states "AZ_new_states"(Py_ssize_t number) noexcept nogil
    void free_states "AZ_free_states"(PackedState *states) noexcept nogil
    uint16_t *new_uint16 "AZ_new_uint16"(Py_ssize_t number) noexcept nogil
    void free_uint16 "AZ_free_uint16"(uint16_t *numbers) noexcept nogil
    uint64_t *new_uint64 "AZ_new_uint64"(Py_ssize_t number) noexcept nogil
    uint64_t *uint64_at "AZ_uint64_at"(uint64_t *words, Py_ssize_t index) noexcept nogil
    void free_uint64 "AZ_free_uint64"(uint64_t *words) noexcept nogil
    int64_t *int64_pointer "AZ_int64_pointer"(size_t address) noexcept nogil
    uint8_t *bool_pointer "AZ_bool_pointer"(size_t address) noexcept nogil
    int16_t *int16_pointer "AZ_int16_pointer"(size_t address) noexcept nogil
    float *float_pointer "AZ_float_pointer"(size_t address) noexcept nogil
    size_t address_of "AZ_address_of"(object array) except 0

cdef enum:
    OFFER = 0
    TILING = 1
    PREPARATION = 2
    OVER = 3

cdef enum:
    JOKER = 5
    JOKER_LANE = 50
    MARKER_LANE = 60
    MARKER = 7
    FLOOR_SPACES = 7
    LAST_ROUND = 50
    ACTIONS = 685
    FIRST_PLACE = 300
    FIRST_JOKER_TAKE = 325
    FIRST_MIXED_TAKE = 385
    LINE_SHIFT = 4
    LANE_SHIFT = 8
    WITH_JOKERS = 16384

cdef struct Board "AzulejosBoard":
    uint64_t open_lines
    uint64_t floor
    int32_t score
    uint32_t wall
    uint32_t wall_by_column
    uint32_t wall_by_kind[6]
    uint8_t free[6]
    uint8_t colour[6]
    uint8_t jokers[6]
    uint8_t full_lines
    uint8_t floor_count

cdef struct PackedState "AzulejosPackedState":
    uint64_t available
    uint64_t bag
    uint64_t lid
    uint64_t sources[10]
    uint8_t players
    uint8_t turn
    uint8_t starter
    uint8_t next_starter
    uint8_t marker
    uint8_t phase
    uint8_t round
    uint8_t grey
    uint8_t with_jokers
    Board boards[4]

cdef struct ActionList "AzulejosActionList":
    uint16_t actions[685]

cdef struct Scratch "AzulejosScratch":
    PackedState states[6]
