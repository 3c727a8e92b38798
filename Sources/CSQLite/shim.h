#include <malloc.h>
#include <sqlite3.h>

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

static inline int pushsh_sqlite3_config_malloc(const sqlite3_mem_methods *methods) {
    return sqlite3_config(SQLITE_CONFIG_MALLOC, methods);
}

static inline int pushsh_sqlite3_config(int option, int value) {
    return sqlite3_config(option, value);
}
