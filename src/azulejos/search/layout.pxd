# How the search lies in memory: the same names as in layout.py, which explains them.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from azulejos.core.layout cimport Board, Table

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>
    #if defined(__GNUC__)
    #define AZS_MAYBE __attribute__((unused))
    #else
    #define AZS_MAYBE
    #endif
    // Chosen when the program starts, which musl and sanitizers can't.
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) \
        && !defined(__SANITIZE_ADDRESS__)
    #define AZS_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define AZS_WIDE
    #endif
    #if defined(__GNUC__)
    typedef uint16_t AZS_half __attribute__((vector_size(32)));  // unsigned: may come round again
    AZS_MAYBE AZS_WIDE static void AZS_add_rows(int16_t *sums, const int16_t *weights,
                                      const uint16_t *rows, int count) {
        AZS_half low, high, next;
        memcpy(&low, sums, 32);
        memcpy(&high, sums + 16, 32);
        for (int n = 0; n < count; n++) {
            const int16_t *row = weights + 32 * (ptrdiff_t)rows[n];
            memcpy(&next, row, 32);
            low += next;
            memcpy(&next, row + 16, 32);
            high += next;
        }
        memcpy(sums, &low, 32);
        memcpy(sums + 16, &high, 32);
    }
    #else
    AZS_MAYBE static void AZS_add_rows(int16_t *sums, const int16_t *weights,
                             const uint16_t *rows, int count) {
        for (int n = 0; n < count; n++) {
            const int16_t *row = weights + 32 * (ptrdiff_t)rows[n];
            for (int unit = 0; unit < 32; unit++) sums[unit] = (int16_t)(sums[unit] + row[unit]);
        }
    }
    #endif
    AZS_MAYBE AZS_WIDE static int32_t AZS_weigh(const int16_t *a, const int16_t *b, const int16_t *c,
                                      const int16_t *head) {
        int32_t total = 0;
        int16_t first = (int16_t)(a[0] + b[0] + c[0]);
        for (int unit = 0; unit < 32; unit++) {
            int16_t sum = (int16_t)(a[unit] + b[unit] + c[unit]);
            int16_t bent = sum > 0 ? sum : 0;
            total += (int32_t)bent * (int32_t)head[unit];
        }
        return total + (first < 0 ? first : 0) * (int32_t)head[0];
    }
    #if defined(_WIN32)
    AZS_MAYBE static double AZS_cpu_time(void) { return (double)clock() / CLOCKS_PER_SEC; }
    #else
    AZS_MAYBE static double AZS_cpu_time(void) {
        struct timespec now;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return now.tv_sec + 1e-9 * now.tv_nsec;
    }
    #endif
    #define AZS_whole(number) ((int64_t)(number))
    #define AZS_new(type, number) ((type *)calloc((number), sizeof(type)))
    #define AZS_new_entries(number) AZS_new(struct AzulejosEntry, number)
    #define AZS_new_nodes(number) AZS_new(struct AzulejosNode, number)
    #define AZS_give_back(memory) free(memory)
    #define AZS_at(memory, index) (&(memory)[index])
    #define AZS_copy_board(target, source) (*(target) = *(source))
    #define AZS_clear_sums(sums) memset((sums), 0, 32 * sizeof(int16_t))
    #define AZS_clear_entries(entries, number) \
        memset((entries), 0, (size_t)(number) * sizeof(struct AzulejosEntry))
    """
    void add_rows "AZS_add_rows"(int16_t *sums, int16_t *weights, uint16_t *rows,
                                 int count) noexcept nogil
    int32_t weigh "AZS_weigh"(int16_t *first, int16_t *second, int16_t *third,
                              int16_t *head) noexcept nogil
    double cpu_time "AZS_cpu_time"() noexcept nogil
    int64_t whole "AZS_whole"(double number) noexcept nogil
    Entry *new_entries "AZS_new_entries"(Py_ssize_t number) noexcept nogil
    Node *new_nodes "AZS_new_nodes"(Py_ssize_t number) noexcept nogil
    void give_back "AZS_give_back"(void *memory) noexcept nogil
    Side *side_at "AZS_at"(Side *sides, Py_ssize_t index) noexcept nogil
    Choice *choice_at "AZS_at"(Choice *choices, Py_ssize_t index) noexcept nogil
    Entry *entry_at "AZS_at"(Entry *entries, Py_ssize_t index) noexcept nogil
    Node *node_at "AZS_at"(Node *nodes, Py_ssize_t index) noexcept nogil
    int16_t *head_at "AZS_at"(int16_t *heads, Py_ssize_t index) noexcept nogil
    void copy_board "AZS_copy_board"(Board *target, Board *source) noexcept nogil
    void clear_sums "AZS_clear_sums"(int16_t *sums) noexcept nogil
    void clear_entries "AZS_clear_entries"(Entry *entries, Py_ssize_t number) noexcept nogil

cdef enum:
    UNITS = 32
    # A player's rows, by what they tell; see features.py.
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
    # Rows of the table as a whole.
    GROUPS = 26736
    ROUND = 27056
    CENTRE = 27136
    DIFFERENCE = 27168
    STAGE = 27289
    ALL_ROWS = 27539
    MOST_ROWS = 64

cdef enum:
    EXACT = 0
    AT_LEAST = 1
    AT_MOST = 2

cdef struct Offer "AzulejosOffer":
    uint64_t tiles
    uint64_t sizes
    uint64_t supply
    uint64_t bag
    uint64_t lid
    int groups

cdef struct Side "AzulejosSide":
    Board board[1]
    int score
    int final
    int rank
    int ends
    int16_t sums[32]

cdef struct Rows "AzulejosRows":
    uint16_t numbers[64]

cdef struct Sums "AzulejosSums":
    int16_t numbers[32]

cdef struct Choice "AzulejosChoice":
    int16_t action
    int32_t order

cdef struct Entry "AzulejosEntry":
    uint64_t key
    int32_t value
    int16_t action
    uint8_t depth
    uint8_t bound

cdef struct Node "AzulejosNode":
    int32_t first
    int32_t count
    int16_t action
    uint8_t turn
    uint8_t state
    int32_t visits
    int32_t prior
    int64_t total
    int32_t values[4]
