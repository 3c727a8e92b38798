#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* SQLite's statement journals come and go at the top of the heap; giving that memory back to the
   system each time costs more than the statement. */
static inline void csqlite_keep_heap(void) {
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 1 << 18);
}

// The variadic functions of SQLite cannot be imported; each use of them has a typed one here.
static inline int pushsh_sqlite3_db_config(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

/* Turns off one step of the planner: where `k = 0` is asked for, it writes 0 for `k` in the other
   conditions, computes those that are constants then before the first row, and so lets `10 / k`
   fail in a query that has no row to ask for it. */
static inline int csqlite_keep_columns(sqlite3 *db) {
    const int propagate_constants = 0x8000;
    return sqlite3_test_control(SQLITE_TESTCTRL_OPTIMIZATIONS, db, propagate_constants);
}

static inline int pushsh_sqlite3_config_malloc(const sqlite3_mem_methods *methods) {
    return sqlite3_config(SQLITE_CONFIG_MALLOC, methods);
}

static inline int pushsh_sqlite3_config(int option, int value) {
    return sqlite3_config(option, value);
}

/* Gives a file a name that nothing has yet, in one step; otherwise the number of the error. Swift
   sees no `renameat2`, which is an extension of GNU's. */
static inline int csqlite_rename_new(const char *from, const char *to) {
    const unsigned int no_replace = 1;
    if (syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace) == 0) return 0;
    return errno;
}

/* Exchanges the names of two files or directories in one step. */
static inline int csqlite_exchange(const char *one, const char *other) {
    const unsigned int exchange = 2;
    if (syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, exchange) == 0) return 0;
    return errno;
}

/* Continues the checksum of a write-ahead log over whole pairs of words, which a log writes in one
   of the two byte orders (sqlite.org, fileformat2.html, "Checksum Algorithm"). Logs are read to
   their end whenever a workspace is opened; without optimization Swift would take seconds. */
static inline void csqlite_log_sum(const void *bytes, size_t size, int is_big, uint32_t sum[2]) {
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    const int swaps = is_big == (first == 1);
    uint32_t a = sum[0], b = sum[1];
    for (size_t at = 0; at + 8 <= size; at += 8) {
        uint32_t words[2];
        memcpy(words, (const char *)bytes + at, 8);
        if (swaps) {
            words[0] = __builtin_bswap32(words[0]);
            words[1] = __builtin_bswap32(words[1]);
        }
        a += words[0] + b;
        b += words[1] + a;
    }
    sum[0] = a;
    sum[1] = b;
}

/* Two-way search: linear, whatever is looked for. An extension of GNU's. */
void *memmem(const void *text, size_t size, const void *part, size_t part_size);

static inline const void *csqlite_find(
    const void *text, size_t size, const void *part, size_t part_size
) {
    return memmem(text, size, part, part_size);
}
