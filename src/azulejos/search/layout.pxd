# The memory layout of the search: the same names as in layout.py, which explains them.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from azulejos.core.layout cimport Board, PackedState

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>
    #include <Python.h>
    #include <pythread.h>
    #if defined(__GNUC__)
    #define AZS_UNUSED __attribute__((unused))
    #else
    #define AZS_UNUSED
    #endif
    // Dispatched at load time (ifunc), which musl and sanitizers do not support.
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) \
        && !defined(__SANITIZE_ADDRESS__)
    #define AZS_SIMD __attribute__((target_clones("avx2", "default")))
    #else
    #define AZS_SIMD
    #endif
    #if defined(__GNUC__)
    typedef uint16_t AZS_vector __attribute__((vector_size(32)));  // unsigned: wraps around
    AZS_UNUSED AZS_SIMD static void AZS_add_features(
            int16_t *accumulator, const int16_t *weights, const uint16_t *features, int count) {
        AZS_vector low, high, next;
        memcpy(&low, accumulator, 32);
        memcpy(&high, accumulator + 16, 32);
        for (int n = 0; n < count; n++) {
            const int16_t *row = weights + 32 * (ptrdiff_t)features[n];
            memcpy(&next, row, 32);
            low += next;
            memcpy(&next, row + 16, 32);
            high += next;
        }
        memcpy(accumulator, &low, 32);
        memcpy(accumulator + 16, &high, 32);
    }
    #else
    AZS_UNUSED static void AZS_add_features(
            int16_t *accumulator, const int16_t *weights, const uint16_t *features, int count) {
        for (int n = 0; n < count; n++) {
            const int16_t *row = weights + 32 * (ptrdiff_t)features[n];
            for (int unit = 0; unit < 32; unit++)
                accumulator[unit] = (int16_t)(accumulator[unit] + row[unit]);
        }
    }
    #endif
    AZS_UNUSED AZS_SIMD static int32_t AZS_apply_head(
            const int16_t *a, const int16_t *b, const int16_t *c, const int16_t *head) {
        int32_t total = 0;
        int16_t first = (int16_t)(a[0] + b[0] + c[0]);
        for (int unit = 0; unit < 32; unit++) {
            int16_t sum = (int16_t)(a[unit] + b[unit] + c[unit]);
            int16_t active = sum > 0 ? sum : 0;
            total += (int32_t)active * (int32_t)head[unit];
        }
        return total + (first < 0 ? first : 0) * (int32_t)head[0];
    }
    #if defined(_WIN32)
    AZS_UNUSED static double AZS_cpu_time(void) { return (double)clock() / CLOCKS_PER_SEC; }
    #else
    AZS_UNUSED static double AZS_cpu_time(void) {
        struct timespec now;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return now.tv_sec + 1e-9 * now.tv_nsec;
    }
    #endif
    #define AZS_truncate(number) ((int64_t)(number))
    #define AZS_new(type, number) ((type *)calloc((number), sizeof(type)))
    #define AZS_new_entries(number) AZS_new(struct AzulejosTranspositionEntry, number)
    #define AZS_new_nodes(number) AZS_new(struct AzulejosNode, number)
    #define AZS_free_memory(memory) free(memory)
    #define AZS_free_lock(lock) do { if (lock) PyThread_free_lock(lock); } while (0)
    #define AZS_lock_pool(lock) PyThread_acquire_lock((lock), WAIT_LOCK)
    #define AZS_at(memory, index) (&(memory)[index])
    #if defined(__GNUC__)
    #define AZS_prefetch(address) __builtin_prefetch(address)
    #else
    #define AZS_prefetch(address) ((void)(address))
    #endif
    #define AZS_copy_entry(target, source) (*(target) = *(source))
    #define AZS_copy_board(target, source) (*(target) = *(source))
    #define AZS_clear_accumulator(accumulator) memset((accumulator), 0, 32 * sizeof(int16_t))
    #define AZS_copy_accumulator(target, source) memcpy((target), (source), 32 * sizeof(int16_t))
    #define AZS_clear_entries(entries, number) \
        memset((entries), 0, (size_t)(number) * sizeof(struct AzulejosTranspositionEntry))
    """
    void add_features "AZS_add_features"(int16_t *accumulator, int16_t *weights,
                                         uint16_t *features, int count) noexcept nogil
    int32_t apply_head "AZS_apply_head"(int16_t *first, int16_t *second, int16_t *third,
                                        int16_t *head) noexcept nogil
    double cpu_time "AZS_cpu_time"() noexcept nogil
    int64_t truncate "AZS_truncate"(double number) noexcept nogil
    TranspositionEntry *new_entries "AZS_new_entries"(Py_ssize_t number) noexcept nogil
    Node *new_nodes "AZS_new_nodes"(Py_ssize_t number) noexcept nogil
    void free_memory "AZS_free_memory"(void *memory) noexcept nogil
    void *new_lock "PyThread_allocate_lock"() noexcept nogil
    void free_lock "AZS_free_lock"(void *lock) noexcept nogil
    void lock_pool "AZS_lock_pool"(void *lock) noexcept nogil
    void unlock_pool "PyThread_release_lock"(void *lock) noexcept nogil
    Side *side_at "AZS_at"(Side *sides, Py_ssize_t index) noexcept nogil
    ScoredMove *move_at "AZS_at"(ScoredMove *moves, Py_ssize_t index) noexcept nogil
    TranspositionEntry *entry_at "AZS_at"(TranspositionEntry *entries,
                                          Py_ssize_t index) noexcept nogil
    Node *node_at "AZS_at"(Node *nodes, Py_ssize_t index) noexcept nogil
    int16_t *head_at "AZS_at"(int16_t *heads, Py_ssize_t index) noexcept nogil
    void prefetch_entry "AZS_prefetch"(TranspositionEntry *entry) noexcept nogil
    void copy_entry "AZS_copy_entry"(TranspositionEntry *target,
                                     TranspositionEntry *source) noexcept nogil
    void copy_board "AZS_copy_board"(Board *target, Board *source) noexcept nogil
    void clear_accumulator "AZS_clear_accumulator"(int16_t *accumulator) noexcept nogil
    void copy_accumulator "AZS_copy_accumulator"(int16_t *target, int16_t *source) noexcept nogil
    void clear_entries "AZS_clear_entries"(TranspositionEntry *entries,
                                           Py_ssize_t number) noexcept nogil

cdef enum:
    UNITS = 32
    # Features of a player's board: the first index of each group; see features.py.
    WALL_ROWS = 0
    COLUMNS = 2080
    COLOURS = 3295
    LINES = 4510
    PAIRS = 4870
    SUPPLY = 8966
    LINE_JOKERS = 9326
    ROW_COLOURS = 9476
    FLOOR = 11556
    SIZES = 11566
    TOTALS = 12526
    DEMAND = 12886
    LOST = 13354
    BOARD_ROWS = 13368
    # Features of the game as a whole.
    GROUPS = 26736
    ROUND = 27056
    CENTRE = 27136
    DIFFERENCE = 27168
    STAGE = 27289
    NEXT_DEAL = 27539
    KINDS_OF_TILES = 0
    LAST_OF_ROW = 5832
    LAST_OF_COLUMN = 6552
    LAST_OF_COLOUR = 7272
    NEXT_ROWS = 7992
    ALL_ROWS = 43523
    MOST_ROWS = 64
    STAGES = 20

cdef enum:
    EXACT = 0
    LOWER_BOUND = 1
    UPPER_BOUND = 2

cdef struct OfferSummary "AzulejosOfferSummary":
    uint64_t tiles
    uint64_t sizes
    uint64_t supply
    uint64_t bag
    uint64_t lid
    int groups

cdef struct Side "AzulejosSide":
    Board board[1]
    int score
    int final_score
    int rank
    int ends_game
    int16_t accumulator[32]

cdef struct FeatureList "AzulejosFeatureList":
    uint16_t indices[64]

cdef struct Accumulator "AzulejosAccumulator":
    int16_t values[32]

cdef struct ScoredMove "AzulejosScoredMove":
    int16_t action
    int32_t score

cdef struct TranspositionEntry "AzulejosTranspositionEntry":
    uint64_t key
    int32_t value
    int16_t action
    uint8_t depth
    uint8_t bound

cdef struct Node "AzulejosNode":
    int32_t first_child
    int32_t child_count
    int16_t action
    uint8_t player
    uint8_t status
    int32_t visits
    int32_t prior
    int64_t value_sum
    int32_t values[4]
