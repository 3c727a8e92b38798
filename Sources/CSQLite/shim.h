#include <sqlite3.h>

// The variadic functions of SQLite cannot be imported; each use of them has a typed one here.
static inline int pushsh_sqlite3_db_config(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

static inline int pushsh_sqlite3_config(int option, int value) {
    return sqlite3_config(option, value);
}
